// SPDX-License-Identifier: Apache-2.0
// Cutting a value into chunks. What is cut here is put together again by decision D10. Internal to engine/.
#pragma once

#include "protocol/json/raw.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

/// At least one piece, at most `count`: a string by characters (of base64: by its groups of four), an object
/// by members, an array by elements, each piece of the same kind; anything else stays whole.
std::vector<json::Raw> cut(std::string_view type, const json::Raw& value, std::int64_t count);

} // namespace engine
