// SPDX-License-Identifier: Apache-2.0
// A registry on a server of its own, and who asks it: plain HTTP, and the buyer's own client.
#pragma once

#include "protocol/discovery/registryclient.h"
#include "protocol/hosts/registry/registry.h"
#include "protocol/json/document.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/httpcall.h"

#include <QTest>

#include <algorithm>

using hosts::RegistryOptions;

inline std::string entry(const QByteArray& name, const QByteArray& more = {})
{
    const QByteArray text = "{\"identifier\": \"urn:air:x.example:" + name + "\", \"displayName\": \"" + name
        + "\", \"type\": \"application/mcp-server-card+json\", \"url\": \"https://x.example/" + name
        + "\", \"representativeQueries\": [\"read this\", \"forecast the weather\"]" + more + "}";
    return text.toStdString();
}

inline std::vector<std::string> entries()
{
    const QByteArray acmp
        = R"(, "@context": {"a": "https://a2agora.org/acmp/v0.1#"}, "capabilities": ["reading"], "a:tier": )";
    return { entry("one", acmp + "\"A\", \"updatedAt\": \"2026-02-01T00:00:00Z\""),
        entry("two", acmp + "\"S\""), entry("three", ", \"updatedAt\": \"2026-01-01\"") };
}

inline QByteArray question(const QByteArray& text, const QByteArray& more = {})
{
    return "{\"query\": {\"text\": \"" + text + "\"}" + more + "}";
}

/// A registry on a server of its own, below /api.
class Served final : public QObject {
public:
    /// `clock`: the registry's own; null: the system's.
    explicit Served(RegistryOptions options = {}, const std::vector<std::string>& all = entries(),
        wire::Clock* clock = nullptr)
        : m_registry(clock ? *clock : m_clock, m_sink, std::move(options))
    {
        connect(&m_server, &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
            const std::string_view target = exchange->head().target;
            bodies.emplace_back(exchange->body().view());
            m_registry.handle(exchange, target.substr(0, target.find('?')).substr(4));
        });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
        m_registry.setEntries(url(), all);
    }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_server.port()) + "/api"; }

    std::vector<std::string> bodies;

private:
    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    hosts::Registry m_registry;
    http::Server m_server { m_clock, m_sink };
};

class RegistryAsker {
protected:
    struct Reply {
        int status = 0;
        json::Document document;
        http::Fields fields;
        std::string text(const char* pointer) const
        {
            return document.isValid() ? document.at(pointer).text().value_or("") : std::string();
        }
        std::size_t size(const char* pointer) const { return document.at(pointer).size(); }
    };
    Reply send(const Served& served, const char* method, const std::string& path, const QByteArray& body = {},
        const http::Fields& more = { { "Content-Type", "application/json" } })
    {
        http::Request request;
        request.method = method;
        request.url = QUrl::fromEncoded(QByteArray::fromStdString(served.url() + path));
        request.fields = more;
        request.body = body;
        const auto got = support::call(*m_http, request);
        Reply reply { got->status, {}, got->fields };
        if (auto document = json::Document::parse(QByteArray::fromStdString(got->body)))
            reply.document = std::move(*document);
        return reply;
    }
    Reply post(const Served& served, const std::string& path, const QByteArray& body)
    {
        return send(served, "POST", path, body);
    }
    template <typename T>
    static T await(const QFuture<T>& future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
            qFatal("no answer");
        return future.result();
    }
    static QUrl urlOf(const Served& served) { return QUrl(QString::fromStdString(served.url())); }

    void begin()
    {
        m_client.reset();
        m_fetcher.reset();
        m_http = std::make_unique<http::Client>(m_clock, m_sink);
        m_fetcher = std::make_unique<discovery::Fetcher>(m_clock, *m_http);
        m_client = std::make_unique<discovery::RegistryClient>(*m_fetcher, *m_http);
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    std::unique_ptr<discovery::RegistryClient> m_client;
};
