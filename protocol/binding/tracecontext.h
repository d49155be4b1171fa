// SPDX-License-Identifier: Apache-2.0
// W3C Trace Context, level 1: traceparent, VERSION-TRACE-PARENT-FLAGS in lower-case hex. It travels in _meta
// (MCP basic §General fields). Pure.
#pragma once

#include "protocol/wire/idsource.h"

#include <string>
#include <string_view>

namespace binding {

bool isTraceparent(std::string_view text);
/// Of a trace of its own, sampled.
std::string makeTraceparent(wire::IdSource& ids);

} // namespace binding
