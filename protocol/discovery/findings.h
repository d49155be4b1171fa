// SPDX-License-Identifier: Apache-2.0
// Gathers what is wrong with a value. Internal to discovery/.
#pragma once

#include "protocol/acmp/rules.h"
#include "protocol/json/pointer.h"
#include "protocol/wire/error.h"

#include <vector>

namespace discovery {

class Findings final {
public:
    /// Places are told within `whole`.
    Findings(std::vector<acmp::Finding>& into, const json::View& whole)
        : m_into(into)
        , m_whole(whole)
    {
    }
    /// `at`: where it was found; it is shown as it stands.
    void add(std::string_view rule, std::string expected, const json::View& at)
    {
        add(rule, std::move(expected), at, wire::excerpt(at.lexeme(), 120));
    }
    void add(std::string_view rule, std::string expected, const json::View& at, std::string found)
    {
        m_into.push_back({ &acmp::rule(rule), std::move(expected), std::move(found),
            { .record = wire::kNoRecord,
                .pointer = json::pointerWithin(m_whole, at),
                .offset = at.offset() - m_whole.offset() } });
    }

private:
    std::vector<acmp::Finding>& m_into;
    json::View m_whole;
};

} // namespace discovery
