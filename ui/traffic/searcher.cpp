// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/searcher.h"

#include "ui/analysis/analysis.h"
#include "ui/traffic/matcher.h"

#include "protocol/wire/giveway.h"

namespace traffic {

namespace {

using Time = std::chrono::steady_clock;
constexpr std::size_t kAtOnce = 256; // between two looks at whether to go on

/// One search's way through the record.
class Walk final {
public:
    Walk(const capture::Record& record, const analysis::Analysis& analysis, Search& search)
        : m_analysis(analysis)
        , m_search(search)
        , m_matcher(record, analysis, search.filter)
        , m_items(record)
    {
        m_items.catchUp();
        m_itemsAtFirst = m_items.size();
    }

    /// False if there is nothing more by now.
    bool goOn()
    {
        const bool moved = m_search.filter.atLeast ? readFindings() : readItems();
        if (!moved && !m_search.isThrough() && m_search.readTo >= m_itemsAtFirst) {
            const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Time::now() - m_began);
            m_search.tookUs.store(took.count(), std::memory_order_release);
        }
        return moved;
    }

private:
    /// Items before it are known, and checked where that counts.
    std::uint64_t end()
    {
        const wire::RecordNo checkedTo = m_analysis.checkedTo();
        m_items.catchUp();
        const bool waits = m_matcher.needsFindings() && checkedTo < m_items.rows();
        return waits ? m_items.itemOf(checkedTo) : m_items.size();
    }

    bool readItems()
    {
        std::uint64_t item = m_search.readTo.load(std::memory_order_relaxed);
        if (item >= m_end)
            m_end = end();
        const std::uint64_t end = std::min<std::uint64_t>(m_end, item + kAtOnce);
        const bool moved = item < end;
        for (; item < end; ++item) {
            if (m_matcher.matches(m_items.at(item)))
                m_search.found.append(static_cast<std::uint32_t>(item));
        }
        m_search.readTo.store(item, std::memory_order_release);
        return moved;
    }

    bool readFindings()
    {
        const wire::RecordNo checkedTo = m_analysis.checkedTo();
        const analysis::Findings& findings = m_analysis.findings();
        const std::uint64_t end = std::min<std::uint64_t>(findings.size(), m_nextFinding + kAtOnce);
        const bool moved = m_nextFinding < end;
        if (moved)
            m_items.catchUp();
        for (; m_nextFinding < end; ++m_nextFinding) {
            const acmp::Finding& finding = findings[m_nextFinding].finding;
            const wire::RecordNo row = finding.where.record;
            if (finding.rule->level < *m_search.filter.atLeast || row == m_lastRow)
                continue;
            m_lastRow = row;
            if (m_matcher.matches({ false, row }))
                m_search.found.append(static_cast<std::uint32_t>(m_items.itemOf(row)));
        }
        if (!moved) {
            m_items.catchUp();
            m_search.readTo.store(checkedTo < m_items.rows() ? m_items.itemOf(checkedTo) : m_items.size(),
                std::memory_order_release);
        }
        return moved;
    }

    const analysis::Analysis& m_analysis;
    Search& m_search;
    Matcher m_matcher;
    Items m_items;
    std::uint64_t m_itemsAtFirst = 0;
    std::uint64_t m_end = 0;
    std::uint64_t m_nextFinding = 0;
    wire::RecordNo m_lastRow = wire::kNoRecord;
    Time::time_point m_began = Time::now();
};

} // namespace

Searcher::Searcher(const capture::Record& record, const analysis::Analysis& analysis)
    : m_record(record)
    , m_analysis(analysis)
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

Searcher::~Searcher() = default;

std::shared_ptr<const Search> Searcher::begin(Filter filter)
{
    auto search = std::make_shared<Search>(std::move(filter));
    set(search);
    return search;
}

void Searcher::end()
{
    set(nullptr);
}

void Searcher::set(std::shared_ptr<Search> search)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_search = std::move(search);
        m_isWoken = true;
    }
    m_wakeUp.notify_one();
}

void Searcher::wake()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isWoken = true;
    }
    m_wakeUp.notify_one();
}

void Searcher::run(const std::stop_token& stop)
{
    wire::giveWay();
    std::shared_ptr<Search> search;
    std::optional<Walk> walk;
    while (!stop.stop_requested()) {
        std::shared_ptr<Search> current;
        {
            const std::scoped_lock lock(m_mutex);
            current = m_search;
        }
        if (current != search) {
            walk.reset();
            search = std::move(current);
            if (search)
                walk.emplace(m_record, m_analysis, *search);
        }
        if (walk && walk->goOn())
            continue;
        std::unique_lock lock(m_mutex);
        m_wakeUp.wait(lock, stop, [this] { return m_isWoken; });
        m_isWoken = false;
    }
}

} // namespace traffic
