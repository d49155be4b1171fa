// SPDX-License-Identifier: Apache-2.0
// ClientLink, second part: what it receives.
#include "protocol/transport/websocket/clientlink.h"
#include "protocol/transport/websocket/handshake.h"

namespace ws {

void ClientLink::setPaused(bool paused)
{
    const bool resumed = std::exchange(m_paused, paused) && !paused;
    // Not from within this call: who resumes does not expect a message before it returns.
    if (resumed) {
        QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
    }
}

void ClientLink::onReadyRead()
{
    const http::Busy<ClientLink> busy(*this);
    read();
}

void ClientLink::onDisconnected()
{
    const http::Busy<ClientLink> busy(*this);
    m_peerGone = true;
    read();
}

// Once it is to be closed, nobody waits for the messages any more: they are read to find the close frame.
bool ClientLink::mayRead() const
{
    return m_state == State::Handshaking || (m_state == State::Open && !m_paused)
        || m_state == State::Closing;
}

void ClientLink::read()
{
    while (mayRead()) {
        parse();
        if (!mayRead() || !receive()) {
            break;
        }
    }
    if (mayRead() && m_peerGone) {
        endByPeer();
    }
}

// False when there was nothing to read.
bool ClientLink::receive()
{
    constexpr qint64 kLeastRead = qint64 { 4 } << 10;
    const qint64 waiting = m_socket ? m_socket->bytesAvailable() : 0;
    if (waiting <= 0) {
        return false;
    }
    const auto room = m_buffer.room(static_cast<std::size_t>(std::max(waiting, kLeastRead)));
    const qint64 size
        = m_socket->read(room.data(), std::min<qint64>(static_cast<qint64>(room.size()), waiting));
    if (size <= 0) {
        return false;
    }
    m_slicer.setReadAt(m_clock.now());
    m_buffer.commit(static_cast<std::size_t>(size));
    return true;
}

void ClientLink::parse()
{
    if (m_state == State::Handshaking) {
        readAnswer();
    }
    if (mayRead() && m_state != State::Handshaking) {
        readFrames();
    }
}

bool ClientLink::answerHead(const http::ResponseHead& head)
{
    m_head = head;
    if (head.status != 101) {
        m_answerHead = head;
        return true;
    }
    m_cause = checkUpgrade(head, m_key);
    return !m_cause;
}

bool ClientLink::answerEvent(const http::Event& event)
{
    return answerBody(event.data);
}

bool ClientLink::answerBody(const transport::Payload& body)
{
    if (m_answerHead) {
        m_cause = refusedUpgrade(*m_answerHead, body.view(), m_where);
    }
    return !m_cause;
}

void ClientLink::readAnswer()
{
    auto error = m_answer.read();
    if (error && m_answerHead) {
        error = refusedUpgrade(*m_answerHead, {}, m_where);
    }
    if (m_cause || error) {
        wire::Error cause = m_cause ? *m_cause : *error;
        cause.where = cause.where.empty() ? m_where : cause.where;
        end(cause);
    } else if (m_answer.isComplete()) {
        m_timer.reset();
        m_state = State::Open;
        m_reader.start();
        tell([](ClientChannel& channel) { Q_EMIT channel.opened(); });
    }
}

void ClientLink::readFrames()
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
            tell([&](ClientChannel& channel) {
                Q_EMIT channel.odd({ "WS-after-close", "nothing after the close frame",
                    std::to_string(m_cutter.cutAt() - before) + " bytes", record });
            });
        }
    }
}

void ClientLink::refuse(const Refusal& refusal)
{
    m_deaf = true;
    const wire::RecordNo record = m_reader.cutRest();
    if (m_state == State::Closing) {
        return;
    }
    wire::Error cause = refusal.error;
    const Close close { refusal.closeCode, refusal.error.message };
    cause.message += "; closed with " + Close { refusal.closeCode, {} }.toString();
    writeFrame(Opcode::Close, wire::SliceKind::ControlFrame, closePayload(close));
    startClosing(cause);
    if (!refusal.rule.empty()) {
        tell([&](ClientChannel& channel) {
            Q_EMIT channel.odd({ refusal.rule, refusal.error.expected,
                refusal.error.found.empty() ? refusal.error.message : refusal.error.found, record });
        });
    }
}

bool ClientLink::messageRead(const Message& message)
{
    if (m_state == State::Open) {
        tell([&](ClientChannel& channel) { Q_EMIT channel.received(message.payload); });
    }
    return mayRead();
}

bool ClientLink::controlRead(Opcode opcode, std::string_view payload, wire::RecordNo)
{
    if (opcode == Opcode::Close) {
        readClosing(readClose(payload));
        return false;
    }
    if (m_state != State::Open) {
        return mayRead();
    }
    if (opcode == Opcode::Ping) {
        pong(payload);
    }
    tell([](ClientChannel& channel) { Q_EMIT channel.alive(); });
    return mayRead();
}

// The server ends the connection once both close frames are there (§7.1.1).
void ClientLink::readClosing(const Close& close)
{
    if (m_state == State::Open) {
        writeFrame(Opcode::Close, wire::SliceKind::ControlFrame, closePayload({ close.code, {} }));
        startClosing(peerClosed(close));
    }
}

} // namespace ws
