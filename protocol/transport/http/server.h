// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 server on Qt's sockets, with limits, streamed answers and a say in how each connection ends. Knows
// nothing of what is served.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/transport/payload.h"
#include "protocol/transport/tls/certificate.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"
#include "protocol/wire/sink.h"

#include <QHostAddress>
#include <QObject>
#include <QSslConfiguration>

#include <expected>

namespace http {

struct ServerOptions {
    std::size_t headBytes = std::size_t { 64 } << 10;
    std::size_t bodyBytes = std::size_t { 64 } << 20; ///< over it: 413
    wire::milliseconds idleTimeout {
        60'000
    }; ///< for a connection without a request, and for a head or body in arrears
    std::size_t connections = 1'000; ///< more are refused
    std::size_t highWater = std::size_t { 256 }
        << 10; ///< unwritten bytes from which a stream is not writable
    std::optional<QSslConfiguration> tls; ///< https, as tls::serving() makes it; the record holds plaintext
    wire::milliseconds handshakeTimeout { 10'000 }; ///< of TLS
};

/// One request, complete with its body, and the answer in the making. Lives until the answer is finished and
/// control is back in the event loop, or the peer went away; then it deletes itself.
class ServerExchange : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerExchange)

public:
    virtual const RequestHead& head() const = 0;
    virtual const transport::Payload& body() const = 0;
    virtual wire::ConnectionId connection() const = 0;
    virtual QHostAddress peerAddress() const = 0;
    /// What the caller has shown under TLS, and proved to have the key of; null if nothing. Its `sha256`
    /// names the caller. Verified only where the server requires a certificate.
    virtual std::shared_ptr<const tls::CertificateFacts> clientCertificate() const = 0;

    /// A whole answer at once. Content-Length is added; Date too.
    virtual void respond(int status, const Fields& fields, std::string_view body) = 0;
    /// Starts a chunked answer. Small pieces written in one turn of the event loop leave in one write to the
    /// socket.
    virtual void startStream(int status, const Fields& fields) = 0;
    virtual void write(std::string_view piece) = 0;
    /// One event of a text/event-stream, as one chunk: "event: message" and data lines.
    void writeEvent(std::string_view data) { writeEvent("message", data); }
    /// With another type; empty: no event line.
    virtual void writeEvent(std::string_view type, std::string_view data) = 0;
    virtual void finishStream() = 0;
    /// False while more than highWater bytes wait for the socket.
    virtual bool isWritable() const = 0;
    /// Ends the connection without an end of the answer: by FIN, or by RST.
    virtual void drop(bool reset) = 0;

Q_SIGNALS:
    /// isWritable() became true again.
    void writable();
    /// The connection was closed or broke before the answer was finished. What is written afterwards is
    /// dropped.
    void peerGone();

protected:
    using QObject::QObject;
};

class Server final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Server)

public:
    /// `clock` and `sink` must outlive the server.
    Server(wire::Clock& clock, wire::Sink& sink, ServerOptions options = {}, QObject* parent = nullptr);
    ~Server() override;

    /// Port 0 takes a free one.
    std::expected<void, wire::Error> listen(const QHostAddress& address, std::uint16_t port);
    std::uint16_t port() const;
    /// Stops listening and closes every connection.
    void close();

Q_SIGNALS:
    void requestReceived(http::ServerExchange* exchange);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace http
