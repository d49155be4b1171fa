// SPDX-License-Identifier: Apache-2.0
// Bytes in, lines out (MCP stdio §Messages, ACP transports): each ends with a line feed, before which a
// carriage return is tolerated; NUL and bad UTF-8 are bytes like others. The same pieces come out however the
// stream is cut, each byte in one of them. Looks at each byte once; holds one line up to the limit, and what
// was read beyond.
#pragma once

#include "protocol/transport/payload.h"
#include "protocol/wire/slice.h"

#include <cstdint>
#include <optional>
#include <span>

namespace fd {

/// The views are valid until the next call.
struct LinePiece {
    std::string_view bytes; ///< with the line's end, if it is here
    std::string_view payload; ///< without
    std::string_view line; ///< of the last piece of a line within the limit: all of it, without its end
    bool isLast = false; ///< of its line
    bool isTooLong = false; ///< with this piece the line is over the limit: it is no message
    bool isUnfinished = false; ///< the stream ended before the line
    bool hasReturn = false; ///< of a last piece: the line ended with CR LF
};

/// Of the slice that holds a piece of a line.
constexpr std::uint8_t flagsOf(bool isLast)
{
    return isLast ? std::uint8_t { 0 } : std::uint8_t { wire::kPartial };
}

class LineFramer final {
public:
    /// Longer lines come in pieces, so that nobody needs memory for them twice.
    static constexpr std::size_t kLongestPiece = std::size_t { 1 } << 20;

    /// `limit` of a line with its end, in bytes, not 0.
    explicit LineFramer(std::size_t limit);

    /// Where to read to: 64 KiB or more.
    std::span<char> room();
    void commit(std::size_t size) { m_used += size; }

    /// nullopt: needs more bytes.
    std::optional<LinePiece> next();
    /// The stream is at its end, and next() had nothing: what is left of it.
    std::optional<LinePiece> finish();
    /// What next() or finish() just showed, sharing our memory.
    transport::Payload share(std::string_view part) const;

private:
    LinePiece cut(std::size_t end, bool isLast);
    std::string_view view(std::size_t from, std::size_t to) const { return { m_data + from, to - from }; }

    const std::size_t m_limit;
    const std::size_t m_longestPiece;
    QByteArray m_bytes; ///< what is handed out of it never moves nor changes
    char* m_data = nullptr; ///< of m_bytes; what lies behind m_used nobody else looks at
    std::size_t m_used = 0;
    std::size_t m_line = 0; ///< start of the line; of what is not yet cut, if it is too long
    std::size_t m_cut = 0; ///< what lies before was handed out
    std::size_t m_scanned = 0; ///< no line feed between m_cut and this
    std::uint64_t m_length = 0; ///< of the line, as far as it is cut
};

} // namespace fd
