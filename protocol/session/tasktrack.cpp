// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/tasktrack.h"

#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"
#include "protocol/session/folding.h"
#include "protocol/session/ruleids.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

// What MCP says an answer is (decision D2), from a result's members that ACMP doesn't name.
std::string resultType(const acmp::Extra& extra)
{
    const auto member = std::ranges::find(extra, "resultType", [](const auto& entry) { return entry.first; });
    return member == extra.end() ? "complete"
                                 : member->second.toText().value_or(std::string(member->second.text()));
}

std::string resultType(const acmp::Other& other)
{
    json::Document document;
    document.borrow(other.message.text());
    return document.at("/result/resultType").text().value_or("complete");
}

std::string_view kindOf(const acmp::Incoming& message)
{
    return std::visit(Overloaded {
                          [](const acmp::StreamChunk&) { return std::string_view("a chunk"); },
                          [](const acmp::Heartbeat&) { return std::string_view("a heartbeat"); },
                          [](const acmp::TaskResult&) { return std::string_view("a result"); },
                          [](const acmp::TaskError&) { return std::string_view("an error"); },
                          [](const acmp::Offer&) { return std::string_view("an offer"); },
                          [](const acmp::Ack&) { return std::string_view("an ack"); },
                          [](const acmp::Other&) { return std::string_view("another message"); },
                      },
        message);
}

bool isAnswer(const acmp::Incoming& message)
{
    if (const auto* other = std::get_if<acmp::Other>(&message)) {
        return other->method == "result" || other->method == "error";
    }
    return !std::holds_alternative<acmp::StreamChunk>(message)
        && !std::holds_alternative<acmp::Heartbeat>(message);
}

// The provider itself ended the task.
bool wasAnswered(End end)
{
    return end == End::Result || end == End::Error || end == End::Cancelled;
}

} // namespace

std::string_view toString(End end)
{
    switch (end) {
    case End::None:
        return "running";
    case End::Result:
        return "result";
    case End::Error:
        return "error";
    case End::Cancelled:
        return "cancelled";
    case End::CancelUnconfirmed:
        return "cancelled, unconfirmed";
    case End::DeadlinePassed:
        return "deadline passed";
    case End::LivenessLost:
        return "liveness lost";
    case End::ConnectionLost:
        return "connection lost";
    case End::Refused:
        return "refused";
    case End::ProtocolBroken:
        return "protocol broken";
    case End::AsksForMore:
        return "provider asks for more";
    }
    return "";
}

TaskTrack::TaskTrack(acmp::Invoke request, std::optional<acmp::Capability> peer)
    : m_request(std::move(request))
    , m_peer(std::move(peer))
{
}

void TaskTrack::sent(wire::Instant at)
{
    m_sentAt = at;
    m_lastLifeAt = at;
}

void TaskTrack::sentAgain(wire::Instant at)
{
    if (!isRunning()) {
        // What is stored of it comes again (D6); the deadline is the new request's.
        m_end = End::None;
        m_endedAt.reset();
        m_sentAt = at;
        m_cancelSentAt.reset();
        m_isCancelAnswered = false;
        if (m_result) {
            m_costBefore = m_result->costCu;
        }
        m_result.reset();
        m_error.reset();
        m_proof = {};
    }
    m_lastLifeAt = at;
    m_heartbeats.lastAt.reset(); // the pause between two streams is no interval
    m_output.restart();
    m_replayAwaited = true;
}

void TaskTrack::cancelSent(wire::Instant at)
{
    if (!m_cancelSentAt) {
        m_cancelSentAt = at;
    }
}

void TaskTrack::end(End how, wire::Instant at)
{
    if (!isRunning() || how == End::None) {
        return;
    }
    m_end = how;
    m_endedAt = at;
    const std::string_view rule = how == End::DeadlinePassed ? ruleid::kDeadline
        : how == End::LivenessLost                           ? ruleid::kLivenessLost
        : how == End::CancelUnconfirmed                      ? ruleid::kNotCancelled
                                                             : std::string_view();
    // Given up without acmp/cancel there was nothing to confirm.
    const bool wasNotAsked = how == End::CancelUnconfirmed && !m_cancelSentAt;
    if (!rule.empty() && !wasNotAsked) {
        const std::optional<wire::Instant> since = how == End::DeadlinePassed ? m_sentAt
            : how == End::LivenessLost                                        ? m_lastLifeAt
                                                                              : m_cancelSentAt;
        m_findings.breach(rule, "", since ? "nothing for " + msText(at - *since) : "nothing", {});
    }
}

void TaskTrack::received(const acmp::Incoming& message, const acmp::Origin& origin)
{
    if (origin.mirrored) {
        return;
    }
    if (origin.late || !isRunning()) {
        receivedAfterEnd(message, origin);
        return;
    }
    m_lastLifeAt = origin.at;
    std::visit(Overloaded {
                   [&](const acmp::StreamChunk& chunk) { receivedChunk(chunk, origin); },
                   [&](const acmp::Heartbeat& heartbeat) { receivedHeartbeat(heartbeat, origin); },
                   [&](const acmp::TaskResult& result) { receivedResult(result, origin); },
                   [&](const acmp::TaskError& error) { receivedError(error, origin); },
                   [&](const acmp::Offer&) { receivedWrongAnswer("an offer", origin); },
                   [&](const acmp::Ack&) { receivedWrongAnswer("an ack", origin); },
                   [&](const acmp::Other& other) { receivedOther(other, origin); },
               },
        message);
}

void TaskTrack::checkTaskId(std::string_view taskId, std::string_view rule, const acmp::Origin& origin)
{
    if (taskId != m_request.taskId) {
        m_findings.breach(rule, m_request.taskId, wire::excerpt(taskId), origin, "/params/task_id");
    }
}

// Changes nothing but the findings: what was known when the task ended stays.
void TaskTrack::receivedAfterEnd(const acmp::Incoming& message, const acmp::Origin& origin)
{
    // Whoever gives a task up and cancels it still gets its request answered, once.
    if (m_cancelSentAt && !wasAnswered(m_end) && std::holds_alternative<acmp::TaskError>(message)
        && !std::exchange(m_isCancelAnswered, true)) {
        return;
    }
    const bool isChunk = std::holds_alternative<acmp::StreamChunk>(message);
    const std::string_view rule = isChunk && m_end == End::Result && !m_output.sawFinal()
        ? ruleid::kResultBeforeFinal
        : isAnswer(message) && wasAnswered(m_end) ? ruleid::kSecondAnswer
                                                  : ruleid::kLate;
    m_findings.breach(rule, "nothing: the task had ended (" + std::string(toString(m_end)) + ")",
        std::string(kindOf(message)), origin);
}

void TaskTrack::checkDeadline(const acmp::Origin& origin)
{
    if (m_sentAt && origin.at - *m_sentAt > m_request.timeoutOrDefault()) {
        m_findings.breach(ruleid::kDeadline,
            "within " + std::to_string(m_request.timeoutOrDefault().count()) + " ms",
            "after " + msText(origin.at - *m_sentAt), origin);
    }
}

void TaskTrack::receivedResult(const acmp::TaskResult& result, const acmp::Origin& origin)
{
    const std::string type = resultType(result.extra);
    if (type != "complete") {
        receivedOtherType(type, origin);
        return;
    }
    m_findings.add(acmp::check(result), "/result", origin);
    m_findings.add(acmp::check(result, m_request), "/result", origin);
    checkDeadline(origin);
    checkStreamEnd(result, origin);
    if (m_costBefore && *m_costBefore != result.costCu) {
        m_findings.breach(ruleid::kExecutedTwice, wire::excerpt(m_costBefore->text()),
            wire::excerpt(result.costCu.text()), origin, "/result/cost_cu");
    }
    m_result = result;
    m_proof = judgeProof(m_request, result, m_output);
    if (m_proof.finding != ProofFinding::None) {
        m_findings.breach(
            m_proof.finding == ProofFinding::NotJcs ? ruleid::kHashNotJcs : ruleid::kHashMismatch,
            m_proof.verdict.expected, m_proof.verdict.found, origin, "/result/proof/hash");
    }
    end(End::Result, origin.at);
}

void TaskTrack::receivedError(const acmp::TaskError& error, const acmp::Origin& origin)
{
    m_findings.add(acmp::check(error), "/error", origin);
    m_findings.add(acmp::check(error, m_request), "/error", origin);
    checkDeadline(origin);
    m_error = error;
    const bool isCancelled = error.code == rpc::code::kCancelled;
    if (isCancelled && !m_cancelSentAt) {
        m_findings.breach(
            ruleid::kCancelledUnasked, "-33004 only after acmp/cancel", "-33004", origin, "/error/code");
    }
    end(isCancelled && m_cancelSentAt ? End::Cancelled : End::Error, origin.at);
}

// Something other than a complete result: decision D27.
void TaskTrack::receivedOtherType(const std::string& resultType, const acmp::Origin& origin)
{
    const bool asks = resultType == "input_required";
    m_findings.breach(asks ? ruleid::kAsksForMore : ruleid::kResultType, "complete",
        wire::excerpt(resultType), origin, "/result/resultType");
    end(asks ? End::AsksForMore : End::ProtocolBroken, origin.at);
}

// What is wrong within it, its decoder reported.
void TaskTrack::receivedOther(const acmp::Other& other, const acmp::Origin& origin)
{
    const std::string type = other.method == "result" ? resultType(other) : "complete";
    if (type != "complete") {
        receivedOtherType(type, origin);
    } else if (isAnswer(other)) {
        end(End::ProtocolBroken, origin.at);
    }
}

void TaskTrack::receivedWrongAnswer(std::string_view kind, const acmp::Origin& origin)
{
    m_findings.breach(ruleid::kResultField, "a result", std::string(kind), origin, "/result");
    end(End::ProtocolBroken, origin.at);
}

} // namespace session
