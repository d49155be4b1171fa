// SPDX-License-Identifier: Apache-2.0
// An amount as it was written (decision D18): prints exactly as received, compares exactly, is never rounded.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace json {

class Decimal final {
public:
    /// 0
    Decimal() = default;
    /// From a JSON number (RFC 8259 grammar, nothing around it); anything else is nullopt.
    static std::optional<Decimal> parse(std::string_view lexeme);

    const std::string& text() const { return m_text; }
    /// The nearest double: ±infinity above its range, ±0 below.
    double toDouble() const;
    /// Less than 0: -0.0 is not.
    bool isNegative() const;

    /// By value: 1.0 equals 1.00 and 1e0. Linear in the lengths of both, whatever their exponents.
    friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
    friend bool operator==(const Decimal& a, const Decimal& b) { return (a <=> b) == 0; }

    /// Exact sum and product in plain notation, keeping the places after the point (1.10 + 2.20 = 3.30, 0.10
    /// · 3 = 0.30); nullopt if that would have more than 1000 digits.
    static std::optional<Decimal> sum(const Decimal& a, const Decimal& b);
    static std::optional<Decimal> product(const Decimal& a, const Decimal& b);

private:
    explicit Decimal(std::string text)
        : m_text(std::move(text))
    {
    }
    std::string m_text = "0";
};

} // namespace json
