// SPDX-License-Identifier: Apache-2.0
// Several providers of this machine: NAME at /NAME/mcp and /NAME/a2a of one HTTP server, with its agent card
// at /NAME/.well-known/agent-card.json, and, where asked for, at /NAME/ws of one WebSocket server; the first
// also without /NAME. A manifest and a registry, at /registry, list them all.
#pragma once

#include "protocol/engine/provider.h"
#include "protocol/hosts/a2ahost.h"
#include "protocol/hosts/listing.h"
#include "protocol/hosts/mcphost.h"
#include "protocol/transport/http/server.h"
#include "protocol/transport/websocket/server.h"
#include "protocol/wire/idsource.h"

#include <QHostAddress>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace hosts {

struct MarketOptions {
    QHostAddress address = QHostAddress(QHostAddress::LocalHost); ///< loopback unless the user says otherwise
    std::uint16_t port = 0; ///< 0 takes a free one
    std::optional<std::uint16_t> wsPort; ///< of the WebSocket server, likewise; none if absent
    std::optional<QSslConfiguration> tls; ///< https and wss, as tls::serving() makes it
    std::string token; ///< bearer token asked of every caller; none if empty
    bool lenient = false; ///< decision D1
    http::ServerOptions server;
    RegistryOptions registry; ///< of its names none counts: they are the server's
    std::function<void(McpHost&)> furnish; ///< adds to each provider's methods; nothing if empty
};

class Market final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Market)

public:
    /// `clock`, `ids` and `sink` must outlive it.
    Market(wire::Clock& clock, wire::IdSource& ids, wire::Sink& sink, MarketOptions options,
        QObject* parent = nullptr);
    ~Market() override;

    /// Before or after listen(). A name taken already gets a number.
    void add(engine::Scenario scenario);
    std::expected<void, wire::Error> listen();
    /// The first provider on a channel of the caller's, until that ends. `caller`: who is at its other end
    /// (D5).
    mcp::ChannelEndpoint* serve(std::unique_ptr<transport::Channel> channel, std::string caller);

    struct Stall {
        std::string name;
        std::string mcpUrl;
        std::string wsUrl; ///< empty without a WebSocket server
        std::string a2aUrl; ///< the agent card
        std::string a2aRestUrl; ///< HTTP+JSON, as the card has it too
        std::string ardUrl; ///< the manifest of all providers of this server
        std::string registryUrl; ///< base URL of the registry of all of them
        engine::Provider* provider = nullptr;
    };
    /// In the order added; URLs are complete once it listens.
    std::vector<Stall> stalls() const;
    /// The same for who lists them; valid as long as they are.
    std::vector<Publication> publications() const;

private:
    struct Hosted;
    void handle(http::ServerExchange* exchange);
    bool publish(http::ServerExchange* exchange, std::string_view path) const;
    void nameDid(Hosted& hosted) const;
    Stall stallOf(Hosted& hosted) const;
    Publication publicationOf(Hosted& hosted) const;
    void list();
    std::optional<ws::HandshakeRefusal> judge(const ws::Handshake& handshake) const;
    void handle(ws::ServerChannel* channel, const ws::Handshake& handshake);
    Hosted* find(std::string_view path, std::string_view end) const;
    std::string urlOf(std::string_view scheme, std::uint16_t port, const std::string& path) const;
    std::string paths(std::string_view end) const;

    wire::Clock& m_clock;
    wire::IdSource& m_ids;
    MarketOptions m_options;
    http::Server m_server;
    std::unique_ptr<ws::Server> m_wsServer;
    Listing m_listing;
    std::vector<std::unique_ptr<Hosted>> m_hosted;
    std::map<std::string, Hosted*, std::less<>> m_byPath; ///< "" and "/NAME"
};

} // namespace hosts
