// SPDX-License-Identifier: Apache-2.0
// ClientConnection, third part: answers, and the ways a connection ends.
#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"

namespace http {

ClientConnection::~ClientConnection()
{
    close("closed on this side");
    if (m_depth > 0) {
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
    if (m_state == State::New) {
        connectNow();
        return;
    }
    exchange.connectionOpened(m_slicer.connection());
    sendRequest();
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
    m_timer.reset();
    m_answer.stop();
    m_end.release();
    m_socket->disconnect(this);
    m_socket->abort();
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
    if (error) {
        fail(*error);
    } else if (m_answer.isComplete()) {
        complete();
    }
}

void ClientConnection::onError(QAbstractSocket::SocketError error)
{
    const Busy<ClientConnection> busy(*this);
    if (m_state == State::Connecting && !m_addresses.empty()
        && error != QAbstractSocket::SslHandshakeFailedError) {
        QMetaObject::invokeMethod(this, [this] { connectToNext(); }, Qt::QueuedConnection);
        return;
    }
    if (m_state == State::Connecting || m_state == State::Encrypting) {
        fail(connectError(error));
        return;
    }
    if (error != QAbstractSocket::RemoteHostClosedError) {
        m_closeText = m_socket->errorString().toStdString();
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

wire::Error ClientConnection::closeError() const
{
    const std::string how = m_closeText.empty() ? std::string(m_end.describe()) : m_closeText;
    wire::Error error { .kind = wire::ErrorKind::Unreachable,
        .message = "the connection ended before an answer: " + how,
        .expected = {},
        .found = {},
        .where = m_origin.authority(),
        .transient = true };
    // Under TLS 1.3 a client is "connected" before the server has looked at its certificate.
    if (m_tls && m_slicer.exchange() == 1) {
        error.kind = wire::ErrorKind::Tls;
        error.message += "; a server that refuses or misses a client certificate does so";
        error.transient = false;
    }
    return error;
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
