// SPDX-License-Identifier: Apache-2.0
// How a content's type is read (decision D29). Internal to session/.
#pragma once

#include <string_view>

namespace session {

/// Neither text nor JSON: its data are base64.
inline bool isBinaryType(std::string_view type)
{
    const std::string_view bare = type.substr(0, type.find(';'));
    return bare.find('/') != std::string_view::npos && !bare.starts_with("text/") && !bare.ends_with("/json")
        && !bare.ends_with("+json");
}

} // namespace session
