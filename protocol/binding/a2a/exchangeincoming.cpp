// SPDX-License-Identifier: Apache-2.0
// What an exchange receives.
#include "protocol/a2a/formcheck.h"
#include "protocol/acmp/checks.h"
#include "protocol/binding/a2a/exchange.h"

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

/// The first text Part of a message.
std::string wordsOf(const json::View& message)
{
    for (const json::View part : message["parts"].elements()) {
        if (const auto text = part["text"].text())
            return wire::excerpt(*text);
    }
    return {};
}

json::View messageOf(const Event& event)
{
    return event.kind == EventKind::Message ? event.body : event.body["status"]["message"];
}

/// The seqs of the chunks in a snapshot are 0 … n without a gap: n, or nullopt if they are not.
std::optional<std::int64_t> lastOfWholeStream(const std::vector<Carried>& all)
{
    std::set<std::int64_t> seqs;
    for (const Carried& carried : all) {
        if (carried.payload.method != acmp::method::kStreamChunk)
            continue;
        if (const auto seq = carried.payload.value["seq"].toInt64())
            seqs.insert(*seq);
    }
    const auto last = static_cast<std::int64_t>(seqs.size()) - 1;
    if (seqs.empty() || (*seqs.begin() == 0 && *seqs.rbegin() == last))
        return last;
    return std::nullopt;
}

} // namespace

void Exchange::take(const Received& received)
{
    if (m_isOver)
        return;
    for (acmp::Finding& finding : checkForm(received.root, received.event)) {
        finding.where.record = received.record;
        if (m_reported.insert(finding.rule).second)
            report(finding);
    }
    if (received.event.kind == EventKind::None) {
        Q_EMIT incoming(acmp::Other { {}, received.message },
            { received.record, received.at, received.message, m_wasAnswered, false, {} });
        return;
    }
    const TaskRef ref = taskRefOf(received.event);
    checkOrder(received, ref);
    learn(received, ref);
    if (std::exchange(m_isResuming, false) && !holdsAllChunks(received)) {
        // Layer 1 §7.1: the buyer sends the task again, and reads the stream from its start.
        m_answerError = Error { ErrorKind::Protocol, "the stream broke, and what was missed is lost",
            "a snapshot with every chunk", "some of them", {}, true };
        m_wasAnswered = true;
        return stop();
    }
    const auto all = carriedBy(received.event);
    for (const Carried& carried : all)
        deliver(carried, received);
    if (all.empty() && !isTerminal(ref.state))
        Q_EMIT alive(received.at);
    takeState(received, ref.state);
}

void Exchange::learn(const Received& received, const TaskRef& ref)
{
    if (received.event.kind == EventKind::Message) {
        m_wasMessage = m_remote.taskId.empty();
        if (const std::string words = wordsOf(received.event.body); !words.empty())
            m_lastWords = words;
    }
    if (m_remote.taskId.empty() && received.event.kind != EventKind::Message)
        m_remote.taskId = ref.taskId;
    if (m_remote.contextId.empty())
        m_remote.contextId = ref.contextId;
}

void Exchange::checkOrder(const Received& received, const TaskRef& ref)
{
    const EventKind kind = received.event.kind;
    const auto breach = [&](std::string_view rule, std::string expected, std::string found) {
        if (m_reported.insert(&acmp::rule(rule)).second)
            report(rule, std::move(expected), std::move(found), &received);
    };
    const bool isUpdate = kind == EventKind::StatusUpdate || kind == EventKind::ArtifactUpdate;
    if (m_wasMessage)
        breach("A2A-stream-order", "nothing after the message", isUpdate ? "an update" : "another event");
    else if (isUpdate && m_remote.taskId.empty())
        breach("A2A-stream-order", "the task first", "an update of it");
    else if (kind == EventKind::Message && !m_remote.taskId.empty())
        breach("A2A-stream-order", "updates of the task", "a message");
    if (!m_remote.taskId.empty() && !ref.taskId.empty() && ref.taskId != m_remote.taskId)
        breach("A2A-task-id", wire::excerpt(m_remote.taskId), wire::excerpt(ref.taskId));
    if (isTerminal(m_state) && kind != EventKind::Task)
        breach("A2A-after-terminal", "the end of the stream", "an event");
}

// Whoever streams its output needs every chunk: what came between two streams is in the snapshot, or lost.
bool Exchange::holdsAllChunks(const Received& received) const
{
    const auto* const invoke = std::get_if<acmp::Invoke>(&m_request);
    if (!invoke || !invoke->streamOrDefault() || received.event.kind != EventKind::Task)
        return true;
    const auto last = lastOfWholeStream(carriedBy(received.event));
    return last && *last >= m_highestSeq;
}

void Exchange::deliver(const Carried& carried, const Received& received)
{
    acmp::Origin origin { received.record, received.at, received.message, m_wasAnswered, false,
        carried.payload.value ? carried.payload.value.pointer() : std::string(), received.httpDateMs };
    origin.mirrored = m_copies.isCopy(carried, received.event);
    origin.late = m_wasAnswered && !origin.mirrored;
    for (acmp::Finding& finding : checkPart(carried)) {
        finding.where.record = received.record;
        if (m_reported.insert(finding.rule).second)
            report(finding);
    }
    std::vector<acmp::FieldError> errors;
    const acmp::Incoming message = decodeIncoming(carried.payload, carried.data, m_asked, errors);
    if (!origin.mirrored) {
        for (acmp::Finding& finding : acmp::toFindings(errors)) {
            finding.where.record = received.record;
            report(finding);
        }
    }
    if (const auto* const chunk = std::get_if<acmp::StreamChunk>(&message))
        m_highestSeq = std::max(m_highestSeq, chunk->seq);
    if (carried.payload.kind != Payload::Kind::Call && !std::exchange(m_wasAnswered, true)
        && !errors.empty()) {
        m_answerError = Error { ErrorKind::Protocol, "the answer can't be understood",
            errors.front().expected, errors.front().found, errors.front().pointer, false };
    }
    Q_EMIT incoming(message, origin);
}

void Exchange::takeState(const Received& received, TaskState state)
{
    if (state == TaskState::Unspecified)
        return;
    m_state = state;
    if (const std::string words = wordsOf(messageOf(received.event)); !words.empty())
        m_lastWords = words;
    if (isInterrupted(state) && !m_wasAnswered)
        return askForMore(received);
    if (!isTerminal(state))
        return;
    const bool isRight = state == TaskState::Completed || (state == TaskState::Canceled && m_isAborted);
    if (!isRight && m_wasAnswered && m_reported.insert(&acmp::rule("A2A-state")).second)
        report("A2A-state", std::string(toString(TaskState::Completed)), std::string(toString(state)),
            &received);
    if (m_transaction && !m_timer && !m_isAborted)
        m_timer = m_caller.clock().startTimer(kDrain, [this] { closeOpenStream(); });
}

// Decision D27. Nothing more will come until someone answers, which is not ours to do.
void Exchange::askForMore(const Received& received)
{
    m_asksForMore = true;
    report("A2A-asks-for-more", "a task that goes on",
        std::string(toString(m_state)) + (m_lastWords.empty() ? "" : ": " + m_lastWords), &received);
    Q_EMIT incoming(acmp::Other { "input_required", received.message },
        { received.record, received.at, received.message, false, false, {} });
    if (Transaction* const transaction = m_transaction.data())
        transaction->abort();
}

} // namespace a2a
