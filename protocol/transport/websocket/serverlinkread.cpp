// SPDX-License-Identifier: Apache-2.0
// ServerLink, second part: frames that come.
#include "protocol/transport/websocket/serverlink.h"

#include <QSslSocket>

namespace ws {

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

} // namespace ws
