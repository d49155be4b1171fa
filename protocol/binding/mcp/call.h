// SPDX-License-Identifier: Apache-2.0
// The server side of one MCP request: answers as JSON, or turns into an event stream at the first
// notification. Deletes itself when answered or when the peer is gone, once control is back in the event
// loop.
#pragma once

#include "protocol/json/raw.h"
#include "protocol/rpc/id.h"
#include "protocol/transport/http/server.h"

#include <QPointer>

#include <functional>
#include <string>

namespace json {
class Writer;
}

namespace mcp {

class Call final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Call)

public:
    using Write = std::function<void(json::Writer&)>;

    /// `unary`: no event stream may be made of it.
    Call(http::ServerExchange* exchange, rpc::Id id, bool unary, QObject* parent);

    const rpc::Id& id() const { return m_id; }
    bool canStream() const { return !m_unary; }
    bool isWritable() const
    {
        const http::ServerExchange* exchange = m_exchange.data();
        return exchange && exchange->isWritable();
    }
    bool isOpen() const { return m_exchange != nullptr; }

    /// A notification on this request's own stream.
    void notify(std::string_view method, const Write& params);
    /// The result object.
    void result(const Write& result);
    /// The error object, in a 200 unless the transport names a status for it (streamable-http); 404 and 400
    /// only as long as nothing was streamed.
    void error(const Write& error, int status = 200);
    void error(std::int64_t code, std::string_view message, int status, const Write& data = {});

Q_SIGNALS:
    void writable();
    /// The peer closed the stream before the answer.
    void peerGone();
    /// The peer said notifications/cancelled for it.
    void cancelled();
    /// Answered, or the peer is gone.
    void closed();

private:
    void finish(std::string_view member, const Write& write, int status);

    QPointer<http::ServerExchange> m_exchange;
    rpc::Id m_id;
    bool m_unary;
    bool m_streaming = false;
};

} // namespace mcp
