// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace binding {

/// How long an answer to a request of no task is awaited.
inline constexpr std::chrono::seconds kAskTimeout { 10 };

} // namespace binding
