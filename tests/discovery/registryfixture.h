// SPDX-License-Identifier: Apache-2.0
// A client of registries, and a site that plays the registry.
#pragma once

#include "protocol/discovery/registryclient.h"
#include "tests/discovery/site.h"

#include <QTest>

using discovery::Entry;
using discovery::Fetcher;
using discovery::RegistryClient;
using discovery::RegistryQuery;
using discovery::SearchPage;
using wire::ErrorKind;

inline const QByteArray kAcmp = R"("@context": {"x": "https://a2agora.org/acmp/v0.1#"}, "x:tier": "A")";

/// A result as short as it may be.
inline QByteArray result(const QByteArray& name, const QByteArray& more = {})
{
    return R"({"identifier": "urn:air:x.example:)" + name
        + R"(", "score": 50, "source": "https://elsewhere.example/")" + more + '}';
}

inline QByteArray results(const QByteArray& all, const QByteArray& more = {})
{
    return R"({"results": [)" + all + "]" + more + '}';
}

inline RegistryQuery words(const char* text)
{
    RegistryQuery query;
    query.filter.words = text;
    return query;
}

inline QByteArray ids(const std::vector<acmp::Finding>& findings)
{
    QByteArray text;
    for (const acmp::Finding& finding : findings)
        text += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size())) + ' ';
    return text.trimmed();
}

class RegistryFixture : public QObject {
protected:
    void open()
    {
        m_client.reset();
        m_fetcher.reset();
        m_http.reset();
        m_site = std::make_unique<Site>();
        m_http = std::make_unique<http::Client>(m_site->clock, m_sink);
        m_fetcher = std::make_unique<Fetcher>(m_site->clock, *m_http);
        m_client = std::make_unique<RegistryClient>(*m_fetcher, *m_http);
    }
    template <typename T>
    static T await(const QFuture<T>& future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
            qFatal("no answer");
        return future.result();
    }
    QUrl base() const { return QUrl(QString::fromStdString(m_site->origin() + "/api")); }
    RegistryClient::Outcome<SearchPage> search(const RegistryQuery& query)
    {
        return await(m_client->search(base(), query));
    }
    void answer(const QByteArray& body) { m_site->answers["/api/search"] = { body }; }

    std::unique_ptr<Site> m_site;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<Fetcher> m_fetcher;
    std::unique_ptr<RegistryClient> m_client;
};
