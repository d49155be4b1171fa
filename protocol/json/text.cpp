// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/text.h"

#include "protocol/json/bytes.h"

#include <optional>

namespace json {

namespace {

void appendCodePoint(std::string& out, unsigned code)
{
    const auto add = [&](unsigned byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

unsigned joinSurrogates(unsigned high, unsigned low)
{
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// The code unit of a \uXXXX at `at`.
std::optional<unsigned> unitAt(std::string_view inner, std::size_t at)
{
    if (inner.size() < at + 6 || inner[at] != '\\' || inner[at + 1] != 'u') {
        return std::nullopt;
    }
    unsigned unit = 0;
    for (const char c : inner.substr(at + 2, 4)) {
        const int value = hexValue(c);
        if (value < 0) {
            return std::nullopt;
        }
        unit = unit * 16 + static_cast<unsigned>(value);
    }
    return unit;
}

// What a two-byte escape stands for.
std::optional<char> shortEscape(char c)
{
    switch (c) {
    case '"':
    case '\\':
    case '/':
        return c;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return std::nullopt;
    }
}

// The letter of the two-byte escape that a character has, or 0.
char escapeLetter(char c)
{
    switch (c) {
    case '"':
    case '\\':
        return c;
    case '\b':
        return 'b';
    case '\f':
        return 'f';
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return 0;
    }
}

// Appends what the escape at `at` stands for and returns where it ends. What is no escape stays as it is.
std::size_t appendUnescaped(std::string& out, std::string_view inner, std::size_t at)
{
    if (const std::optional<unsigned> unit = unitAt(inner, at)) {
        const std::optional<unsigned> second = isHighSurrogate(*unit) ? unitAt(inner, at + 6) : std::nullopt;
        if (second && isLowSurrogate(*second)) {
            appendCodePoint(out, joinSurrogates(*unit, *second));
            return at + 12;
        }
        appendCodePoint(out, *unit);
        return at + 6;
    }
    if (at + 1 < inner.size()) {
        if (const std::optional<char> c = shortEscape(inner[at + 1])) {
            out += *c;
            return at + 2;
        }
    }
    out += inner[at];
    return at + 1;
}

// The surrogate whose three-byte form starts at `at`.
std::optional<unsigned> surrogateAt(std::string_view text, std::size_t at)
{
    if (text.size() < at + 3) {
        return std::nullopt;
    }
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (byte(0) != 0xED || byte(1) < 0xA0 || byte(1) > 0xBF || byte(2) < 0x80 || byte(2) > 0xBF) {
        return std::nullopt;
    }
    return 0xD000 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
}

} // namespace

void appendUnit(std::string& out, unsigned unit)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    out += "\\u";
    for (const int shift : { 12, 8, 4, 0 }) {
        out += kHex[unit >> shift & 0xF];
    }
}

std::string unescape(std::string_view inner)
{
    std::string out;
    out.reserve(inner.size());
    for (std::size_t at = 0;;) {
        const std::size_t backslash = inner.find('\\', at);
        out.append(inner.substr(at, backslash - at));
        if (backslash == std::string_view::npos) {
            return out;
        }
        at = appendUnescaped(out, inner, backslash);
    }
}

void appendJoiningSurrogates(std::string& text, std::string_view piece)
{
    const std::size_t seam = text.size();
    text.append(piece);
    // A pair is two forms of three bytes; the seam may lie between any two of the six.
    for (std::size_t at = seam < 5 ? 0 : seam - 5; at < seam; ++at) {
        const std::optional<unsigned> high = surrogateAt(text, at);
        const std::optional<unsigned> low = high ? surrogateAt(text, at + 3) : std::nullopt;
        if (low && isHighSurrogate(*high) && isLowSurrogate(*low)) {
            std::string joined;
            appendCodePoint(joined, joinSurrogates(*high, *low));
            text.replace(at, 6, joined);
            return;
        }
    }
}

void appendEscaped(std::string& out, std::string_view text)
{
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
        const char* const plainEnd = skipPlain(at, end);
        out.append(at, plainEnd);
        if (plainEnd == end) {
            return;
        }
        at = plainEnd;
        if (const char letter = escapeLetter(*at)) {
            out += '\\';
            out += letter;
            ++at;
        } else if (byteAt(at) < 0x20) {
            appendUnit(out, byteAt(at));
            ++at;
        } else if (const auto surrogate = surrogateAt({ at, end }, 0)) {
            appendUnit(out, *surrogate);
            at += 3;
        } else {
            out += *at;
            ++at;
        }
    }
}

void appendQuoted(std::string& out, std::string_view text)
{
    out += '"';
    appendEscaped(out, text);
    out += '"';
}

bool isValidUtf8(std::string_view text)
{
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at != end;) {
        at = skipPlain(at, end);
        if (at != end) {
            const int length = utf8Length(at, end);
            if (length <= 0) {
                return false;
            }
            at += length;
        }
    }
    return true;
}

} // namespace json
