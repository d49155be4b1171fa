// SPDX-License-Identifier: Apache-2.0
// The machine's clock: CLOCK_BOOTTIME, timers by one timerfd. Belongs to the thread that made it, which runs
// an event loop. Linux only: the seam for another system is this pair of files.
#pragma once

#include "protocol/wire/timerqueue.h"

#include <QObject>
#include <QSocketNotifier>

namespace wire {

class SystemClock final : public QObject, public Clock {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SystemClock)

public:
    explicit SystemClock(QObject* parent = nullptr);
    ~SystemClock() override;

    /// Of any thread.
    static Instant current();
    Instant now() const override { return current(); }
    std::int64_t unixMs() const override;
    std::unique_ptr<Timer> startTimer(nanoseconds delay, std::function<void()> fire) override;

private:
    void fireDue();
    void arm();

    TimerQueue m_timers;
    int m_fd;
    std::optional<Instant> m_armed;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace wire
