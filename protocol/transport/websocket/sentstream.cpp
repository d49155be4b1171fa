// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/sentstream.h"

#include <cstring>
#include <limits>

namespace ws {

// What a server sends is read as its client does; how long it may be is the client's business.
SentStream::SentStream(wire::Clock& clock, http::Slicer& slicer)
    : m_clock(clock)
    , m_slicer(slicer)
    , m_reader(wire::Role::Client, m_buffer, *this, *this, std::numeric_limits<std::size_t>::max())
{
}

void SentStream::add(std::string_view bytes)
{
    std::memcpy(m_buffer.room(bytes.size()).data(), bytes.data(), bytes.size());
    m_buffer.commit(bytes.size());
    if (!isUpgraded()) {
        readHead();
    } else if (!m_unreadable && m_reader.read()) {
        m_unreadable = true;
    }
    if (m_unreadable || m_reader.isClosed()) {
        m_reader.cutRest();
    }
}

void SentStream::readHead()
{
    constexpr std::string_view kEnd = "\r\n\r\n";
    const std::string_view head = m_buffer.viewFrom(m_cut);
    const std::size_t end = head.find(kEnd);
    if (end == head.npos) {
        return;
    }
    const bool isUpgrade = head.starts_with("HTTP/1.1 101");
    cut(wire::SliceKind::HttpHead, m_cut + end + kEnd.size(), {}, 0);
    if (isUpgrade) {
        m_reader.start();
    }
}

wire::RecordNo SentStream::cut(
    wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags)
{
    m_lastRecord = m_slicer.sent(kind, m_clock.now(), m_buffer.view(m_cut, end), payload, flags);
    m_cut = end;
    m_buffer.release(end);
    return m_lastRecord;
}

bool SentStream::messageRead(const Message&)
{
    return true;
}

bool SentStream::controlRead(Opcode opcode, std::string_view payload, wire::RecordNo)
{
    if (opcode == Opcode::Close) {
        m_close = readClose(payload);
    }
    return true;
}

} // namespace ws
