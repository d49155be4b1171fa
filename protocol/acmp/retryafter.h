// SPDX-License-Identifier: Apache-2.0
// How a provider says that it is asked too often (decision D32): -33099 with `retry_after_ms` in its data.
#pragma once

#include "protocol/acmp/messages.h"

#include <chrono>

namespace acmp {

inline constexpr char kRetryAfter[] = "retry_after_ms";
/// When to ask again; nullopt for any other error.
std::optional<std::chrono::milliseconds> retryAfter(const TaskError& error);

} // namespace acmp
