// SPDX-License-Identifier: Apache-2.0
// Finds members of an object that share a name. Internal to json/.
#pragma once

#include "protocol/json/scanner.h"

namespace json {

/// Sets kDuplicateKey on each key of the closed object at `object` that an earlier member has too; true if
/// there is one. Linear in the size of the object's own keys, whatever they are.
bool markDuplicateKeys(std::string_view text, std::vector<Token>& tokens, std::uint32_t object);

} // namespace json
