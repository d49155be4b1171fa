// SPDX-License-Identifier: Apache-2.0
// Several providers behind one HTTP server on this machine: NAME at /NAME/mcp, the first also at /mcp.
#pragma once

#include "protocol/engine/provider.h"
#include "protocol/hosts/mcphost.h"
#include "protocol/transport/http/server.h"
#include "protocol/wire/idsource.h"

#include <QHostAddress>

#include <map>
#include <memory>
#include <vector>

namespace hosts {

struct MarketOptions {
    QHostAddress address = QHostAddress(QHostAddress::LocalHost); ///< loopback unless the user says otherwise
    std::uint16_t port = 0; ///< 0 takes a free one
    std::string token; ///< bearer token asked of every caller; none if empty
    bool lenient = false; ///< decision D1
    http::ServerOptions server;
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

    struct Stall {
        std::string name;
        std::string mcpUrl;
        engine::Provider* provider = nullptr;
    };
    /// In the order added; URLs are complete once it listens.
    std::vector<Stall> stalls() const;

private:
    struct Hosted;
    void handle(http::ServerExchange* exchange);
    std::string urlOf(const std::string& path) const;

    wire::Clock& m_clock;
    wire::IdSource& m_ids;
    MarketOptions m_options;
    http::Server m_server;
    std::vector<std::unique_ptr<Hosted>> m_hosted;
    std::map<std::string, Hosted*, std::less<>> m_byPath;
};

} // namespace hosts
