// SPDX-License-Identifier: Apache-2.0
// How long an event loop was away, while this lives: for tests and benchmarks under load.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <vector>

class EventLoopChecker final : public QObject {
public:
    /// What a test may fail at: no busy machine explains it. How short it is, the benchmarks say.
    static constexpr double kFrozenMs = 1000;

    EventLoopChecker()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this,
            [this] { m_gaps.push_back(m_since.nsecsElapsed()), m_since.restart(); });
        m_since.start();
        m_timer.start(1);
    }

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
    QTimer m_timer;
    QElapsedTimer m_since;
    std::vector<qint64> m_gaps;
};
