// SPDX-License-Identifier: Apache-2.0
// One execution and all requests that wait for it: the first invoke and its repeats (decision D5). Each
// request draws chunks at its own pace, when it can be written to; what it missed is made again. Owned by the
// provider.
#pragma once

#include "protocol/engine/inputassembly.h"
#include "protocol/engine/record.h"
#include "protocol/engine/responder.h"
#include "protocol/engine/resulthash.h"
#include "protocol/engine/schedule.h"

namespace engine {

class Task;

class TaskOwner {
public:
    virtual ~TaskOwner() = default;
    /// The record has its answer now. May not destroy the task.
    virtual void taskEnded(Task& task) = 0;
    /// Nothing is left to do. May destroy the task.
    virtual void taskDrained(Task& task) = 0;
    /// The record's answer as one request gets it.
    virtual acmp::Answer finalAnswer(const Record& record, bool receiverStreams) const = 0;
    /// Takes a responder that is done with; destroys it later, since it may be on the call stack.
    virtual void retire(std::unique_ptr<Responder> responder) = 0;
};

class Task final {
public:
    /// A run, or with a record that has its answer, a replay. All but `record` must outlive it.
    Task(TaskOwner& owner, wire::Clock& clock, const Scenario& scenario, std::string key,
        std::shared_ptr<Record> record);
    ~Task();
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    const std::string& key() const { return m_key; }
    const std::shared_ptr<Record>& record() const { return m_record; }
    bool hasEnded() const { return m_record->answer.has_value(); }

    /// Another request that waits for this task. Nothing is sent before pump().
    void attach(std::unique_ptr<Responder> responder);
    void startDeadline(milliseconds timeout);
    /// From now on the task waits for its input.
    void expectInput(const std::optional<acmp::Content>& prefix);
    /// The input is complete: work begins.
    void begin();

    // Each may drain the task and so destroy it.
    void pump();
    void add(const acmp::InputChunk& chunk);
    void cancel(const std::optional<std::string>& reason);

private:
    /// What a responder's callbacks hold: cut when the task is done with the responder, which lives a little
    /// longer.
    struct Link {
        Task* task = nullptr;

        /// Nothing once it is cut. Whoever calls may be deleted meanwhile, and its `link` with it.
        template <class Use>
        static void use(std::shared_ptr<Link> link, Use use)
        {
            const auto held = std::move(link);
            if (held->task != nullptr) {
                use(*held);
            }
        }
    };
    struct Delivery {
        std::unique_ptr<Responder> responder;
        std::shared_ptr<Link> link;
        std::int64_t next = 0; ///< seq of the chunk that it needs now
        bool streams = false;
        bool isMirror = false; ///< a later request on the same channel draws for it
        bool isWitness = false;
        bool draws() const { return streams && !isMirror && !isWitness; }
    };

    void whenGone(const Link* link);
    void endWith(acmp::Answer answer);
    void fail(std::int64_t code, std::string detail);
    void cancelNow(std::string detail);
    void beat();
    void startHeartbeat();
    acmp::Heartbeat makeHeartbeat() const;

    bool deliver(Delivery& delivery, std::int64_t due);
    bool produceUnheard(std::int64_t due);
    void addToHash(std::int64_t seq, const json::Raw& chunk);
    void answerIfDue(wire::Instant now);
    void finish(Delivery& delivery);
    void finishServed();
    void wakeFor(wire::Instant now, bool hasMore);

    TaskOwner& m_owner;
    wire::Clock& m_clock;
    const Scenario& m_scenario;
    std::string m_key;
    std::shared_ptr<Record> m_record;
    std::vector<Delivery> m_deliveries;
    std::optional<InputAssembly> m_input;
    std::optional<Schedule> m_schedule; ///< once work began
    std::optional<ResultHash> m_hash; ///< of a streamed output, over the first m_hashed chunks
    std::int64_t m_hashed = 0;
    std::int64_t m_produced = 0; ///< chunks that exist by now
    std::int64_t m_beats = 0;
    wire::Instant m_created;
    acmp::ProviderNotification m_chunk; ///< reused: a stream may have millions

    std::unique_ptr<wire::Timer> m_wake;
    std::unique_ptr<wire::Timer> m_deadline;
    std::unique_ptr<wire::Timer> m_heartbeat;
    std::unique_ptr<wire::Timer> m_orphan;
    std::unique_ptr<wire::Timer> m_cancel;
};

} // namespace engine
