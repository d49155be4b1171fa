// SPDX-License-Identifier: Apache-2.0
// Numbers that name things of one run of the program. They never travel on a wire.
#pragma once

#include <cstdint>
#include <limits>

namespace wire {

/// One connection (TCP, child process, WebSocket), numbered from 1 in the order they were opened.
enum class ConnectionId : std::uint32_t { None = 0 };

/// A row of the record: the n-th slice since recording began, from 0.
using RecordNo = std::uint64_t;
inline constexpr RecordNo kNoRecord = std::numeric_limits<RecordNo>::max();

} // namespace wire
