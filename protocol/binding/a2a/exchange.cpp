// SPDX-License-Identifier: Apache-2.0
// What is sent, and when an exchange is over. What is received: exchangeincoming.cpp.
#include "protocol/binding/a2a/exchange.h"

#include "protocol/a2a/envelope.h"
#include "protocol/a2a/errors.h"

namespace a2a {

using wire::Error;
using wire::ErrorKind;
using Kind = Operation::Kind;

namespace {

/// The same for a task that is sent again: an agent may tell repetitions by it (A2A §3.3.1).
std::string messageIdOf(const acmp::Request& request, Caller& caller)
{
    const std::string_view taskId = acmp::taskIdOf(request);
    return taskId.empty() ? caller.newMessageId() : std::string("invoke_").append(taskId);
}

bool mentionsTaskId(const std::string& text)
{
    return text.find("taskId") != text.npos || text.find("task_id") != text.npos;
}

} // namespace

Exchange::Exchange(Caller& caller, acmp::Request request, QObject* parent)
    : binding::Exchange(parent)
    , m_caller(caller)
    , m_request(std::move(request))
    , m_asked(askedBy(m_request))
{
}

bool Exchange::wantsStream() const
{
    const auto* const invoke = std::get_if<acmp::Invoke>(&m_request);
    return invoke && m_caller.streams && !m_triedUnstreamed && (m_caller.beats || invoke->streamOrDefault());
}

void Exchange::begin()
{
    if (m_isOver)
        return;
    perform(sendOperation(wantsStream()));
}

void Exchange::fail(Error error)
{
    finish(std::move(error));
}

Operation Exchange::sendOperation(bool isStreamed)
{
    MessageHead head { messageIdOf(m_request, m_caller), Role::User, {}, {} };
    if (m_caller.namesTask)
        head.taskId = std::string(acmp::taskIdOf(m_request));
    return { .kind = isStreamed ? Kind::SendStreamingMessage : Kind::SendMessage,
        .message = [this, head](json::Writer& writer) { writeMessage(writer, head, m_request); } };
}

void Exchange::perform(const Operation& operation)
{
    Transaction* const transaction = m_caller.perform(operation, this);
    m_transaction = transaction;
    m_kind = operation.kind;
    connect(transaction, &Transaction::sent, this, [this](wire::Instant at, wire::RecordNo record) {
        if (!std::exchange(m_wasSent, true))
            Q_EMIT sent(at, record);
    });
    connect(transaction, &Transaction::received, this, &Exchange::take);
    connect(transaction, &Transaction::alive, this, &Exchange::alive);
    connect(transaction, &Transaction::found, this, qOverload<const acmp::Finding&>(&Exchange::report));
    connect(transaction, &Transaction::ended, this, &Exchange::ended);
    if (m_isPaused)
        transaction->pauseReading(true);
}

void Exchange::pauseReading(bool pause)
{
    m_isPaused = pause;
    if (Transaction* const transaction = m_transaction.data())
        transaction->pauseReading(pause);
}

void Exchange::abort()
{
    if (m_isOver)
        return;
    const bool mayHaveTask = !m_remote.taskId.empty() && !isTerminal(m_state);
    if (std::exchange(m_isAborted, true) || !mayHaveTask || m_asksForMore)
        return stop();
    // The task's last words may still come, by the stream or with the answer to this.
    Transaction* const hardCancel
        = m_caller.perform({ .kind = Kind::CancelTask, .taskId = m_remote.taskId }, this);
    connect(hardCancel, &Transaction::received, this, &Exchange::take);
    connect(hardCancel, &Transaction::ended, this, &Exchange::stop);
    m_timer = m_caller.clock().startTimer(kDrain, [this] { stop(); });
}

void Exchange::stop()
{
    m_isAborted = true;
    m_timer.reset();
    if (Transaction* const transaction = m_transaction.data())
        return transaction->abort();
    ended(std::nullopt);
}

void Exchange::ended(const std::optional<Failure>& failure)
{
    m_transaction.clear();
    m_timer.reset();
    if (m_wasAnswered)
        return finish(m_answerError);
    if (m_isAborted) {
        return finish(
            Error { ErrorKind::Cancelled, "the request was cancelled by this side", {}, {}, {}, false });
    }
    if (m_asksForMore)
        return finish(std::nullopt);
    if (failure && retriesOtherwise(*failure))
        return;
    endedUnanswered(failure);
}

// True if the same is asked for in another way.
bool Exchange::retriesOtherwise(const Failure& failure)
{
    if (m_kind == Kind::SendStreamingMessage && failure.code == code::kUnsupportedOperation
        && m_remote.taskId.empty()) {
        report("A2A-streaming-refused", "a stream", failure.error.found);
        m_triedUnstreamed = true;
        perform(sendOperation(false));
        return true;
    }
    const bool isNoSuchPath
        = !failure.isByAgent() && (failure.httpStatus == 404 || failure.httpStatus == 405);
    if (m_kind == Kind::SubscribeToTask && isNoSuchPath && m_caller.isRest()
        && !std::exchange(m_caller.facts.subscribesByGet, true)) {
        subscribe();
        return true;
    }
    const bool wantsTask
        = failure.code == code::kTaskNotFound || (failure.isByAgent() && mentionsTaskId(failure.error.found));
    if (m_remote.taskId.empty() && wantsTask && !m_caller.namesTask)
        report("A2A-ab-literal", "a task made by the agent", failure.error.found);
    return false;
}

void Exchange::endedUnanswered(const std::optional<Failure>& failure)
{
    if (m_wasMessage || m_remote.taskId.empty())
        return finish(failure ? failure->error : withoutAnswer());
    const bool wasStream = m_kind == Kind::SendStreamingMessage || m_kind == Kind::SubscribeToTask;
    // What ended without a word may have left it as an artifact.
    if (isTerminal(m_state))
        return m_kind == Kind::GetTask ? finish(withoutAnswer()) : lookUp();
    // A stream that the agent's own library gives up is not the end of the task.
    const bool isGivenUp
        = m_kind == Kind::SendStreamingMessage && failure && failure->code == code::kUnsupportedOperation;
    const bool isRefused = failure && failure->isByAgent() && !isGivenUp;
    if (isRefused && m_kind != Kind::SubscribeToTask)
        return finish(failure->error);
    m_polls = m_polls || isRefused || !m_caller.streams;
    if (wasStream && !isRefused) {
        report("A2A-stream-broken", "a terminal state",
            failure ? failure->error.toString() : "the end of the stream");
    }
    if (!failure && !wasStream)
        return followAfter(kPoll);
    if (m_resumes == kResumeDelays.size())
        return finish(brokenBy(failure));
    followAfter(kResumeDelays[m_resumes++]);
}

// The task goes on without us.
void Exchange::followAfter(wire::milliseconds delay)
{
    m_timer = m_caller.clock().startTimer(delay, [this] { follow(); });
}

void Exchange::follow()
{
    m_timer.reset();
    if (m_polls)
        lookUp();
    else
        subscribe();
}

// A server that keeps the stream of a task that has ended is not waited for.
void Exchange::closeOpenStream()
{
    m_timer.reset();
    report("A2A-stream-open", "the end of the stream", "an open stream");
    if (Transaction* const transaction = m_transaction.data())
        transaction->abort();
}

void Exchange::subscribe()
{
    m_isResuming = true;
    perform({ .kind = Kind::SubscribeToTask, .taskId = m_remote.taskId });
}

void Exchange::lookUp()
{
    m_isResuming = true;
    perform({ .kind = Kind::GetTask, .taskId = m_remote.taskId });
}

Error Exchange::brokenBy(const std::optional<Failure>& failure) const
{
    if (failure && !failure->isByAgent())
        return failure->error;
    return { ErrorKind::Protocol, "the stream ended before the task did", "a terminal state (A2A §3.1.2)",
        failure ? failure->error.found : "the end of the stream in " + std::string(toString(m_state)), {},
        true };
}

Error Exchange::withoutAnswer() const
{
    Error error { ErrorKind::Protocol, {}, "an ACMP result or error in a data Part (Layer 1 A2A binding §1)",
        m_lastWords.empty() ? std::string() : wire::excerpt(m_lastWords), {}, false };
    if (m_wasMessage || m_remote.taskId.empty()) {
        error.message = "the agent's answer holds no ACMP message";
    } else {
        error.message = "the A2A task ended as " + std::string(toString(m_state)) + ", without ACMP's answer";
        if (m_state == TaskState::Rejected)
            error.kind = ErrorKind::Refused;
        if (m_state == TaskState::Canceled)
            error.kind = ErrorKind::Cancelled;
    }
    return error;
}

void Exchange::finish(std::optional<Error> error)
{
    if (std::exchange(m_isOver, true))
        return;
    m_timer.reset();
    const bool isUnanswered = error && !m_wasAnswered && !m_isAborted && error->kind == ErrorKind::Protocol
        && (m_wasMessage || isTerminal(m_state));
    if (isUnanswered)
        report("A2A-no-answer", error->expected, error->found.empty() ? "none" : error->found);
    Q_EMIT binding::Exchange::ended(error);
    deleteLater();
}

void Exchange::report(const acmp::Finding& finding)
{
    Q_EMIT found(finding);
}

void Exchange::report(std::string_view rule, std::string expected, std::string found, const Received* where,
    std::string pointer)
{
    report({ &acmp::rule(rule), std::move(expected), std::move(found),
        { where ? where->record : wire::kNoRecord, std::move(pointer), 0 } });
}

} // namespace a2a
