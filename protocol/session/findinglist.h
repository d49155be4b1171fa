// SPDX-License-Identifier: Apache-2.0
// Findings of one task, bounded: of each rule the first few are kept whole, the rest are counted.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/acmp/incoming.h"

#include <map>
#include <span>
#include <vector>

namespace session {

class FindingList final {
public:
    static constexpr std::size_t kKeptPerRule = 100;

    void add(acmp::Finding finding);
    /// What is wrong with the message at `origin`. `pointer` starts with params, result or error.
    void breach(std::string_view rule, std::string expected, std::string found, const acmp::Origin& origin,
        std::string pointer = {});
    /// Checks of that message, whose pointers start at `at`.
    void add(acmp::Findings checks, std::string_view at, const acmp::Origin& origin);
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
