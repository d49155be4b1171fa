// SPDX-License-Identifier: Apache-2.0
// A JSON number as text, taken apart and read as machine numbers. Internal to json/.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace json {

struct NumberParts {
    bool negative = false;
    std::string_view integer; ///< digits
    std::string_view fraction; ///< digits after the point, may be empty
    bool exponentNegative = false;
    std::string_view exponent; ///< digits without leading zeros; empty for none or 0

    /// The exponent, or ±10^18 where it is beyond that: more than any text's digits could make up for.
    std::int64_t boundedExponent() const;
};

/// RFC 8259 grammar, nothing around it.
std::optional<NumberParts> splitNumber(std::string_view text);

// The rest takes a number that fits the grammar.

bool hasNonZeroDigit(std::string_view lexeme);
/// The nearest double: ±infinity above its range, ±0 below.
double toDouble(std::string_view lexeme);
/// The value, if it is an integer of 64 bits, however written.
std::optional<std::int64_t> toInt64(std::string_view lexeme);

} // namespace json
