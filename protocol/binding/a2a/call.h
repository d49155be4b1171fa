// SPDX-License-Identifier: Apache-2.0
// The server side of one A2A request, in either binding: one result, or a stream of events (§3.1.2), or a
// refusal before both. Deletes itself when answered or when the peer is gone, once control is back in the
// event loop.
#pragma once

#include "protocol/binding/a2a/fault.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/id.h"
#include "protocol/transport/http/server.h"

#include <QPointer>

#include <functional>
#include <optional>

namespace a2a {

inline constexpr int kOk = 200; ///< of HTTP

/// What surrounds the objects of one answer.
struct Framing {
    std::optional<rpc::Id> id; ///< of JSON-RPC; absent: HTTP+JSON
    bool isStream = false; ///< by the request's method
    bool echoesExtension = false; ///< A2A-Extensions names ACMP
};

class Call final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Call)

public:
    using Write = std::function<void(json::Writer&)>;

    Call(http::ServerExchange* exchange, Framing framing, QObject* parent);

    bool isStream() const { return m_framing.isStream; }
    bool isOpen() const { return m_exchange != nullptr; }
    bool isWritable() const;

    /// The whole answer of a request that is no stream.
    void result(const Write& result);
    /// One event of a stream: a StreamResponse (§3.2.3).
    void event(const Write& event);
    /// The stream has all.
    void end();
    /// Instead of a result, or of a stream before its first event.
    void refuse(const Fault& fault);

Q_SIGNALS:
    void writable();
    /// The peer closed the connection before the answer was complete.
    void peerGone();

private:
    void write(const Write& result);
    http::ServerExchange* release();
    http::Fields fields(std::string_view contentType) const;

    QPointer<http::ServerExchange> m_exchange;
    Framing m_framing;
    json::Writer m_writer;
    bool m_streaming = false;
};

/// {"jsonrpc":"2.0","id":…,"error":{…}}; id null where it could not be read.
std::string rpcErrorText(const std::optional<rpc::Id>& id, const Fault& fault);

} // namespace a2a
