// SPDX-License-Identifier: Apache-2.0
// The agent card (A2A §4.4.1, §8) of a provider: its capability declaration as params of the ACMP extension
// (Layer 1 A2A binding §2).
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/engine/scenario.h"

#include <string>

namespace hosts {

struct AgentCard {
    std::string rpcUrl, restUrl;
    bool asksForToken = false;
};

/// The card as JSON.
std::string agentCardText(
    const AgentCard& card, const engine::Scenario& scenario, const acmp::Capability& capability);

/// What a provider declares over A2A: no input streaming (§3.3 of the binding).
acmp::Capability overA2a(acmp::Capability capability);

} // namespace hosts
