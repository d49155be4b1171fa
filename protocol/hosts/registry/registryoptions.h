// SPDX-License-Identifier: Apache-2.0
// How a registry of this program is to behave.
#pragma once

#include "protocol/wire/clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace hosts {

struct RegistryRules {
    /// Terms of these namespaces can't be filtered by: 400 (ARD §5.3.1 "Registry Support").
    std::vector<std::string> unfilterable = {};
    bool isLenient = false; ///< members that no request has are no reason to refuse it
};

/// Another registry.
struct Upstream {
    std::string identifier; ///< urn:air:…
    std::string displayName;
    std::string url; ///< its base URL
};

struct RegistryOptions {
    std::vector<std::string> names = {}; ///< accepted in Host, as binding::GuardOptions has them
    std::string token = {}; ///< bearer token asked of every caller; none if empty
    std::int64_t perSecond = 0; ///< questions of one address, the others are answered 429; 0: any number
    RegistryRules rules = {};
    bool explores = true; ///< else 501, as a registry may answer (ARD §5.3.3)
    bool isTerse = false; ///< results without terms of ACMP: they must be retrieved
    std::vector<Upstream> upstreams = {}; ///< asked in federation "auto", named in "referrals"
    wire::milliseconds upstreamTimeout { 5'000 };
};

} // namespace hosts
