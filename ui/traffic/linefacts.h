// SPDX-License-Identifier: GPL-3.0-or-later
// What a line of the list says, read from the record when it is to be shown.
#pragma once

#include "ui/traffic/items.h"

#include "protocol/dissect/summary.h"

namespace traffic {

enum class Kind : std::uint8_t {
    Plain, ///< HTTP heads and tails, comments, control frames, JSON that is no message
    Request, ///< and notifications of the buyer
    Chunk,
    Heartbeat,
    Result,
    Error,
    Part, ///< of a message that lies in several rows
    Large, ///< over kLongestRead: not read for the list
    Damaged,
    Event,
    Log, ///< a line of stderr
    Noise, ///< a line of stdout that is no message
};

/// What a result is the answer to, by its members.
enum class Answer : std::uint8_t { Other, Offer, Ack, Task, Discovery };

struct LineFacts {
    /// Rows that hold more are not read for the list.
    static constexpr std::uint64_t kLongestRead = std::uint64_t { 2 } << 20;

    Kind kind = Kind::Plain;
    Items::Place place;
    wire::Instant at;
    capture::Row row; ///< of a row
    std::optional<capture::ConnectionState> connection;
    dissect::Summary summary;
    Answer answer = Answer::Other;
    std::string amount; ///< price of an offer, cost of a result; as written, shortened
    std::optional<double> progress; ///< of a heartbeat
    std::string comment; ///< what a slice without message holds, shortened, without its colours
    bool isLastPart = false;
    std::string problem; ///< of a damaged row
    std::optional<capture::Event> event;
};

/// Where HTTP's numbers say nothing: a row's exchange is what the check found out, if it is of any.
inline bool isOfSharedChannel(wire::SliceKind kind)
{
    return kind >= wire::SliceKind::Line && kind <= wire::SliceKind::ControlFrame;
}

LineFacts readLine(const capture::Record& record, const Items::Place& place, json::Document& scratch);

} // namespace traffic
