// SPDX-License-Identifier: Apache-2.0
// ServerLink, third part: the ways a connection ends.
#include "protocol/transport/websocket/serverlink.h"

#include <QSslSocket>

namespace ws {

// Qt is done: it has sent its close frame, for one of these reasons or for one of its own.
void ServerLink::facadeClosed()
{
    const http::Busy<ServerLink> busy(*this);
    if (m_state == State::Upgrading) {
        if (m_sent.lastRecord() == wire::kNoRecord) {
            // It says nothing of its own to a handshake that it can't read.
            respond({ 400, {}, "the handshake can't be read" });
            return;
        }
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
