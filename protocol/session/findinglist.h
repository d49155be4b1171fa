// SPDX-License-Identifier: Apache-2.0
// Findings of one task, bounded: of each rule the first few are kept whole, the rest are counted.
#pragma once

#include "protocol/acmp/rules.h"

#include <map>
#include <vector>

namespace session {

class FindingList final {
public:
    static constexpr std::size_t kKeptPerRule = 100;

    void add(acmp::Finding finding);
    void add(std::vector<acmp::Finding> findings);
    const std::vector<acmp::Finding>& kept() const { return m_kept; }
    /// How many of that rule were found, kept or not.
    std::size_t count(const acmp::Rule& rule) const;
    std::size_t count() const { return m_count; }

private:
    std::vector<acmp::Finding> m_kept;
    std::map<const acmp::Rule*, std::size_t> m_counts;
    std::size_t m_count = 0;
};

} // namespace session
