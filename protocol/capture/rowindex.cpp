// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/rowindex.h"

#include <algorithm>

namespace capture {

RowIndex::RowIndex()
    : m_segments(kMaxSegments)
{
}

bool RowIndex::append(const Row& row)
{
    const std::uint64_t count = m_count.load(std::memory_order_relaxed);
    if (count >= kMaxRows) {
        return false;
    }
    std::unique_ptr<Segment>& segment = m_segments[count / kSegmentRows];
    if (!segment) {
        segment = std::make_unique<Segment>();
    }
    (*segment)[count % kSegmentRows] = row;
    m_count.store(count + 1, std::memory_order_release);
    return true;
}

std::span<const Row> RowIndex::from(wire::RecordNo first, std::size_t atMost) const
{
    const std::uint64_t count = size();
    if (first >= count) {
        return {};
    }
    const std::size_t within = first % kSegmentRows;
    const std::uint64_t length = std::min<std::uint64_t>({ count - first, kSegmentRows - within, atMost });
    return std::span<const Row>(*m_segments[first / kSegmentRows]).subspan(within, length);
}

} // namespace capture
