// SPDX-License-Identifier: Apache-2.0
// ServerConnection, first part: requests, and the ways a connection ends.
#include "protocol/transport/http/headscan.h"
#include "protocol/transport/http/serverexchange.h"
#include "protocol/transport/http/socketend.h"

namespace http {

namespace {

std::string peerName(const QTcpSocket& socket)
{
    QString peer = socket.peerAddress().toString();
    if (socket.peerAddress().protocol() == QAbstractSocket::IPv6Protocol) {
        peer = QLatin1Char('[') + peer + QLatin1Char(']');
    }
    return peer.toStdString() + ':' + std::to_string(socket.peerPort());
}

} // namespace

ServerConnection::ServerConnection(ServerShared& shared, QTcpSocket* socket)
    : m_shared(shared)
    , m_socket(socket)
    , m_tls(qobject_cast<QSslSocket*>(socket))
    , m_slicer(shared.sink, m_buffer)
    , m_reader(HttpReader::Mode::Requests, *this, { .headBytes = shared.options.headBytes })
    , m_body(m_buffer, m_slicer)
{
    // What a client sends ahead of its answers waits in the socket, and then at the client.
    constexpr qint64 kReadBuffer = qint64 { 256 } << 10;
    m_socket->setReadBufferSize(kReadBuffer);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket, &QTcpSocket::readyRead, this, &ServerConnection::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ServerConnection::onDisconnected);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &ServerConnection::onBytesWritten);
}

ServerConnection::~ServerConnection()
{
    close("closed on this side");
    if (m_depth > 0) {
        m_socket->deleteLater();
    } else {
        delete m_socket;
    }
}

void ServerConnection::open()
{
    m_waitingSince = m_shared.clock.now();
    m_slicer.open({ .role = wire::Role::Server,
                      .transport = m_tls ? "https" : "http",
                      .peer = peerName(*m_socket),
                      .target = {} },
        m_waitingSince);
    if (m_tls) {
        beginTls();
    } else {
        armIdleTimer();
    }
}

void ServerConnection::close(std::string_view cause)
{
    if (m_state == State::Closed) {
        return;
    }
    const bool drained = m_state == State::Draining;
    m_state = State::Closed;
    m_timer.reset();
    m_reader.stop();
    m_socket->disconnect(this);
    m_socket->abort();
    const bool inBody = !drained && !m_reader.isBetweenMessages() && m_headRecord != wire::kNoRecord;
    m_slicer.close(
        m_shared.clock.now(), inBody ? wire::SliceKind::HttpBody : wire::SliceKind::Unparsed, cause);
    // Who hears that the peer is gone may delete the server.
    ServerExchangeImpl* const exchange = std::exchange(m_exchange, nullptr);
    m_shared.closed(this);
    if (exchange) {
        exchange->end(true);
    }
}

void ServerConnection::abandon()
{
    const Busy busy(*this);
    m_exchange = nullptr;
    close("closed on this side: the answer was given up");
}

void ServerConnection::onReadyRead()
{
    const Busy busy(*this);
    read();
}

void ServerConnection::read()
{
    ++m_reading;
    while (m_state == State::Open && !m_exchange && hasRoom()) {
        if (!parse() && !receive()) {
            break;
        }
    }
    --m_reading;
    while (m_state == State::Draining && receive()) {
        m_slicer.received(wire::SliceKind::Unparsed, m_buffer.end(), {});
    }
    if (m_state != State::Closed) {
        flush();
        announceWritable();
    }
}

// Who asks and asks and never reads the answers is not read from any more.
bool ServerConnection::hasRoom()
{
    if (!isWritable()) {
        flush();
    }
    return isWritable();
}

// False when there was nothing to read.
bool ServerConnection::receive()
{
    constexpr qint64 kLeastRead = qint64 { 4 } << 10;
    const qint64 waiting = m_socket->bytesAvailable();
    if (waiting <= 0) {
        return false;
    }
    const auto room = m_buffer.room(static_cast<std::size_t>(std::max(waiting, kLeastRead)));
    const qint64 size
        = m_socket->read(room.data(), std::min<qint64>(static_cast<qint64>(room.size()), waiting));
    if (size <= 0) {
        return false;
    }
    const wire::Instant now = m_shared.clock.now();
    m_slicer.setReadAt(now);
    // A head must come within the timeout as a whole, a body may take its time between its pieces.
    if (m_reader.isBetweenMessages() || m_headRecord != wire::kNoRecord) {
        m_waitingSince = now;
    }
    m_buffer.commit(static_cast<std::size_t>(size));
    return true;
}

// False when more bytes are needed.
bool ServerConnection::parse()
{
    if (m_reader.position() == m_buffer.end()) {
        return false;
    }
    auto fed = m_reader.feed(m_buffer.viewFrom(m_reader.position()));
    if (m_refusal) {
        fed.refusal.swap(m_refusal);
    }
    if (fed.refusal) {
        refuse(*fed.refusal);
    } else if (std::exchange(m_requestDone, false)) {
        dispatch();
    } else {
        return fed.consumed > 0 && m_reader.position() < m_buffer.end();
    }
    return true;
}

void ServerConnection::requestHead(RequestHead&& head, ByteRange at)
{
    m_slicer.setExchange(m_slicer.exchange() + 1);
    m_headRecord = m_slicer.received(wire::SliceKind::HttpHead, at.end, {});
    m_head = std::move(head);
    m_keepAlive = m_reader.keepAlive();
    m_isHead = m_head.method == "HEAD";
    m_body.reset();
    if (m_head.minorVersion > 0 && !m_head.fields.find("Host")) {
        refuseLater(400, "a request without Host");
        return;
    }
    const std::string_view length = m_head.fields.find("Content-Length").value_or("");
    const bool tooLong = length.size() > 19
        || std::strtoull(std::string(length).c_str(), nullptr, 10) > m_shared.options.bodyBytes;
    if (tooLong) {
        refuseLater(413, "the body is over " + std::to_string(m_shared.options.bodyBytes) + " bytes");
        return;
    }
    if (equalsIgnoringCase(m_head.fields.find("Expect").value_or(""), "100-continue")
        && m_head.minorVersion > 0) {
        constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
        m_slicer.sent(wire::SliceKind::HttpHead, m_shared.clock.now(), kContinue, {});
        m_out += kContinue;
    }
}

void ServerConnection::responseHead(ResponseHead&&, ByteRange) { }
void ServerConnection::interimHead(ResponseHead&&, ByteRange) { }
void ServerConnection::chunkHeader(std::uint64_t, std::string_view, ByteRange) { }
void ServerConnection::trailers(Fields&&) { }

void ServerConnection::bodyPiece(std::string_view piece, ByteRange at)
{
    m_body.add(piece, at);
    if (m_body.size() > m_shared.options.bodyBytes) {
        refuseLater(413, "the body is over " + std::to_string(m_shared.options.bodyBytes) + " bytes");
    }
}

void ServerConnection::messageEnd(std::uint64_t)
{
    m_requestDone = true;
}

// From within the reader, which must return first.
void ServerConnection::refuseLater(int status, std::string message)
{
    m_refusal = refusalAt(m_slicer.cutAt(), std::move(message), {}, {}, status);
    m_reader.stop();
}

void ServerConnection::dispatch()
{
    transport::Payload body = m_body.finish();
    if (body.length == 0) {
        body.record = m_headRecord;
    }
    if (m_reader.position() > m_slicer.cutAt()) {
        m_slicer.received(wire::SliceKind::HttpTail, m_reader.position(), {});
    }
    m_headRecord = wire::kNoRecord;
    m_exchange = new ServerExchangeImpl(*this, std::move(m_head), std::move(body));
    m_shared.requestReceived(m_exchange);
}

void ServerConnection::refuse(const Refusal& refusal)
{
    m_keepAlive = false;
    m_isHead = false;
    if (m_headRecord == wire::kNoRecord) {
        m_slicer.setExchange(m_slicer.exchange() + 1);
    }
    const std::string text = refusal.error.toString() + '\n';
    appendHead(refusal.status, { { "Content-Type", "text/plain; charset=utf-8" } }, text.size());
    appendBody(text);
    flush();
    // Closing with bytes unread would reset the connection, and the peer might lose the answer.
    m_state = State::Draining;
    if (m_tls) {
        m_tls->flush();
    }
    if (m_socket->bytesToWrite() == 0 && (!m_tls || m_tls->encryptedBytesToWrite() == 0)) {
        endSending(m_socket->socketDescriptor());
    } else {
        m_socket->disconnectFromHost();
    }
    m_waitingSince = m_shared.clock.now();
    armIdleTimer();
}

void ServerConnection::onDisconnected()
{
    const Busy busy(*this);
    if (m_state == State::Open && !m_exchange) {
        read();
    }
    close(m_tlsFailure.empty() ? "closed by the peer" : std::string_view(m_tlsFailure));
}

void ServerConnection::armIdleTimer()
{
    if (m_timer || m_state == State::Closed) {
        return;
    }
    const auto passed = m_shared.clock.now() - m_waitingSince;
    m_timer = m_shared.clock.startTimer(m_shared.options.idleTimeout - passed, [this] { onIdle(); });
}

void ServerConnection::onIdle()
{
    const Busy busy(*this);
    m_timer.reset();
    // An answer takes what time it takes; the timer runs again when it is finished.
    if (m_exchange) {
        return;
    }
    if (m_shared.clock.now() - m_waitingSince < m_shared.options.idleTimeout) {
        armIdleTimer();
    } else if (m_state == State::Open && !m_reader.isBetweenMessages()) {
        refuse(refusalAt(m_reader.position(), "the request did not come in time", {}, {}, 408));
    } else {
        close("closed on this side: idle");
    }
}

} // namespace http
