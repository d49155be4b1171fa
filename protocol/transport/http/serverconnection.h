// SPDX-License-Identifier: Apache-2.0
// One connection of the server: reads requests one after the other, and sends their answers in that order.
// While an answer is in the making no further request is read.
#pragma once

#include "protocol/transport/http/bodycollector.h"
#include "protocol/transport/http/busy.h"
#include "protocol/transport/http/httpreader.h"
#include "protocol/transport/http/server.h"

#include <QSslSocket>

namespace http {

class ServerConnection;
class ServerExchangeImpl;

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

    virtual void requestReceived(ServerExchange* exchange) = 0;
    virtual void closed(ServerConnection* connection) = 0;
    /// The Date field's value; made anew once a second.
    const std::string& date();

    wire::Clock& clock;
    wire::Sink& sink;
    const ServerOptions options;

private:
    std::int64_t m_second = -1;
    std::string m_date;
};

class ServerConnection final : public QObject,
                               public std::enable_shared_from_this<ServerConnection>,
                               private HttpObserver {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerConnection)

public:
    /// Takes the socket, which is connected.
    ServerConnection(ServerShared& shared, QTcpSocket* socket);
    ~ServerConnection() override;

    void open();
    void close(std::string_view cause);
    wire::ConnectionId connection() const { return m_slicer.connection(); }
    QHostAddress peerAddress() const { return m_socket->peerAddress(); }
    const std::shared_ptr<const tls::CertificateFacts>& clientCertificate() const { return m_certificate; }

    // For the exchange that is under way.
    void respond(int status, const Fields& fields, std::string_view body);
    void startStream(int status, const Fields& fields);
    void write(std::string_view piece);
    void writeEvent(std::string_view type, std::string_view data);
    void finishStream();
    bool isWritable() const { return waitingBytes() <= static_cast<qint64>(m_shared.options.highWater); }
    void drop(bool reset);
    /// It was deleted before it had answered.
    void abandon();

private:
    enum class State { Open, Draining, Closed };
    friend class Busy<ServerConnection>;

    void requestHead(RequestHead&& head, ByteRange at) override;
    void responseHead(ResponseHead&& head, ByteRange at) override;
    void interimHead(ResponseHead&& head, ByteRange at) override;
    void chunkHeader(std::uint64_t size, std::string_view extension, ByteRange line) override;
    void bodyPiece(std::string_view piece, ByteRange at) override;
    void trailers(Fields&& fields) override;
    void messageEnd(std::uint64_t end) override;

    void beginTls();
    void onEncrypted();
    void onTlsError();
    void onReadyRead();
    void onDisconnected();
    void onBytesWritten();
    void announceWritable();
    void onIdle();
    void read();
    bool hasRoom();
    bool receive();
    bool parse();
    void dispatch();
    void refuse(const Refusal& refusal);
    void refuseLater(int status, std::string message);
    void armIdleTimer();
    void endTurn();
    void scheduleTurn();

    qint64 waitingBytes() const;
    void flush();
    void appendHead(int status, const Fields& fields, std::optional<std::size_t> length);
    void appendChunk(
        wire::SliceKind kind, std::string_view piece, std::string_view payload, std::uint8_t flags);
    void appendBody(std::string_view body);
    void finishAnswer();

    ServerShared& m_shared;
    QTcpSocket* m_socket;
    QSslSocket* const m_tls; ///< m_socket, where it is one
    std::shared_ptr<const tls::CertificateFacts> m_certificate; ///< the client's
    std::string m_tlsProblems; ///< what is wrong with the client's certificate, or what it says is with ours
    std::string m_tlsFailure; ///< why there is no session, or none any more
    ReadBuffer m_buffer;
    Slicer m_slicer;
    HttpReader m_reader;
    BodyCollector m_body;
    State m_state = State::Open;
    RequestHead m_head;
    wire::RecordNo m_headRecord = wire::kNoRecord;
    std::optional<Refusal> m_refusal;
    ServerExchangeImpl* m_exchange = nullptr;
    std::string m_out; ///< written this turn, not yet handed to the socket
    std::string m_event;
    std::unique_ptr<wire::Timer> m_timer;
    wire::Instant m_waitingSince;
    int m_depth = 0;
    int m_reading = 0; ///< read() is on the stack: it flushes at its end
    bool m_requestDone = false;
    bool m_keepAlive = true;
    bool m_isHead = false;
    bool m_isChunked = false;
    bool m_streaming = false;
    bool m_blocked = false; ///< over the high-water mark since isWritable() was last announced
    bool m_turnScheduled = false;
};

} // namespace http
