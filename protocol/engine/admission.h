// SPDX-License-Identifier: Apache-2.0
// Whether an invoke is taken on and on which terms: capability, features, escrow, proof, budget, checked in
// this order (Layer 1 §3.3).
#pragma once

#include "protocol/engine/offers.h"
#include "protocol/engine/scenario.h"

#include <expected>

namespace engine {

struct Admission {
    Deal terms;
    bool isStreamed = false;
};

/// `canStream`: of the transport that the request came over.
std::expected<Admission, acmp::TaskError> admit(const acmp::Invoke& invoke, const Caller& caller,
    bool canStream, const Scenario& scenario, const Offers& offers);

} // namespace engine
