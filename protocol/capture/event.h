// SPDX-License-Identifier: Apache-2.0
// What a record holds besides slices, each at its place between the rows.
#pragma once

#include "protocol/wire/sink.h"

#include <cstdint>
#include <string>
#include <variant>

namespace capture {

struct Opened {
    wire::ConnectionId connection = wire::ConnectionId::None;
    wire::ConnectionFacts facts;
};

struct Closed {
    wire::ConnectionId connection = wire::ConnectionId::None;
    std::string cause;
};

enum class MarkKind : std::uint32_t {
    Note = 1,
    Began = 2, ///< the first event of every file
    MachineSlept = 3,
    Dropped = 4, ///< slices that came while the file could not be written: Mark::slices, Mark::bytes
    Ended = 5, ///< recording was ended; absent after a crash
};

/// A remark of the recording program. Its two clocks tie instants to the time of day.
struct Mark {
    MarkKind kind = MarkKind::Note;
    std::int64_t unixMs = 0;
    std::uint64_t slices = 0;
    std::uint64_t bytes = 0;
    std::string text;
};

/// Bytes of the file that could not be read; found on opening, never written. Rows are numbered across it.
struct Gap {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::string reason;
};

struct Event {
    wire::RecordNo before = 0; ///< stands before the row of this number
    wire::Instant at; ///< of a Gap: zero
    std::variant<Opened, Closed, Mark, Gap> what;
};

} // namespace capture
