// SPDX-License-Identifier: Apache-2.0
// From a route to the steps name, TCP, proxy and TLS. Pure.
#pragma once

#include "protocol/buyer/doctor/witness.h"

namespace buyer {

/// nullopt while it is under way. TLS is done once the peer has said something: under TLS 1.3 it looks at our
/// certificate only after the handshake.
std::optional<Step> routeStep(Step::Kind kind, const Witness& witness);

} // namespace buyer
