// SPDX-License-Identifier: Apache-2.0
// Timestamps of A2A §5.6.1: UTC, milliseconds, "Z".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace a2a {

/// "2026-01-31T12:00:00.000Z"
std::string timestamp(std::int64_t unixMs);
/// With any number of digits of a second, or none.
std::optional<std::int64_t> parseTimestamp(std::string_view text);

} // namespace a2a
