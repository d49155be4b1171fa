// SPDX-License-Identifier: Apache-2.0
// The tasks of one agent, by who asked for them: all that run, and those that ended for as long and as many
// as there is room. The one that ended first leaves first.
#pragma once

#include "protocol/binding/a2a/servedtask.h"
#include "protocol/wire/clock.h"

#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

namespace a2a {

struct ShelfLimits {
    wire::milliseconds keep { 600'000 }; ///< after a task's end
    std::size_t bytes = std::size_t { 64 } << 20; ///< of tasks that ended
    std::size_t ended = 10'000;
    std::size_t running = 10'000;
};

class TaskShelf final {
public:
    TaskShelf(const wire::Clock& clock, ShelfLimits limits)
        : m_clock(clock)
        , m_limits(limits)
    {
    }

    /// Null if too many run. It takes the place of an earlier one with its ACMP task_id.
    std::shared_ptr<ServedTask> add(
        std::string id, std::string contextId, std::string caller, std::string acmpTaskId);
    /// Null if the caller has no such task, or had one that is not kept any more.
    std::shared_ptr<ServedTask> find(std::string_view caller, std::string_view id);
    std::shared_ptr<ServedTask> findAcmp(std::string_view caller, std::string_view acmpTaskId);
    /// -32001 for an id, and what is kept here.
    Fault missing(std::string_view id) const;
    /// The last changed first.
    std::vector<std::shared_ptr<ServedTask>> of(std::string_view caller);

    /// Its status changed.
    void changed(ServedTask& task);
    /// What is kept of it changed; if it has ended, others may have to go for it.
    void resized(ServedTask& task);

    std::size_t running() const { return m_tasks.size() - m_ended.size(); }
    std::size_t ended() const { return m_ended.size(); }
    std::size_t endedBytes() const { return m_endedBytes; }
    const ShelfLimits& limits() const { return m_limits; }

private:
    struct Ended {
        std::string key;
        std::size_t bytes;
        wire::Instant until;
    };
    struct Place {
        std::shared_ptr<ServedTask> task;
        std::optional<std::list<Ended>::iterator> ended;
    };
    using Places = std::unordered_map<std::string, Place>;

    void remove(Places::iterator place);
    void forgetOld();

    const wire::Clock& m_clock;
    ShelfLimits m_limits;
    Places m_tasks; ///< by caller and A2A id
    std::unordered_map<std::string, std::string> m_byAcmp; ///< caller and ACMP task_id → key of m_tasks
    std::list<Ended> m_ended; ///< in the order of their ends
    std::size_t m_endedBytes = 0;
    std::uint64_t m_changes = 0;
};

} // namespace a2a
