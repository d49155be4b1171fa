// SPDX-License-Identifier: Apache-2.0
// ClientConnection, third part: answers, and the ways a connection ends.
#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"

namespace http {

ClientConnection::~ClientConnection()
{
    close("closed on this side");
    if (m_socket && m_depth > 0) {
        m_socket->deleteLater();
    } else {
        delete m_socket;
    }
}

bool ClientConnection::isFresh() const
{
    return m_state == State::Idle && m_socket->state() == QAbstractSocket::ConnectedState
        && m_socket->bytesAvailable() == 0;
}

void ClientConnection::run(ExchangeImpl& exchange)
{
    const Busy<ClientConnection> busy(*this);
    m_exchange = &exchange;
    exchange.takesRoute(m_route);
    if (m_state == State::New) {
        connectNow();
        return;
    }
    if (m_state == State::Connecting) {
        if (m_slicer.connection() != wire::ConnectionId::None) {
            exchange.connectionOpened(m_slicer.connection());
        }
        return;
    }
    exchange.connectionOpened(m_slicer.connection());
    sendRequest();
}

void ClientConnection::prepare()
{
    const Busy<ClientConnection> busy(*this);
    connectNow();
}

void ClientConnection::abandon()
{
    m_exchange = nullptr;
    close("aborted on this side");
}

void ClientConnection::close(std::string_view cause)
{
    if (m_state == State::Closed) {
        return;
    }
    m_state = State::Closed;
    m_answer.stop();
    m_end.release();
    m_connector.reset();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    m_slicer.close(m_clock.now(), m_answer.unfinishedKind(), cause);
}

void ClientConnection::setPaused(bool paused)
{
    const bool resumed = std::exchange(m_paused, paused) && !paused;
    // Not from within this call: who resumes does not expect an answer before it returns.
    if (resumed) {
        QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
    }
}

void ClientConnection::onReadyRead()
{
    const Busy<ClientConnection> busy(*this);
    if (m_state == State::Running && !m_paused) {
        read();
    } else if (m_state == State::Idle) {
        endByPeer();
    }
}

void ClientConnection::read()
{
    while (m_state == State::Running && !m_paused && m_socket->bytesAvailable() > 0) {
        readOne();
    }
    if (m_state == State::Running && !m_paused && m_closedByPeer) {
        endByPeer();
    }
}

void ClientConnection::readOne()
{
    constexpr qint64 kLeastRead = qint64 { 4 } << 10;
    const qint64 waiting = m_socket->bytesAvailable();
    const auto room = m_buffer.room(static_cast<std::size_t>(std::max(waiting, kLeastRead)));
    const qint64 size
        = m_socket->read(room.data(), std::min<qint64>(static_cast<qint64>(room.size()), waiting));
    if (size <= 0) {
        return;
    }
    const wire::Instant now = m_clock.now();
    if (!m_answer.hasBegun()) {
        m_exchange->phases().firstByte = now;
    }
    m_buffer.commit(static_cast<std::size_t>(size));
    m_slicer.setReadAt(now);
    const auto error = m_answer.read();
    if (m_state != State::Running) {
        return;
    }
    if (error && speaksHttp2()) {
        fail({ .kind = wire::ErrorKind::Http,
            .message = "the peer insists on HTTP/2",
            .expected = "an answer in HTTP/1.1",
            .found = "a frame of HTTP/2",
            .where = m_origin.authority() });
    } else if (error) {
        fail(*error);
    } else if (m_answer.isComplete()) {
        complete();
    }
}

void ClientConnection::onError(QAbstractSocket::SocketError error)
{
    const Busy<ClientConnection> busy(*this);
    if (error != QAbstractSocket::RemoteHostClosedError) {
        m_closeText = m_socket->errorString().toStdString();
    } else if (m_route->tls) {
        // A close_notify (RFC 8446 §6.1). The peer may wait for ours before it closes TCP.
        onDisconnected();
    }
}

void ClientConnection::onDisconnected()
{
    const Busy<ClientConnection> busy(*this);
    m_closedByPeer = true;
    if (m_state == State::Running) {
        read();
    } else if (m_state == State::Idle) {
        endByPeer();
    }
}

// Nothing more will come: either this was the end of a body without a length, or it came too early.
void ClientConnection::endByPeer()
{
    if (m_state == State::Idle) {
        m_pool.forget(m_origin, this);
        close(m_closedByPeer ? m_end.describe() : "closed on this side: bytes without a request");
        return;
    }
    if (!m_answer.hasBegun()) {
        fail(closeError());
        return;
    }
    auto error = m_answer.finish();
    if (m_state != State::Running) {
        return;
    }
    if (!error && m_answer.isComplete()) {
        complete();
        return;
    }
    if (error) {
        // What came was no mistake as far as it came: the connection was lost, and the same again may work.
        error->kind = wire::ErrorKind::Unreachable;
        error->message += ": " + (m_closeText.empty() ? std::string(m_end.describe()) : m_closeText);
        error->transient = true;
    }
    fail(error.value_or(closeError()));
}

void ClientConnection::onAlert(QSsl::AlertType alert)
{
    if (alert != QSsl::AlertType::CloseNotify) {
        m_route->tls->alert = alert;
    }
}

wire::Error ClientConnection::closeError()
{
    const std::string how = m_closeText.empty() ? std::string(m_end.describe()) : m_closeText;
    wire::Error error { .kind = wire::ErrorKind::Unreachable,
        .message = "the connection ended before an answer: " + how,
        .expected = "an HTTP answer",
        .found = "nothing",
        .where = m_origin.authority(),
        .transient = true };
    tls::SessionFacts* const tls = m_route->tls ? &*m_route->tls : nullptr;
    if (!tls || m_slicer.exchange() != 1) {
        return error;
    }
    // Under TLS 1.3 a client is "connected" before the server has looked at its certificate.
    if (tls->alert) {
        error = tls->toError(m_origin.authority());
    } else if (tls->protocol == "TLS 1.3") {
        error.kind = wire::ErrorKind::Tls;
        error.message += "; a server that refuses or misses a client certificate does so";
        error.transient = false;
    }
    if (error.kind == wire::ErrorKind::Tls) {
        m_route->step = transport::Step::Tls;
        m_route->failed = m_clock.now();
        m_route->error = error;
        m_route->hint = tls->hint();
    }
    return error;
}

// A SETTINGS or GOAWAY frame on stream 0 (RFC 9113 §4.1), where an answer should begin.
bool ClientConnection::speaksHttp2() const
{
    constexpr std::size_t kFrameHead = 9;
    const std::string_view bytes = m_buffer.viewFrom(m_slicer.cutAt());
    if (m_slicer.exchange() != 1 || bytes.size() < kFrameHead || bytes[0] != 0) {
        return false;
    }
    constexpr char kSettings = 4;
    constexpr char kGoAway = 7;
    return (bytes[3] == kSettings || bytes[3] == kGoAway)
        && bytes.substr(5, 4) == std::string_view("\0\0\0\0", 4);
}

void ClientConnection::complete()
{
    ExchangeImpl* const exchange = std::exchange(m_exchange, nullptr);
    const bool reuse = m_answer.keepsAlive() && !m_closedByPeer
        && m_socket->state() == QAbstractSocket::ConnectedState && m_socket->bytesToWrite() == 0;
    if (reuse) {
        m_state = State::Idle;
        m_paused = false;
        m_pool.put(m_origin, shared_from_this());
    } else {
        close(m_closedByPeer ? m_end.describe() : "closed on this side: the answer was its last");
    }
    exchange->complete();
}

void ClientConnection::fail(const wire::Error& error)
{
    ExchangeImpl* const exchange = std::exchange(m_exchange, nullptr);
    const bool unanswered = m_state == State::Running && !m_answer.hasBegun();
    close(m_closedByPeer ? std::string(m_end.describe()) : "closed on this side: " + error.message);
    exchange->fail(error, unanswered);
}

} // namespace http
