// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/client.h"

#include "protocol/binding/asktimeout.h"
#include "protocol/binding/mcp/card.h"
#include "protocol/binding/mcp/envelope.h"
#include "protocol/binding/mcp/httpcarrier.h"
#include "protocol/binding/mcp/legacy.h"
#include "protocol/binding/mcp/stocktaking.h"
#include "protocol/transport/connect/origin.h"

#include <QPromise>

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::chrono::seconds kEventPatience { 1 };

Error agentCardError()
{
    return { ErrorKind::Usage, "this is the agent card of an A2A agent", "an MCP endpoint",
        "an agent card: put a2a: before its address", {}, false };
}

/// streamable-http §HTTP+SSE Transport (2024-11-05).
Error oldTransport()
{
    return { ErrorKind::Refused,
        "this is an MCP server of the revision 2024-11-05 (HTTP with SSE): it can't carry ACMP as specified",
        "MCP " + std::string(kProtocolVersion), "an event stream that begins with the event `endpoint`", {},
        false };
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

http::Request Client::bareRequest(std::string_view method, QByteArray body) const
{
    http::Request request;
    request.method = std::string(method);
    request.url = m_options.url;
    if (!body.isEmpty())
        request.fields.add("Content-Type", "application/json");
    request.fields.add("Accept", "application/json, text/event-stream");
    if (!m_options.token.empty())
        request.fields.add("Authorization", "Bearer " + m_options.token);
    if (m_session) {
        request.fields.add(std::string(header::kProtocolVersion), m_session->version);
        if (!m_session->id.empty())
            request.fields.add(std::string(header::kSessionId), m_session->id);
    }
    request.body = std::move(body);
    return request;
}

http::Request Client::post(std::string_view method, QByteArray body) const
{
    http::Request request = bareRequest("POST", std::move(body));
    if (!m_session)
        request.fields.add(std::string(header::kProtocolVersion), std::string(kProtocolVersion));
    request.fields.add(std::string(header::kMethod), std::string(method));
    return request;
}

http::ClientExchange* Client::send(RpcExchange* exchange, http::Request request)
{
    http::ClientExchange* const http = m_http.send(std::move(request));
    keepRoute(http);
    exchange->setCarrier(std::make_unique<HttpCarrier>(m_clock, *exchange, http));
    return http;
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
    m_session.reset();
    return ask()
        .then(this,
            [this](DiscoverOutcome outcome) {
                const bool isLegacy = !outcome.found && outcome.mayBeLegacy;
                return isLegacy ? shakeHands(std::move(outcome.found))
                                : lookElsewhere(std::move(outcome.found));
            })
        .unwrap();
}

QFuture<DiscoverOutcome> Client::ask()
{
    const std::int64_t id = nextId();
    auto* exchange = new DiscoverExchange(m_clock, id, false, this);
    http::ClientExchange* const http = send(exchange, post(kDiscover, discoverText(id, m_meta)));
    connect(http, &http::ClientExchange::headReceived, exchange,
        [exchange](const http::ResponseHead& head) { exchange->setStatus(head.status); });
    return exchange->future();
}

QFuture<Client::Outcome> Client::ready(Outcome outcome)
{
    return QtFuture::makeReadyFuture(std::move(outcome));
}

// No endpoint there, but perhaps a document that leads to one.
QFuture<Client::Outcome> Client::lookElsewhere(Outcome notFound)
{
    const bool isOther = m_options.followsDocuments && !notFound
        && (notFound.error().kind == ErrorKind::Http || notFound.error().kind == ErrorKind::Protocol);
    if (isOther && std::exchange(m_looksForDocument, false))
        return lookForDocument(std::move(notFound));
    return ready(std::move(notFound));
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
    auto patience = std::make_shared<std::unique_ptr<wire::Timer>>();
    connect(exchange, &http::ClientExchange::headReceived, exchange,
        [this, exchange, patience](const http::ResponseHead& head) {
            // An older server's own stream: its first event tells which one's, if it ever comes.
            if (http::mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream")
                *patience = m_clock.startTimer(kEventPatience, [exchange] { exchange->abort(); });
        });
    connect(
        exchange, &http::ClientExchange::bodyReceived, exchange, [promise](const transport::Payload& body) {
            promise->addResult(body.bytes.mid(body.offset, body.length));
        });
    auto isOldStream = std::make_shared<bool>(false);
    connect(exchange, &http::ClientExchange::eventReceived, exchange,
        [exchange, isOldStream](const http::Event& event) {
            *isOldStream = event.type == "endpoint";
            exchange->abort(); // such a stream has no end
        });
    connect(exchange, &http::ClientExchange::ended, exchange, [promise] { promise->finish(); });
    return promise->future()
        .then(this,
            [this, isOldStream, notFound = std::move(notFound)](const QFuture<QByteArray>& got) {
                if (*isOldStream)
                    return ready(std::unexpected(oldTransport()));
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
                // A manifest leads to a card first.
                m_looksForDocument = !std::exchange(m_hasFollowed, true);
                return discover();
            })
        .unwrap();
}

// A token belongs to an origin (decision D17).
void Client::follow(const QUrl& url)
{
    if (!transport::isSameOrigin(m_options.url, url))
        m_options.token.clear();
    m_options.url = url;
}

QFuture<Client::Outcome> Client::shakeHands(Outcome refused)
{
    auto* const exchange = new PlainExchange(m_clock, nextId(), this);
    const std::int64_t id = std::get<std::int64_t>(exchange->id());
    http::ClientExchange* const http
        = send(exchange, bareRequest("POST", initializeText(id, m_options.clientName, ACMP_VERSION)));
    exchange->expectWithin(m_clock, kHandshakePatience);
    auto sessionId = std::make_shared<std::string>();
    connect(http, &http::ClientExchange::headReceived, this, [sessionId](const http::ResponseHead& head) {
        *sessionId = head.fields.find(header::kSessionId).value_or("");
    });
    return exchange->future()
        .then(this,
            [this, refused = std::move(refused), sessionId, started = m_clock.now()](
                const PlainExchange::Outcome& answer) {
                Outcome found = takeSession(answer, *sessionId);
                if (!found)
                    return lookElsewhere(refused);
                found->roundTrip = m_clock.now() - started;
                return confirm(std::move(found));
            })
        .unwrap();
}

Client::Outcome Client::takeSession(const PlainExchange::Outcome& answer, const std::string& sessionId)
{
    if (!answer)
        return std::unexpected(answer.error());
    Outcome found = readInitialize(answer->message);
    if (!found)
        return found;
    m_session = Session { found->versions.front(), sessionId };
    return found;
}

// Before anything else is asked: a strict server refuses what overtakes it (lifecycle §Initialization).
QFuture<Client::Outcome> Client::confirm(Outcome found)
{
    auto promise = std::make_shared<QPromise<Outcome>>();
    promise->start();
    const auto go = [promise, found = std::move(found)] {
        if (promise->future().isFinished())
            return;
        promise->addResult(found);
        promise->finish();
    };
    http::ClientExchange* const http = m_http.send(bareRequest("POST", initializedText()));
    connect(http, &http::ClientExchange::headReceived, this, go);
    connect(http, &http::ClientExchange::ended, this, go);
    m_confirming = m_clock.startTimer(kHandshakePatience, go);
    return promise->future();
}

// The server may forget the session.
void Client::endSession()
{
    if (m_session && !m_session->id.empty())
        m_http.send(bareRequest("DELETE", {}));
    m_session.reset();
}

QFuture<binding::Inventory> Client::inventory(const binding::Discovered& found)
{
    if (!found.isLegacy)
        return takeStock(found);
    const auto inSession = [this](const binding::Discovered& peer) {
        return takeStock(peer).then(this, [this](binding::Inventory all) {
            endSession();
            return all;
        });
    };
    if (m_session)
        return inSession(found);
    return discover().then(this, [inSession, found](const Outcome&) { return inSession(found); }).unwrap();
}

QFuture<binding::Inventory> Client::takeStock(const binding::Discovered& found)
{
    const auto askForPage = [this](std::string_view method, const std::string& cursor) {
        auto* const exchange = new PlainExchange(m_clock, nextId(), this);
        const std::int64_t id = std::get<std::int64_t>(exchange->id());
        send(exchange, post(method, pageText(id, method, cursor, m_session ? json::Raw() : m_meta)));
        return exchange;
    };
    return (new Stocktaking(m_clock, found, askForPage, this))->start();
}

binding::Exchange* Client::start(const acmp::Request& request)
{
    const std::int64_t id = nextId();
    auto* exchange = new AcmpExchange(m_clock, id, request, this);
    send(exchange, post(acmp::methodOf(request), requestText(id, request, m_meta)));
    // A cancel must not wait for a connection.
    if (std::holds_alternative<acmp::Invoke>(request))
        m_http.prepare(m_options.url);
    return exchange;
}

QFuture<std::expected<json::Raw, Error>> Client::ask(const std::string& method, const acmp::Extra& params)
{
    auto* const exchange = new PlainExchange(m_clock, nextId(), this);
    const std::int64_t id = std::get<std::int64_t>(exchange->id());
    send(exchange, post(method, callText(id, method, params, m_meta)));
    exchange->expectWithin(m_clock, binding::kAskTimeout);
    return exchange->future().then(this, &resultOf);
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
