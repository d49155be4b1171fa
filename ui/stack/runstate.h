// SPDX-License-Identifier: GPL-3.0-or-later
// One task as the window sees it: an immutable state, published at most once a frame, and logs that only
// grow.
#pragma once

#include "ui/stack/deal.h"

#include "protocol/binding/access.h"

#include "protocol/buyer/taskrun.h"
#include "protocol/wire/appendlog.h"

namespace stack {

enum class RunId : std::uint32_t { None };

struct Invocation {
    binding::Access target;
    acmp::Invoke request; ///< an empty task_id gets one
    buyer::TaskOptions options;
    bool force = false; ///< sends what the provider did not advertise, too
    DealPtr deal = {}; ///< under which it runs; null: none
};

/// What one attempt received, in the order of arrival. Written by the I/O thread.
struct RunLog {
    static constexpr std::uint32_t kNotRecorded = UINT32_MAX;
    struct Beat {
        wire::Instant at;
        float progress = -1; ///< 0…1; < 0: not told
    };
    wire::AppendLog<std::uint32_t> chunks; ///< their records; late ones too
    wire::AppendLog<Beat, 1024, 1024> beats; ///< beyond its room the oldest are what is kept
    wire::AppendLog<char, 65'536, 256> text; ///< output in order, where it is text; at most 16 MiB
};

/// The pieces of the input that were given to a run, in the order of seq. Written by the I/O thread.
struct InputLog {
    struct Piece {
        std::uint64_t bytes = 0; ///< of its data as JSON
        bool isFinal = false;
        std::string begin; ///< of its data, shortened
    };
    wire::AppendLog<Piece, 1024> pieces;
};

/// A file to be sent as pieces of the input. It does not end the input.
struct InputFromFile {
    std::string path;
    std::string type; ///< of each piece: "text", "image/png"
    std::optional<std::int64_t> pieceBytes; ///< else a line each, its end kept; at most 1 MiB
};

/// How many chunks came in each stretch of time since the task was sent. Keeps at most kBuckets.
struct Ticks {
    static constexpr std::size_t kBuckets = 2048;
    wire::nanoseconds width { 1'000'000 };
    std::vector<std::uint32_t> counts;
};

enum class Stage : std::uint8_t {
    Discovering, ///< asks the provider what it is
    Running,
    Cancelling,
    Ended, ///< the outcome is known
};

struct RunState {
    RunId id = RunId::None;
    binding::Access target;
    std::string transport; ///< "MCP over HTTP"
    std::string provider; ///< as it calls itself; may be empty
    std::optional<acmp::Capability> peer;
    acmp::Invoke request;
    DealPtr deal; ///< null: none
    unsigned attempt = 1;
    Stage stage = Stage::Discovering;
    bool isClosed = false; ///< nothing of it is on a wire any more: retry may follow
    session::End ended = session::End::None;

    std::optional<wire::Instant> sentAt, firstByteAt, cancelSentAt, endedAt, deadlineAt, lastLifeAt;
    std::optional<wire::nanoseconds> livenessWindow;
    std::optional<wire::nanoseconds> advertisedBeat;
    session::HeartbeatFacts heartbeats;
    std::uint64_t chunks = 0, lateChunks = 0, outputBytes = 0;
    Ticks ticks;
    std::vector<session::Verdict> verdicts;
    std::shared_ptr<const std::vector<acmp::Finding>> findings; ///< of those kept; never null
    std::uint64_t findingCount = 0;
    std::optional<acmp::TaskResult> result;
    std::optional<acmp::Content> output; ///< whole, once there is a result
    bool isOutputCut = false; ///< of a stream over 16 MiB: `log` has the start of it, Traffic all
    std::optional<acmp::TaskError> error;
    std::optional<wire::Error> failure; ///< of connection, protocol or gating
    std::shared_ptr<const RunLog> log; ///< of this attempt; never null

    std::shared_ptr<const InputLog> input; ///< of all attempts: each sends it from the start; never null
    std::uint64_t inputTaken = 0; ///< pieces that the peer's transport took, in this attempt
    bool isInputEnded = false; ///< the final piece is among them
    std::string inputFile; ///< being read; empty: none
    /// The piece behind those taken was not: none follows, a retry sends them all again.
    bool isInputBroken = false;
    std::optional<wire::Error> inputFailure; ///< of that piece, of a file, or of too long an input
};

} // namespace stack
