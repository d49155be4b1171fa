// SPDX-License-Identifier: Apache-2.0
// The rows of a record in memory: one thread appends, any thread reads what the one atomic count has
// published. A published row never moves or changes.
#pragma once

#include "protocol/capture/row.h"

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace capture {

class RowIndex final {
public:
    static constexpr std::size_t kSegmentRows = 16'384;
    static constexpr std::size_t kMaxSegments = 16'384;
    static constexpr std::uint64_t kMaxRows = std::uint64_t { kSegmentRows } * kMaxSegments;

    RowIndex();
    RowIndex(const RowIndex&) = delete;
    RowIndex& operator=(const RowIndex&) = delete;

    /// False when there is no room: at kMaxRows.
    bool append(const Row& row);

    std::uint64_t size() const { return m_count.load(std::memory_order_acquire); }
    /// `row` must be less than a size() seen by this thread.
    const Row& operator[](wire::RecordNo row) const
    {
        return (*m_segments[row / kSegmentRows])[row % kSegmentRows];
    }
    /// The published rows from `first` on that lie together, at most `atMost` of them; empty if there are
    /// none.
    std::span<const Row> from(wire::RecordNo first, std::size_t atMost) const;

private:
    using Segment = std::array<Row, kSegmentRows>;

    // Never resized: readers look into it while rows are appended.
    std::vector<std::unique_ptr<Segment>> m_segments;
    std::atomic<std::uint64_t> m_count = 0;
};

} // namespace capture
