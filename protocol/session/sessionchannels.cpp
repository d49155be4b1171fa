// SPDX-License-Identifier: Apache-2.0
// How messages of shared channels (stdio, WebSocket) find the request that they belong to: an answer by its
// id, a notification by its task_id, its requestId, progressToken or subscriptionId.
#include "protocol/session/folding.h"
#include "protocol/session/ruleids.h"
#include "protocol/session/sessions.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

constexpr std::string_view kCancelled = "notifications/cancelled";
constexpr std::string_view kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

wire::Direction opposite(wire::Direction direction)
{
    return direction == wire::Direction::Sent ? wire::Direction::Received : wire::Direction::Sent;
}

} // namespace

bool Sessions::isFromServer(const MessageFacts& facts) const
{
    const auto peer = m_peers.find(facts.connection);
    return peer != m_peers.end()
        && (peer->second.role == wire::Role::Server) == (facts.direction == wire::Direction::Sent);
}

Sessions::Open& Sessions::beginShared(const MessageFacts& facts, const rpc::Request& request, Folded& out)
{
    SharedChannel& channel = m_shared[facts.connection];
    // A raw WebSocket has no client and server in this sense (decision D23).
    if (facts.kind == wire::SliceKind::Line && isFromServer(facts)) {
        out.findings.push_back(finding("MCP-server-request", "no request of a server",
            wire::excerpt(request.method), facts.record, "/method"));
    }
    if (channel.hasOpen(facts.direction, SharedChannel::id(request.id))) {
        out.findings.push_back(finding("MCP-id-reused", "an id that no open request has",
            wire::excerpt(rpc::toString(request.id)), facts.record, "/id"));
    }
    Open& open = channel.begin({ .connection = facts.connection,
                                   .number = 0,
                                   .direction = facts.direction,
                                   .record = facts.record,
                                   .at = facts.at.at,
                                   .method = request.method,
                                   .id = request.id },
        request.params);
    out.exchange = open.track.request().number;
    out.part = Part::Request;
    return open;
}

void Sessions::addSharedNotification(
    const MessageFacts& facts, const rpc::Notification& notification, Folded& out)
{
    const std::string& method = notification.method;
    const bool fromBuyer = method == acmp::method::kCancel || method == acmp::method::kInputChunk;
    const bool isOfTask
        = fromBuyer || method == acmp::method::kStreamChunk || method == acmp::method::kHeartbeat;
    if (isOfTask) {
        addTaskNotification(facts, notification, fromBuyer, out);
    } else if (method == kCancelled) {
        addCancelled(facts, notification.params, out);
    } else {
        addOwnNotification(facts, notification, out);
    }
}

void Sessions::addTaskNotification(
    const MessageFacts& facts, const rpc::Notification& notification, bool fromBuyer, Folded& out)
{
    const wire::Direction asked = fromBuyer ? facts.direction : opposite(facts.direction);
    const std::string taskId = notification.params["task_id"].textOrEmpty();
    Open* const open = m_shared[facts.connection].find(asked, SharedChannel::task(taskId));
    out.exchange = open ? open->track.request().number : 0;
    if (fromBuyer) {
        const bool isLongEnded = open && open->task && !open->task->track;
        if (!isLongEnded) {
            addBuyerNotification(facts, notification, out);
        } else if (notification.method == acmp::method::kInputChunk) {
            watch(out, open->task);
            receiveLongAfterEnd(facts, false, *open->task);
        }
        return;
    }
    if (open && open->task) {
        addProviderNotification(facts, notification, *open, out);
    } else if (!open) {
        const bool isChunk = notification.method == acmp::method::kStreamChunk;
        out.findings.push_back(finding(isChunk ? ruleid::kOutput.foreignTask : ruleid::kHeartbeatForeign,
            "the task_id of a task", wire::excerpt(taskId), facts.record, "/params/task_id"));
    }
}

// The asker gives the request up: no answer is to come (MCP basic §Cancellation). An end of its own, as
// closing the stream is over HTTP.
void Sessions::addCancelled(const MessageFacts& facts, const json::View& params, Folded& out)
{
    SharedChannel& channel = m_shared[facts.connection];
    const json::View requestId = params["requestId"];
    const SharedChannel::Name name = SharedChannel::id(rpc::readId(requestId));
    Open* open = channel.find(facts.direction, name);
    if (!open) {
        open = channel.find(opposite(facts.direction), name); // a server ends a subscription so
    }
    if (!open) {
        out.findings.push_back(finding("MCP-notification-unmatched", "the id of a request",
            requestId ? wire::excerpt(requestId.lexeme()) : "nothing", facts.record, "/params/requestId"));
        return;
    }
    out.exchange = open->track.request().number;
    if (open->isClosed) {
        return; // it crossed the answer
    }
    Task* const task = open->task;
    if (task && isCarrying({ facts.connection, out.exchange }, task)) {
        watch(out, task);
        if (task->track->isRunning()) {
            task->track->end(End::CancelUnconfirmed, facts.at.at);
            open->hasEndedTask = true;
            m_ended.push_back(task);
        }
    } else if (open->deal) {
        watch(out, open->deal);
        open->deal->track.failed(facts.at.at);
    }
    channel.close(*open);
}

// The substrate's own.
void Sessions::addOwnNotification(
    const MessageFacts& facts, const rpc::Notification& notification, Folded& out)
{
    SharedChannel& channel = m_shared[facts.connection];
    const wire::Direction asked = opposite(facts.direction);
    Open* open = nullptr;
    if (const json::View token = notification.params["progressToken"]) {
        open = channel.find(asked, SharedChannel::token(token));
    } else if (const json::View subscription = notification.params["_meta"][kSubscriptionId]) {
        open = channel.find(asked, SharedChannel::id(rpc::readId(subscription)));
    }
    if (open) {
        out.exchange = open->track.request().number;
        open->track.notified();
    } else if (isFromServer(facts)) {
        out.findings.push_back(
            finding("MCP-notification-unmatched", "a task_id, progressToken or subscriptionId of a request",
                wire::excerpt(notification.method), facts.record, "/params"));
    }
}

void Sessions::addSharedAnswer(const MessageFacts& facts, const std::optional<rpc::Id>& id,
    const json::View& value, bool isError, Folded& out)
{
    SharedChannel& channel = m_shared[facts.connection];
    const wire::Direction asked = opposite(facts.direction);
    const std::string taskId = (isError ? value["data"] : value)["task_id"].textOrEmpty();
    // An error before the id could be read may still say whose it is.
    Open* const open = id ? channel.findAnswered(asked, *id, taskId)
        : taskId.empty()  ? nullptr
                          : channel.find(asked, SharedChannel::task(taskId));
    if (!open) {
        reportUnpaired(facts, id, out);
        return;
    }
    out.exchange = open->track.request().number;
    out.part = Part::Answer;
    answer(facts, id, value, isError, *open, out);
    channel.close(*open);
}

// A task whose track is gone: what still comes for it is counted, no more.
void Sessions::receiveLongAfterEnd(const MessageFacts& facts, bool isAnswer, Task& task)
{
    task.findings.add(finding(isAnswer ? ruleid::kSecondAnswer : ruleid::kLate,
        "nothing: the task had ended (" + std::string(toString(task.ended)) + ")",
        isAnswer ? "an answer" : "a message", facts.record));
}

} // namespace session
