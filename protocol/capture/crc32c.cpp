// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/crc32c.h"

#include "protocol/capture/bytes.h"

#include <array>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace capture {

namespace {

using Table = std::array<std::uint32_t, 256>;

// Eight bytes at a time: table k holds the effect of a byte that has k more behind it.
constexpr std::array<Table, 8> makeTables()
{
    std::array<Table, 8> tables {};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? 0x82F63B78U : 0U);
        }
        tables[0][i] = value;
    }
    for (std::size_t k = 1; k < tables.size(); ++k) {
        for (std::uint32_t i = 0; i < 256; ++i) {
            tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
        }
    }
    return tables;
}

constexpr std::array<Table, 8> kTables = makeTables();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32cSse42(std::string_view bytes, std::uint32_t before)
{
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t crc = ~before;
    for (; left >= 8; at += 8, left -= 8) {
        crc = _mm_crc32_u64(crc, loadU64(at));
    }
    auto narrow = static_cast<std::uint32_t>(crc);
    for (; left > 0; ++at, --left) {
        narrow = _mm_crc32_u8(narrow, static_cast<unsigned char>(*at));
    }
    return ~narrow;
}
#endif

using Function = std::uint32_t (*)(std::string_view, std::uint32_t);

Function choose()
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2") != 0) {
        return crc32cSse42;
    }
#endif
    return crc32cPortable;
}

} // namespace

std::uint32_t crc32cPortable(std::string_view bytes, std::uint32_t before)
{
    const char* at = bytes.data();
    std::size_t left = bytes.size();
    std::uint32_t crc = ~before;
    for (; left >= 8; at += 8, left -= 8) {
        const std::uint32_t low = loadU32(at) ^ crc;
        const std::uint32_t high = loadU32(at + 4);
        crc = kTables[7][low & 0xFF] ^ kTables[6][(low >> 8) & 0xFF] ^ kTables[5][(low >> 16) & 0xFF]
            ^ kTables[4][low >> 24] ^ kTables[3][high & 0xFF] ^ kTables[2][(high >> 8) & 0xFF]
            ^ kTables[1][(high >> 16) & 0xFF] ^ kTables[0][high >> 24];
    }
    for (; left > 0; ++at, --left) {
        crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<unsigned char>(*at)) & 0xFF];
    }
    return ~crc;
}

std::uint32_t crc32c(std::string_view bytes, std::uint32_t before)
{
    static const Function function = choose();
    return function(bytes, before);
}

} // namespace capture
