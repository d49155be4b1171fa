// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a record up to a row: its tasks and negotiations, and how many breaches of each level.
#pragma once

#include "ui/analysis/blocklist.h"

#include "protocol/acmp/rules.h"
#include "protocol/session/offertrack.h"
#include "protocol/session/tasktrack.h"
#include "protocol/wire/slice.h"

#include <array>
#include <optional>
#include <string>

namespace analysis {

/// Strings are a peer's: plain text, of any length where nothing else is said.
struct TaskSummary {
    std::string taskId;
    std::string capability; ///< shortened
    std::string peer; ///< address of the other side
    std::string endpoint; ///< where it was asked for: "127.0.0.1:8402/mcp"; shortened, empty if not known
    wire::Direction asked = wire::Direction::Sent; ///< Sent: asked by us; Received: of us
    wire::ConnectionId connection = wire::ConnectionId::None; ///< of its first acmp/invoke
    wire::RecordNo invoke = wire::kNoRecord;
    wire::RecordNo last = wire::kNoRecord; ///< the latest row that is about it
    wire::Instant startedAt;
    std::optional<wire::Instant> endedAt;
    session::End ended = session::End::None;
    bool isCancelAsked = false;
    std::uint64_t chunks = 0;
    std::uint64_t heartbeats = 0;
    double progress = -1; ///< 0…1, of the latest heartbeat; < 0: not told
    std::string costCu; ///< as written, shortened; empty if not told
    std::optional<std::int64_t> errorCode;
    std::size_t findings = 0;
    bool operator==(const TaskSummary&) const = default;
};

struct DealSummary {
    wire::RecordNo request = wire::kNoRecord; ///< the acmp/offerRequest
    wire::Direction asked = wire::Direction::Sent; ///< Sent: asked by us; Received: of us
    wire::ConnectionId connection = wire::ConnectionId::None;
    std::string peer;
    std::string endpoint; ///< as of a task
    std::string capability; ///< shortened
    session::OfferTrack::State state = session::OfferTrack::State::Asked;
    std::string offerId; ///< empty without an offer
    std::string priceCu; ///< as written, shortened
    std::optional<std::int64_t> errorCode; ///< of a refused request or accept
    wire::Instant askedAt;
    std::optional<wire::Instant> answeredAt;
    bool operator==(const DealSummary&) const = default;
};

struct Snapshot {
    wire::RecordNo checkedTo = 0; ///< rows before it are taken into account
    std::uint64_t messages = 0;
    std::uint64_t unreadable = 0; ///< rows whose bytes are damaged or missing
    std::array<std::uint64_t, 3> counts {}; ///< breaches by acmp::Level, kept or only counted
    BlockList<TaskSummary> tasks; ///< in the order first asked; an item never moves
    BlockList<DealSummary> deals; ///< the same

    std::uint64_t count(acmp::Level level) const { return counts[static_cast<std::size_t>(level)]; }
};

} // namespace analysis
