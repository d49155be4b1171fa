// SPDX-License-Identifier: Apache-2.0
// Steps over bytes that the scanner and the text functions share. Internal to json/.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#if defined(__SSE2__)
#include <bit>
#include <emmintrin.h>
#endif

namespace json {

inline unsigned char byteAt(const char* at)
{
    return static_cast<unsigned char>(*at);
}

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// ASCII that stands for itself in a JSON string.
inline bool isPlain(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/// The first byte from `at` on that is not plain, or `end`. Eight at a time.
inline const char* skipPlainPortable(const char* at, const char* end)
{
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x80 * kOnes;
    const auto hasZeroByte = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighBits; };
    while (end - at >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const std::uint64_t control = (word - 0x20 * kOnes) & ~word & kHighBits;
        const std::uint64_t special = hasZeroByte(word ^ ('"' * kOnes)) | hasZeroByte(word ^ ('\\' * kOnes));
        if ((control | special | (word & kHighBits)) != 0) {
            break;
        }
        at += 8;
    }
    while (at != end && isPlain(*at)) {
        ++at;
    }
    return at;
}

/// The same, sixteen at a time where the machine can.
inline const char* skipPlain(const char* at, const char* end)
{
#if defined(__SSE2__)
    while (end - at >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // Signed: bytes of 0x80 and more are below 0x20 too.
        const __m128i low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
        const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
        const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
        const int found = _mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash)));
        if (found != 0) {
            return at + std::countr_zero(static_cast<unsigned>(found));
        }
        at += 16;
    }
#endif
    return skipPlainPortable(at, end);
}

inline constexpr int kNoUtf8 = 0;
inline constexpr int kCutUtf8 = -1;

/// Length of the UTF-8 sequence at `at` (before `end`), kNoUtf8, or kCutUtf8 if the text ends within it.
inline int utf8Length(const char* at, const char* end)
{
    const unsigned lead = byteAt(at);
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return kNoUtf8;
    }
    const int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int i = 1; i < length; ++i) {
        if (at + i == end) {
            return kCutUtf8;
        }
        if (byteAt(at + i) < low || byteAt(at + i) > high) {
            return kNoUtf8;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

/// The value of a hexadecimal digit, or -1.
inline int hexValue(char c)
{
    if (isDigit(c)) {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline bool isHighSurrogate(unsigned unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

inline bool isLowSurrogate(unsigned unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

} // namespace json
