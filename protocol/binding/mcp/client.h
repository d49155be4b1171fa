// SPDX-License-Identifier: Apache-2.0
// The client side of MCP 2026-07-28 over Streamable HTTP, for one endpoint.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/mcp/discover.h"
#include "protocol/binding/mcp/plainexchange.h"
#include "protocol/transport/http/client.h"
#include "protocol/wire/clock.h"

#include <QUrl>

namespace mcp {

struct ClientOptions {
    QUrl url;
    std::string token; ///< bearer; none is sent if empty
    std::string clientName = "acmp-workbench";
    std::string traceparent; ///< W3C Trace Context; none is sent if empty
    acmp::Capability declaration = acmp::buyerCapability();
    bool followsDocuments = true; ///< looks for a server card where no endpoint answers
};

class Client final : public binding::Client {
    Q_OBJECT

public:
    /// `clock` and `http` must outlive the client.
    Client(wire::Clock& clock, http::Client& http, ClientOptions options, QObject* parent = nullptr);

    std::string transportName() const override;
    std::string target() const override { return m_options.url.toString().toStdString(); }
    std::shared_ptr<const transport::Route> route() const override { return m_route; }
    using Outcome = std::expected<binding::Discovered, wire::Error>;
    /// Where no endpoint answers, an MCP server card or a manifest that is there is followed: target() is
    /// then where it leads. Its token goes to the same origin only. A server before 2026-07-28 is asked by
    /// its own handshake.
    QFuture<Outcome> discover() override;
    /// discover() found an agent card where an endpoint was looked for: an A2A client can go on there.
    bool isAgentCard() const { return m_isAgentCard; }
    const QUrl& url() const { return m_options.url; }
    QFuture<binding::Inventory> inventory(const binding::Discovered& found) override;
    binding::Exchange* start(const acmp::Request& request) override;
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override;
    QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params) override;

private:
    /// What a server before 2026-07-28 agreed to.
    struct Session {
        std::string version;
        std::string id; ///< empty: the server keeps none
    };
    http::Request bareRequest(std::string_view method, QByteArray body) const;
    http::Request post(std::string_view method, QByteArray body) const;
    http::ClientExchange* send(RpcExchange* exchange, http::Request request);
    void keepRoute(http::ClientExchange* http);
    std::int64_t nextId() { return ++m_lastId; }
    QFuture<DiscoverOutcome> ask();
    static QFuture<Outcome> ready(Outcome outcome);
    QFuture<Outcome> lookElsewhere(Outcome notFound);
    QFuture<Outcome> lookForDocument(Outcome notFound);
    QFuture<Outcome> shakeHands(Outcome refused);
    QFuture<Outcome> confirm(Outcome found);
    Outcome takeSession(const PlainExchange::Outcome& answer, const std::string& sessionId);
    QFuture<binding::Inventory> takeStock(const binding::Discovered& found);
    void endSession();
    void follow(const QUrl& url);

    wire::Clock& m_clock;
    http::Client& m_http;
    ClientOptions m_options;
    json::Raw m_meta;
    std::shared_ptr<const transport::Route> m_route;
    std::int64_t m_lastId = 0;
    bool m_looksForDocument = true;
    bool m_hasFollowed = false; ///< a document led elsewhere
    bool m_isAgentCard = false;
    std::optional<Session> m_session;
    std::unique_ptr<wire::Timer> m_confirming;
};

} // namespace mcp
