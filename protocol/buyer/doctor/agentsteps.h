// SPDX-License-Identifier: Apache-2.0
// What the card of an A2A agent says (A2A §4.4.1, §8). Pure. Internal to the doctor.
#pragma once

#include "protocol/buyer/doctor/witness.h"

namespace buyer {

// Of a witness with a card.

Step agentCard(const Witness& witness);
Step agentVersion(const Witness& witness);
Step agentAuthentication(const Witness& witness);
/// Of a card without an ACMP declaration that can be read.
Step agentWithoutAcmp(const binding::Discovered& answer);

} // namespace buyer
