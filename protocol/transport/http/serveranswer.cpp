// SPDX-License-Identifier: Apache-2.0
// ServerConnection, second part: answers.
#include "protocol/transport/http/date.h"
#include "protocol/transport/http/httpwriter.h"
#include "protocol/transport/http/serverexchange.h"
#include "protocol/transport/http/socketend.h"
#include "protocol/transport/http/sse.h"

namespace http {

namespace {

constexpr std::size_t kFlushAt = std::size_t { 64 } << 10;

bool hasNoBody(int status)
{
    return status / 100 == 1 || status == 204 || status == 304;
}

} // namespace

const std::string& ServerShared::date()
{
    const std::int64_t second = clock.unixMs() / 1000;
    if (std::exchange(m_second, second) != second) {
        m_date = httpDate(second);
    }
    return m_date;
}

qint64 ServerConnection::waitingBytes() const
{
    qint64 waiting = static_cast<qint64>(m_out.size()) + m_socket->bytesToWrite();
    if (m_tls) {
        waiting += m_tls->encryptedBytesToWrite();
    }
    return waiting;
}

void ServerConnection::flush()
{
    if (!m_out.empty()) {
        writeNow(*m_socket, m_out);
        m_out.clear();
    }
    if (!isWritable()) {
        m_blocked = true;
    }
}

void ServerConnection::scheduleTurn()
{
    if (m_reading > 0 || std::exchange(m_turnScheduled, true)) {
        return;
    }
    QMetaObject::invokeMethod(this, [this] { endTurn(); }, Qt::QueuedConnection);
}

void ServerConnection::endTurn()
{
    const Busy busy(*this);
    m_turnScheduled = false;
    if (m_state != State::Closed) {
        read();
    }
}

void ServerConnection::onBytesWritten()
{
    const Busy busy(*this);
    if (m_exchange) {
        announceWritable();
    } else if (m_state == State::Open && isWritable()) {
        read();
    }
}

void ServerConnection::announceWritable()
{
    if (m_exchange && m_blocked && isWritable()) {
        m_blocked = false;
        Q_EMIT m_exchange->writable();
    }
}

void ServerConnection::appendHead(int status, const Fields& fields, std::optional<std::size_t> length)
{
    const std::size_t start = m_out.size();
    appendStatusLine(m_out, status);
    if (!fields.find("Date")) {
        m_out.append("Date: ").append(m_shared.date()).append("\r\n");
    }
    appendFields(m_out, fields);
    if (!hasNoBody(status) && length && !fields.find("Content-Length")) {
        m_out.append("Content-Length: ").append(std::to_string(*length)).append("\r\n");
    }
    if (!hasNoBody(status) && m_isChunked && !length) {
        m_out.append("Transfer-Encoding: chunked\r\n");
    }
    if (const auto connection = fields.find("Connection")) {
        m_keepAlive = m_keepAlive && !equalsIgnoringCase(*connection, "close");
    } else if (!m_keepAlive) {
        m_out.append("Connection: close\r\n");
    } else if (m_exchange && m_exchange->head().minorVersion == 0) {
        m_out.append("Connection: keep-alive\r\n");
    }
    m_out.append("\r\n");
    m_slicer.sent(wire::SliceKind::HttpHead, m_shared.clock.now(), std::string_view(m_out).substr(start), {});
}

void ServerConnection::appendBody(std::string_view body)
{
    if (body.size() > kFlushAt) {
        flush();
    }
    for (std::string_view rest = body; !rest.empty();) {
        const std::string_view part = rest.substr(0, kLongestSlice);
        rest.remove_prefix(part.size());
        m_slicer.sent(wire::SliceKind::HttpBody, m_shared.clock.now(), part, part,
            rest.empty() ? std::uint8_t { 0 } : std::uint8_t { wire::kPartial });
    }
    if (body.size() > kFlushAt) {
        m_socket->write(body.data(), static_cast<qint64>(body.size()));
    } else {
        m_out += body;
    }
}

void ServerConnection::respond(int status, const Fields& fields, std::string_view body)
{
    if (m_streaming) {
        return;
    }
    const Busy busy(*this);
    appendHead(status, fields, body.size());
    if (!m_isHead && !hasNoBody(status)) {
        appendBody(body);
    }
    finishAnswer();
}

void ServerConnection::startStream(int status, const Fields& fields)
{
    if (m_streaming) {
        return;
    }
    m_streaming = true;
    m_isChunked = m_exchange->head().minorVersion > 0;
    if (!m_isChunked) {
        m_keepAlive = false;
    }
    appendHead(status, fields, std::nullopt);
    m_isHead = m_isHead || hasNoBody(status);
    scheduleTurn();
}

// `payload` is what of `piece` is the message, or with kDetached a copy of it.
void ServerConnection::appendChunk(
    wire::SliceKind kind, std::string_view piece, std::string_view payload, std::uint8_t flags)
{
    const std::size_t start = m_out.size();
    if (m_isChunked) {
        appendChunkSize(m_out, piece.size());
    }
    const std::size_t pieceStart = m_out.size();
    m_out += piece;
    if (m_isChunked) {
        m_out += "\r\n";
    }
    const std::string_view out = m_out;
    if ((flags & wire::kDetached) == 0) {
        payload = out.substr(
            pieceStart + static_cast<std::size_t>(payload.data() - piece.data()), payload.size());
    }
    m_slicer.sent(kind, m_shared.clock.now(), out.substr(start), payload, flags);
    if (m_out.size() >= kFlushAt) {
        flush();
    }
    // Also after a flush: if the kernel took all, no signal of the socket will tell.
    scheduleTurn();
    if (!isWritable()) {
        m_blocked = true;
    }
}

void ServerConnection::write(std::string_view piece)
{
    if (m_streaming && !m_isHead && !piece.empty()) {
        appendChunk(wire::SliceKind::HttpBody, piece, piece, wire::kPartial);
    }
}

void ServerConnection::writeEvent(std::string_view type, std::string_view data)
{
    if (!m_streaming || m_isHead) {
        return;
    }
    m_event.clear();
    appendSseEvent(m_event, type, data);
    constexpr std::size_t kAfterData = std::string_view("\n\n").size();
    const bool isOneLine = lineEnd(data) == data.npos;
    if (isOneLine) {
        appendChunk(wire::SliceKind::SseEvent, m_event,
            std::string_view(m_event).substr(m_event.size() - kAfterData - data.size(), data.size()), 0);
    } else {
        appendChunk(wire::SliceKind::SseEvent, m_event, data, wire::kDetached);
    }
}

void ServerConnection::finishStream()
{
    if (!m_streaming) {
        return;
    }
    const Busy busy(*this);
    if (m_isChunked && !m_isHead) {
        m_slicer.sent(wire::SliceKind::HttpTail, m_shared.clock.now(), kLastChunk, {});
        m_out += kLastChunk;
    }
    finishAnswer();
}

void ServerConnection::finishAnswer()
{
    m_streaming = m_isChunked = m_blocked = false;
    ServerExchangeImpl* const exchange = std::exchange(m_exchange, nullptr);
    m_waitingSince = m_shared.clock.now();
    if (m_keepAlive) {
        armIdleTimer();
        scheduleTurn();
    } else {
        flush();
        m_state = State::Draining;
        m_socket->disconnectFromHost();
    }
    exchange->end(false);
}

void ServerConnection::drop(bool reset)
{
    const Busy busy(*this);
    ServerExchangeImpl* const exchange = std::exchange(m_exchange, nullptr);
    flush();
    if (reset) {
        resetOnClose(m_socket->socketDescriptor());
        close("reset on this side");
    } else {
        m_state = State::Draining;
        m_keepAlive = false;
        m_socket->disconnectFromHost();
    }
    if (exchange) {
        exchange->end(false);
    }
}

} // namespace http
