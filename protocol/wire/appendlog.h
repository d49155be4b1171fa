// SPDX-License-Identifier: Apache-2.0
// A growing list between threads: one appends, any reads what the one atomic count has published. What was
// published never moves or changes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

namespace wire {

template <class T, std::size_t kSegmentSize = 16'384, std::size_t kMaxSegments = 16'384>
class AppendLog final {
public:
    static constexpr std::size_t kSegment = kSegmentSize;
    static constexpr std::uint64_t kMaxSize = std::uint64_t { kSegmentSize } * kMaxSegments;

    AppendLog() = default;
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
            const std::span<T> room = roomFrom(count);
            const std::size_t length = std::min(items.size(), room.size());
            std::copy_n(items.data(), length, room.data());
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
        return index < kStart ? m_start[index] : m_segments[index / kSegmentSize][index % kSegmentSize];
    }
    /// The published items from `first` on that lie together, at most `atMost` of them; empty if there are
    /// none.
    std::span<const T> from(std::uint64_t first, std::size_t atMost = SIZE_MAX) const
    {
        const std::uint64_t count = size();
        if (first >= count)
            return {};
        const std::size_t end = first < kStart ? kStart : first - first % kSegmentSize + kSegmentSize;
        return { &(*this)[first], std::min<std::uint64_t>({ count - first, end - first, atMost }) };
    }

private:
    /// So many items lie apart, in place of the front of the first segment: a short list costs little.
    static constexpr std::size_t kStart = std::min<std::size_t>(256, kSegmentSize);

    std::span<T> roomFrom(std::uint64_t index)
    {
        if (index < kStart) {
            if (!m_start)
                m_start = std::make_unique_for_overwrite<T[]>(kStart);
            return { m_start.get() + index, kStart - index };
        }
        if (!m_segments)
            m_segments = std::make_unique<std::unique_ptr<T[]>[]>(kMaxSegments);
        std::unique_ptr<T[]>& segment = m_segments[index / kSegmentSize];
        if (!segment)
            segment = std::make_unique_for_overwrite<T[]>(kSegmentSize);
        const std::size_t within = index % kSegmentSize;
        return { segment.get() + within, kSegmentSize - within };
    }

    // Set once, before the count that makes a reader look there.
    std::unique_ptr<T[]> m_start;
    std::unique_ptr<std::unique_ptr<T[]>[]> m_segments;
    std::atomic<std::uint64_t> m_count = 0;
};

} // namespace wire
