// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of shared channels (stdio, WebSocket) belong to which request, as the check found out: what
// HTTP's exchange numbers say by themselves. One thread appends, any reads.
#pragma once

#include "protocol/capture/record.h"
#include "protocol/session/sessions.h"
#include "protocol/wire/appendlog.h"

namespace analysis {

class Exchanges final {
public:
    using Part = session::Sessions::Part;
    struct Entry {
        wire::RecordNo row = wire::kNoRecord; ///< that its message ends in
        std::uint32_t exchange = 0; ///< the n-th request of its connection, from 1
        Part part = Part::Between;
    };

    void append(const Entry& entry) { m_entries.append(entry); }

    std::uint64_t size() const { return m_entries.size(); }
    const Entry& operator[](std::uint64_t index) const { return m_entries[index]; }
    /// Null: it belongs to none, or isn't checked yet. Valid while this lives.
    const Entry* of(wire::RecordNo row) const;

    /// Where a request and the answer to it end; kNoRecord: not there by now.
    struct Rows {
        wire::RecordNo request = wire::kNoRecord, answer = wire::kNoRecord;
        std::uint64_t readTo = 0; ///< entries before it were looked at
    };
    /// Of `entry`, which is one of this; may have to walk through all.
    Rows rowsOf(const capture::Record& record, const Entry& entry) const;

private:
    std::uint64_t firstNotBefore(wire::RecordNo row) const;

    wire::AppendLog<Entry> m_entries; // by row
};

} // namespace analysis
