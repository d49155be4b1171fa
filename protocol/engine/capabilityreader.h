// SPDX-License-Identifier: Apache-2.0
// Reads one capability of a scenario file. Internal to engine/.
#pragma once

#include "protocol/engine/scenarioreader.h"

namespace engine {

void readCapability(ScenarioReader& reader, const json::View& value, CapabilityScript& out);
/// Their names, as scenarioMembers() gives them.
void addCapabilityMembers(std::vector<std::string>& names);

} // namespace engine
