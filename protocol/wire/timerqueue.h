// SPDX-License-Identifier: Apache-2.0
// The timers of one clock, in the order they are due. Shared by SystemClock and ManualClock.
#pragma once

#include "protocol/wire/clock.h"

#include <map>
#include <optional>

namespace wire {

class TimerQueue final {
public:
    using Key = std::pair<Instant, std::uint64_t>;

    TimerQueue() = default;
    TimerQueue(const TimerQueue&) = delete;
    TimerQueue& operator=(const TimerQueue&) = delete;

    std::unique_ptr<Timer> add(Instant due, std::function<void()> fire);
    /// When the next timer is due, if there is one.
    std::optional<Instant> next() const;
    /// Takes out and calls the first timer if it is due by `now`; false when none was.
    bool fireOne(Instant now);

private:
    struct Entries {
        std::map<Key, std::function<void()>> byDue;
    };
    class Handle;

    // Shared with the handles, which may outlive the clock.
    std::shared_ptr<Entries> m_entries = std::make_shared<Entries>();
    std::uint64_t m_count = 0;
};

} // namespace wire
