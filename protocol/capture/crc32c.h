// SPDX-License-Identifier: Apache-2.0
// CRC-32C (Castagnoli), the check of every block of a capture file. By the processor's instruction where
// there is one.
#pragma once

#include <cstdint>
#include <string_view>

namespace capture {

/// The checksum of `bytes` that follow data whose checksum is `before`.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0);
/// The same without the instruction; for machines that lack it, and to compare.
std::uint32_t crc32cPortable(std::string_view bytes, std::uint32_t before = 0);

} // namespace capture
