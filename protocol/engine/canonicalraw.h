// SPDX-License-Identifier: Apache-2.0
// RFC 8785 of a piece of JSON, without a tape where it is a plain string. Internal to engine/.
#pragma once

#include "protocol/json/raw.h"

#include <optional>
#include <string>

namespace engine {

/// nullopt where the value has no canonical form: lone surrogate, duplicate key, number beyond a double.
std::optional<std::string> canonicalOf(const json::Raw& value);

} // namespace engine
