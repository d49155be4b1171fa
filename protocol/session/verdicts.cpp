// SPDX-License-Identifier: Apache-2.0
// What a finished task is judged by. What could not be checked is unknown, never ok.
#include "protocol/session/ruleids.h"
#include "protocol/session/tasktrack.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

std::string excerpt(const json::Decimal& amount)
{
    return wire::excerpt(amount.text());
}

Verdict judgeCost(const acmp::Invoke& request, const acmp::TaskResult& result)
{
    Verdict out { .id = "cost",
        .state = VerdictState::Unknown,
        .text = "",
        .expected = "",
        .found = excerpt(result.costCu) + " CU" };
    if (result.costCu.isNegative()) {
        out.state = VerdictState::Fail;
        out.text = "The cost is negative.";
        out.expected = "at least 0 CU";
        return out;
    }
    if (!request.maxPriceCu) {
        out.text = "No ceiling was set to hold the cost against.";
        return out;
    }
    out.expected = "at most " + excerpt(*request.maxPriceCu) + " CU";
    const bool isWithin = result.costCu <= *request.maxPriceCu;
    out.state = isWithin ? VerdictState::Ok : VerdictState::Fail;
    out.text = "The cost, " + out.found
        + (isWithin ? ", is within the ceiling, " : ", is above the ceiling, ") + excerpt(*request.maxPriceCu)
        + " CU.";
    return out;
}

Verdict judgeTokens(const acmp::Invoke& request, const acmp::TaskResult& result)
{
    Verdict out { .id = "tokens",
        .state = VerdictState::Ok,
        .text = "",
        .expected = "at least 0",
        .found = std::to_string(result.tokensUsed) };
    out.text = out.found + " tokens used.";
    if (result.tokensUsed < 0) {
        out.state = VerdictState::Fail;
        out.text = "The number of tokens is negative.";
    } else if (request.inputTokensEst) {
        // Of the input alone, and not binding: shown side by side, not compared.
        out.text = out.found + " tokens used, " + std::to_string(*request.inputTokensEst)
            + " of input were estimated.";
    }
    return out;
}

Verdict judgeOutput(const acmp::Invoke& request, const acmp::TaskResult& result, const Assembly& chunks)
{
    Verdict out { .id = "output", .state = VerdictState::Ok, .text = "", .expected = "", .found = "" };
    if (result.output) {
        out.found = wire::excerpt(result.output->type);
        out.text = "The output is in the result.";
        if (request.outputType && *request.outputType != result.output->type) {
            out.state = VerdictState::Warn;
            out.expected = wire::excerpt(*request.outputType);
            out.text = "The output is of another type than asked for.";
        } else if (result.outputStreamedOrDefault()) {
            out.state = VerdictState::Warn;
            out.text = "The output is in the result though it says that it was streamed.";
        }
        return out;
    }
    out.expected = "an output in the result, or in chunks";
    if (chunks.isComplete()) {
        out.found = std::to_string(chunks.nextSeq()) + " chunks";
        out.state = result.outputStreamedOrDefault() ? VerdictState::Ok : VerdictState::Warn;
        out.text = result.outputStreamedOrDefault()
            ? "The output was streamed, and is whole."
            : "The output was streamed, and is whole, but the result does not say so.";
        if (chunks.overLimit())
            out.text += " It is over 16 MiB and not put together here: its chunks are all of it.";
        return out;
    }
    out.state = VerdictState::Fail;
    out.found = chunks.highestSeq() < 0 ? "nothing" : "chunks that are not whole";
    out.text = "There is no complete output.";
    return out;
}

std::size_t countOf(const FindingList& findings, std::string_view rule)
{
    return findings.count(acmp::rule(rule));
}

Verdict judgeStream(const TaskTrack& track)
{
    Verdict out { .id = "stream",
        .state = VerdictState::Unknown,
        .text = "No chunks came.",
        .expected = "",
        .found = std::to_string(track.chunksReceived()) + " chunks" };
    const Assembly& chunks = track.output();
    const FindingList& findings = track.findings();
    if (track.chunksReceived() == 0) {
        const bool isPromised
            = track.request().streamOrDefault() && track.peer() && track.peer()->outputStreaming();
        if (isPromised && track.ended() == End::Result) {
            out.state = VerdictState::Warn;
            out.text = "A stream was asked for and advertised, but no chunks came.";
        }
        return out;
    }
    out.expected = "each seq from 0 to the final chunk, once";
    const std::size_t conflicts = countOf(findings, ruleid::kOutput.seqConflict);
    const std::size_t repeated = countOf(findings, ruleid::kOutput.seqDuplicate);
    const std::size_t reordered = countOf(findings, ruleid::kOutput.seqOrder);
    const std::size_t afterFinal = countOf(findings, ruleid::kOutput.afterFinal);
    if (const auto gap = chunks.gap()) {
        out.state = VerdictState::Fail;
        out.text = std::to_string(gap->count) + " chunks are missing, the first is seq "
            + std::to_string(gap->first) + ".";
    } else if (conflicts + afterFinal > 0) {
        out.state = VerdictState::Fail;
        out.text = conflicts > 0 ? "Two chunks of one seq differ." : "Chunks came after the final one.";
    } else if (!chunks.sawFinal()) {
        const bool isCutShort = track.ended() != End::Result;
        out.state = isCutShort ? VerdictState::Unknown : VerdictState::Fail;
        out.text = isCutShort ? "The task ended before the final chunk." : "No chunk was final.";
    } else if (repeated + reordered > 0) {
        out.state = VerdictState::Warn;
        out.text = "Whole, but " + std::to_string(repeated) + " chunks came twice and "
            + std::to_string(reordered) + " out of order.";
    } else {
        out.state = VerdictState::Ok;
        out.text = "Every chunk came once and in order.";
    }
    return out;
}

Verdict judgeDeadline(const TaskTrack& track)
{
    Verdict out { .id = "deadline", .state = VerdictState::Unknown, .text = "", .expected = "", .found = "" };
    if (!track.sentAt() || !track.endedAt()) {
        out.text = "Not run: when the request was sent is not known.";
        return out;
    }
    const auto allowed = track.request().timeoutOrDefault();
    const auto took = std::chrono::duration_cast<wire::milliseconds>(*track.endedAt() - *track.sentAt());
    out.expected = "within " + std::to_string(allowed.count()) + " ms"
        + (track.request().timeoutMs ? "" : " (the default)");
    out.found = std::to_string(took.count()) + " ms";
    const bool isAnswered = track.result() || track.error();
    if (track.ended() == End::DeadlinePassed || took > allowed) {
        out.state = VerdictState::Fail;
        out.text = isAnswered ? "The answer came after the deadline." : "No answer came within the deadline.";
    } else if (isAnswered) {
        out.state = VerdictState::Ok;
        out.text = "The answer came within the deadline.";
    } else {
        out.text = "The task ended without an answer before its deadline.";
    }
    return out;
}

} // namespace

std::string_view toString(VerdictState state)
{
    switch (state) {
    case VerdictState::Ok:
        return "ok";
    case VerdictState::Warn:
        return "warn";
    case VerdictState::Fail:
        return "fail";
    case VerdictState::Unknown:
        return "unknown";
    }
    return "";
}

std::vector<Verdict> TaskTrack::verdicts() const
{
    std::vector<Verdict> out;
    if (isRunning() || !m_result) {
        const std::string text = isRunning() ? "The task runs." : "No result came.";
        for (const std::string_view id : { "cost", "tokens", "output", "stream", "proof", "deadline" }) {
            out.push_back(
                { .id = id, .state = VerdictState::Unknown, .text = text, .expected = "", .found = "" });
        }
        if (!isRunning()) {
            out[3] = judgeStream(*this);
            out[5] = judgeDeadline(*this);
        }
        return out;
    }
    std::vector<Verdict> all { judgeCost(m_request, *m_result), judgeTokens(m_request, *m_result),
        judgeOutput(m_request, *m_result, m_output), judgeStream(*this), m_proof.verdict,
        judgeDeadline(*this) };
    if (m_signature) {
        all.push_back(*m_signature);
    }
    return all;
}

} // namespace session
