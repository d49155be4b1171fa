// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/analysis.h"

#include "ui/analysis/fold.h"

#include "protocol/wire/giveway.h"

namespace analysis {

namespace {

constexpr std::size_t kRowsAtOnce = 256; // between two looks at whether to stop
constexpr std::chrono::milliseconds kBetweenSnapshots { 33 };

// The first finding whose row is not before `record`.
std::uint64_t firstNotBefore(const Findings& findings, wire::RecordNo record, std::uint64_t end)
{
    std::uint64_t begin = 0;
    while (begin < end) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (findings[middle].finding.where.record < record)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

} // namespace

Analysis::Analysis(const capture::Record& record)
    : m_record(record)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

Analysis::~Analysis() = default;

void Analysis::wake()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isWoken = true;
    }
    m_wakeUp.notify_one();
}

std::pair<std::uint64_t, std::uint64_t> Analysis::findingsOf(wire::RecordNo record) const
{
    const std::uint64_t end = m_findings.size();
    const std::uint64_t first = firstNotBefore(m_findings, record, end);
    return { first, firstNotBefore(m_findings, record + 1, end) };
}

const lint::Reported* Analysis::worstOf(wire::RecordNo record) const
{
    const auto [first, end] = findingsOf(record);
    const lint::Reported* worst = nullptr;
    for (std::uint64_t i = first; i < end; ++i) {
        if (!worst || worst->finding.rule->level < m_findings[i].finding.rule->level)
            worst = &m_findings[i];
    }
    return worst;
}

std::shared_ptr<const Snapshot> Analysis::snapshot() const
{
    const std::scoped_lock lock(m_mutex);
    return m_snapshot;
}

void Analysis::publish(std::shared_ptr<const Snapshot> snapshot)
{
    const std::scoped_lock lock(m_mutex);
    m_snapshot.swap(snapshot);
}

void Analysis::run(const std::stop_token& stop)
{
    wire::giveWay();
    using Time = std::chrono::steady_clock;
    Fold fold(m_record, m_findings, m_exchanges);
    Time::time_point nextSnapshot = Time::now();
    bool isChanged = false;
    while (!stop.stop_requested()) {
        const bool advanced = fold.advance(kRowsAtOnce);
        m_checkedTo.store(fold.checkedTo(), std::memory_order_release);
        isChanged = isChanged || advanced;
        if (isChanged && Time::now() >= nextSnapshot) {
            publish(fold.snapshot());
            isChanged = false;
            nextSnapshot = Time::now() + kBetweenSnapshots;
        }
        if (advanced)
            continue;
        std::unique_lock lock(m_mutex);
        const auto isWoken = [this] { return m_isWoken; };
        if (isChanged)
            m_wakeUp.wait_until(lock, stop, nextSnapshot, isWoken);
        else
            m_wakeUp.wait(lock, stop, isWoken);
        m_isWoken = false;
    }
}

} // namespace analysis
