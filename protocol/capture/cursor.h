// SPDX-License-Identifier: Apache-2.0
// One reader's place in a record. Each consumer (window, lint, statistics, search) has its own and moves in
// its own time, on any thread; nothing it does holds up the recording.
#pragma once

#include "protocol/capture/record.h"

#include <limits>

namespace capture {

class Cursor final {
public:
    struct Batch {
        wire::RecordNo first = 0;
        std::span<const Row> rows; ///< valid while the record lives
    };

    /// `record` must outlive the cursor.
    explicit Cursor(const Record& record, wire::RecordNo from = 0)
        : m_record(&record)
        , m_next(from)
    {
    }

    /// The next rows that lie together in memory; call again until it is empty for all there are by now.
    Batch next(std::size_t atMost = std::numeric_limits<std::size_t>::max())
    {
        const Batch batch { m_next, m_record->rows(m_next, atMost) };
        m_next += batch.rows.size();
        return batch;
    }

    /// Events that came since the last call, in order.
    std::vector<Event> nextEvents()
    {
        std::vector<Event> events = m_record->events(m_nextEvent);
        m_nextEvent += events.size();
        return events;
    }

    wire::RecordNo position() const { return m_next; }
    std::uint64_t behind() const { return m_record->rowCount() - m_next; }

private:
    const Record* m_record;
    wire::RecordNo m_next;
    std::size_t m_nextEvent = 0;
};

} // namespace capture
