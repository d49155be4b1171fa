// SPDX-License-Identifier: Apache-2.0
// The capability declaration (Layer 1 §1) that a scenario amounts to.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/engine/scenario.h"

namespace engine {

acmp::Capability declarationOf(const Scenario& scenario);

} // namespace engine
