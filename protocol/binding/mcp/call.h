// SPDX-License-Identifier: Apache-2.0
// The server side of one MCP request, whatever carries it: notifications, then one answer. Deletes itself
// when answered or when the peer is gone, once control is back in the event loop.
#pragma once

#include "protocol/json/raw.h"
#include "protocol/rpc/id.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace mcp {

/// How HTTP says it (streamable-http); other transports ignore it.
struct HttpStatus {
    int code = 200;
    std::optional<std::chrono::seconds> retryAfter = {};
};

class Call : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Call)

public:
    using Write = std::function<void(json::Writer&)>;

    const rpc::Id& id() const { return m_id; }
    /// False where the answer is one message only.
    virtual bool canStream() const = 0;
    virtual bool isWritable() const = 0;
    virtual bool isOpen() const = 0;
    /// What the calls of one shared channel have in common; null where each has a stream of its own.
    virtual const void* sharedChannel() const { return nullptr; }

    /// A notification of this request.
    void notify(std::string_view method, const Write& params);
    /// The result object.
    void result(const Write& result);
    /// The error object.
    void error(const Write& error, const HttpStatus& status = {});
    void error(std::int64_t code, std::string_view message, int status, const Write& data = {});

Q_SIGNALS:
    void writable();
    /// The peer closed the stream before the answer.
    void peerGone();
    /// The peer said notifications/cancelled for it.
    void cancelled();
    /// Answered, or the peer is gone.
    void closed();

protected:
    Call(rpc::Id id, QObject* parent);
    virtual void sendNotification(std::string_view text) = 0;
    /// The last thing that is asked of the call.
    virtual void sendAnswer(std::string_view text, const HttpStatus& status) = 0;
    /// The peer is gone: tells, and deletes itself.
    void lose();

private:
    void finish(std::string_view member, const Write& write, const HttpStatus& status);

    rpc::Id m_id;
};

/// {"jsonrpc":"2.0","id":…,"error":{…}}; for a message without an id that could be read, without one.
std::string errorText(const std::optional<rpc::Id>& id, std::int64_t code, std::string_view message,
    const Call::Write& data = {});

} // namespace mcp
