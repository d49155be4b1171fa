// SPDX-License-Identifier: Apache-2.0
// What the index knows of one slice of the record without reading it.
#pragma once

#include "protocol/wire/slice.h"

#include <cstdint>

namespace capture {

struct Row {
    std::uint64_t offset = 0; ///< of its block in the file
    wire::Instant at;
    std::uint32_t length = 0; ///< bytes on the wire
    std::uint32_t payloadOffset
        = 0; ///< in the bytes; with kDetached equal to length: the copy stands behind them
    std::uint32_t payloadLength = 0;
    wire::ConnectionId connection = wire::ConnectionId::None;
    std::uint32_t exchange = 0;
    wire::Direction direction = wire::Direction::Received;
    wire::SliceKind kind = wire::SliceKind::Unparsed;
    std::uint8_t flags = 0;

    bool operator==(const Row&) const = default;

    bool isDetached() const { return (flags & wire::kDetached) != 0; }
    /// A piece of a message that goes on in a later row of this connection and direction: for a frame the
    /// next but control frames, which may come between its fragments.
    bool goesOn() const { return liesInPieces(kind) && (flags & wire::kPartial) != 0; }
    static bool liesInPieces(wire::SliceKind kind)
    {
        return kind == wire::SliceKind::HttpBody || kind == wire::SliceKind::Line
            || kind == wire::SliceKind::Frame;
    }
    /// What its block holds behind the fixed part: the bytes, and a detached payload.
    std::uint64_t storedLength() const
    {
        return std::uint64_t { length } + (isDetached() ? payloadLength : 0U);
    }
};
static_assert(sizeof(Row) <= 40);

} // namespace capture
