// SPDX-License-Identifier: Apache-2.0
// JSON Canonicalization Scheme, RFC 8785: the bytes that hashes and signatures are taken of (decision D12).
#pragma once

#include "protocol/json/view.h"

#include <expected>
#include <span>
#include <string>
#include <string_view>

namespace json {

struct CanonicalError {
    std::string what; ///< "lone surrogate", "duplicate key", "number out of range"
    std::string pointer;
    std::size_t offset = 0;
};

/// The canonical form of a value. Lone surrogates, duplicate keys and numbers beyond a double are errors (RFC
/// 8785 §3.2).
std::expected<std::string, CanonicalError> canonical(const View& value);
/// The same, leaving out members of the top-level object: what a signature envelope signs (Layer 7 §4).
std::expected<std::string, CanonicalError> canonicalWithout(
    const View& object, std::span<const std::string_view> members);
std::expected<std::string, CanonicalError> canonicalWithout(const View& object, std::string_view member);

/// A finite double as ECMAScript prints it (RFC 8785 §3.2.2.3): shortest, 1e21, 1e-7, -0 as 0.
std::string canonicalNumber(double number);

} // namespace json
