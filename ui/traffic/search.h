// SPDX-License-Identifier: GPL-3.0-or-later
// What a filter has found so far. The searching thread alone writes it, others read it; it only grows.
#pragma once

#include "ui/traffic/filter.h"

#include "protocol/wire/appendlog.h"

#include <atomic>

namespace traffic {

struct Search {
    explicit Search(Filter what)
        : filter(std::move(what))
    {
    }

    const Filter filter;
    wire::AppendLog<std::uint32_t> found; ///< items, in their order
    std::atomic<std::uint64_t> readTo = 0; ///< items before it were looked at
    std::atomic<std::int64_t> tookUs = -1; ///< to get through all there was at first; < 0: not yet

    bool isThrough() const { return tookUs.load(std::memory_order_acquire) >= 0; }
    /// The first of the first `end` finds that is not before `item`; else `end`.
    std::uint64_t firstNotBefore(std::uint64_t item, std::uint64_t end) const
    {
        std::uint64_t begin = 0;
        while (begin < end) {
            const std::uint64_t middle = begin + (end - begin) / 2;
            if (found[middle] < item)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }
};

} // namespace traffic
