// SPDX-License-Identifier: Apache-2.0
// A clock that moves only when told to: for tests, which then need no waiting.
#pragma once

#include "protocol/wire/timerqueue.h"

namespace wire {

class ManualClock final : public Clock {
public:
    explicit ManualClock(std::int64_t unixMs = 1'783'017'900'000);

    Instant now() const override { return m_now; }
    std::int64_t unixMs() const override;
    std::unique_ptr<Timer> startTimer(nanoseconds delay, std::function<void()> fire) override;

    /// Moves on by `by`, firing what falls due on the way, each at its own moment.
    void advance(nanoseconds by);

private:
    Instant m_now { std::chrono::seconds(1000) };
    std::int64_t m_unixMsAtStart;
    Instant m_start = m_now;
    TimerQueue m_timers;
};

} // namespace wire
