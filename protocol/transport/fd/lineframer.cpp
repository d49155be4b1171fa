// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/lineframer.h"

#include <algorithm>
#include <cstring>

namespace fd {

namespace {
constexpr std::size_t kLeastRoom = std::size_t { 64 } << 10;
constexpr std::size_t kSmallest = 2 * kLeastRoom;
constexpr std::size_t kLargestKept = std::size_t { 1 } << 20;
}

LineFramer::LineFramer(std::size_t limit)
    : m_limit(limit)
    , m_longestPiece(std::min(limit, kLongestPiece))
{
}

std::span<char> LineFramer::room()
{
    const auto capacity = static_cast<std::size_t>(m_bytes.size());
    const std::size_t kept = m_used - m_line;
    // After a long line.
    const bool isOversized = capacity > kLargestKept && m_line > 0 && kept < capacity / 4;
    if (capacity - m_used >= kLeastRoom && !isOversized) {
        return { m_data + m_used, capacity - m_used };
    }
    // Doubling what is kept bounds the copying of a line that comes in many reads.
    const std::size_t size = std::max({ kSmallest, 2 * kept, kept + kLeastRoom });
    if (m_bytes.isDetached() && !isOversized) {
        // In place: a copy of a long line would need its memory twice.
        std::memmove(m_data, m_data + m_line, kept);
        if (capacity - kept < kLeastRoom) {
            m_bytes.reserve(static_cast<qsizetype>(size));
            m_bytes.resize(static_cast<qsizetype>(size));
            m_data = m_bytes.data();
        }
    } else {
        QByteArray next(static_cast<qsizetype>(size), Qt::Uninitialized);
        char* const data = next.data();
        if (kept > 0) {
            std::memcpy(data, m_data + m_line, kept);
        }
        m_bytes = std::move(next);
        m_data = data;
    }
    m_used = kept;
    m_cut -= m_line;
    m_scanned -= m_line;
    m_line = 0;
    return { m_data + m_used, static_cast<std::size_t>(m_bytes.size()) - m_used };
}

std::optional<LinePiece> LineFramer::next()
{
    const void* const found
        = m_used > m_scanned ? std::memchr(m_data + m_scanned, '\n', m_used - m_scanned) : nullptr;
    m_scanned = found ? static_cast<std::size_t>(static_cast<const char*>(found) - m_data) : m_used;
    const std::size_t end = m_scanned + (found ? 1 : 0);
    if (end - m_cut > m_longestPiece) {
        return cut(m_cut + m_longestPiece, false);
    }
    if (!found) {
        return std::nullopt;
    }
    return cut(end, true);
}

std::optional<LinePiece> LineFramer::finish()
{
    if (m_used == m_cut) {
        return std::nullopt;
    }
    LinePiece piece = cut(m_used, true);
    piece.isUnfinished = true;
    return piece;
}

LinePiece LineFramer::cut(std::size_t end, bool isLast)
{
    LinePiece piece { .bytes = view(m_cut, end), .payload = view(m_cut, end), .line = {}, .isLast = isLast };
    m_length += piece.bytes.size();
    piece.isTooLong = m_length > m_limit;
    std::string_view line = piece.isTooLong ? piece.bytes : view(m_line, end);
    if (isLast && line.ends_with('\n')) {
        line.remove_suffix(1);
        piece.hasReturn = line.ends_with('\r');
        line.remove_suffix(piece.hasReturn ? 1 : 0);
        // Where the end lies in two pieces, this one has no more than it.
        const std::size_t ending = piece.hasReturn ? 2 : 1;
        piece.payload.remove_suffix(std::min(ending, piece.payload.size()));
    }
    if (isLast && !piece.isTooLong) {
        piece.line = line;
    }
    m_cut = end;
    m_scanned = std::max(m_scanned, end);
    if (isLast) {
        m_length = 0;
    }
    if (isLast || piece.isTooLong) {
        m_line = end;
    }
    return piece;
}

transport::Payload LineFramer::share(std::string_view part) const
{
    return {
        .bytes = m_bytes, .offset = part.data() - m_data, .length = static_cast<qsizetype>(part.size())
    };
}

} // namespace fd
