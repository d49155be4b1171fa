// SPDX-License-Identifier: Apache-2.0
// The rules (acmp/rules.h) that take a task's history to judge. Internal to session/ and lint/.
#pragma once

#include <string_view>

namespace session::ruleid {

/// Of a stream of chunks: the same for input (Layer 1 §3.4) and output (§3.5).
struct Stream {
    std::string_view seqStart, seqOrder, seqGap, seqDuplicate, seqConflict, afterFinal, notAsked, foreignTask;
};

inline constexpr Stream kInput { "L1-3.4-seq-start", "L1-3.4-seq-order", "L1-3.4-seq-gap",
    "L1-3.4-seq-duplicate", "L1-3.4-seq-conflict", "L1-3.4-after-final", "L1-3.4-not-asked",
    "L1-3.4-foreign-task" };
inline constexpr Stream kOutput { "L1-3.5-seq-start", "L1-3.5-seq-order", "L1-3.5-seq-gap",
    "L1-3.5-seq-duplicate", "L1-3.5-seq-conflict", "L1-3.5-after-final", "L1-3.5-not-asked",
    "L1-3.5-foreign-task" };

inline constexpr std::string_view kExecutedTwice = "L1-3.1.1-executed-twice";
inline constexpr std::string_view kDeadline
    = "L1-3.1-deadline",
    kInputUnfinished = "L1-3.4-result-before-final", kNoFinal = "L1-3.5-no-final",
    kHeartbeatForeign = "L1-3.6-foreign-task", kInterval = "L1-3.6-interval",
    kLivenessLost = "L1-3.6-liveness-lost", kProgressBackwards = "L1-3.6-progress-backwards",
    kCancelledUnasked = "L1-3.7-cancelled-unasked", kLate = "L1-3.7-late",
    kNotCancelled = "L1-3.7-not-cancelled", kNotStreamed = "L1-7.1-not-streamed",
    kNotMarkedStreamed = "L1-7.1-output-not-marked", kResultBeforeFinal = "L1-7.1-result-before-final",
    kNotAdvertised = "L1-1-not-advertised-emitted", kHeartbeatNotAdvertised = "L1-1-not-advertised-heartbeat",
    kHashMismatch = "L3-result-hash-mismatch", kHashNotJcs = "L3-result-hash-not-jcs",
    kResultField = "L1-3.2-field", kAsksForMore = "MCP-input-required",
    kResultType = "MCP-result-type-unknown", kSecondAnswer = "RPC-second-answer";

} // namespace session::ruleid
