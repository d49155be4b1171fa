// SPDX-License-Identifier: Apache-2.0
// How long an event loop was away, while this lives: for tests and benchmarks under load.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <utility>
#include <vector>

class EventLoopChecker final : public QObject {
public:
    /// What a test may fail at, as the thread's own work: no busy machine explains it. How short the loop is
    /// away, the benchmarks say.
    static constexpr double kFrozenMs = 1000;

    EventLoopChecker()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_gaps.push_back(m_since.nsecsElapsed());
            m_since.restart();
            const double worked = workedMs();
            m_longestWorkMs = std::max(m_longestWorkMs, worked - std::exchange(m_workedMs, worked));
        });
        m_since.start();
        m_timer.start(1);
    }

    /// Of the thread within one turn of the loop, not counting what others took of the machine meanwhile. The
    /// turn that is under way counts.
    double longestWorkMs() const { return std::max(m_longestWorkMs, workedMs() - m_workedMs); }
    double longestMs() const { return percentileMs(100); }
    /// Between two turns of the loop, some 1 ms of which is the timer's own.
    double percentileMs(double percent) const
    {
        if (m_gaps.empty())
            return static_cast<double>(m_since.nsecsElapsed()) / 1e6;
        std::vector<qint64> sorted = m_gaps;
        std::ranges::sort(sorted);
        const auto last = static_cast<double>(sorted.size() - 1);
        return static_cast<double>(sorted[static_cast<std::size_t>(last * percent / 100)]) / 1e6;
    }

private:
    static double workedMs()
    {
        timespec worked {};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
        return static_cast<double>(worked.tv_sec) * 1e3 + static_cast<double>(worked.tv_nsec) / 1e6;
    }

    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<qint64> m_gaps;
    double m_workedMs = workedMs();
    double m_longestWorkMs = 0;
};
