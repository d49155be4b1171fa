// SPDX-License-Identifier: Apache-2.0
// Reads a capture file block by block: what no index lists yet, what a damaged one hides. Linear in the
// file's size.
#pragma once

#include "protocol/capture/blockreader.h"
#include "protocol/capture/contents.h"

namespace capture {

/// Takes in what stands from `offset` to the end. What can't be read becomes a Gap, and reading goes on
/// behind it.
void scan(BlockReader& reader, std::uint64_t offset, const Contents& contents);

} // namespace capture
