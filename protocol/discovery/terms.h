// SPDX-License-Identifier: Apache-2.0
// The terms of ACMP's namespace in an ARD entry (Layer 5 "What ACMP adds"): indicative figures, which bind no
// one. Found by IRI, whatever prefix the entry uses.
#pragma once

#include "protocol/acmp/rules.h"
#include "protocol/discovery/context.h"
#include "protocol/json/decimal.h"
#include "protocol/json/raw.h"

#include <optional>
#include <string>
#include <vector>

namespace discovery {

struct Price {
    std::string capability;
    json::Decimal cu; ///< for the reference task that price_basis names
    bool operator==(const Price&) const = default;
};

/// A member that could not be read as its term is absent here, and a finding.
struct AcmpTerms {
    bool isThere = false; ///< at least one term of the namespace: it says that it trades
    std::optional<std::string> tier;
    std::vector<Price> prices; ///< in the order received
    std::optional<std::string> priceBasis;
    std::optional<json::Decimal> latencyP99Ms;
    std::optional<json::Decimal> availability; ///< 0 to 1
    std::vector<std::string> proofMethods;
    std::optional<std::string> negotiationEndpoint;
};

/// A member of an entry, and what its name stands for.
struct Term {
    std::string name;
    std::string iri; ///< empty: it stands for nothing
    json::Raw value;
};

/// The members of `entry` under `context`. What breaks Layer 5's rules is added to `findings`.
std::vector<Term> termsOf(const json::View& entry, const Context& context);
AcmpTerms acmpTermsOf(const json::View& entry, const Context& context, std::vector<acmp::Finding>& findings);

} // namespace discovery
