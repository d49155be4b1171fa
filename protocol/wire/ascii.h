// SPDX-License-Identifier: Apache-2.0
// Protocol text: the case of ASCII letters, whatever the locale, and the blanks around a word.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace wire {

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return lower(c); });
    return out;
}

constexpr bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t")
{
    const auto begin = text.find_first_not_of(blanks);
    return begin == text.npos ? std::string_view()
                              : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

} // namespace wire
