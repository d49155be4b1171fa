// SPDX-License-Identifier: Apache-2.0
// HTTP/1.1 client on Qt's sockets. Each open exchange has a connection of its own, so that nothing queues
// behind a long stream; finished ones are kept alive and used again. All bytes go to the sink before anyone
// reads them.
#pragma once

#include "protocol/transport/connect/connector.h"
#include "protocol/transport/http/message.h"
#include "protocol/transport/http/ownfields.h"
#include "protocol/transport/payload.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"
#include "protocol/wire/sink.h"

#include <QObject>
#include <QUrl>

namespace http {

/// When each part of an exchange was reached; absent while or if it was not.
struct Phases {
    wire::Instant started;
    /// connected: TCP, to the proxy where there is one; tunnelled: the proxy has connected us.
    std::optional<wire::Instant> resolved, connected, tunnelled, encrypted, sent, firstByte, ended;
    bool reusedConnection = false;
};

struct Request {
    std::string method = "POST";
    QUrl url; ///< http or https
    Fields fields; ///< Host, Content-Length or Transfer-Encoding, Accept-Encoding: identity are added where
                   ///< absent
    QByteArray body;
    bool streamed = false; ///< the body follows by ClientExchange::write() and finishBody(), chunked
};

struct ClientLimits {
    std::size_t headBytes = std::size_t { 64 } << 10;
    std::size_t bodyBytes = std::size_t { 64 } << 20; ///< of a body that is no event stream
    /// A longer body is read on to this, on record alone, and ends as TooLarge then (decision D33). 0: at
    /// once.
    std::uint64_t spoolBytes = 0;
    std::size_t eventBytes = std::size_t { 64 } << 20; ///< of one event of a stream
};

struct ClientOptions : transport::ConnectOptions {
    wire::milliseconds idleTimeout { 30'000 }; ///< how long an unused connection is kept
    std::size_t idlePerOrigin = 40;
    ClientLimits limits;
    OwnFields own; ///< of every request to that server
};

struct Event {
    std::string type; ///< empty for "message"
    transport::Payload data;
};

/// One request and its answer. Lives until it has ended and control is back in the event loop; then it
/// deletes itself.
class ClientExchange : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClientExchange)

public:
    /// Closes the connection: the server sees its stream closed. ended() follows at once with
    /// ErrorKind::Cancelled.
    virtual void abort() = 0;
    /// For a streamed request body.
    virtual void write(const QByteArray& piece) = 0;
    virtual void finishBody() = 0;
    /// Stops reading from the socket (back-pressure reaches the peer) until called with false.
    virtual void pauseReading(bool pause) = 0;
    virtual const Phases& phases() const = 0;
    /// The connection it runs on, None before it has one.
    virtual wire::ConnectionId connection() const = 0;
    /// How its connection came about, or why it did not; null before one was tried. What stands in it when
    /// ended() is emitted does not change any more.
    virtual std::shared_ptr<const transport::Route> route() const = 0;

Q_SIGNALS:
    /// The whole request was handed to the socket; `record` is its body's slice, or its head's without a
    /// body.
    void sent(wire::RecordNo record);
    void headReceived(const http::ResponseHead& head);
    /// An event of a text/event-stream body, at once when its last byte was read.
    void eventReceived(const http::Event& event);
    /// A comment line of an event stream: a sign of life, nothing else.
    void commentReceived();
    /// The complete body of any other answer (also an empty one), content coding undone.
    void bodyReceived(const transport::Payload& body);
    /// Once, last. No error: the answer was complete. An event stream cut before its end is an error.
    void ended(const std::optional<wire::Error>& error);

protected:
    using QObject::QObject;
};

class Client final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Client)

public:
    /// `clock` and `sink` must outlive the client.
    Client(wire::Clock& clock, wire::Sink& sink, ClientOptions options = {}, QObject* parent = nullptr);
    ~Client() override;

    /// Starts an exchange; its signals come later, never from within this call.
    ClientExchange* send(Request request);
    /// Opens a connection for whatever is to be sent next to that origin without delay, unless one waits
    /// already. Behind what send() was asked for before. That it fails is told by the request that needs it.
    void prepare(const QUrl& url);
    /// Closes connections that are not in use.
    void closeIdle();
    /// From now on, for one "host" or "host:port". Idle connections are closed.
    void setTls(const std::string& authority, tls::Options tls);

Q_SIGNALS:
    /// From within send(), for whoever watches: what happens to the exchange is still to come.
    void started(http::ClientExchange* exchange);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace http
