// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/systemclock.h"

#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

namespace wire {

namespace {

timespec toTimespec(nanoseconds t)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(t);
    return { seconds.count(), (t - seconds).count() };
}

nanoseconds read(clockid_t id)
{
    timespec t {};
    clock_gettime(id, &t);
    return std::chrono::seconds(t.tv_sec) + nanoseconds(t.tv_nsec);
}

} // namespace

SystemClock::SystemClock(QObject* parent)
    : QObject(parent)
    , m_fd(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK))
{
    if (m_fd < 0)
        qFatal("timerfd_create: no timer of CLOCK_BOOTTIME on this system");
    m_notifier = std::make_unique<QSocketNotifier>(m_fd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &SystemClock::fireDue);
}

SystemClock::~SystemClock()
{
    m_notifier.reset();
    close(m_fd);
}

Instant SystemClock::current()
{
    return { read(CLOCK_BOOTTIME) };
}

std::int64_t SystemClock::unixMs() const
{
    return std::chrono::duration_cast<milliseconds>(read(CLOCK_REALTIME)).count();
}

std::unique_ptr<Timer> SystemClock::startTimer(nanoseconds delay, std::function<void()> fire)
{
    auto timer = m_timers.add(now() + std::max(delay, nanoseconds(0)), std::move(fire));
    // A cancelled timer leaves the descriptor armed too early: one idle wake-up, cheaper than re-arming each
    // time.
    if (const auto next = m_timers.next(); !m_armed || *next < *m_armed)
        arm();
    return timer;
}

void SystemClock::fireDue()
{
    std::uint64_t expirations = 0;
    [[maybe_unused]] const auto size = ::read(m_fd, &expirations, sizeof expirations);
    const Instant started = now();
    while (m_timers.fireOne(started)) { }
    arm();
}

void SystemClock::arm()
{
    m_armed = m_timers.next();
    itimerspec at {};
    if (m_armed)
        at.it_value = toTimespec(std::max(m_armed->sinceBoot, nanoseconds(1)));
    timerfd_settime(m_fd, TFD_TIMER_ABSTIME, &at, nullptr);
}

} // namespace wire
