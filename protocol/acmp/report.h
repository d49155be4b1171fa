// SPDX-License-Identifier: Apache-2.0
// Gathers the findings of one check, and the tests that several checks share. Private to the checks.
#pragma once

#include "protocol/acmp/checks.h"

namespace acmp {

class Report final {
public:
    /// `pointer` from the message; what was found and expected as it was received, shortened if huge.
    void add(std::string_view ruleId, std::string pointer, std::string_view expected, std::string_view found);

    void checkNotEmpty(std::string_view ruleId, std::string_view pointer, std::string_view text);
    void checkAtLeast(std::string_view ruleId, std::string_view name, std::optional<std::int64_t> number,
        std::int64_t least);
    void checkNotNegative(std::string_view ruleId, std::string_view name, const json::Decimal& amount);
    void checkTier(std::string_view ruleId, const std::optional<std::string>& tier);
    void checkProviderId(const std::optional<std::string>& providerId);
    /// {type, data} at `pointer`.
    void checkContent(std::string_view pointer, const Content& content);

    Findings take() { return std::move(m_findings); }

private:
    Findings m_findings;
};

} // namespace acmp
