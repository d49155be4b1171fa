// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a record in the background, live or opened: a worker that is one more cursor on it and folds it
// through lint::Run. It lags behind, visibly, and never holds up the recording. Owned by the window; every
// function may be called from any thread.
#pragma once

#include "ui/analysis/exchanges.h"
#include "ui/analysis/snapshot.h"

#include "protocol/capture/record.h"
#include "protocol/lint/run.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace analysis {

/// In the order found, which is that of Finding::where.record. Lint keeps at most 1 000 of a rule.
using Findings = wire::AppendLog<lint::Reported, 256, 1024>;

class Analysis final {
public:
    /// `record` must outlive it. Begins at once with what there is.
    explicit Analysis(const capture::Record& record);
    /// Stops promptly, done or not.
    ~Analysis();
    Analysis(const Analysis&) = delete;
    Analysis& operator=(const Analysis&) = delete;

    /// Look at what has come since; the window calls it once a frame.
    void wake();

    /// Rows before it are checked; their findings are in findings().
    wire::RecordNo checkedTo() const { return m_checkedTo.load(std::memory_order_acquire); }
    const Findings& findings() const { return m_findings; }
    const Exchanges& exchanges() const { return m_exchanges; }
    /// Of one row: the indexes [first, second) in findings().
    std::pair<std::uint64_t, std::uint64_t> findingsOf(wire::RecordNo record) const;
    /// The first of its highest level; null if none. Valid while the analysis lives.
    const lint::Reported* worstOf(wire::RecordNo record) const;

    /// Never null; a new one at most some 30 times a second, and only if something changed.
    std::shared_ptr<const Snapshot> snapshot() const;

private:
    void run(const std::stop_token& stop);
    void publish(std::shared_ptr<const Snapshot> snapshot);

    const capture::Record& m_record;
    Findings m_findings;
    Exchanges m_exchanges;
    std::atomic<wire::RecordNo> m_checkedTo = 0;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wakeUp;
    bool m_isWoken = false;
    std::shared_ptr<const Snapshot> m_snapshot = std::make_shared<Snapshot>();
    std::jthread m_thread; // last: it uses all of the above
};

} // namespace analysis
