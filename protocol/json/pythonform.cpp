// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/pythonform.h"

#include "protocol/json/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace json {

namespace {

// `quoted` is a JSON string whose only bytes beyond ASCII are whole UTF-8 characters.
std::string asciiOnly(std::string_view quoted)
{
    std::string out;
    for (std::size_t at = 0; at < quoted.size();) {
        const auto lead = static_cast<unsigned char>(quoted[at]);
        if (lead < 0x80) {
            out += quoted[at++];
            continue;
        }
        const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        unsigned code = lead & (0xFFU >> (length + 1));
        for (std::size_t i = 1; i < length && at + i < quoted.size(); ++i) {
            code = code << 6U | (static_cast<unsigned char>(quoted[at + i]) & 0x3FU);
        }
        if (code >= 0x10000) {
            appendUnit(out, 0xD800 + ((code - 0x10000) >> 10U));
            appendUnit(out, 0xDC00 + ((code - 0x10000) & 0x3FFU));
        } else {
            appendUnit(out, code);
        }
        at += length;
    }
    return out;
}

std::string pythonString(std::string_view text)
{
    std::string quoted;
    appendQuoted(quoted, text);
    return asciiOnly(quoted);
}

// float.__repr__: the shortest digits, positional from 1e-4 up to below 1e16.
std::string pythonFloat(double number)
{
    if (std::isinf(number)) {
        return number < 0 ? "-Infinity" : "Infinity";
    }
    std::array<char, 400> buffer {};
    const double size = std::abs(number);
    const bool isPositional = size == 0 || (size >= 1e-4 && size < 1e16);
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
        isPositional ? std::chars_format::fixed : std::chars_format::scientific);
    const std::string out(buffer.data(), end.ptr);
    return isPositional && out.find('.') == std::string::npos ? out + ".0" : out;
}

std::string pythonNumber(const View& number)
{
    const std::string_view lexeme = number.lexeme();
    if (lexeme.find_first_of(".eE") != std::string_view::npos) {
        return pythonFloat(number.toDouble().value_or(0));
    }
    return lexeme == "-0" ? "0" : std::string(lexeme);
}

void append(std::string& out, const View& value);

void appendObject(std::string& out, const View& object, std::span<const std::string_view> without = {})
{
    std::map<std::string, View> members; // by code points, and the last of a name counts: as Python's dict
    for (const Member member : object.members()) {
        if (std::string name = member.name(); std::ranges::find(without, name) == without.end()) {
            members[std::move(name)] = member.value;
        }
    }
    out += '{';
    for (bool isFirst = true; const auto& [name, value] : members) {
        out += std::exchange(isFirst, false) ? "" : ",";
        out += pythonString(name);
        out += ':';
        append(out, value);
    }
    out += '}';
}

void append(std::string& out, const View& value)
{
    switch (value.kind()) {
    case Kind::Object:
        appendObject(out, value);
        break;
    case Kind::Array:
        out += '[';
        for (bool isFirst = true; const View element : value.elements()) {
            out += std::exchange(isFirst, false) ? "" : ",";
            append(out, element);
        }
        out += ']';
        break;
    case Kind::Key:
    case Kind::String:
        out += pythonString(value.textOrEmpty());
        break;
    case Kind::Number:
        out += pythonNumber(value);
        break;
    case Kind::True:
    case Kind::False:
    case Kind::Null:
        out += value.lexeme();
        break;
    }
}

} // namespace

std::string pythonForm(const View& value, std::span<const std::string_view> without)
{
    std::string out;
    if (value.isObject()) {
        appendObject(out, value, without);
    } else {
        append(out, value);
    }
    return out;
}

} // namespace json
