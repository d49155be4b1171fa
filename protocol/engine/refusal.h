// SPDX-License-Identifier: Apache-2.0
// The errors that the engine answers with: code, the specification's words, the task, and what exactly was
// wrong.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/scenario.h"

#include <chrono>

namespace engine {

/// `taskId` empty: an error of negotiation.
acmp::TaskError makeError(std::int64_t code, std::string_view taskId, std::string detail);
/// -33001 with the price that would do.
acmp::TaskError makeBudgetError(std::string_view taskId, const json::Decimal& minPriceCu, std::string detail);
/// Asked too often (decision D32): -33099 with the time to wait.
acmp::TaskError makeRateError(std::chrono::nanoseconds wait);
/// The failure that a scenario tells a capability to end with.
acmp::TaskError makeScriptedError(std::string_view taskId, const FailScript& script);

} // namespace engine
