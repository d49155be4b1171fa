// SPDX-License-Identifier: Apache-2.0
// Strings and numbers of a JSON text, one at a time. Internal to json/.
#pragma once

#include <cstdint>

namespace json {

struct Lexed {
    const char* at; ///< after the token, or the byte that does not fit
    const char* expected; ///< what should have stood there; nullptr if all is well
    std::uint8_t flags;
};

/// A string, from any character after its opening quote through the closing one.
Lexed lexString(const char* at, const char* end);
/// A number, from its minus or first digit.
Lexed lexNumber(const char* at, const char* end);

} // namespace json
