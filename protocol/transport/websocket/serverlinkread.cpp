// SPDX-License-Identifier: Apache-2.0
// ServerLink, second part: frames that come, and the ways a connection ends.
#include "protocol/transport/websocket/serverlink.h"

#include <QSslSocket>

namespace ws {

namespace {

wire::Error closedHere(std::string message)
{
    return { .kind = wire::ErrorKind::Cancelled,
        .message = std::move(message),
        .expected = {},
        .found = {},
        .where = {} };
}

} // namespace

void ServerLink::setPaused(bool paused)
{
    const bool resumed = std::exchange(m_paused, paused) && !paused;
    // Not from within this call: who resumes does not expect a message before it returns.
    if (resumed) {
        QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
    }
}

void ServerLink::onReadyRead()
{
    const http::Busy<ServerLink> busy(*this);
    read();
}

void ServerLink::onDisconnected()
{
    const http::Busy<ServerLink> busy(*this);
    m_peerGone = true;
    read();
}

bool ServerLink::mayRead() const
{
    return m_state == State::Head || (m_state == State::Open && !m_paused && !m_fed)
        || m_state == State::Closing;
}

void ServerLink::read()
{
    while (mayRead()) {
        parse();
        if (!mayRead() || !receive()) {
            break;
        }
    }
    if (m_peerGone && (mayRead() || m_state == State::Upgrading)) {
        endByPeer();
    }
}

// False when there was nothing to read.
bool ServerLink::receive()
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
    m_slicer.setReadAt(m_shared.clock.now());
    m_buffer.commit(static_cast<std::size_t>(size));
    return true;
}

void ServerLink::parse()
{
    if (m_state == State::Head) {
        readHandshake();
    }
    if (m_state == State::Open || m_state == State::Closing) {
        readFrames();
    }
}

void ServerLink::readFrames()
{
    if (!m_deaf) {
        if (const auto refusal = m_reader.read()) {
            refuse(*refusal);
        }
    }
    if ((m_deaf || m_reader.isClosed()) && m_slicer.isOpen()) {
        m_deaf = true;
        const std::uint64_t before = m_cutter.cutAt();
        const wire::RecordNo record = m_reader.cutRest();
        if (m_reader.isClosed() && record != wire::kNoRecord && !std::exchange(m_saidAfterClose, true)) {
            tell([&](ServerChannel& channel) {
                Q_EMIT channel.odd({ "WS-after-close", "nothing after the close frame",
                    std::to_string(m_cutter.cutAt() - before) + " bytes", record });
            });
        }
    }
}

void ServerLink::refuse(const Refusal& refusal)
{
    m_deaf = true;
    const wire::RecordNo record = m_reader.cutRest();
    if (m_state == State::Closing) {
        return;
    }
    m_cause = refusal.error;
    m_cause->message += "; closed with " + Close { refusal.closeCode, {} }.toString();
    m_qt->close(static_cast<QWebSocketProtocol::CloseCode>(refusal.closeCode),
        QString::fromStdString(refusal.error.message));
    endSending();
    if (!refusal.rule.empty()) {
        tell([&](ServerChannel& channel) {
            Q_EMIT channel.odd({ refusal.rule, refusal.error.expected,
                refusal.error.found.empty() ? refusal.error.message : refusal.error.found, record });
        });
    }
}

// As a client would send it in one frame.
void ServerLink::feed(Opcode opcode, std::string_view payload)
{
    std::string frame;
    appendFrame(frame, opcode, payload, MaskKey {});
    m_facade->put(frame);
}

bool ServerLink::messageRead(const Message& message)
{
    if (m_state != State::Open) {
        return mayRead();
    }
    m_fed = message.payload;
    if (message.frame.empty()) {
        feed(Opcode::Text, message.payload.view());
    } else {
        m_facade->put(message.frame);
    }
    return mayRead();
}

// Qt has read the message too.
void ServerLink::onText()
{
    const http::Busy<ServerLink> busy(*this);
    const auto message = std::exchange(m_fed, std::nullopt);
    if (message && m_state == State::Open) {
        tell([&](ServerChannel& channel) { Q_EMIT channel.received(*message); });
    }
    read();
}

bool ServerLink::controlRead(Opcode opcode, std::string_view payload, wire::RecordNo)
{
    if (m_state == State::Closing && opcode == Opcode::Close) {
        endSending();
        return false;
    }
    if (m_state != State::Open) {
        return mayRead();
    }
    if (opcode == Opcode::Close) {
        // Qt answers it, and closes.
        startClosing(peerClosed(readClose(payload)));
        feed(opcode, payload);
        return false;
    }
    if (opcode == Opcode::Ping && !isWritable()) {
        // To a peer that asks and asks and never reads only the last is answered (§5.5.3).
        m_ping = payload;
        m_blocked = true;
    } else {
        feed(opcode, payload);
    }
    tell([](ServerChannel& channel) { Q_EMIT channel.alive(); });
    return mayRead();
}

// Qt is done: it has sent its close frame, for one of these reasons or for one of its own.
void ServerLink::facadeClosed()
{
    const http::Busy<ServerLink> busy(*this);
    if (m_state == State::Upgrading) {
        m_deaf = true;
        startClosing(closedHere("closed on this side: the handshake was refused"));
        endSending();
    } else if (isOpen()) {
        const std::string close = m_sent.closeFrame().value_or(Close {}).toString();
        startClosing(m_cause.value_or(closedHere("closed on this side: " + close)));
    } else if (m_state == State::Closing && m_reader.isClosed()) {
        endSending();
    }
}

// A FIN behind what is still to be written: what the peer sends can still be read.
void ServerLink::endSending()
{
    if (m_state != State::Closing || m_peerGone) {
        return;
    }
    m_endsSending = true;
    if (m_tls) {
        m_socket->disconnectFromHost();
    } else if (m_socket->bytesToWrite() == 0) {
        http::endSending(m_socket->socketDescriptor());
    }
}

void ServerLink::startClosing(const wire::Error& cause)
{
    m_state = State::Closing;
    m_cause = cause;
    m_fed.reset();
    m_timer = m_shared.clock.startTimer(m_shared.options.closeGrace, [this] {
        const http::Busy<ServerLink> busy(*this);
        m_cause->message += "; the peer kept the connection open for another "
            + std::to_string(m_shared.options.closeGrace.count()) + " ms";
        end(*m_cause);
    });
}

void ServerLink::endByPeer()
{
    if (m_state == State::Closing) {
        end(*m_cause);
        return;
    }
    const bool wasOpen = m_state == State::Open;
    const std::string how(m_end.describe());
    if (wasOpen) {
        m_state = State::Closing;
        const wire::RecordNo record = m_reader.cutRest();
        tell([&](ServerChannel& channel) {
            Q_EMIT channel.odd({ "WS-close-missing", "a close frame before the end", how, record });
        });
    }
    end({ .kind = wire::ErrorKind::Unreachable,
        .message = wasOpen ? "the connection ended without a close frame: " + how : how,
        .expected = {},
        .found = {},
        .where = {},
        .transient = true });
}

void ServerLink::drop(bool reset)
{
    if (!isOpen()) {
        return;
    }
    const http::Busy<ServerLink> busy(*this);
    m_cause = closedHere(reset ? "reset on this side" : "closed on this side without a close frame");
    m_state = State::Closing;
    if (reset) {
        http::resetOnClose(m_socket->socketDescriptor());
    } else {
        m_socket->flush();
    }
    m_socket->disconnect(this);
    m_socket->abort();
    endLater();
}

void ServerLink::endLater()
{
    m_deaf = true;
    QMetaObject::invokeMethod(this, [this] { end(*m_cause); }, Qt::QueuedConnection);
}

void ServerLink::end(const wire::Error& cause)
{
    const http::Busy<ServerLink> busy(*this);
    if (std::exchange(m_state, State::Ended) == State::Ended) {
        return;
    }
    m_timer.reset();
    m_http.stop();
    m_end.release();
    m_socket->disconnect(this);
    m_socket->abort();
    if (m_facade) {
        m_facade->detach();
        m_facade->deleteLater();
    }
    if (m_qt) {
        m_qt->disconnect(this);
        m_qt->deleteLater();
    }
    m_sent.finish();
    if (m_reader.isStarted()) {
        m_reader.cutRest();
    }
    m_slicer.close(m_shared.clock.now(), wire::SliceKind::Unparsed, cause.message);
    m_shared.ended(this);
    if (m_channel) {
        m_channel->deleteLater();
        tell([&](ServerChannel& channel) { Q_EMIT channel.ended(cause); });
    }
}

void ServerLink::stop(const std::string& cause)
{
    const http::Busy<ServerLink> busy(*this);
    if (isOpen()) {
        m_cause = closedHere(cause);
        m_qt->close(QWebSocketProtocol::CloseCodeGoingAway);
        m_socket->flush();
    }
    end(closedHere(cause));
}

void ServerLink::abandon()
{
    m_channel = nullptr;
    stop("closed on this side");
}

} // namespace ws
