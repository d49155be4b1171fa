// SPDX-License-Identifier: Apache-2.0
// server/discover: what an endpoint says of itself (MCP basic §Discovery). Internal to binding/mcp.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/mcp/exchange.h"

#include <QPromise>

namespace mcp {

class DiscoverExchange final : public RpcExchange {
    Q_OBJECT

public:
    using Outcome = std::expected<binding::Discovered, wire::Error>;

    /// `mayBeRaw`: a peer that doesn't know the method is no error, but one that can't be asked (D28).
    DiscoverExchange(const wire::Clock& clock, rpc::Id id, bool mayBeRaw, QObject* parent);
    QFuture<Outcome> future() { return m_promise.future(); }
    /// Ends by itself unless it is answered within `timeout` from now.
    void expectWithin(wire::Clock& clock, wire::milliseconds timeout);

private:
    void notification(const rpc::Notification&, const json::View&, const acmp::Origin&) override { }
    std::optional<wire::Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin) override;
    void error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin) override;
    void giveUp(wire::milliseconds timeout);
    void end(const std::optional<wire::Error>& error);

    const wire::Clock& m_time;
    wire::Instant m_started;
    bool m_mayBeRaw;
    std::unique_ptr<wire::Timer> m_timer;
    binding::Discovered m_discovered;
    std::optional<wire::Error> m_refusal;
    QPromise<Outcome> m_promise;
};

} // namespace mcp
