// SPDX-License-Identifier: Apache-2.0
// What a registry answers, as ARD's OpenAPI description has it. Pure. Internal to hosts/.
#pragma once

#include "protocol/hosts/registry/registryquestion.h"

namespace hosts {

/// An entry and how well it fits, of this registry or of another.
struct RankedEntry {
    std::string text; ///< JSON object
    int score = 0;
    std::string source;
};

std::string errorBody(const RegistryRefusal& refusal);
/// `isTerse`: no more than a person needs to choose, no term of ACMP.
std::string searchBody(std::span<const RankedEntry> page, const std::vector<Upstream>& referrals,
    const std::string& nextToken, bool isTerse);
std::string exploreBody(const RegistryIndex& index, const ExploreQuestion& question);
std::string listBody(const RegistryIndex& index, const ListQuestion& question);

} // namespace hosts
