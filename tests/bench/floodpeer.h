// SPDX-License-Identifier: Apache-2.0
// A provider on raw sockets that answers every invoke with a flood of chunks, each an HTTP chunk of its own,
// written in batches of 64 KiB.
#pragma once

#include <cstdint>

namespace bench {

/// Serves on `listener` until killed; one connection after the other, each in a process of its own.
void flood(int listener, std::uint64_t chunks);

} // namespace bench
