// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/client.h"

#include "protocol/binding/mcp/card.h"
#include "protocol/binding/mcp/discover.h"
#include "protocol/binding/mcp/envelope.h"
#include "protocol/binding/mcp/httpcarrier.h"
#include "protocol/transport/connect/origin.h"

#include <QPromise>

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

Error agentCardError()
{
    return { ErrorKind::Usage, "this is the agent card of an A2A agent", "an MCP endpoint",
        "an agent card: put a2a: before its address", {}, false };
}

} // namespace

Client::Client(wire::Clock& clock, http::Client& http, ClientOptions options, QObject* parent)
    : binding::Client(parent)
    , m_clock(clock)
    , m_http(http)
    , m_options(std::move(options))
    , m_meta(clientMeta(m_options.clientName, ACMP_VERSION, m_options.declaration, m_options.traceparent))
{
}

std::string Client::transportName() const
{
    return m_options.url.scheme() == QStringLiteral("https") ? "MCP over HTTPS" : "MCP over HTTP";
}

http::Request Client::post(std::string_view method, QByteArray body) const
{
    http::Request request;
    request.url = m_options.url;
    request.fields.add("Content-Type", "application/json");
    request.fields.add("Accept", "application/json, text/event-stream");
    request.fields.add(std::string(header::kProtocolVersion), std::string(kProtocolVersion));
    request.fields.add(std::string(header::kMethod), std::string(method));
    if (!m_options.token.empty())
        request.fields.add("Authorization", "Bearer " + m_options.token);
    request.body = std::move(body);
    return request;
}

void Client::send(RpcExchange* exchange, std::string_view method, QByteArray body)
{
    http::ClientExchange* http = m_http.send(post(method, std::move(body)));
    keepRoute(http);
    exchange->setCarrier(std::make_unique<HttpCarrier>(m_clock, *exchange, http));
}

// Before anyone else hears of its end.
void Client::keepRoute(http::ClientExchange* http)
{
    connect(http, &http::ClientExchange::headReceived, this, [this, http] { m_route = http->route(); });
    connect(http, &http::ClientExchange::ended, this, [this, http] {
        if (auto route = http->route())
            m_route = std::move(route);
    });
}

QFuture<Client::Outcome> Client::discover()
{
    return ask()
        .then(this,
            [this](Outcome found) {
                // No endpoint there, but perhaps a document that leads to one; asked for once.
                const bool isOther = m_options.followsDocuments && !found
                    && (found.error().kind == ErrorKind::Http || found.error().kind == ErrorKind::Protocol);
                if (isOther && !std::exchange(m_lookedForDocument, true))
                    return lookForDocument(std::move(found));
                return ready(std::move(found));
            })
        .unwrap();
}

QFuture<Client::Outcome> Client::ask()
{
    const std::int64_t id = nextId();
    auto* exchange = new DiscoverExchange(m_clock, id, false, this);
    send(exchange, kDiscover, discoverText(id, m_meta));
    return exchange->future();
}

QFuture<Client::Outcome> Client::ready(Outcome outcome)
{
    QPromise<Outcome> promise;
    promise.start();
    promise.addResult(std::move(outcome));
    promise.finish();
    return promise.future();
}

QFuture<Client::Outcome> Client::lookForDocument(Outcome notFound)
{
    http::Request request;
    request.method = "GET";
    request.url = m_options.url;
    request.fields.add("Accept", kDocumentTypes);
    if (!m_options.token.empty())
        request.fields.add("Authorization", "Bearer " + m_options.token);
    http::ClientExchange* const exchange = m_http.send(std::move(request));
    auto promise = std::make_shared<QPromise<QByteArray>>();
    promise->start();
    connect(
        exchange, &http::ClientExchange::headReceived, exchange, [exchange](const http::ResponseHead& head) {
            // An older server's own stream, which need not end.
            if (http::mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream")
                exchange->abort();
        });
    connect(
        exchange, &http::ClientExchange::bodyReceived, exchange, [promise](const transport::Payload& body) {
            promise->addResult(body.bytes.mid(body.offset, body.length));
        });
    connect(exchange, &http::ClientExchange::ended, exchange, [promise] { promise->finish(); });
    return promise->future()
        .then(this,
            [this, notFound = std::move(notFound)](const QFuture<QByteArray>& got) {
                if (got.resultCount() == 0)
                    return ready(notFound);
                const auto document = json::Document::parse(got.result());
                const auto leads = document ? followDocument(document->root()) : std::nullopt;
                if (!leads)
                    return ready(notFound);
                if (!*leads)
                    return ready(std::unexpected(leads->error()));
                const QUrl* const endpoint = std::get_if<QUrl>(&**leads);
                if (!endpoint) {
                    m_isAgentCard = true;
                    return ready(std::unexpected(agentCardError()));
                }
                follow(*endpoint);
                return ask();
            })
        .unwrap();
}

// A token belongs to an origin (decision D17).
void Client::follow(const QUrl& url)
{
    const auto before = transport::Origin::of(m_options.url);
    const auto now = transport::Origin::of(url);
    if (!before || !now || *before != *now)
        m_options.token.clear();
    m_options.url = url;
}

binding::Exchange* Client::start(const acmp::Request& request)
{
    const std::int64_t id = nextId();
    auto* exchange = new AcmpExchange(m_clock, id, request, this);
    send(exchange, acmp::methodOf(request), requestText(id, request, m_meta));
    // A cancel must not wait for a connection.
    if (std::holds_alternative<acmp::Invoke>(request))
        m_http.prepare(m_options.url);
    return exchange;
}

QFuture<std::expected<void, Error>> Client::notify(const acmp::BuyerNotification& notification)
{
    http::ClientExchange* exchange
        = m_http.send(post(acmp::methodOf(notification), notificationText(notification, m_meta)));
    keepRoute(exchange);

    auto promise = std::make_shared<QPromise<std::expected<void, Error>>>();
    promise->start();
    auto status = std::make_shared<int>(0);
    connect(exchange, &http::ClientExchange::headReceived, exchange,
        [status](const http::ResponseHead& head) { *status = head.status; });
    connect(exchange, &http::ClientExchange::ended, exchange,
        [promise, status](const std::optional<Error>& error) {
            std::expected<void, Error> outcome;
            if (error)
                outcome = std::unexpected(*error);
            else if (*status != 202 && *status != 204 && *status != 200)
                outcome = std::unexpected(Error { ErrorKind::Http, "the notification was not taken",
                    "HTTP 202", "HTTP " + std::to_string(*status), {}, false });
            promise->addResult(std::move(outcome));
            promise->finish();
        });
    return promise->future();
}

} // namespace mcp
