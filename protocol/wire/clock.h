// SPDX-License-Identifier: Apache-2.0
// Time and timers, injected. The only clock of protocol/: nothing above wire/ asks the system.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>

namespace wire {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

/// A point on a clock that never goes back and counts the time a machine slept (CLOCK_BOOTTIME).
struct Instant {
    nanoseconds sinceBoot { 0 };

    auto operator<=>(const Instant&) const = default;
    friend Instant operator+(Instant at, nanoseconds by) { return { at.sinceBoot + by }; }
    friend nanoseconds operator-(Instant a, Instant b) { return a.sinceBoot - b.sinceBoot; }
};

inline double toMs(nanoseconds duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// A running single-shot timer; destroying it cancels it.
class Timer {
public:
    virtual ~Timer() = default;
};

class Clock {
public:
    virtual ~Clock() = default;

    virtual Instant now() const = 0;
    /// Wall clock, milliseconds since 1970-01-01 UTC.
    virtual std::int64_t unixMs() const = 0;
    /// Calls `fire` once, on this clock's thread, when `delay` has passed; never from within this call.
    /// After a sleep of the machine a timer whose moment has passed fires at once.
    [[nodiscard]] virtual std::unique_ptr<Timer> startTimer(nanoseconds delay, std::function<void()> fire)
        = 0;
};

} // namespace wire
