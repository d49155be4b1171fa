// SPDX-License-Identifier: Apache-2.0
// What one source says of a provider, in one form whoever says it. Internal to buyer/.
#pragma once

#include "protocol/buyer/comparison.h"

#include <map>

namespace buyer {

/// Empty, or nullopt: it does not say.
struct Claims {
    std::string version;
    std::optional<bool> trades; ///< over ACMP
    std::string acmpVersion;
    std::optional<std::vector<std::string>> capabilities, proofs;
    std::optional<bool> streams;
    std::string heartbeatMs;
    std::vector<std::string> endpoints; ///< of the substrate
    std::string negotiationEndpoint;
    std::vector<std::string> protocolVersions; ///< of the substrate
    std::optional<bool> asksForToken;
    std::string tier;
    std::optional<json::Decimal> latencyMs;
    std::map<std::string, json::Decimal> prices; ///< CU, by capability
};

Claims claimsOf(const discovery::Entry& entry);
Claims claimsOf(const json::View& card);
Claims claimsOf(const Live& live);

} // namespace buyer
