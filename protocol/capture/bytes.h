// SPDX-License-Identifier: Apache-2.0
// Little-endian numbers in memory, on any machine; compilers make one instruction of each.
#pragma once

#include <cstdint>

namespace capture {

inline std::uint32_t loadU32(const char* from)
{
    const auto byte
        = [from](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(from[i])); };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

inline std::uint64_t loadU64(const char* from)
{
    return loadU32(from) | static_cast<std::uint64_t>(loadU32(from + 4)) << 32;
}

inline char* storeU32(char* to, std::uint32_t value)
{
    for (int i = 0; i < 4; ++i) {
        to[i] = static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    }
    return to + 4;
}

inline char* storeU64(char* to, std::uint64_t value)
{
    return storeU32(storeU32(to, static_cast<std::uint32_t>(value)), static_cast<std::uint32_t>(value >> 32));
}

} // namespace capture
