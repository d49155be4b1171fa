// SPDX-License-Identifier: Apache-2.0
// One ACMP request over A2A and all that answers it, however many operations that takes: a message that is
// sent, streams that are subscribed to again, a task that is looked up, the hard cancel.
#pragma once

#include "protocol/a2a/copies.h"
#include "protocol/acmp/messages.h"
#include "protocol/binding/a2a/caller.h"
#include "protocol/binding/exchange.h"

#include <set>

namespace a2a {

/// The A2A task that does an ACMP task's work; empty until the agent has named it.
struct RemoteTask {
    std::string taskId, contextId;
};

class Exchange final : public binding::Exchange {
    Q_OBJECT

public:
    /// How often what broke is taken up again, and how long after it broke.
    static constexpr std::array<wire::milliseconds, 4> kResumeDelays { wire::milliseconds(0),
        wire::milliseconds(250), wire::milliseconds(1'000), wire::milliseconds(3'000) };
    /// Between two looks at a task that can't be streamed.
    static constexpr wire::milliseconds kPoll { 500 };
    /// For the stream's end after the task's, and for the answer to CancelTask.
    static constexpr wire::milliseconds kDrain { 1'000 };

    /// `caller` must outlive it.
    Exchange(Caller& caller, acmp::Request request, QObject* parent);

    /// Once, when the caller knows the interface.
    void begin();
    /// Instead of begin(): there is no interface.
    void fail(wire::Error error);

    /// Of an invoke; else empty.
    std::string_view acmpTaskId() const { return acmp::taskIdOf(m_request); }
    const RemoteTask& remote() const { return m_remote; }

    /// CancelTask where there is a task, then the stream is closed (decision D7).
    void abort() override;
    void pauseReading(bool pause) override;

private:
    bool wantsStream() const;
    void perform(const Operation& operation);
    Operation sendOperation(bool isStreamed);
    void followAfter(wire::milliseconds delay);
    void follow();
    void closeOpenStream();
    void subscribe();
    void lookUp();

    void take(const Received& received);
    void learn(const Received& received, const TaskRef& ref);
    void checkOrder(const Received& received, const TaskRef& ref);
    bool holdsAllChunks(const Received& received) const;
    void deliver(const Carried& carried, const Received& received);
    void takeState(const Received& received, TaskState state);
    void askForMore(const Received& received);

    void ended(const std::optional<Failure>& failure);
    bool retriesOtherwise(const Failure& failure);
    void endedUnanswered(const std::optional<Failure>& failure);
    wire::Error brokenBy(const std::optional<Failure>& failure) const;
    wire::Error withoutAnswer() const;
    void stop();
    void finish(std::optional<wire::Error> error);
    void report(const acmp::Finding& finding);
    void report(std::string_view rule, std::string expected, std::string found,
        const Received* where = nullptr, std::string pointer = {});

    Caller& m_caller;
    const acmp::Request m_request;
    const Asked m_asked;
    QPointer<Transaction> m_transaction;
    Operation::Kind m_kind = Operation::Kind::SendMessage; ///< of the newest
    std::unique_ptr<wire::Timer> m_timer;

    RemoteTask m_remote;
    TaskState m_state = TaskState::Unspecified;
    std::string m_lastWords; ///< text beside the newest state, or of a message without ACMP
    Copies m_copies;
    std::int64_t m_highestSeq = -1;
    std::set<const acmp::Rule*> m_reported; ///< of the form: once an exchange is enough
    std::size_t m_resumes = 0;
    bool m_isResuming = false; ///< until the first event of a stream that was subscribed to again
    bool m_wasAnswered = false;
    std::optional<wire::Error> m_answerError;
    bool m_wasMessage = false; ///< the agent answered with a message: there is no task
    bool m_asksForMore = false;
    bool m_polls = false; ///< the task is looked at now and then: it can't be subscribed to
    bool m_isAborted = false;
    bool m_isPaused = false;
    bool m_triedUnstreamed = false;
    bool m_wasSent = false;
    bool m_isOver = false;
};

} // namespace a2a
