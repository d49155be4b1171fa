// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/tracecontext.h"

#include <QByteArray>

#include <algorithm>
#include <array>

namespace binding {

namespace {

constexpr std::size_t kVersion = 2, kTrace = 32, kParent = 16, kFlags = 2;

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool isZero(std::string_view text)
{
    return text.find_first_not_of('0') == text.npos;
}

std::string hex(wire::IdSource& ids, std::size_t digits)
{
    std::array<unsigned char, kTrace / 2> bytes {};
    const std::span used(bytes.data(), digits / 2);
    ids.fill(used);
    used.back() |= 1; // zero is no id
    return QByteArray(reinterpret_cast<const char*>(used.data()), static_cast<qsizetype>(used.size()))
        .toHex()
        .toStdString();
}

} // namespace

bool isTraceparent(std::string_view text)
{
    constexpr std::size_t kSize = kVersion + 1 + kTrace + 1 + kParent + 1 + kFlags;
    if (text.size() < kSize)
        return false;
    const std::string_view version = text.substr(0, kVersion);
    const std::string_view trace = text.substr(kVersion + 1, kTrace);
    const std::string_view parent = text.substr(kVersion + 1 + kTrace + 1, kParent);
    const std::string_view flags = text.substr(kSize - kFlags, kFlags);
    const bool isWhole = text.size() == kSize || (version != "00" && text[kSize] == '-');
    const bool isCut
        = text[kVersion] == '-' && text[kVersion + 1 + kTrace] == '-' && text[kSize - kFlags - 1] == '-';
    return isWhole && isCut && isHex(version) && version != "ff" && isHex(trace) && !isZero(trace)
        && isHex(parent) && !isZero(parent) && isHex(flags);
}

std::string makeTraceparent(wire::IdSource& ids)
{
    std::string text = "00-";
    text += hex(ids, kTrace);
    text += '-';
    text += hex(ids, kParent);
    return text + "-01";
}

} // namespace binding
