// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a needle in growing bytes, on a worker. Case counts not for ASCII.
#pragma once

#include "ui/widgets/worker.h"

#include <QByteArray>
#include <QObject>

#include <vector>

namespace widgets {

/// Offsets of all matches, overlapping ones too, at most `limit`. Ends early when `ticket` is stale.
std::vector<qsizetype> findAll(
    const QByteArray& bytes, const QByteArray& needle, std::size_t limit, const Generation::Ticket& ticket);

class ByteSearch final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ByteSearch)

public:
    static constexpr std::size_t kMaxMatches = 1'000'000;

    /// `bytes`: where to search, outlives this.
    explicit ByteSearch(const QByteArray& bytes, QObject* parent = nullptr);

    /// Starts again; an empty needle ends it.
    void start(const QByteArray& needle);
    /// There is more at the end of the bytes.
    void extend();

    bool isOn() const { return !m_needle.isEmpty(); }
    bool isRunning() const { return m_isRunning; }
    const QByteArray& needle() const { return m_needle; }
    /// Ascending.
    const std::vector<qsizetype>& matches() const { return m_matches; }

Q_SIGNALS:
    void matchesChanged();

private:
    void run(qsizetype from);
    void take(const std::vector<qsizetype>& matches, qsizetype from);

    const QByteArray& m_bytes;
    QByteArray m_needle;
    std::vector<qsizetype> m_matches;
    qsizetype m_searched = 0;
    bool m_isRunning = false;
    Generation m_generation;
};

} // namespace widgets
