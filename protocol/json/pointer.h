// SPDX-License-Identifier: Apache-2.0
// Places within a value (RFC 6901).
#pragma once

#include "protocol/json/view.h"

namespace json {

/// The pointer from `ancestor`, which holds `value` or is it.
std::string pointerWithin(const View& ancestor, const View& value);

} // namespace json
