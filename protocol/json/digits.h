// SPDX-License-Identifier: Apache-2.0
// Integers of any size as decimal text, for Decimal's exact sums. Internal to json/.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace json {

struct BigInteger {
    bool negative = false; ///< never of zero
    std::string digits = "0"; ///< without leading zeros

    static BigInteger make(bool negative, std::string_view digits);
    static BigInteger make(std::int64_t value);

    bool isZero() const { return digits == "0"; }
    /// The value if it lies within ±`bound`.
    std::optional<std::int64_t> within(std::int64_t bound) const;

    friend BigInteger operator-(BigInteger a);
    friend BigInteger operator+(const BigInteger& a, const BigInteger& b);
    friend BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + -b; }
    /// Takes time by the product of the lengths.
    friend BigInteger operator*(const BigInteger& a, const BigInteger& b);
    friend std::strong_ordering operator<=>(const BigInteger& a, const BigInteger& b);
    friend bool operator==(const BigInteger& a, const BigInteger& b) = default;
};

} // namespace json
