// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/manualclock.h"

namespace wire {

ManualClock::ManualClock(std::int64_t unixMs)
    : m_unixMsAtStart(unixMs)
{
}

std::int64_t ManualClock::unixMs() const
{
    return m_unixMsAtStart + std::chrono::duration_cast<milliseconds>(m_now - m_start).count();
}

std::unique_ptr<Timer> ManualClock::startTimer(nanoseconds delay, std::function<void()> fire)
{
    return m_timers.add(m_now + delay, std::move(fire));
}

void ManualClock::advance(nanoseconds by)
{
    const Instant end = m_now + by;
    for (auto due = m_timers.next(); due && *due <= end; due = m_timers.next()) {
        m_now = std::max(m_now, *due);
        m_timers.fireOne(m_now);
    }
    m_now = end;
}

} // namespace wire
