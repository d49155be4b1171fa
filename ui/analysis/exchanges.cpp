// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/exchanges.h"

namespace analysis {

std::uint64_t Exchanges::firstNotBefore(wire::RecordNo row) const
{
    std::uint64_t begin = 0;
    for (std::uint64_t end = m_entries.size(); begin < end;) {
        const std::uint64_t middle = begin + (end - begin) / 2;
        if (m_entries[middle].row < row)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

const Exchanges::Entry* Exchanges::of(wire::RecordNo row) const
{
    const std::uint64_t index = firstNotBefore(row);
    return index < m_entries.size() && m_entries[index].row == row ? &m_entries[index] : nullptr;
}

Exchanges::Rows Exchanges::rowsOf(const capture::Record& record, const Entry& entry) const
{
    const wire::ConnectionId connection = record.row(entry.row).connection;
    const auto isSame = [&](const Entry& other) {
        return other.exchange == entry.exchange && record.row(other.row).connection == connection;
    };
    Rows rows { .readTo = m_entries.size() };
    const std::uint64_t index = firstNotBefore(entry.row);
    for (std::uint64_t at = index + 1; at > 0 && rows.request == wire::kNoRecord; --at) {
        if (m_entries[at - 1].part == Part::Request && isSame(m_entries[at - 1]))
            rows.request = m_entries[at - 1].row;
    }
    // From the request on: what the row at hand is may have come after the answer.
    std::uint64_t at = rows.request == wire::kNoRecord ? index : firstNotBefore(rows.request);
    for (; at < rows.readTo && rows.answer == wire::kNoRecord; ++at) {
        if (m_entries[at].part == Part::Answer && isSame(m_entries[at]))
            rows.answer = m_entries[at].row;
    }
    return rows;
}

} // namespace analysis
