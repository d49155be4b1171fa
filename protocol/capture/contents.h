// SPDX-License-Identifier: Apache-2.0
// What opening a file fills, by its index and by scanning, and what it finds to report.
#pragma once

#include "protocol/capture/event.h"
#include "protocol/capture/rowindex.h"

#include <functional>

namespace capture {

struct OpenReport {
    std::uint64_t indexedRows = 0; ///< rows taken from index blocks; the others were found by scanning
    std::uint64_t skippedBlocks = 0; ///< of kinds that this version does not know
    std::uint64_t gaps = 0;
    std::uint64_t damagedBytes = 0; ///< in those gaps
    bool ended
        = false; ///< recording was ended in order; false after a crash, and for a file that is being written
};

struct Contents {
    RowIndex& rows;
    std::function<void(Event)> addEvent;
    OpenReport& report;

    void add(Event event, wire::RecordNo before) const
    {
        event.before = before;
        if (const auto* mark = std::get_if<Mark>(&event.what)) {
            report.ended = mark->kind == MarkKind::Ended;
        }
        addEvent(std::move(event));
    }

    void addGap(std::uint64_t offset, std::uint64_t bytes, const char* reason, wire::RecordNo before) const
    {
        ++report.gaps;
        report.damagedBytes += bytes;
        add({ .before = before, .at = {}, .what = Gap { offset, bytes, reason } }, before);
    }
};

} // namespace capture
