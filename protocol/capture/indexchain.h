// SPDX-License-Identifier: Apache-2.0
// Opens a big file without reading it: follows the index blocks from the last one back.
#pragma once

#include "protocol/capture/blockreader.h"
#include "protocol/capture/contents.h"

namespace capture {

/// Takes rows and events from the index blocks for as long as they are good. Returns where scanning must go
/// on.
std::uint64_t loadByIndex(BlockReader& reader, const Contents& contents);

} // namespace capture
