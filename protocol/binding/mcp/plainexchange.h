// SPDX-License-Identifier: Apache-2.0
// A request of any method, whose answer is taken as it is. Notifications that come with it are left alone.
#pragma once

#include "protocol/binding/mcp/exchange.h"

#include <QFuture>
#include <QPromise>

#include <expected>

namespace mcp {

struct Answer {
    json::Raw message; ///< the whole JSON-RPC message
    bool isError = false;
};

class PlainExchange final : public RpcExchange {
    Q_OBJECT

public:
    using Outcome = std::expected<Answer, wire::Error>;

    PlainExchange(const wire::Clock& clock, rpc::Id id, QObject* parent);
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

    std::unique_ptr<wire::Timer> m_timer;
    std::optional<wire::Error> m_gaveUp;
    Answer m_answer;
    QPromise<Outcome> m_promise;
};

/// The result object of an answer; an error object as ErrorKind::Refused.
std::expected<json::Raw, wire::Error> resultOf(const PlainExchange::Outcome& outcome);

} // namespace mcp
