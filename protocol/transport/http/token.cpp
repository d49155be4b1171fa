// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/token.h"

#include <algorithm>

namespace http {

bool isToken(std::string_view text)
{
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || kMarks.find(c) != kMarks.npos;
    });
}

} // namespace http
