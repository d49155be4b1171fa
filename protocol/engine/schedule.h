// SPDX-License-Identifier: Apache-2.0
// When each chunk of a task is due and when its answer is.
#pragma once

#include "protocol/engine/record.h"
#include "protocol/wire/clock.h"

namespace engine {

class Schedule final {
public:
    Schedule(const Record& record, wire::Instant start)
        : m_start(start)
        , m_first(record.script->firstChunk)
        , m_interval(record.script->chunkInterval)
        , m_chunks(record.chunks)
        , m_answer(start + answerDelay(record))
    {
    }

    /// How many chunks may have gone out by `now`.
    std::int64_t dueBy(wire::Instant now) const
    {
        const wire::nanoseconds running = now - m_start - m_first;
        if (running.count() < 0) {
            return 0;
        }
        return m_interval.count() == 0 ? m_chunks : std::min(m_chunks, running / m_interval + 1);
    }
    wire::Instant dueAt(std::int64_t seq) const { return m_start + (m_first + m_interval * seq); }
    wire::Instant answerAt() const { return m_answer; }
    wire::Instant start() const { return m_start; }

    /// From a task's start: a failure takes the place of the next chunk, a streamed result comes with the
    /// last one.
    static wire::nanoseconds answerDelay(const Record& record)
    {
        const CapabilityScript& script = *record.script;
        if (!record.isStreamed) {
            return script.durationOrDefault();
        }
        const bool doesFail = script.fail.has_value();
        return script.firstChunk + script.chunkInterval * (doesFail ? record.chunks : record.chunks - 1);
    }

private:
    wire::Instant m_start;
    wire::nanoseconds m_first;
    wire::nanoseconds m_interval;
    std::int64_t m_chunks;
    wire::Instant m_answer;
};

} // namespace engine
