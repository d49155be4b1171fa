// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/slicer.h"

namespace http {

void Slicer::open(const wire::ConnectionFacts& facts, wire::Instant at)
{
    m_connection = m_sink.opened(facts, at);
}

void Slicer::close(wire::Instant at, wire::SliceKind unfinished, std::string_view cause)
{
    if (!isOpen()) {
        return;
    }
    while (m_received.end() > m_cut) {
        const std::uint64_t end = std::min<std::uint64_t>(m_received.end(), m_cut + kLongestSlice);
        received(unfinished, end, {}, wire::kPartial);
    }
    m_closed = true;
    m_sink.closed(m_connection, at, cause);
}

wire::RecordNo Slicer::received(
    wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags)
{
    const wire::RecordNo record = m_sink.add({ .connection = m_connection,
        .direction = wire::Direction::Received,
        .kind = kind,
        .flags = flags,
        .at = m_readAt,
        .exchange = m_exchange,
        .bytes = m_received.view(m_cut, end),
        .payload = payload });
    m_cut = end;
    m_received.release(end);
    return record;
}

wire::RecordNo Slicer::sent(wire::SliceKind kind, wire::Instant at, std::string_view bytes,
    std::string_view payload, std::uint8_t flags)
{
    return m_sink.add({ .connection = m_connection,
        .direction = wire::Direction::Sent,
        .kind = kind,
        .flags = flags,
        .at = at,
        .exchange = m_exchange,
        .bytes = bytes,
        .payload = payload });
}

} // namespace http
