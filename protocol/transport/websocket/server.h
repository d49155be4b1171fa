// SPDX-License-Identifier: Apache-2.0
// WebSocket server on Qt's QWebSocketServer, which speaks the protocol, while the sockets and the record are
// ours. Knows nothing of what is served.
#pragma once

#include "protocol/transport/websocket/handshake.h"
#include "protocol/transport/websocket/serverchannel.h"

#include <QHostAddress>
#include <QSslConfiguration>

#include <expected>
#include <functional>

namespace ws {

struct ServerOptions {
    std::size_t headBytes = std::size_t { 8 } << 10; ///< of a handshake; QWebSocketServer takes no more
    std::size_t messageBytes = kMessageLimit; ///< of a message received; over it: closed with 1009
    std::size_t highWater = std::size_t { 256 } << 10; ///< unwritten bytes from which it is not writable
    std::size_t connections = 1'000; ///< more are refused
    wire::milliseconds handshakeTimeout { 10'000 };
    wire::milliseconds closeGrace { 2'000 }; ///< for the peer to end the connection once it is to be closed
    /// Who may come in (path, party, Host and Origin, token): nullopt, or the answer that says no. Everyone
    /// may if it is empty.
    std::function<std::optional<HandshakeRefusal>(const Handshake&)> judge {};
    std::optional<QSslConfiguration> tls {}; ///< with it the server speaks wss
};

class Server final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Server)

public:
    /// `clock` and `sink` must outlive the server.
    Server(wire::Clock& clock, wire::Sink& sink, ServerOptions options = {}, QObject* parent = nullptr);
    ~Server() override;

    /// Port 0 takes a free one.
    std::expected<void, wire::Error> listen(
        const QHostAddress& address = QHostAddress::LocalHost, std::uint16_t port = 0);
    std::uint16_t port() const;
    /// Stops listening and closes every connection with 1001; each channel still ends.
    void close();

Q_SIGNALS:
    /// Reads nothing before its open() is called. Deletes itself after it has ended; may be deleted before,
    /// also from within its signals.
    void connected(ws::ServerChannel* channel, const ws::Handshake& handshake);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace ws
