// SPDX-License-Identifier: Apache-2.0
// From what a peer said, or did not say, to the steps behind the connection. Pure.
#pragma once

#include "protocol/buyer/doctor/witness.h"

namespace buyer {

// nullopt while it is under way.

/// HTTP, the WebSocket's handshake or the program's start.
std::optional<Step> firstAnswerStep(Step::Kind kind, const Witness& witness);

// Of a witness with an outcome.

Step discoveryStep(const Witness& witness);
Step versionStep(const Witness& witness);
Step authenticationStep(const Witness& witness);
Step extensionStep(const Witness& witness);
Step capabilityStep(const binding::Discovered& answer);

} // namespace buyer
