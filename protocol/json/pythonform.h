// SPDX-License-Identifier: Apache-2.0
// json.dumps(value, sort_keys=True, separators=(",", ":")): what the Python reference implementation hashes
// where RFC 8785 is asked for.
#pragma once

#include "protocol/json/view.h"

#include <span>
#include <string>
#include <string_view>

namespace json {

/// Without the top-level object's members of those names.
std::string pythonForm(const View& value, std::span<const std::string_view> without = {});

} // namespace json
