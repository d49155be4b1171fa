// SPDX-License-Identifier: Apache-2.0
// How the engine answers over A2A: into a stream of events, as the answer of a blocking request, as a direct
// message; and the witness by which a task's record follows it.
#pragma once

#include "protocol/engine/responder.h"
#include "protocol/engine/scenario.h"
#include "protocol/hosts/a2abook.h"

namespace hosts {

/// Passes the call's signals on to the engine.
class CallResponder : public engine::Responder {
public:
    explicit CallResponder(a2a::Call& call);
    ~CallResponder() override;

    bool isWritable() const override;

protected:
    a2a::Call* call() const { return m_call.data(); }

private:
    QPointer<a2a::Call> m_call;
};

/// One stream of a task, whose first event, the task, went out.
class StreamResponder final : public CallResponder {
public:
    /// `skip`: chunks that the task in the first event held. `book` must outlive the engine's use of it.
    StreamResponder(a2a::Call& call, std::shared_ptr<a2a::ServedTask> task, A2aBook& book,
        engine::Scenario::A2a::ChunkCarrier carrier, std::int64_t skip);

    bool canStream() const override { return true; }
    void notify(const acmp::ProviderNotification& notification) override;
    void finish(const acmp::Answer& answer) override;

private:
    void sendStatus(a2a::TaskState state, std::string_view message);
    void sendChunk(const acmp::StreamChunk& chunk, const acmp::ProviderNotification& notification);

    std::shared_ptr<a2a::ServedTask> m_task;
    A2aBook& m_book;
    engine::Scenario::A2a::ChunkCarrier m_carrier;
    std::int64_t m_skip;
    json::Writer m_writer;
};

/// A request that is answered with the task once that is over.
class BlockingResponder final : public CallResponder {
public:
    using Answer = std::function<void(a2a::Call& call, const a2a::ServedTask& task)>;

    BlockingResponder(a2a::Call& call, std::shared_ptr<a2a::ServedTask> task, A2aBook& book, Answer answer);

    bool canStream() const override { return false; }
    void notify(const acmp::ProviderNotification&) override { }
    void finish(const acmp::Answer& answer) override;

private:
    std::shared_ptr<a2a::ServedTask> m_task;
    A2aBook& m_book;
    Answer m_answer;
};

/// Follows a task for its record, as long as it runs.
class Witness final : public engine::Responder {
public:
    /// `hearsHeartbeats` false: it stands in for a client that did not wait.
    Witness(std::shared_ptr<a2a::ServedTask> task, A2aBook& book, bool hearsHeartbeats);
    ~Witness() override;

    bool isWitness() const override { return true; }
    bool canStream() const override { return m_hears; }
    bool isWritable() const override { return true; }
    void notify(const acmp::ProviderNotification& notification) override;
    void finish(const acmp::Answer& answer) override { m_book.end(*m_task, answer); }

private:
    std::shared_ptr<a2a::ServedTask> m_task;
    A2aBook& m_book;
    bool m_hears;
};

/// A request that is answered with a message and leaves no task (A2A §3.1.1).
class DirectResponder final : public CallResponder {
public:
    using Send = std::function<void(a2a::Call& call, const acmp::Answer& answer)>;

    DirectResponder(a2a::Call& call, Send send);

    bool canStream() const override { return false; }
    void notify(const acmp::ProviderNotification&) override { }
    void finish(const acmp::Answer& answer) override;

private:
    Send m_send;
};

} // namespace hosts
