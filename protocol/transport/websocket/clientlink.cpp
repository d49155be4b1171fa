// SPDX-License-Identifier: Apache-2.0
// ClientLink, first part: from a URL to an open WebSocket, and what it sends.
#include "protocol/transport/websocket/clientlink.h"

#include "protocol/transport/http/httpwriter.h"
#include "protocol/transport/websocket/handshake.h"

namespace ws {

namespace {

// A refused handshake's body is shown by its beginning.
constexpr std::size_t kAnswerBytes = std::size_t { 64 } << 10;

http::ClientLimits answerLimits(const ClientOptions& options)
{
    return {
        .headBytes = options.http.limits.headBytes, .bodyBytes = kAnswerBytes, .eventBytes = kAnswerBytes
    };
}

std::string shown(const QUrl& url)
{
    return wire::excerpt(url.toEncoded(QUrl::RemoveUserInfo).toStdString());
}

wire::Error usage(std::string message, std::string expected, std::string found)
{
    return { .kind = wire::ErrorKind::Usage,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = std::move(found),
        .where = {} };
}

} // namespace

ClientLink::ClientLink(ClientChannel& channel, wire::Clock& clock, wire::Sink& sink, wire::IdSource& ids,
    QUrl url, ClientOptions options)
    : m_channel(&channel)
    , m_clock(clock)
    , m_sink(sink)
    , m_ids(ids)
    , m_url(std::move(url))
    , m_options(std::move(options))
    , m_where(shown(m_url))
    , m_slicer(sink, m_buffer)
    , m_answer(m_buffer, m_slicer, answerLimits(m_options))
    , m_cutter(m_slicer)
    , m_reader(wire::Role::Client, m_buffer, m_cutter, *this, m_options.messageBytes)
{
}

ClientLink::~ClientLink()
{
    if (m_depth > 0 && m_socket) {
        m_socket->deleteLater();
    } else {
        delete m_socket;
    }
}

void ClientLink::open()
{
    if (m_state != State::New) {
        return;
    }
    m_state = State::Connecting;
    const auto origin = transport::Origin::of(m_url, "ws");
    if (!origin) {
        endLater(usage("this address can't be connected to", "ws:// or wss:// and a host", m_where));
        return;
    }
    m_origin = *origin;
    http::Fields fields = m_options.fields;
    fields.add("Authorization", "Bearer " + m_options.token);
    if (!http::isSafe(fields)) {
        endLater(usage("a header field can't be sent", "a name, and a value without line ends", {}));
        return;
    }
    QMetaObject::invokeMethod(this, [this] { start(); }, Qt::QueuedConnection);
}

void ClientLink::start()
{
    if (m_state != State::Connecting) {
        return;
    }
    m_connector = std::make_unique<transport::Connector>(m_clock, m_sink, m_options.http, *m_origin);
    m_route = m_connector->route();
    connect(m_connector.get(), &transport::Connector::opened, this, &ClientLink::onOpened);
    connect(m_connector.get(), &transport::Connector::connected, this, &ClientLink::onConnected);
    connect(m_connector.get(), &transport::Connector::failed, this, &ClientLink::onConnectFailed);
    m_connector->start();
}

// The connection is there, though not yet encrypted.
void ClientLink::onOpened()
{
    m_slicer.open({ .role = wire::Role::Client,
                      .transport = m_origin->isTls ? "wss" : "ws",
                      .peer = m_route->peer + (m_route->proxy.proxy ? " (proxy)" : ""),
                      .target = (m_origin->isTls ? "wss://" : "ws://") + m_origin->authority() },
        m_clock.now());
}

void ClientLink::onConnected()
{
    const http::Busy<ClientLink> busy(*this);
    m_socket = m_connector->takeSocket();
    m_connector.reset();
    m_tls = qobject_cast<QSslSocket*>(m_socket);
    m_end.watch(m_socket->socketDescriptor());
    connect(m_socket, &QTcpSocket::readyRead, this, &ClientLink::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ClientLink::onDisconnected);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &ClientLink::onBytesWritten);
    if (m_tls) {
        connect(m_tls, &QSslSocket::encryptedBytesWritten, this, &ClientLink::onBytesWritten);
        connect(m_tls, &QSslSocket::alertReceived, this, [this](QSsl::AlertLevel, QSsl::AlertType alert) {
            if (alert != QSsl::AlertType::CloseNotify) {
                m_route->tls->alert = alert;
            }
        });
    }
    connect(m_socket, &QTcpSocket::errorOccurred, this, [this](QAbstractSocket::SocketError error) {
        if (error != QAbstractSocket::RemoteHostClosedError) {
            m_closeText = m_socket->errorString().toStdString();
        }
    });
    const wire::nanoseconds left = m_options.http.connectTimeout - (m_clock.now() - m_route->started);
    m_timer = m_clock.startTimer(std::max(left, wire::nanoseconds(0)), [this] { onHandshakeTimeout(); });
    m_state = State::Handshaking;
    sendHandshake();
}

void ClientLink::onConnectFailed(const wire::Error& error)
{
    const http::Busy<ClientLink> busy(*this);
    end(error);
}

void ClientLink::onHandshakeTimeout()
{
    const http::Busy<ClientLink> busy(*this);
    if (m_answerHead) {
        end(refusedUpgrade(*m_answerHead, {}, m_where));
        return;
    }
    end({ .kind = wire::ErrorKind::Unreachable,
        .message = "no WebSocket within " + std::to_string(m_options.http.connectTimeout.count())
            + " ms, waiting for the WebSocket handshake",
        .expected = {},
        .found = {},
        .where = m_where,
        .transient = true });
}

void ClientLink::sendHandshake()
{
    m_slicer.setExchange(1);
    m_key = makeKey(m_ids);
    http::AnswerListener& self = *this;
    m_answer.expect("GET", self);
    std::string head;
    http::appendRequestHead(
        head, upgradeRequest(m_url, m_origin->authority(), m_key, m_options.token, m_options.fields));
    m_slicer.sent(wire::SliceKind::HttpHead, m_clock.now(), head, {});
    m_socket->write(head.data(), static_cast<qint64>(head.size()));
}

qint64 ClientLink::waitingBytes() const
{
    return m_socket ? m_socket->bytesToWrite() + (m_tls ? m_tls->encryptedBytesToWrite() : 0) : 0;
}

// A long message is recorded in pieces, as a received one is.
wire::RecordNo ClientLink::writeFrame(Opcode opcode, wire::SliceKind kind, std::string_view payload)
{
    if (m_peerGone) {
        return wire::kNoRecord;
    }
    MaskKey key {};
    m_ids.fill(key);
    std::string frame;
    appendFrame(frame, opcode, payload, key);
    const wire::Instant now = m_clock.now();
    std::string_view bytes = frame;
    std::size_t head = frame.size() - payload.size();
    wire::RecordNo record = wire::kNoRecord;
    while (!bytes.empty()) {
        const std::size_t size = std::min(bytes.size(), http::kLongestSlice);
        const auto flags = static_cast<std::uint8_t>(
            size < bytes.size() ? wire::kDetached | wire::kPartial : wire::kDetached);
        record = m_slicer.sent(kind, now, bytes.substr(0, size), payload.substr(0, size - head), flags);
        bytes.remove_prefix(size);
        payload.remove_prefix(size - head);
        head = 0;
    }
    m_socket->write(frame.data(), static_cast<qint64>(frame.size()));
    return record;
}

wire::RecordNo ClientLink::send(std::string_view message)
{
    if (!isOpen()) {
        return wire::kNoRecord;
    }
    const http::Busy<ClientLink> busy(*this);
    const wire::RecordNo record = writeFrame(Opcode::Text, wire::SliceKind::Frame, message);
    m_blocked = m_blocked || !isWritable();
    return record;
}

void ClientLink::ping(std::string_view payload)
{
    if (m_state == State::Open) {
        const http::Busy<ClientLink> busy(*this);
        writeFrame(Opcode::Ping, wire::SliceKind::ControlFrame, payload.substr(0, kControlLimit));
    }
}

// To a peer that asks and asks and never reads only the last is answered (§5.5.3).
void ClientLink::pong(std::string_view payload)
{
    if (!isWritable()) {
        m_pong = payload;
        m_blocked = true;
        return;
    }
    writeFrame(Opcode::Pong, wire::SliceKind::ControlFrame, payload);
}

void ClientLink::onBytesWritten()
{
    const http::Busy<ClientLink> busy(*this);
    if (m_state != State::Open || !m_blocked || !isWritable()) {
        return;
    }
    m_blocked = false;
    if (const auto payload = std::exchange(m_pong, std::nullopt)) {
        pong(*payload);
    }
    tell([](ClientChannel& channel) { Q_EMIT channel.writable(); });
}

} // namespace ws
