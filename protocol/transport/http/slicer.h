// SPDX-License-Identifier: Apache-2.0
// Puts both directions of one connection on record, each cut into slices without a gap.
#pragma once

#include "protocol/transport/http/readbuffer.h"
#include "protocol/wire/sink.h"

namespace http {

/// Longer messages are cut, so that nobody needs memory for them twice.
inline constexpr std::size_t kLongestSlice = std::size_t { 1 } << 20;

class Slicer final {
public:
    Slicer(wire::Sink& sink, ReadBuffer& received)
        : m_sink(sink)
        , m_received(received)
    {
    }

    void open(const wire::ConnectionFacts& facts, wire::Instant at);
    /// Records what was received and not yet cut, and the end. The first call counts.
    void close(wire::Instant at, wire::SliceKind unfinished, std::string_view cause);
    bool isOpen() const { return m_connection != wire::ConnectionId::None && !m_closed; }
    wire::ConnectionId connection() const { return m_connection; }

    void setExchange(std::uint32_t number) { m_exchange = number; }
    std::uint32_t exchange() const { return m_exchange; }
    /// When what is cut from now on was read.
    void setReadAt(wire::Instant at) { m_readAt = at; }

    /// Cuts the received stream at offset `end`.
    wire::RecordNo received(
        wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags = 0);
    wire::RecordNo sent(wire::SliceKind kind, wire::Instant at, std::string_view bytes,
        std::string_view payload, std::uint8_t flags = 0);
    /// Where the next slice of the received stream begins.
    std::uint64_t cutAt() const { return m_cut; }

private:
    wire::Sink& m_sink;
    ReadBuffer& m_received;
    wire::ConnectionId m_connection = wire::ConnectionId::None;
    std::uint32_t m_exchange = 0;
    std::uint64_t m_cut = 0;
    wire::Instant m_readAt;
    bool m_closed = false;
};

} // namespace http
