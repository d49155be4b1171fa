// SPDX-License-Identifier: Apache-2.0
// What comes while a task runs: chunks (Layer 1 §3.5 and §7.1, decisions D5 and D10) and heartbeats (§3.6).
#include "protocol/session/folding.h"
#include "protocol/session/ruleids.h"
#include "protocol/session/tasktrack.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

constexpr char kSeqPointer[] = "/params/seq";

std::string seqText(std::int64_t seq)
{
    return "seq " + std::to_string(seq);
}

} // namespace

void TaskTrack::receivedChunk(const acmp::StreamChunk& chunk, const acmp::Origin& origin)
{
    ++m_chunksReceived;
    m_findings.add(acmp::check(chunk), "/params", origin);
    checkTaskId(chunk.taskId, ruleid::kOutput.foreignTask, origin);
    if (!m_streamChecked) {
        checkStreamed(origin);
    }
    if (m_replayAwaited && chunk.seq == 0) {
        // On a shared channel chunks of the broken stream may have come first.
        m_output.restart();
        m_replayAwaited = false;
    }
    const std::int64_t highestBefore = m_output.highestSeq();
    const Assembly::Outcome outcome = m_output.add(chunk.seq, chunk.chunk, chunk.finalOrDefault());
    if (outcome == Assembly::Outcome::Early && highestBefore < 0 && m_replayAwaited) {
        return; // the broken stream's
    }
    checkSeq(ruleid::kOutput, { chunk.seq, chunk.finalOrDefault(), outcome, highestBefore }, origin);
}

void TaskTrack::inputSent(const acmp::InputChunk& chunk, const acmp::Origin& origin)
{
    if (!m_input) {
        m_input.emplace();
        if (!m_request.inputStreamOrDefault()) {
            m_findings.breach(
                ruleid::kInput.notAsked, "input_stream true in acmp/invoke", "an input chunk", origin);
        }
    }
    m_findings.add(acmp::check(chunk), "/params", origin);
    checkTaskId(chunk.taskId, ruleid::kInput.foreignTask, origin);
    const std::int64_t highestBefore = m_input->highestSeq();
    const Assembly::Outcome outcome = m_input->add(chunk.seq, chunk.chunk, chunk.finalOrDefault());
    checkSeq(ruleid::kInput, { chunk.seq, chunk.finalOrDefault(), outcome, highestBefore }, origin);
}

void TaskTrack::checkStreamed(const acmp::Origin& origin)
{
    m_streamChecked = true;
    if (!m_request.streamOrDefault()) {
        m_findings.breach(ruleid::kOutput.notAsked, "no chunks: stream was not true", "a chunk", origin);
    }
    if (m_peer && !m_peer->outputStreaming()) {
        m_findings.breach(
            ruleid::kNotAdvertised, "no chunks: output_streaming is not advertised", "a chunk", origin);
    }
}

void TaskTrack::checkSeq(const ruleid::Stream& rules, const AddedChunk& chunk, const acmp::Origin& origin)
{
    using Outcome = Assembly::Outcome;
    if (chunk.outcome == Outcome::InOrder && chunk.seq > chunk.highestBefore) {
        return;
    }
    const std::string seq = seqText(chunk.seq);
    switch (chunk.outcome) {
    case Outcome::InOrder:
        m_findings.breach(rules.seqOrder, "before " + seqText(chunk.highestBefore), seq, origin, kSeqPointer);
        break;
    case Outcome::Early:
        if (chunk.highestBefore < 0) {
            m_findings.breach(rules.seqStart, seqText(0), seq, origin, kSeqPointer);
        } else if (chunk.seq < chunk.highestBefore) {
            m_findings.breach(
                rules.seqOrder, "before " + seqText(chunk.highestBefore), seq, origin, kSeqPointer);
        }
        break;
    case Outcome::TooEarly:
        m_findings.breach(rules.seqGap, "the chunks before it", seq + ", dropped: too many wait already",
            origin, kSeqPointer);
        break;
    case Outcome::Duplicate:
        m_findings.breach(rules.seqDuplicate, "each seq once", seq, origin, kSeqPointer);
        break;
    case Outcome::DuplicateNotCompared:
        m_findings.breach(
            rules.seqDuplicate, "each seq once", seq + ", data not compared", origin, kSeqPointer);
        break;
    case Outcome::Conflict:
        m_findings.breach(
            rules.seqConflict, "the data as before", seq + " with other data", origin, kSeqPointer);
        break;
    case Outcome::AfterFinal:
        m_findings.breach(rules.afterFinal, "no chunk after the final one", seq, origin, kSeqPointer);
        break;
    case Outcome::Negative:
        break; // a matter of the one message: acmp::check says it
    }
    const bool isTaken = chunk.outcome == Outcome::InOrder || chunk.outcome == Outcome::Early;
    if (chunk.isFinal && isTaken && chunk.seq < chunk.highestBefore) {
        m_findings.breach(rules.afterFinal, "none above " + seq + ", which is final",
            seqText(chunk.highestBefore), origin, "/params/final");
    }
}

void TaskTrack::receivedHeartbeat(const acmp::Heartbeat& heartbeat, const acmp::Origin& origin)
{
    m_findings.add(acmp::check(heartbeat), "/params", origin);
    checkTaskId(heartbeat.taskId, ruleid::kHeartbeatForeign, origin);
    // 0: none advertised, or nothing known of the peer.
    const auto advertised
        = m_peer ? m_peer->heartbeatInterval().value_or(wire::milliseconds(0)) : wire::milliseconds(0);
    if (m_peer && !m_peer->heartbeatInterval() && !m_heartbeatChecked) {
        m_findings.breach(ruleid::kHeartbeatNotAdvertised,
            "no heartbeat: no heartbeat_interval_ms advertised", "one", origin);
    }
    m_heartbeatChecked = true;
    if (m_heartbeats.lastAt) {
        const wire::nanoseconds interval = origin.at - *m_heartbeats.lastAt;
        m_heartbeats.lastInterval = interval;
        m_heartbeats.longestInterval = std::max(interval, m_heartbeats.longestInterval.value_or(interval));
        if (advertised.count() > 0 && interval > wire::nanoseconds(advertised) * 3 / 2) {
            m_findings.breach(ruleid::kInterval, msText(advertised), msText(interval), origin);
        }
    }
    if (heartbeat.progress && m_heartbeats.progress && *heartbeat.progress < *m_heartbeats.progress) {
        m_findings.breach(ruleid::kProgressBackwards,
            "at least " + wire::excerpt(m_heartbeats.progress->text()),
            wire::excerpt(heartbeat.progress->text()), origin, "/params/progress");
    }
    ++m_heartbeats.count;
    m_heartbeats.lastAt = origin.at;
    if (heartbeat.progress) {
        m_heartbeats.progress = heartbeat.progress;
    }
    m_heartbeats.detail = heartbeat.detail.value_or(std::string());
}

// A result closes both streams: whatever is missing now will not come.
void TaskTrack::checkStreamEnd(const acmp::TaskResult& result, const acmp::Origin& origin)
{
    if (m_input && !m_input->sawFinal()) {
        m_findings.breach(
            ruleid::kInputUnfinished, "an input chunk with final: true before the result", "none", origin);
    }
    if (m_output.highestSeq() < 0) {
        const bool isPromised = m_request.streamOrDefault() && m_peer && m_peer->outputStreaming();
        if (isPromised && !result.outputStreamedOrDefault()) {
            m_findings.breach(ruleid::kNotStreamed, "chunks", "none", origin);
        }
        return;
    }
    if (const auto gap = m_output.gap()) {
        m_findings.breach(ruleid::kOutput.seqGap, "every seq up to " + std::to_string(m_output.highestSeq()),
            std::to_string(gap->count) + " missing, the first is " + seqText(gap->first), origin);
    }
    if (!m_output.sawFinal()) {
        m_findings.breach(ruleid::kNoFinal, "a chunk with final: true before the result",
            "none, the highest is " + seqText(m_output.highestSeq()), origin);
    }
    if (!result.outputStreamedOrDefault()) {
        m_findings.breach(ruleid::kNotMarkedStreamed, "output_streamed true",
            "chunks, and output_streamed false", origin, "/result/output_streamed");
    }
}

} // namespace session
