// SPDX-License-Identifier: Apache-2.0
// ServerLink, first part: the handshake, and what is sent.
#include "protocol/transport/websocket/serverlink.h"

#include "protocol/transport/http/httpwriter.h"

#include <QSslSocket>

namespace ws {

namespace {

std::string peerName(const QTcpSocket& socket)
{
    QString peer = socket.peerAddress().toString();
    if (socket.peerAddress().protocol() == QAbstractSocket::IPv6Protocol) {
        peer = QLatin1Char('[') + peer + QLatin1Char(']');
    }
    return peer.toStdString() + ':' + std::to_string(socket.peerPort());
}

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

ServerLink::ServerLink(ServerShared& shared, QTcpSocket* socket)
    : m_shared(shared)
    , m_socket(socket)
    , m_tls(qobject_cast<QSslSocket*>(socket))
    , m_slicer(shared.sink, m_buffer)
    , m_http(http::HttpReader::Mode::Requests, *this, { .headBytes = shared.options.headBytes })
    , m_cutter(m_slicer)
    , m_reader(wire::Role::Server, m_buffer, m_cutter, *this, shared.options.messageBytes)
    , m_sent(shared.clock, m_slicer)
{
    // What a client sends and nobody reads waits in the socket, and then at the client.
    constexpr qint64 kReadBuffer = qint64 { 256 } << 10;
    m_socket->setReadBufferSize(kReadBuffer);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket, &QTcpSocket::readyRead, this, &ServerLink::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ServerLink::onDisconnected);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &ServerLink::onBytesWritten);
    if (m_tls) {
        connect(m_tls, &QSslSocket::encryptedBytesWritten, this, &ServerLink::onBytesWritten);
    }
}

ServerLink::~ServerLink()
{
    if (m_depth > 0) {
        m_socket->deleteLater();
    } else {
        delete m_socket;
    }
}

void ServerLink::start()
{
    m_end.watch(m_socket->socketDescriptor());
    m_slicer.open({ .role = wire::Role::Server,
                      .transport = m_tls ? "wss" : "ws",
                      .peer = peerName(*m_socket),
                      .target = {} },
        m_shared.clock.now());
    m_slicer.setExchange(1);
    m_timer = m_shared.clock.startTimer(m_shared.options.handshakeTimeout, [this] {
        const http::Busy<ServerLink> busy(*this);
        m_timer.reset();
        respond({ 408, {}, "the handshake did not come in time" });
    });
}

void ServerLink::requestHead(http::RequestHead&& head, http::ByteRange at)
{
    m_headBytes = m_buffer.view(at.begin, at.end);
    m_slicer.received(wire::SliceKind::HttpHead, at.end, {});
    m_head = std::move(head);
    m_http.stop();
}

void ServerLink::readHandshake()
{
    if (m_http.position() == m_buffer.end()) {
        return;
    }
    const auto fed = m_http.feed(m_buffer.viewFrom(m_http.position()));
    if (fed.refusal) {
        respond({ fed.refusal->status, {}, fed.refusal->error.toString() });
    } else if (m_head) {
        judge();
    }
}

void ServerLink::judge()
{
    auto refusal = checkRequest(*m_head);
    m_handshake = Handshake::of(std::move(*m_head));
    if (!refusal && m_shared.options.judge) {
        refusal = m_shared.options.judge(m_handshake);
    }
    if (refusal) {
        respond(*refusal);
        return;
    }
    m_state = State::Upgrading;
    FacadeOwner& self = *this;
    m_facade = new Facade(self, *m_socket);
    m_facade->put(m_headBytes);
    m_shared.upgrade(m_facade);
}

// Says no, and reads on: closing with bytes unread would reset the connection, and the peer might lose the
// answer.
void ServerLink::respond(const HandshakeRefusal& refusal)
{
    http::Fields fields = refusal.fields;
    const std::string body = refusal.text + '\n';
    if (!fields.find("Content-Type")) {
        fields.add("Content-Type", "text/plain; charset=utf-8");
    }
    fields.add("Content-Length", std::to_string(body.size()));
    if (!fields.find("Connection")) {
        fields.add("Connection", "close");
    }
    std::string text;
    http::appendStatusLine(text, refusal.status);
    http::appendFields(text, fields);
    text += "\r\n";
    m_slicer.sent(wire::SliceKind::HttpHead, m_shared.clock.now(), text, {});
    m_slicer.sent(wire::SliceKind::HttpBody, m_shared.clock.now(), body, body);
    text += body;
    m_socket->write(text.data(), static_cast<qint64>(text.size()));
    m_deaf = true;
    startClosing({ .kind = wire::ErrorKind::Refused,
        .message = "closed on this side: the handshake was refused with " + std::to_string(refusal.status),
        .expected = {},
        .found = {},
        .where = {} });
    endSending();
}

void ServerLink::upgraded(QWebSocket* socket)
{
    m_qt = socket;
    m_facade->setParent(m_qt);
    // Else it cuts long messages, also within characters, which Qt's own clients refuse.
    m_qt->setOutgoingFrameSize(QWebSocket::maxOutgoingFrameSize());
    connect(m_qt, &QWebSocket::textMessageReceived, this, &ServerLink::onText);
    // Not from within Qt's server, which whoever hears of it may delete.
    QMetaObject::invokeMethod(this, [this] { announce(); }, Qt::QueuedConnection);
}

void ServerLink::announce()
{
    const http::Busy<ServerLink> busy(*this);
    if (m_state != State::Upgrading) {
        return;
    }
    m_timer.reset();
    m_reader.start();
    m_state = State::Ready;
    m_channel = m_shared.makeChannel(*this);
    m_shared.connected(m_channel, m_handshake);
}

void ServerLink::open()
{
    if (m_state == State::Ready) {
        m_state = State::Open;
        QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
    }
}

qint64 ServerLink::waitingBytes() const
{
    return m_socket->bytesToWrite() + (m_tls ? m_tls->encryptedBytesToWrite() : 0);
}

void ServerLink::facadeWrote(std::string_view bytes)
{
    if (m_state == State::Ended || m_peerGone || m_endsSending) {
        return;
    }
    m_sent.add(bytes);
    m_socket->write(bytes.data(), static_cast<qint64>(bytes.size()));
    m_blocked = m_blocked || !isWritable();
    if (m_state == State::Upgrading && m_sent.isUpgraded()) {
        m_shared.answered(this);
    }
}

wire::RecordNo ServerLink::send(std::string_view message)
{
    if (!isOpen()) {
        return wire::kNoRecord;
    }
    const http::Busy<ServerLink> busy(*this);
    m_qt->sendTextMessage(toText(message));
    return m_sent.lastRecord();
}

void ServerLink::ping(std::string_view payload)
{
    if (isOpen()) {
        const http::Busy<ServerLink> busy(*this);
        m_qt->ping({ payload.data(), static_cast<qsizetype>(payload.size()) });
    }
}

void ServerLink::sendRaw(std::string_view bytes)
{
    if (isOpen()) {
        const http::Busy<ServerLink> busy(*this);
        facadeWrote(bytes);
    }
}

void ServerLink::close(const Close& close)
{
    if (m_state != State::Ready && m_state != State::Open) {
        return;
    }
    const http::Busy<ServerLink> busy(*this);
    m_cause = wire::Error { .kind = wire::ErrorKind::Cancelled,
        .message = "closed on this side: " + close.toString(),
        .expected = {},
        .found = {},
        .where = {} };
    m_qt->close(static_cast<QWebSocketProtocol::CloseCode>(close.code.value_or(close::kNormal)),
        toText(readClose(closePayload(close)).reason));
    QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
}

void ServerLink::onBytesWritten()
{
    const http::Busy<ServerLink> busy(*this);
    if (m_endsSending) {
        endSending();
    }
    if (!isOpen() || !m_blocked || !isWritable()) {
        return;
    }
    m_blocked = false;
    if (const auto payload = std::exchange(m_ping, std::nullopt)) {
        feed(Opcode::Ping, *payload);
    }
    tell([](ServerChannel& channel) { Q_EMIT channel.writable(); });
}

} // namespace ws
