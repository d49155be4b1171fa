// SPDX-License-Identifier: Apache-2.0
// ACMP over A2A: what is asked and answered within A2A's messages, tasks and updates, over JSON-RPC and
// HTTP+JSON. What is carried is the business of the same functions as over MCP.
#include "protocol/a2a/card.h"
#include "protocol/session/folding.h"
#include "protocol/session/sessions.h"
#include "protocol/wire/error.h"

namespace session {

namespace {

using a2a::EventKind;

bool isA2aMethod(std::string_view method)
{
    using namespace a2a::method;
    return method == kSendMessage || method == kSendStreamingMessage || method == kGetTask
        || method == kCancelTask || method == kSubscribeToTask || method == kListTasks;
}

bool sends(std::string_view method)
{
    return method == a2a::method::kSendMessage || method == a2a::method::kSendStreamingMessage;
}

/// Of HTTP+JSON: the body of message:send and message:stream.
bool isRestRequest(const json::View& root)
{
    return root["message"].isObject() && a2a::readRole(root["message"]["role"]) == a2a::Role::User;
}

} // namespace

// False if the message is none of A2A.
bool Sessions::addA2a(
    const MessageFacts& facts, const rpc::Message& message, const json::View& root, Folded& out)
{
    if (isShared(facts.kind) || std::holds_alternative<rpc::Notification>(message)) {
        return false;
    }
    if (const auto* const request = std::get_if<rpc::Request>(&message)) {
        if (!isA2aMethod(request->method)) {
            return false;
        }
        addA2aRequest(facts, request->method, request->id, request->params, out);
        return true;
    }
    const bool isJsonRpc = !std::holds_alternative<rpc::Malformed>(message);
    if (!isJsonRpc && isRestRequest(root)) {
        addA2aRequest(facts, a2a::method::kSendMessage, std::nullopt, root, out);
        return true;
    }
    if (!isJsonRpc && a2a::looksLikeCard(root)) {
        learnCard(facts, root, out);
        return true;
    }
    Open* const open = isJsonRpc ? openAt(facts) : openForA2a(facts, root, out);
    if (!open || !open->isA2a || open->track.isFromAsker(facts.direction)) {
        return false;
    }
    if (std::holds_alternative<rpc::Error>(message)) {
        refuseA2a(facts, *open, out);
        return true;
    }
    const auto* const result = std::get_if<rpc::Result>(&message);
    const std::optional<rpc::Id>& asked = open->track.request().id;
    if (result && asked && result->id != *asked) {
        out.findings.push_back(finding("A2A-id-mismatch", rpc::toString(*asked),
            wire::excerpt(rpc::toString(result->id)), facts.record, "/id"));
    }
    addA2aAnswer(facts, result ? result->result : root, *open, out);
    return true;
}

// What HTTP+JSON asks without a body shows only by its answer.
Sessions::Open* Sessions::openForA2a(const MessageFacts& facts, const json::View& root, Folded& out)
{
    if (Open* const open = openAt(facts)) {
        return open;
    }
    const a2a::TaskRef ref = a2a::taskRefOf(a2a::readEvent(root));
    const wire::Direction asked
        = facts.direction == wire::Direction::Sent ? wire::Direction::Received : wire::Direction::Sent;
    const auto task = m_byRemoteId.find({ asked, ref.taskId });
    if (ref.taskId.empty() || task == m_byRemoteId.end()) {
        return nullptr;
    }
    MessageFacts request = facts;
    request.direction = asked;
    const bool isStream = facts.kind == wire::SliceKind::SseEvent;
    Open& open = begin(
        request, std::string(isStream ? a2a::method::kSubscribeToTask : a2a::method::kGetTask), std::nullopt);
    open.isA2a = true;
    addA2aLookUp(request, ref.taskId, open, out);
    return &open;
}

void Sessions::addA2aRequest(const MessageFacts& facts, std::string_view method, std::optional<rpc::Id> id,
    const json::View& params, Folded& out)
{
    Open& open = begin(facts, std::string(method), std::move(id));
    open.isA2a = true;
    if (!sends(method)) {
        addA2aLookUp(facts, a2a::memberText(params, "id"), open, out);
        return;
    }
    for (const a2a::Carried& carried : a2a::carriedBy(a2a::readMessage(params["message"]))) {
        if (carried.payload.kind == a2a::Payload::Kind::Call) {
            addA2aCall(facts, carried.payload, open, out);
            return;
        }
    }
}

void Sessions::addA2aCall(const MessageFacts& facts, const a2a::Payload& payload, Open& open, Folded& out)
{
    if (payload.method == acmp::method::kInvoke) {
        addInvoke(facts, payload.value, open, out);
    } else if (payload.method == acmp::method::kOfferRequest) {
        addOfferRequest(facts, payload.value, open, out);
    } else if (payload.method == acmp::method::kAccept) {
        addAccept(facts, payload.value, open, out);
    } else {
        addBuyerNotification(facts, { payload.method, payload.value }, out);
        open.task = out.task; // its answer is a snapshot of the task
        open.isLookUp = true;
    }
}

void Sessions::addA2aLookUp(const MessageFacts& facts, const std::string& remoteId, Open& open, Folded& out)
{
    const auto found = m_byRemoteId.find({ facts.direction, remoteId });
    if (found == m_byRemoteId.end()) {
        return;
    }
    Task& task = *found->second;
    open.task = &task;
    watch(out, &task);
    const std::string& method = open.track.request().method;
    const bool isLost = task.track->ended() == End::ConnectionLost || task.track->ended() == End::Refused;
    if (method == a2a::method::kCancelTask && task.track->isRunning()) {
        task.track->cancelSent(facts.at.at);
    }
    open.isLookUp = method != a2a::method::kSubscribeToTask && !isLost;
    if (open.isLookUp) {
        return;
    }
    m_byTaskId[{ task.asked, task.taskId }] = { &task, { facts.connection, facts.exchange } };
    if (isLost) {
        // The snapshot that follows begins anew.
        task.track->sentAgain(facts.at.at);
        task.copies.reset();
        std::erase(m_ended, &task);
    }
}

void Sessions::addA2aAnswer(const MessageFacts& facts, const json::View& value, Open& open, Folded& out)
{
    const a2a::Event event = a2a::readEvent(value);
    open.track.notified();
    if (Task* const task = open.task) {
        watch(out, task);
        const std::string remoteId = a2a::taskRefOf(event).taskId;
        if (task->track && task->remoteId.empty() && !remoteId.empty() && event.kind != EventKind::Message) {
            task->remoteId = remoteId;
            m_byRemoteId[{ task->asked, remoteId }] = task;
        }
    }
    for (const a2a::Carried& carried : a2a::carriedBy(event)) {
        receiveCarried(facts, carried, event, open, out);
    }
    takeA2aState(facts, event, open);
}

void Sessions::receiveCarried(
    const MessageFacts& facts, const a2a::Carried& carried, const a2a::Event& event, Open& open, Folded& out)
{
    const bool isAnswer = carried.payload.kind != a2a::Payload::Kind::Call;
    if (isAnswer && !open.track.isAnswered()) {
        open.track.answered(open.track.request().id, facts.record, facts.at.at);
    }
    if (open.deal && isAnswer) {
        answerDeal(
            facts, carried.payload.value, carried.payload.kind == a2a::Payload::Kind::Error, open, out);
    }
    if (!open.task) {
        return;
    }
    Task& task = *open.task;
    if (!task.copies) {
        task.copies = std::make_unique<a2a::Copies>();
    }
    acmp::Origin origin = originOf(facts);
    origin.body = carried.payload.value.pointer();
    origin.mirrored = task.copies->isCopy(carried, event);
    std::vector<acmp::FieldError> errors;
    const acmp::Incoming message
        = a2a::decodeIncoming(carried.payload, carried.data, a2a::Asked::Invoke, errors);
    if (!origin.mirrored) {
        for (acmp::Finding& wrong : acmp::toFindings(errors)) {
            out.findings.push_back(std::move(wrong));
        }
    }
    receive(facts, message, open, origin);
    if (isAnswer) {
        checkTerms(origin, open, task);
    }
}

void Sessions::endTask(Task& task, End how, wire::Instant at)
{
    if (task.track && task.track->isRunning()) {
        task.track->end(how, at);
        m_ended.push_back(&task);
    }
}

void Sessions::takeA2aState(const MessageFacts& facts, const a2a::Event& event, Open& open)
{
    const a2a::TaskState state = a2a::taskRefOf(event).state;
    if (!open.task || !open.task->track || !open.task->track->isRunning()) {
        return;
    }
    const bool isWhole = !open.track.isAnswered() && facts.kind == wire::SliceKind::HttpBody;
    if (a2a::isInterrupted(state)) {
        open.task->track->add(finding(
            "A2A-asks-for-more", "a task that goes on", std::string(a2a::toString(state)), facts.record));
        endTask(*open.task, End::AsksForMore, facts.at.at);
    } else if (isWhole && isNewest(open) && (a2a::isTerminal(state) || event.kind == EventKind::Message)) {
        endTask(*open.task, End::ProtocolBroken, facts.at.at);
    }
}

// The substrate's no: nothing of ACMP is in it (Layer 1 A2A binding §3.4).
void Sessions::refuseA2a(const MessageFacts& facts, Open& open, Folded& out)
{
    open.track.answered(open.track.request().id, facts.record, facts.at.at);
    if (open.deal) {
        watch(out, open.deal);
        open.deal->track.failed(facts.at.at);
    } else if (open.task) {
        watch(out, open.task);
        if (sends(open.track.request().method) && isNewest(open)) {
            endTask(*open.task, End::Refused, facts.at.at);
        }
    }
}

void Sessions::learnCard(const MessageFacts& facts, const json::View& root, Folded& out)
{
    auto card = a2a::readCard(root);
    if (!card) {
        return; // of A2A 0.3
    }
    for (acmp::Finding& found : card->findings) {
        out.findings.push_back(std::move(found));
    }
    const wire::Direction asked
        = facts.direction == wire::Direction::Sent ? wire::Direction::Received : wire::Direction::Sent;
    if (card->capability) {
        m_capabilities[peerOf(facts.connection, asked)] = std::move(*card->capability);
    }
}

} // namespace session
