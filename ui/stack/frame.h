// SPDX-License-Identifier: GPL-3.0-or-later
// How soon after one publication to the window the next may come.
#pragma once

#include <chrono>

namespace stack {

inline constexpr std::chrono::milliseconds kFrame { 16 };

} // namespace stack
