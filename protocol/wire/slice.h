// SPDX-License-Identifier: Apache-2.0
// A contiguous piece of one direction of one connection, cut at message boundaries. A connection's slices of
// one direction, put together, are its byte stream. A row of the record is a slice.
#pragma once

#include "protocol/wire/clock.h"
#include "protocol/wire/ids.h"

#include <string_view>

namespace wire {

enum class Direction : std::uint8_t { Sent, Received };

enum class SliceKind : std::uint8_t {
    HttpHead = 1, ///< start line and header fields, through the empty line
    HttpBody = 2, ///< a body, or with kPartial a piece of a long one
    SseEvent = 3, ///< one event of a text/event-stream body, with what HTTP framing is mixed in
    HttpTail = 4, ///< framing after the last message: final chunk, trailers
    Unparsed = 5, ///< bytes that are nothing of their transport: shown, not understood
    Line = 6, ///< a line of a stdio channel with its end; payload: without it
    LogLine = 7, ///< a line of a child's stderr, which is a connection of its own; payload: without its end
    Frame = 8, ///< a WebSocket message's data frame or frames (RFC 6455 §5.6); payload: its text, unmasked
    ControlFrame = 9, ///< a ping, pong or close (RFC 6455 §5.5); payload: its application data, unmasked
};

/// A payload that is (a piece of) a message of the protocol above.
constexpr bool holdsMessage(SliceKind kind)
{
    return kind == SliceKind::HttpBody || kind == SliceKind::SseEvent || kind == SliceKind::Line
        || kind == SliceKind::Frame;
}

/// Flags of a slice, or-ed.
enum SliceFlag : std::uint8_t {
    kPartial = 1, ///< the message goes on in the next slice of this direction
    kDetached
    = 2, ///< the message lies scattered in `bytes` (chunk framing, several data lines); `payload` is a copy
};

struct Slice {
    ConnectionId connection = ConnectionId::None;
    Direction direction = Direction::Received;
    SliceKind kind = SliceKind::Unparsed;
    std::uint8_t flags = 0;
    Instant at; ///< when its last byte was read or written
    std::uint32_t exchange = 0; ///< the n-th request of its connection, from 1; 0 before the first
    std::string_view bytes; ///< valid during the call that hands the slice over
    std::string_view
        payload; ///< the message within: a part of `bytes`, or with kDetached a copy; empty if none
};

} // namespace wire
