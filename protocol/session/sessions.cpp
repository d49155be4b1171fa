// SPDX-License-Identifier: Apache-2.0
// What is asked: requests, and a buyer's notifications. What answers them: sessionanswers.cpp. How messages
// of shared channels find their request: sessionchannels.cpp.
#include "protocol/session/sessions.h"

#include "protocol/session/folding.h"
#include "protocol/session/ruleids.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

// Decision D5: what a repeated invoke may not change, each with what it is now and was.
void compare(const acmp::Invoke& first, const acmp::Invoke& again, wire::RecordNo record, acmp::Findings& out)
{
    const auto differs = [&](std::string_view pointer, const std::string& was, const std::string& is) {
        if (was != is) {
            out.push_back(finding(
                "L1-3.1.1-differs", wire::excerpt(was), wire::excerpt(is), record, std::string(pointer)));
        }
    };
    const auto input = [](const acmp::Invoke& invoke) {
        return invoke.input ? hashOf(*invoke.input).value_or(std::string(invoke.input->data.text())) : "none";
    };
    differs("/params/capability", first.capability, again.capability);
    differs("/params/input", input(first), input(again));
    differs("/params/escrow_id", first.escrowId.value_or("none"), again.escrowId.value_or("none"));
    differs("/params/proof_method", first.proofMethod.value_or("none"), again.proofMethod.value_or("none"));
}

} // namespace

void Sessions::opened(wire::ConnectionId connection, const wire::ConnectionFacts& facts)
{
    m_peers[connection] = { facts.peer + ' ' + facts.transport, facts.role };
}

std::vector<Sessions::Folded> Sessions::closed(wire::ConnectionId connection, wire::Instant at)
{
    std::vector<Folded> out;
    if (const auto open = m_open.find(connection); open != m_open.end()) {
        lose(open->second, at, out);
        m_open.erase(open);
    }
    if (const auto channel = m_shared.find(connection); channel != m_shared.end()) {
        for (Open* const open : channel->second.open()) {
            lose(*open, at, out);
        }
        m_shared.erase(channel);
    }
    m_peers.erase(connection);
    return out;
}

bool Sessions::isCarrying(const ExchangeKey& exchange, const Task* task) const
{
    const auto known = m_byTaskId.find({ task->asked, task->taskId });
    return known != m_byTaskId.end() && known->second.task == task && known->second.exchange == exchange;
}

void Sessions::lose(Open& open, wire::Instant at, std::vector<Folded>& out)
{
    if (open.track.isAnswered()) {
        return;
    }
    const ExchangeTrack::Request& request = open.track.request();
    Task* const task = open.task;
    if (task && task->track && isCarrying({ request.connection, request.number }, task)) {
        watch(out.emplace_back(), task);
        if (task->track->isRunning()) {
            task->track->end(End::ConnectionLost, at);
            m_ended.push_back(task);
        }
    } else if (open.deal) {
        watch(out.emplace_back(), open.deal);
        open.deal->track.failed(at);
    }
}

Sessions::Folded Sessions::add(const MessageFacts& facts, const json::Document& document)
{
    Folded out;
    const rpc::Message message = rpc::read(document.root());
    if (!addA2a(facts, message, document.root(), out)) {
        std::visit(
            Overloaded {
                [&](const rpc::Request& request) { addRequest(facts, request, out); },
                [&](const rpc::Notification& notification) { addNotification(facts, notification, out); },
                [&](const rpc::Result& result) { addAnswer(facts, result.id, result.result, false, out); },
                [&](const rpc::Error& error) { addAnswer(facts, error.id, error.error, true, out); },
                [&](const rpc::Malformed& bad) {
                    out.findings.push_back(finding(bad.isBatch ? "MCP-batch" : "RPC-malformed", bad.expected,
                        bad.what, facts.record, bad.pointer));
                },
            },
            message);
    }
    for (acmp::Finding& found : out.findings) {
        found.where.record = facts.record;
    }
    acmp::locate(out.findings, document);
    dropOldTracks();
    return out;
}

Sessions::Open* Sessions::openAt(const MessageFacts& facts)
{
    const auto open = m_open.find(facts.connection);
    return open != m_open.end() && open->second.track.request().number == facts.exchange ? &open->second
                                                                                         : nullptr;
}

// What this side serves it declares itself, on whatever connection that was read.
std::string Sessions::peerOf(wire::ConnectionId connection, wire::Direction asked) const
{
    const auto peer = m_peers.find(connection);
    if (peer == m_peers.end()) {
        return std::to_string(static_cast<std::uint32_t>(connection));
    }
    return asked == wire::Direction::Received ? "own" : peer->second.name;
}

Sessions::Open& Sessions::begin(
    const MessageFacts& facts, const std::string& method, std::optional<rpc::Id> id)
{
    Open open({ .connection = facts.connection,
        .number = facts.exchange,
        .direction = facts.direction,
        .record = facts.record,
        .at = facts.at.at,
        .method = method,
        .id = std::move(id) });
    return m_open.insert_or_assign(facts.connection, std::move(open)).first->second;
}

void Sessions::addRequest(const MessageFacts& facts, const rpc::Request& request, Folded& out)
{
    const Open* const before = isShared(facts.kind) ? nullptr : openAt(facts);
    if (before && !before->track.isFromAsker(facts.direction)) {
        out.findings.push_back(finding(
            "MCP-server-request", "no request", wire::excerpt(request.method), facts.record, "/method"));
        return;
    }
    Open& open
        = isShared(facts.kind) ? beginShared(facts, request, out) : begin(facts, request.method, request.id);
    if (request.method == acmp::method::kInvoke) {
        addInvoke(facts, request.params, open, out);
    } else if (request.method == acmp::method::kOfferRequest) {
        addOfferRequest(facts, request.params, open, out);
    } else if (request.method == acmp::method::kAccept) {
        addAccept(facts, request.params, open, out);
    }
}

void Sessions::addInvoke(const MessageFacts& facts, const json::View& params, Open& open, Folded& out)
{
    const auto invoke = decodeInto<acmp::Invoke>(params, out.findings);
    if (!invoke) {
        return;
    }
    addChecks(acmp::check(*invoke), params.pointer(), out.findings);
    const auto capability = m_capabilities.find(peerOf(facts.connection, facts.direction));
    const bool isKnown = capability != m_capabilities.end();
    if (isKnown) {
        addChecks(acmp::checkAdvertised(*invoke, capability->second), params.pointer(), out.findings);
    }
    const auto known = m_byTaskId.find({ facts.direction, invoke->taskId });
    if (known != m_byTaskId.end() && repeatInvoke(facts, *invoke, known->second, open, out)) {
        return;
    }
    Task& task = m_tasks.emplace_back();
    task.index = m_tasks.size() - 1;
    task.taskId = invoke->taskId;
    task.asked = facts.direction;
    task.invoke = facts.record;
    task.track
        = std::make_unique<TaskTrack>(*invoke, isKnown ? std::optional(capability->second) : std::nullopt);
    task.track->sent(facts.at.at);
    open.task = &task;
    m_byTaskId[{ task.asked, task.taskId }] = { &task, { facts.connection, open.track.request().number } };
    watch(out, &task);
}

// True if the repetition goes on with the known task; false if it asks for what has ended, and is told apart.
bool Sessions::repeatInvoke(
    const MessageFacts& facts, const acmp::Invoke& invoke, Known& known, Open& open, Folded& out)
{
    TaskTrack& track = *known.task->track;
    compare(track.request(), invoke, facts.record, out.findings);
    // What was refused by the substrate was never begun.
    const bool goesOn = track.isRunning() || track.ended() == End::AsksForMore
        || track.ended() == End::ConnectionLost || track.ended() == End::Refused;
    if (!goesOn) {
        if (track.result()) {
            open.costBefore = track.result()->costCu;
        }
        return false;
    }
    watch(out, known.task);
    track.sentAgain(facts.at.at);
    known.task->copies.reset();
    std::erase(m_ended, known.task);
    open.task = known.task;
    known.exchange = { facts.connection, open.track.request().number };
    return true;
}

void Sessions::addOfferRequest(const MessageFacts& facts, const json::View& params, Open& open, Folded& out)
{
    const auto request = decodeInto<acmp::OfferRequest>(params, out.findings);
    if (!request) {
        return;
    }
    addChecks(acmp::check(*request), params.pointer(), out.findings);
    Deal& deal = m_deals.emplace_back(
        Deal { .asked = facts.direction, .request = facts.record, .track = OfferTrack(*request) });
    deal.track.sent(facts.at);
    open.deal = &deal;
    watch(out, &deal);
    dropOldDeals();
}

void Sessions::dropOldDeals()
{
    if (m_deals.size() <= kKeptDeals) {
        return;
    }
    const Deal* const oldest = &m_deals.front();
    const auto isOldest = [&](const auto& entry) { return entry.second == oldest; };
    std::erase_if(m_byOfferId, isOldest);
    std::erase_if(m_byEscrow, isOldest);
    std::erase_if(m_open, [&](const auto& entry) { return entry.second.deal == oldest; });
    for (auto& [connection, channel] : m_shared) {
        channel.forget(oldest);
    }
    m_deals.pop_front();
}

void Sessions::addAccept(const MessageFacts& facts, const json::View& params, Open& open, Folded& out)
{
    const auto accept = decodeInto<acmp::Accept>(params, out.findings);
    const auto deal = accept ? m_byOfferId.find({ facts.direction, accept->offerId }) : m_byOfferId.end();
    if (deal == m_byOfferId.end()) {
        return; // an offer that this record doesn't hold
    }
    watch(out, deal->second);
    open.deal = deal->second;
    open.isAccept = true;
    deal->second->track.acceptSent(*accept, facts.at);
    if (!accept->escrowId) {
        return;
    }
    Deal*& behind = m_byEscrow[{ facts.direction, *accept->escrowId }];
    if (behind && behind != deal->second) {
        out.findings.push_back(finding("L6-4-escrow-reused", "an escrow of its own",
            wire::excerpt(*accept->escrowId), facts.record, "/params/escrow_id"));
    }
    behind = deal->second;
}

void Sessions::dropOldTracks()
{
    while (m_ended.size() > kKeptTracks) {
        Task& task = *m_ended.front();
        m_ended.pop_front();
        const auto known = m_byTaskId.find({ task.asked, task.taskId });
        if (known != m_byTaskId.end() && known->second.task == &task) {
            m_byTaskId.erase(known);
        }
        const auto remote = m_byRemoteId.find({ task.asked, task.remoteId });
        if (remote != m_byRemoteId.end() && remote->second == &task) {
            m_byRemoteId.erase(remote);
        }
        task.copies.reset();
        for (auto& [connection, open] : m_open) {
            open.task = open.task == &task ? nullptr : open.task;
        }
        task.ended = task.track->ended();
        task.verdicts = task.track->verdicts();
        task.findings = task.track->findings();
        task.track.reset();
    }
}

} // namespace session
