// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace http {

/// A token of RFC 9110 §5.6.2: the name of a field, of a method.
bool isToken(std::string_view text);

} // namespace http
