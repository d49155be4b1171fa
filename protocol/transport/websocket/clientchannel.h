// SPDX-License-Identifier: Apache-2.0
// The client's side of a WebSocket (RFC 6455; D23): one text message is one message, no subprotocol, no
// extensions. Handshake, frames, pings and pongs all go on record.
#pragma once

#include "protocol/transport/channel.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/websocket/closecode.h"
#include "protocol/transport/websocket/frame.h"
#include "protocol/wire/idsource.h"

namespace ws {

class ClientLink;

struct ClientOptions {
    /// Of these connectTimeout (name, TCP, TLS and handshake together), hostMap, tls and limits.headBytes.
    http::ClientOptions http {};
    std::string token {}; ///< of "Authorization: Bearer"; not sent if empty
    http::Fields fields {}; ///< of the handshake, beside its own
    std::size_t messageBytes = kMessageLimit; ///< of a message received; over it: closed with 1009
    std::size_t highWater = std::size_t { 256 } << 10; ///< unwritten bytes from which it is not writable
    wire::milliseconds closeGrace { 2'000 }; ///< for the peer to end the connection once it is to be closed
};

/// ended() names the answer of a refused handshake (Refused for 401, 403 and 429, else Http), the close code
/// of the peer, or what it did wrong. May be deleted at any time, also from within its signals.
class ClientChannel final : public transport::Channel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientChannel)

public:
    /// `clock`, `sink` and `ids` must outlive it. `url`: ws or wss; its query is kept.
    ClientChannel(wire::Clock& clock, wire::Sink& sink, wire::IdSource& ids, const QUrl& url,
        ClientOptions options = {}, QObject* parent = nullptr);
    ~ClientChannel() override;

    void open() override;
    bool isOpen() const override;
    wire::ConnectionId connection() const override;
    wire::RecordNo send(std::string_view message) override;
    bool isWritable() const override;
    void pauseReading(bool pause) override;
    void close() override { close(close::kNormal); }
    void close(std::uint16_t code, const std::string& reason = {});
    std::shared_ptr<const transport::Route> route() const override;
    /// The head of the handshake's answer, whatever it says; null before it came.
    const http::ResponseHead* answer() const;
    /// At most 125 bytes; the pong that comes is alive().
    void ping(std::string_view payload = {});

private:
    friend class ClientLink;

    const std::shared_ptr<ClientLink> d;
};

} // namespace ws
