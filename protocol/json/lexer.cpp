// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/lexer.h"

#include "protocol/json/bytes.h"
#include "protocol/json/number.h"
#include "protocol/json/scanner.h"

#include <cmath>
#include <optional>

namespace json {

namespace {

constexpr const char* kHexDigit = "a hexadecimal digit";
constexpr const char* kDigit = "a digit";

// Four hexadecimal digits; `at` stops at the first that is none.
std::optional<unsigned> lexUnit(const char*& at, const char* end)
{
    unsigned unit = 0;
    for (int i = 0; i < 4; ++i, ++at) {
        const int value = at == end ? -1 : hexValue(*at);
        if (value < 0) {
            return std::nullopt;
        }
        unit = unit * 16 + static_cast<unsigned>(value);
    }
    return unit;
}

// True, with `at` after it, if the escape of a low surrogate stands at `at`.
bool skipLowSurrogate(const char*& at, const char* end)
{
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') {
        return false;
    }
    const char* digits = at + 2;
    const std::optional<unsigned> unit = lexUnit(digits, end);
    if (!unit || !isLowSurrogate(*unit)) {
        return false;
    }
    at = digits;
    return true;
}

// From the byte after a backslash.
Lexed lexEscape(const char* at, const char* end)
{
    constexpr const char* kEscapes = "one of \" \\ / b f n r t u";
    if (at == end) {
        return { at, kEscapes, 0 };
    }
    switch (*at) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        return { at + 1, nullptr, kEscaped };
    case 'u':
        break;
    default:
        return { at, kEscapes, 0 };
    }
    ++at;
    const std::optional<unsigned> unit = lexUnit(at, end);
    if (!unit) {
        return { at, kHexDigit, 0 };
    }
    std::uint8_t flags = *unit == 0 ? kEscaped | kEscapedNul : kEscaped;
    if (isLowSurrogate(*unit) || (isHighSurrogate(*unit) && !skipLowSurrogate(at, end))) {
        flags |= kLoneSurrogate;
    }
    return { at, nullptr, flags };
}

const char* skipDigits(const char* at, const char* end)
{
    while (at != end && isDigit(*at)) {
        ++at;
    }
    return at;
}

std::uint8_t rangeFlag(std::string_view lexeme)
{
    const double value = toDouble(lexeme);
    return std::isinf(value) || (value == 0 && hasNonZeroDigit(lexeme)) ? kOutOfRange : 0;
}

} // namespace

Lexed lexString(const char* at, const char* end)
{
    std::uint8_t flags = 0;
    for (;;) {
        at = skipPlain(at, end);
        if (at == end) {
            return { at, "'\"' at the end of the string", flags };
        }
        if (*at == '"') {
            return { at + 1, nullptr, flags };
        }
        if (*at == '\\') {
            const Lexed escape = lexEscape(at + 1, end);
            if (escape.expected != nullptr) {
                return escape;
            }
            at = escape.at;
            flags |= escape.flags;
        } else if (byteAt(at) < 0x20) {
            return { at, "control characters escaped", flags };
        } else {
            const int length = utf8Length(at, end);
            if (length <= 0) {
                return { length == kCutUtf8 ? end : at, "UTF-8", flags };
            }
            at += length;
        }
    }
}

Lexed lexNumber(const char* at, const char* end)
{
    const char* const begin = at;
    if (*at == '-') {
        ++at;
    }
    if (at == end || !isDigit(*at)) {
        return { at, kDigit, 0 };
    }
    at = *at == '0' ? at + 1 : skipDigits(at, end);
    std::uint8_t flags = 0;
    if (at != end && *at == '.') {
        flags = kFractional;
        const char* const digits = at + 1;
        at = skipDigits(digits, end);
        if (at == digits) {
            return { at, kDigit, flags };
        }
    }
    bool longExponent = false;
    if (at != end && (*at == 'e' || *at == 'E')) {
        flags = kFractional;
        ++at;
        if (at != end && (*at == '+' || *at == '-')) {
            ++at;
        }
        const char* const digits = at;
        at = skipDigits(digits, end);
        if (at == digits) {
            return { at, kDigit, flags };
        }
        longExponent = at - digits > 2;
    }
    // Up to 200 digits and an exponent of two more stay within a double's 1e±307.
    if (longExponent || at - begin > 200) {
        flags |= rangeFlag({ begin, at });
    }
    return { at, nullptr, flags };
}

} // namespace json
