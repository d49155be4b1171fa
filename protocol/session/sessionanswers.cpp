// SPDX-License-Identifier: Apache-2.0
// What answers a request, and what is said in between.
#include "protocol/session/folding.h"
#include "protocol/session/sessions.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

acmp::Other other(std::string method, const MessageFacts& facts)
{
    return { .method = std::move(method), .message = json::Raw(facts.payload) };
}

bool isComplete(const json::View& result)
{
    const json::View type = result["resultType"];
    return !type || type.equals("complete");
}

template <class T>
acmp::Incoming decodeOrOther(
    const json::View& value, std::string method, const MessageFacts& facts, acmp::Findings& findings)
{
    if (auto message = decodeInto<T>(value, findings)) {
        return std::move(*message);
    }
    return other(std::move(method), facts);
}

} // namespace

void Sessions::addNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out)
{
    if (isShared(facts.kind)) {
        addSharedNotification(facts, notification, out);
        return;
    }
    Open* const open = openAt(facts);
    if (open && !open->track.isFromAsker(facts.direction)) {
        addProviderNotification(facts, notification, *open, out);
        return;
    }
    begin(facts, notification.method, std::nullopt);
    addBuyerNotification(facts, notification, out);
}

void Sessions::addBuyerNotification(
    const MessageFacts& facts, const rpc::Notification& notification, Folded& out)
{
    const bool isCancel = notification.method == acmp::method::kCancel;
    if (!isCancel && notification.method != acmp::method::kInputChunk) {
        return;
    }
    std::optional<acmp::Cancel> cancel;
    std::optional<acmp::InputChunk> chunk;
    if (isCancel) {
        cancel = decodeInto<acmp::Cancel>(notification.params, out.findings);
    } else {
        chunk = decodeInto<acmp::InputChunk>(notification.params, out.findings);
    }
    if (!cancel && !chunk) {
        return;
    }
    const std::string& taskId = cancel ? cancel->taskId : chunk->taskId;
    const auto known = m_byTaskId.find({ facts.direction, taskId });
    if (known == m_byTaskId.end()) {
        out.findings.push_back(
            finding(isCancel ? "MCP-notification-unmatched" : "L1-3.4-foreign-task", "the task_id of a task",
                wire::excerpt(taskId), facts.record, notification.params.pointer() + "/task_id"));
        return;
    }
    watch(out, known->second.task);
    TaskTrack& track = *known->second.task->track;
    if (chunk) {
        track.inputSent(*chunk, originOf(facts));
    } else if (track.isRunning()) {
        track.cancelSent(facts.at.at);
    }
}

void Sessions::addProviderNotification(
    const MessageFacts& facts, const rpc::Notification& notification, Open& open, Folded& out)
{
    open.track.notified();
    const bool isChunk = notification.method == acmp::method::kStreamChunk;
    if (!isChunk && notification.method != acmp::method::kHeartbeat) {
        return; // the substrate's own
    }
    if (!open.task) {
        out.findings.push_back(
            finding("MCP-notification-unmatched", "on the response stream of its acmp/invoke",
                "on that of " + wire::excerpt(open.track.request().method), facts.record, "/method"));
        return;
    }
    watch(out, open.task);
    receive(facts,
        isChunk
            ? decodeOrOther<acmp::StreamChunk>(notification.params, notification.method, facts, out.findings)
            : decodeOrOther<acmp::Heartbeat>(notification.params, notification.method, facts, out.findings),
        open, originOf(facts));
}

void Sessions::addAnswer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
    bool isError, Folded& out)
{
    if (isShared(facts.kind)) {
        addSharedAnswer(facts, id, value, isError, out);
        return;
    }
    Open* const open = openAt(facts);
    if (!open || open->track.isFromAsker(facts.direction)) {
        reportUnpaired(facts, id, out);
        return;
    }
    answer(facts, id, value, isError, *open, out);
}

void Sessions::reportUnpaired(const MessageFacts& facts, const std::optional<rpc::Id>& id, Folded& out)
{
    out.findings.push_back(finding("MCP-id-mismatch", "the id of an open request",
        id ? wire::excerpt(rpc::toString(*id)) : "none", facts.record, "/id"));
}

void Sessions::answer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
    bool isError, Open& open, Folded& out)
{
    const ExchangeTrack::Paired paired = open.track.answered(id, facts.record, facts.at.at);
    if (paired == ExchangeTrack::Paired::OtherId) {
        out.findings.push_back(finding("MCP-id-mismatch", rpc::toString(*open.track.request().id),
            wire::excerpt(rpc::toString(*id)), facts.record, "/id"));
    }
    if (paired == ExchangeTrack::Paired::Unasked) {
        if (!isError) {
            out.findings.push_back(finding(
                "MCP-id-mismatch", "no result: nothing was asked", "a result", facts.record, "/result"));
        }
    } else if (open.task) {
        answerTask(facts, value, isError, open, out);
    } else if (open.deal) {
        answerDeal(facts, value, isError, open, out);
    } else if (paired == ExchangeTrack::Paired::SecondAnswer) {
        out.findings.push_back(finding("RPC-second-answer", "one answer", "another", facts.record, ""));
    } else if (!isError && open.track.request().method == "server/discover") {
        learnPeer(facts, value, open.track.request().direction, out);
    }
}

void Sessions::answerTask(
    const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out)
{
    watch(out, open.task);
    if (!isError && !isComplete(value)) {
        receive(facts, other("result", facts), open, originOf(facts));
    } else if (isError) {
        receive(facts, decodeOrOther<acmp::TaskError>(value, "error", facts, out.findings), open,
            originOf(facts));
    } else {
        receive(facts, decodeOrOther<acmp::TaskResult>(value, "result", facts, out.findings), open,
            originOf(facts));
        checkTerms(originOf(facts), open, *open.task);
    }
}

bool Sessions::isNewest(const Open& open) const
{
    const auto known
        = open.task ? m_byTaskId.find({ open.task->asked, open.task->taskId }) : m_byTaskId.end();
    return known != m_byTaskId.end() && known->second.task == open.task
        && known->second.exchange
        == ExchangeKey { open.track.request().connection, open.track.request().number };
}

void Sessions::receive(
    const MessageFacts& facts, const acmp::Incoming& message, Open& open, acmp::Origin origin)
{
    Task& task = *open.task;
    const bool isNotification = std::holds_alternative<acmp::StreamChunk>(message)
        || std::holds_alternative<acmp::Heartbeat>(message);
    if (!task.track) {
        if (open.isClosed) {
            receiveLongAfterEnd(facts, !isNotification, task);
        }
        return;
    }
    TaskTrack& track = *task.track;
    const bool wasRunning = track.isRunning();
    // Two requests for one task both get everything (decision D5): what the other one got already is a copy.
    origin.mirrored = origin.mirrored
        || (!open.isClosed
            && (wasRunning ? isNotification && !open.isLookUp && !isNewest(open) : !open.hasEndedTask));
    origin.late = open.isClosed;
    track.received(message, origin);
    if (wasRunning && !track.isRunning()) {
        open.hasEndedTask = true;
        m_ended.push_back(&task);
    }
}

// What was negotiated for the task's escrow (Layer 6 §4), and what its first execution cost (Layer 1 §3.1.1).
void Sessions::checkTerms(const acmp::Origin& origin, const Open& open, Task& task)
{
    if (!task.track || !task.track->result() || !open.hasEndedTask) {
        return;
    }
    TaskTrack& track = *task.track;
    const acmp::TaskResult& result = *track.result();
    const auto breach
        = [&](std::string_view rule, std::string expected, std::string found, std::string pointer) {
              acmp::Finding one
                  = finding(rule, std::move(expected), std::move(found), origin.record, std::move(pointer));
              track.add({ std::move(one) }, {}, origin);
          };
    if (open.costBefore && *open.costBefore != result.costCu) {
        breach("L1-3.1.1-executed-twice", wire::excerpt(open.costBefore->text()),
            wire::excerpt(result.costCu.text()), "/result/cost_cu");
    }
    const auto deal = track.request().escrowId
        ? m_byEscrow.find({ open.task->asked, *track.request().escrowId })
        : m_byEscrow.end();
    if (deal == m_byEscrow.end() || !deal->second->track.ack() || !deal->second->track.offer()) {
        return;
    }
    const acmp::Offer& offer = *deal->second->track.offer();
    if (offer.capability != track.request().capability) {
        return;
    }
    if (result.costCu > offer.priceCu) {
        breach("L6-4-cost-over-price", "at most " + wire::excerpt(offer.priceCu.text()),
            wire::excerpt(result.costCu.text()), "/result/cost_cu");
    }
    if (offer.proofMethod && (!result.proof || result.proof->method != *offer.proofMethod)) {
        breach("L6-4-proof", wire::excerpt(*offer.proofMethod),
            result.proof ? wire::excerpt(result.proof->method) : "none", "/result/proof");
    }
    const auto took = track.sentAt() ? *track.endedAt() - *track.sentAt() : wire::nanoseconds(0);
    if (offer.latencySlaMs && took > wire::milliseconds(*offer.latencySlaMs)) {
        breach("L6-4-sla-missed", msText(wire::milliseconds(*offer.latencySlaMs)), msText(took), "");
    }
}

void Sessions::answerDeal(
    const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out)
{
    watch(out, open.deal);
    OfferTrack& track = open.deal->track;
    acmp::Origin origin = originOf(facts);
    origin.body = value.pointer();
    if (open.isAccept) {
        track.acceptAnswered(isError ? decodeOrOther<acmp::TaskError>(value, "error", facts, out.findings)
                                     : decodeOrOther<acmp::Ack>(value, "result", facts, out.findings),
            origin, facts.at.unixMs);
        return;
    }
    track.received(isError ? decodeOrOther<acmp::TaskError>(value, "error", facts, out.findings)
                           : decodeOrOther<acmp::Offer>(value, "result", facts, out.findings),
        origin, facts.at.unixMs);
    if (track.offer()) {
        m_byOfferId[{ open.deal->asked, track.offer()->offerId }] = open.deal;
    }
}

void Sessions::learnPeer(
    const MessageFacts& facts, const json::View& result, wire::Direction asked, Folded& out)
{
    const json::View declared = result["capabilities"]["extensions"][acmp::kExtensionId];
    if (!declared) {
        return;
    }
    if (auto capability = decodeInto<acmp::Capability>(declared, out.findings)) {
        addChecks(acmp::check(*capability), declared.pointer(), out.findings);
        m_capabilities[peerOf(facts.connection, asked)] = std::move(*capability);
    }
}

} // namespace session
