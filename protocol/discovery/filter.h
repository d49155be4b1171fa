// SPDX-License-Identifier: Apache-2.0
// Which entries a buyer wants to see. Always decided here: a registry need not know ACMP's terms (Layer 5).
#pragma once

#include "protocol/discovery/entry.h"

namespace discovery {

struct Filter {
    std::string words; ///< each occurs in what the entry says of itself, whatever the case
    std::string capability; ///< exactly
    std::string tier;
    std::string proof;
    std::optional<json::Decimal> maxPriceCu; ///< of `capability` where it is given, else of any
    std::optional<json::Decimal> maxLatencyMs;
    bool onlyTrading = false; ///< over ACMP
    bool onlyFindings = false;

    bool matches(const Entry& entry) const;
};

} // namespace discovery
