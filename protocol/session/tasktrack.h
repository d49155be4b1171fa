// SPDX-License-Identifier: Apache-2.0
// The life of one task as a fold over what was sent and received (Layer 1 §3, §7): chunks by seq, heartbeats,
// the end, what is wrong with any of it. Owns no timer and no socket; TaskRun, lint, tap and the views all
// use it.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/acmp/checks.h"
#include "protocol/acmp/incoming.h"
#include "protocol/session/assembly.h"
#include "protocol/session/findinglist.h"
#include "protocol/session/proofcheck.h"
#include "protocol/session/verdict.h"

#include <optional>
#include <vector>

namespace session {

namespace ruleid {
struct Stream;
}

/// How a task ended, as its buyer sees it.
enum class End : std::uint8_t {
    None, ///< it runs
    Result,
    Error, ///< an ACMP or JSON-RPC error
    Cancelled, ///< confirmed by -33004 after we asked
    CancelUnconfirmed, ///< we asked, the grace passed, the substrate's own signal was used
    DeadlinePassed, ///< timeout_ms (D9)
    LivenessLost, ///< D8
    ConnectionLost, ///< could not be reached, or broke
    Refused, ///< by the transport: HTTP 401, 403, 429
    ProtocolBroken, ///< what came can't be understood as an answer
    AsksForMore, ///< D27
};

struct HeartbeatFacts {
    std::uint64_t count = 0;
    std::optional<wire::Instant> lastAt;
    std::optional<wire::nanoseconds> lastInterval, longestInterval;
    std::optional<json::Decimal> progress;
    std::string detail;
};

class TaskTrack final {
public:
    /// `peer`: what the provider declared; nullopt = unknown, nothing is gated or judged by it (D28).
    TaskTrack(acmp::Invoke request, std::optional<acmp::Capability> peer);

    // --- the fold ---
    void sent(wire::Instant at);
    /// The same task was sent again, after its stream broke (Layer 1 §7.1) or after its end: chunks so far
    /// are discarded, and so is how it ended. A result must cost what the one before it did.
    void sentAgain(wire::Instant at);
    void cancelSent(wire::Instant at);
    /// For the rules of the input's own stream (Layer 1 §3.4); `origin` of what was sent.
    void inputSent(const acmp::InputChunk& chunk, const acmp::Origin& origin);
    void received(const acmp::Incoming& message, const acmp::Origin& origin);
    /// A finding of the binding below: framing, headers, ids.
    void add(acmp::Finding finding) { m_findings.add(std::move(finding)); }
    /// What others check of a message to this task; their pointers start at `at`.
    void add(acmp::Findings checks, std::string_view at, const acmp::Origin& origin)
    {
        m_findings.add(std::move(checks), at, origin);
    }
    /// What became of the result's signature, which the track can't check itself: one verdict more.
    void setSignature(Verdict verdict) { m_signature = std::move(verdict); }
    /// For ends that no message tells. Ignored once the task has ended.
    void end(End how, wire::Instant at);

    // --- what is known ---
    const acmp::Invoke& request() const { return m_request; }
    const std::optional<acmp::Capability>& peer() const { return m_peer; }
    End ended() const { return m_end; }
    bool isRunning() const { return m_end == End::None; }
    std::optional<wire::Instant> sentAt() const { return m_sentAt; }
    std::optional<wire::Instant> cancelSentAt() const { return m_cancelSentAt; }
    std::optional<wire::Instant> endedAt() const { return m_endedAt; }
    std::optional<wire::Instant> lastLifeAt() const { return m_lastLifeAt; }
    const HeartbeatFacts& heartbeats() const { return m_heartbeats; }
    std::uint64_t chunksReceived() const { return m_chunksReceived; }
    const Assembly& output() const { return m_output; }
    const std::optional<acmp::TaskResult>& result() const { return m_result; }
    const std::optional<acmp::TaskError>& error() const { return m_error; }
    const FindingList& findings() const { return m_findings; }
    /// Judged anew at each call; `unknown` while the task runs.
    std::vector<Verdict> verdicts() const;

private:
    void checkTaskId(std::string_view taskId, std::string_view rule, const acmp::Origin& origin);
    void checkDeadline(const acmp::Origin& origin);
    void receivedAfterEnd(const acmp::Incoming& message, const acmp::Origin& origin);
    void receivedChunk(const acmp::StreamChunk& chunk, const acmp::Origin& origin);
    void checkStreamed(const acmp::Origin& origin);
    struct AddedChunk {
        std::int64_t seq;
        bool isFinal;
        Assembly::Outcome outcome;
        std::int64_t highestBefore;
    };
    void checkSeq(const ruleid::Stream& rules, const AddedChunk& chunk, const acmp::Origin& origin);
    void receivedHeartbeat(const acmp::Heartbeat& heartbeat, const acmp::Origin& origin);
    void receivedResult(const acmp::TaskResult& result, const acmp::Origin& origin);
    void checkStreamEnd(const acmp::TaskResult& result, const acmp::Origin& origin);
    void receivedError(const acmp::TaskError& error, const acmp::Origin& origin);
    void receivedOther(const acmp::Other& other, const acmp::Origin& origin);
    void receivedOtherType(const std::string& resultType, const acmp::Origin& origin);
    void receivedWrongAnswer(std::string_view kind, const acmp::Origin& origin);

    acmp::Invoke m_request;
    std::optional<acmp::Capability> m_peer;
    End m_end = End::None;
    std::optional<wire::Instant> m_sentAt, m_cancelSentAt, m_endedAt, m_lastLifeAt;
    HeartbeatFacts m_heartbeats;
    std::uint64_t m_chunksReceived = 0;
    Assembly m_output;
    std::optional<Assembly> m_input;
    std::optional<acmp::TaskResult> m_result;
    ProofJudgement m_proof;
    std::optional<Verdict> m_signature;
    std::optional<json::Decimal> m_costBefore; ///< of the result before it was sent again
    std::optional<acmp::TaskError> m_error;
    FindingList m_findings;

    bool m_replayAwaited
        = false; // sent again, and seq 0 not come since: chunks may still be the old stream's
    bool m_isCancelAnswered = false; ///< after this side had given the task up
    bool m_streamChecked = false;
    bool m_heartbeatChecked = false;
};

std::string_view toString(End end); ///< "running", "result", "cancelled", …

} // namespace session
