// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/cardfetch.h"

#include "protocol/a2a/names.h"
#include "protocol/binding/httprefusal.h"
#include "protocol/transport/connect/origin.h"
#include "protocol/transport/http/redirect.h"

#include <QPromise>

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr char kWanted[] = "an agent card as application/json";

class CardFetch final : public QObject {
public:
    CardFetch(wire::Clock& clock, http::Client& http, CardRequest request, QObject* parent)
        : QObject(parent)
        , m_clock(clock)
        , m_http(http)
        , m_request(std::move(request))
        , m_started(clock.now())
    {
        m_promise.start();
        get();
    }

    QFuture<FetchedCard> future() { return m_promise.future(); }

private:
    void get()
    {
        m_head.reset();
        m_body.clear();
        http::Request request;
        request.method = "GET";
        request.url = m_request.url;
        request.fields.add("Accept", std::string(type::kCard).append(", ").append(type::kJson));
        request.fields.add(std::string(header::kVersion), std::string(kVersion));
        if (!m_request.etag.empty())
            request.fields.add("If-None-Match", m_request.etag);
        if (!m_request.token.empty())
            request.fields.add("Authorization", "Bearer " + m_request.token);
        http::ClientExchange* const exchange = m_http.send(std::move(request));
        connect(exchange, &http::ClientExchange::headReceived, this,
            [this](const http::ResponseHead& head) { m_head = head; });
        connect(exchange, &http::ClientExchange::eventReceived, exchange, &http::ClientExchange::abort);
        connect(exchange, &http::ClientExchange::bodyReceived, this, [this](const transport::Payload& body) {
            m_body = body.bytes.mid(body.offset, body.length);
            m_record = body.record;
        });
        connect(exchange, &http::ClientExchange::ended, this, &CardFetch::ended);
    }

    void ended(const std::optional<Error>& error)
    {
        if (m_head && http::isRedirect(m_head->status))
            return follow();
        if (error)
            return fail(*error);
        if (m_head && m_head->status == 304 && !m_request.etag.empty())
            return finish({ .isUnchanged = true });
        if (!m_head || m_head->status != 200)
            return fail(binding::httpRefusal(m_head, m_body.toStdString(), kWanted, {}));
        finish({ .body = m_body,
            .etag = std::string(m_head->fields.find("ETag").value_or("")),
            .mediaType = http::mediaType(m_head->fields.find("Content-Type").value_or("")),
            .record = m_record });
    }

    void follow()
    {
        const std::string location(m_head->fields.find("Location").value_or(""));
        const QUrl to = m_request.url.resolved(QUrl(QString::fromStdString(location), QUrl::StrictMode));
        if (location.empty() || http::judgeRedirect(m_request.url, to, m_redirects++)) {
            return fail({ ErrorKind::Http, "the agent card is redirected where this program does not follow",
                "an http or https URL, never from https to http, at most 5 times", wire::excerpt(location),
                "Location", false });
        }
        if (!transport::isSameOrigin(m_request.url, to))
            m_request.token.clear();
        m_request.url = to;
        get();
    }

    void fail(Error error) { finish({ .error = std::move(error) }); }

    void finish(FetchedCard fetched)
    {
        fetched.url = m_request.url;
        fetched.roundTrip = m_clock.now() - m_started;
        m_promise.addResult(std::move(fetched));
        m_promise.finish();
        deleteLater();
    }

    wire::Clock& m_clock;
    http::Client& m_http;
    CardRequest m_request;
    const wire::Instant m_started;
    std::optional<http::ResponseHead> m_head;
    QByteArray m_body;
    wire::RecordNo m_record = wire::kNoRecord;
    int m_redirects = 0;
    QPromise<FetchedCard> m_promise;
};

} // namespace

QFuture<FetchedCard> fetchCard(wire::Clock& clock, http::Client& http, CardRequest request, QObject* parent)
{
    return (new CardFetch(clock, http, std::move(request), parent))->future();
}

} // namespace a2a
