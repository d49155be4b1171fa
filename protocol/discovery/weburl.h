// SPDX-License-Identifier: Apache-2.0
// URLs that strangers wrote: only http and https are ever followed (decision D25).
#pragma once

#include <string_view>

namespace discovery {

/// Absolute, of http or https, with a host.
bool isWebUrl(std::string_view text);

} // namespace discovery
