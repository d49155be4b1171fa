// SPDX-License-Identifier: Apache-2.0
// server/discover: what an endpoint says of itself (MCP basic §Discovery). Internal to binding/mcp.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/mcp/exchange.h"

#include <QFuture>
#include <QPromise>

namespace mcp {

struct DiscoverOutcome {
    std::expected<binding::Discovered, wire::Error> found;
    bool mayBeLegacy = false; ///< it was refused as a server before 2026-07-28 would do it, or not answered
};

class DiscoverExchange final : public RpcExchange {
    Q_OBJECT

public:
    /// `mayBeRaw`: a peer that doesn't know the method is no error, but one that can't be asked (D28).
    DiscoverExchange(const wire::Clock& clock, rpc::Id id, bool mayBeRaw, QObject* parent);
    QFuture<DiscoverOutcome> future() { return m_promise.future(); }
    /// The status of HTTP: a 400 that is no JSON-RPC is what an older server says (streamable-http §Backward
    /// Compatibility).
    void setStatus(int status) { m_status = status; }
    /// Ends by itself unless it is answered within `timeout` from now.
    void expectWithin(wire::Clock& clock, wire::milliseconds timeout);
    /// Ends now, unanswered.
    void giveUp();

private:
    void notification(const rpc::Notification&, const json::View&, const acmp::Origin&) override { }
    std::optional<wire::Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin) override;
    void error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin) override;
    void end(const std::optional<wire::Error>& error);

    const wire::Clock& m_time;
    wire::Instant m_started;
    bool m_mayBeRaw;
    bool m_mayBeLegacy = false;
    int m_status = 0;
    wire::milliseconds m_timeout { 0 };
    std::unique_ptr<wire::Timer> m_timer;
    binding::Discovered m_discovered;
    std::optional<wire::Error> m_refusal;
    QPromise<DiscoverOutcome> m_promise;
};

} // namespace mcp
