// SPDX-License-Identifier: Apache-2.0
// One connection of the server: reads and judges the handshake, has Qt answer it, then hands frames to Qt and
// what Qt writes to the socket. Qt gets whole messages, one at a time: it takes a fragment that is cut within
// a character for bad UTF-8, gives up on a frame that takes five seconds, and can't be paused.
#pragma once

#include "protocol/transport/http/busy.h"
#include "protocol/transport/http/socketend.h"
#include "protocol/transport/websocket/facade.h"
#include "protocol/transport/websocket/sentstream.h"
#include "protocol/transport/websocket/server.h"

#include <QPointer>
#include <QWebSocket>

namespace ws {

/// What the connections of one server share.
class ServerShared {
public:
    ServerShared(wire::Clock& sharedClock, wire::Sink& sharedSink, ServerOptions serverOptions)
        : clock(sharedClock)
        , sink(sharedSink)
        , options(std::move(serverOptions))
    {
    }
    virtual ~ServerShared() = default;

    /// Has Qt answer the handshake that waits in it.
    virtual void upgrade(Facade* facade) = 0;
    /// Qt has said 101 to it; upgraded() follows.
    virtual void answered(ServerLink* link) = 0;
    virtual ServerChannel* makeChannel(ServerLink& link) = 0;
    virtual void connected(ServerChannel* channel, const Handshake& handshake) = 0;
    virtual void ended(ServerLink* link) = 0;

    wire::Clock& clock;
    wire::Sink& sink;
    const ServerOptions options;
};

class ServerLink final : public QObject,
                         public std::enable_shared_from_this<ServerLink>,
                         private http::HttpObserver,
                         private MessageListener,
                         private FacadeOwner {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLink)

public:
    /// Takes the socket, which is connected.
    ServerLink(ServerShared& shared, QTcpSocket* socket);
    ~ServerLink() override;

    void start();
    void upgraded(QWebSocket* socket);
    /// Closes with 1001, at once.
    void stop(const std::string& cause);

    // For the channel.
    void open();
    bool isOpen() const { return (m_state == State::Ready || m_state == State::Open) && !m_peerGone; }
    wire::ConnectionId connection() const { return m_slicer.connection(); }
    wire::RecordNo send(std::string_view message);
    bool isWritable() const { return waitingBytes() <= static_cast<qint64>(m_shared.options.highWater); }
    void setPaused(bool paused);
    void close(const Close& close);
    void ping(std::string_view payload);
    void sendRaw(std::string_view bytes);
    void drop(bool reset);
    /// The channel goes: it is told nothing more.
    void abandon();

private:
    /// Ready: the channel is there, but not yet opened.
    enum class State { Head, Upgrading, Ready, Open, Closing, Ended };
    friend class http::Busy<ServerLink>;

    void requestHead(http::RequestHead&& head, http::ByteRange at) override;
    void responseHead(http::ResponseHead&&, http::ByteRange) override { }
    void interimHead(http::ResponseHead&&, http::ByteRange) override { }
    void chunkHeader(std::uint64_t, std::string_view, http::ByteRange) override { }
    void bodyPiece(std::string_view, http::ByteRange) override { }
    void trailers(http::Fields&&) override { }
    void messageEnd(std::uint64_t) override { }
    bool messageRead(const Message& message) override;
    bool controlRead(Opcode opcode, std::string_view payload, wire::RecordNo record) override;
    void facadeWrote(std::string_view bytes) override;
    void facadeClosed() override;

    void onReadyRead();
    void onDisconnected();
    void onBytesWritten();
    void onText();
    bool mayRead() const;
    void read();
    bool receive();
    void parse();
    void readHandshake();
    void judge();
    void announce();
    void respond(const HandshakeRefusal& refusal);
    void readFrames();
    void refuse(const Refusal& refusal);
    void feed(Opcode opcode, std::string_view payload);
    qint64 waitingBytes() const;

    void endSending();
    void endByPeer();
    void startClosing(const wire::Error& cause);
    void endLater();
    void end(const wire::Error& cause);
    template <typename Tell>
    void tell(Tell emitSignal)
    {
        if (m_channel) {
            emitSignal(*m_channel);
        }
    }

    ServerShared& m_shared;
    QTcpSocket* const m_socket;
    QSslSocket* const m_tls; ///< m_socket, where it is one
    ServerChannel* m_channel = nullptr; ///< null before there is one and once it is gone
    http::ReadBuffer m_buffer;
    http::Slicer m_slicer;
    http::HttpReader m_http;
    ReceivedCutter m_cutter;
    MessageReader m_reader;
    SentStream m_sent;
    http::SocketEnd m_end;
    QPointer<Facade> m_facade;
    QPointer<QWebSocket> m_qt;
    State m_state = State::Head;
    std::optional<http::RequestHead> m_head;
    Handshake m_handshake;
    std::string m_headBytes;
    std::unique_ptr<wire::Timer> m_timer;
    std::optional<transport::Payload> m_fed; ///< the message that Qt has and has not yet told of
    std::optional<std::string> m_ping; ///< payload of a ping that is yet to be answered
    std::optional<wire::Error> m_cause; ///< why it ends, known before it has ended
    int m_depth = 0; ///< calls from the socket that are under way
    bool m_paused = false;
    bool m_blocked = false; ///< over the high-water mark since writable() was last told
    bool m_deaf = false; ///< what comes is read no more, only recorded
    bool m_saidAfterClose = false;
    bool m_endsSending = false;
    bool m_peerGone = false;
};

} // namespace ws
