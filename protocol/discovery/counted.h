// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace discovery {

/// "1 entry", "2 entries"
inline std::string counted(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

} // namespace discovery
