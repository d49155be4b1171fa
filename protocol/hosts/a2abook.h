// SPDX-License-Identifier: Apache-2.0
// What an A2A host remembers of its tasks, and how it puts what the engine says into A2A objects. Its
// responders and its operations write and read it.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/binding/a2a/call.h"
#include "protocol/binding/a2a/taskshelf.h"
#include "protocol/wire/idsource.h"

namespace hosts {

class A2aBook final {
public:
    /// `clock` and `ids` must outlive it.
    A2aBook(const wire::Clock& clock, wire::IdSource& ids, a2a::ShelfLimits limits)
        : m_clock(clock)
        , m_ids(ids)
        , m_shelf(clock, limits)
    {
    }

    a2a::TaskShelf& shelf() { return m_shelf; }
    std::string makeId(std::string_view prefix) { return m_ids.make(prefix); }
    std::int64_t unixMs() const { return m_clock.unixMs(); }

    /// The engine took it.
    void begin(a2a::ServedTask& task);
    /// The Message that says so, which is the task's status from now on.
    std::string_view beat(a2a::ServedTask& task, const acmp::ProviderNotification& heartbeat);
    /// A Part with the chunk `seq` goes out in the artifact of chunks: snapshots hold what went out to
    /// anyone.
    void addChunk(a2a::ServedTask& task, std::int64_t seq, std::string_view part) const;
    /// The first answer ends it. A later one that has the output where that had not is kept in its place.
    void end(a2a::ServedTask& task, const acmp::Answer& answer);
    /// An answer as it ends a stream.
    struct Ending {
        std::string part; ///< a Part
        std::string message; ///< a Message with it; empty if the part is too large to travel twice
    };
    static Ending endingOf(a2a::ServedTask& task, const acmp::Answer& answer);

    /// The task as the answer of a request, in the wrapper of SendMessage; an event if the call is a stream.
    static void answer(
        a2a::Call& call, const a2a::ServedTask& task, const a2a::SnapshotOptions& options = {});

private:
    const wire::Clock& m_clock;
    wire::IdSource& m_ids;
    a2a::TaskShelf m_shelf;
};

} // namespace hosts
