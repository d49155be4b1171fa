// SPDX-License-Identifier: Apache-2.0
// ClientLink, third part: the ways it ends.
#include "protocol/transport/websocket/clientlink.h"
#include "protocol/transport/websocket/handshake.h"

namespace ws {

void ClientLink::close(const Close& close)
{
    const http::Busy<ClientLink> busy(*this);
    switch (m_state) {
    case State::New:
    case State::Connecting:
    case State::Handshaking:
        endLater(closedHere("closed on this side before it was open"));
        break;
    case State::Open:
        writeFrame(Opcode::Close, wire::SliceKind::ControlFrame, closePayload(close));
        startClosing(closedHere("closed on this side: " + close.toString()));
        QMetaObject::invokeMethod(this, [this] { onReadyRead(); }, Qt::QueuedConnection);
        break;
    case State::Closing:
    case State::Ended:
        break;
    }
}

void ClientLink::startClosing(const wire::Error& cause)
{
    m_state = State::Closing;
    m_cause = cause;
    m_timer = m_clock.startTimer(m_options.closeGrace, [this] {
        const http::Busy<ClientLink> busy(*this);
        m_cause->message += "; the peer kept the connection open for another "
            + std::to_string(m_options.closeGrace.count()) + " ms";
        end(*m_cause);
    });
}

std::string ClientLink::howItEnded() const
{
    return m_closeText.empty() || m_end.wasReset() ? std::string(m_end.describe()) : m_closeText;
}

// Nothing more will come.
void ClientLink::endByPeer()
{
    if (m_state == State::Closing) {
        end(*m_cause);
        return;
    }
    if (m_answerHead) {
        // This may have been the end of a body without a length, which then is told.
        m_answer.finish();
        const wire::Error refused = refusedUpgrade(*m_answerHead, {}, m_where);
        end(m_cause ? *m_cause : refused);
        return;
    }
    const bool wasOpen = m_state == State::Open;
    wire::Error cause { .kind = wire::ErrorKind::Unreachable,
        .message = (wasOpen ? "the connection ended without a close frame: "
                            : "the connection ended before the handshake's answer: ")
            + howItEnded(),
        .expected = {},
        .found = {},
        .where = wasOpen ? std::string() : m_where,
        .transient = true };
    // Under TLS 1.3 a client is "connected" before the server has looked at its certificate.
    if (!wasOpen && m_tls) {
        cause.kind = wire::ErrorKind::Tls;
        cause.message += "; a server that refuses or misses a client certificate does so";
        cause.transient = false;
        if (m_route->tls->alert) {
            cause = m_route->tls->toError(m_where);
        }
        m_route->step = transport::Step::Tls;
        m_route->failed = m_clock.now();
        m_route->error = cause;
        m_route->hint = m_route->tls->hint();
    }
    if (wasOpen) {
        m_state = State::Closing;
        const wire::RecordNo record = m_reader.cutRest();
        tell([&](ClientChannel& channel) {
            Q_EMIT channel.odd({ "WS-close-missing", "a close frame before the end", howItEnded(), record });
        });
    }
    end(cause);
}

void ClientLink::endLater(const wire::Error& cause)
{
    m_state = State::Closing;
    m_cause = cause;
    m_deaf = true;
    m_timer.reset();
    m_connector.reset();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    QMetaObject::invokeMethod(this, [this] { end(*m_cause); }, Qt::QueuedConnection);
}

void ClientLink::end(const wire::Error& cause)
{
    const http::Busy<ClientLink> busy(*this);
    if (std::exchange(m_state, State::Ended) == State::Ended) {
        return;
    }
    m_timer.reset();
    m_connector.reset();
    m_answer.stop();
    m_end.release();
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket->abort();
    }
    if (m_reader.isStarted() && m_slicer.isOpen()) {
        m_reader.cutRest();
    }
    const bool ofPeer = m_peerGone || cause.message.starts_with("closed ");
    m_slicer.close(m_clock.now(), m_answer.unfinishedKind(),
        ofPeer ? cause.message : "closed on this side: " + cause.message);
    tell([&](ClientChannel& channel) { Q_EMIT channel.ended(cause); });
}

void ClientLink::abandon()
{
    m_channel = nullptr;
    if (m_state == State::Ended) {
        return;
    }
    const http::Busy<ClientLink> busy(*this);
    if (m_state == State::Open) {
        writeFrame(Opcode::Close, wire::SliceKind::ControlFrame, closePayload({ close::kGoingAway, {} }));
        m_socket->flush();
    }
    end(closedHere("closed on this side"));
}

} // namespace ws
