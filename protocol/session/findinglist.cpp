// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/findinglist.h"

namespace session {

void FindingList::add(acmp::Finding finding)
{
    ++m_count;
    if (++m_counts[finding.rule] <= kKeptPerRule) {
        m_kept.push_back(std::move(finding));
    }
}

void FindingList::add(std::vector<acmp::Finding> findings)
{
    for (acmp::Finding& finding : findings) {
        add(std::move(finding));
    }
}

std::size_t FindingList::count(const acmp::Rule& rule) const
{
    const auto entry = m_counts.find(&rule);
    return entry == m_counts.end() ? 0 : entry->second;
}

} // namespace session
