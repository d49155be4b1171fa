// SPDX-License-Identifier: Apache-2.0
// A growing list between threads: one appends, any reads what the one atomic count has published. What was
// published never moves or changes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace wire {

template <class T, std::size_t kSegmentSize = 16'384, std::size_t kMaxSegments = 16'384>
class AppendLog final {
public:
    static constexpr std::size_t kSegment = kSegmentSize;
    static constexpr std::uint64_t kMaxSize = std::uint64_t { kSegmentSize } * kMaxSegments;

    AppendLog()
        : m_segments(kMaxSegments)
    {
    }
    AppendLog(const AppendLog&) = delete;
    AppendLog& operator=(const AppendLog&) = delete;

    /// False when there is no room: at kMaxSize.
    bool append(const T& item) { return append(std::span<const T>(&item, 1)); }
    /// All or nothing.
    bool append(std::span<const T> items)
    {
        const std::uint64_t before = m_count.load(std::memory_order_relaxed);
        if (items.size() > kMaxSize - before)
            return false;
        std::uint64_t count = before;
        while (!items.empty()) {
            std::unique_ptr<Segment>& segment = m_segments[count / kSegmentSize];
            if (!segment)
                segment = std::make_unique_for_overwrite<Segment>();
            const std::size_t within = count % kSegmentSize;
            const std::size_t length = std::min(items.size(), kSegmentSize - within);
            std::copy_n(items.data(), length, segment->data() + within);
            items = items.subspan(length);
            count += length;
        }
        m_count.store(count, std::memory_order_release);
        return true;
    }

    std::uint64_t size() const { return m_count.load(std::memory_order_acquire); }
    /// `index` must be less than a size() seen by this thread.
    const T& operator[](std::uint64_t index) const
    {
        return (*m_segments[index / kSegmentSize])[index % kSegmentSize];
    }
    /// The published items from `first` on that lie together, at most `atMost` of them; empty if there are
    /// none.
    std::span<const T> from(std::uint64_t first, std::size_t atMost = SIZE_MAX) const
    {
        const std::uint64_t count = size();
        if (first >= count)
            return {};
        const std::size_t within = first % kSegmentSize;
        const std::uint64_t length
            = std::min<std::uint64_t>({ count - first, kSegmentSize - within, atMost });
        return std::span<const T>(*m_segments[first / kSegmentSize]).subspan(within, length);
    }

private:
    using Segment = std::array<T, kSegmentSize>;

    // Never resized: readers look into it while items are appended.
    std::vector<std::unique_ptr<Segment>> m_segments;
    std::atomic<std::uint64_t> m_count = 0;
};

} // namespace wire
