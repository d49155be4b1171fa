// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/digits.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace json {

namespace {

std::strong_ordering compareDigits(const std::string& a, const std::string& b)
{
    return a.size() != b.size() ? a.size() <=> b.size() : a.compare(b) <=> 0;
}

int digitFromEnd(std::string_view digits, std::size_t place)
{
    return place < digits.size() ? digits[digits.size() - 1 - place] - '0' : 0;
}

// a + sign · b, which must not be negative.
std::string addDigits(std::string_view a, std::string_view b, int sign)
{
    std::string result(std::max(a.size(), b.size()) + 1, '0');
    int carry = 0;
    for (std::size_t place = 0; place < result.size(); ++place) {
        const int digit = digitFromEnd(a, place) + sign * digitFromEnd(b, place) + carry;
        carry = digit < 0 ? -1 : digit / 10;
        result[result.size() - 1 - place] = static_cast<char>('0' + digit - carry * 10);
    }
    return result;
}

} // namespace

BigInteger BigInteger::make(bool negative, std::string_view digits)
{
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) {
        return {};
    }
    return { negative, std::string(digits) };
}

BigInteger BigInteger::make(std::int64_t value)
{
    const std::string text = std::to_string(value);
    return make(value < 0, std::string_view(text).substr(value < 0 ? 1 : 0));
}

std::optional<std::int64_t> BigInteger::within(std::int64_t bound) const
{
    std::int64_t value = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (result.ec != std::errc() || value > bound) {
        return std::nullopt;
    }
    return negative ? -value : value;
}

BigInteger operator-(BigInteger a)
{
    a.negative = !a.negative && !a.isZero();
    return a;
}

BigInteger operator+(const BigInteger& a, const BigInteger& b)
{
    if (a.negative == b.negative) {
        return BigInteger::make(a.negative, addDigits(a.digits, b.digits, 1));
    }
    if (compareDigits(a.digits, b.digits) < 0) {
        return BigInteger::make(b.negative, addDigits(b.digits, a.digits, -1));
    }
    return BigInteger::make(a.negative, addDigits(a.digits, b.digits, -1));
}

BigInteger operator*(const BigInteger& a, const BigInteger& b)
{
    // Sums of at most 81 · length; places from the end.
    std::vector<std::uint64_t> places(a.digits.size() + b.digits.size(), 0);
    for (std::size_t i = 0; i < a.digits.size(); ++i) {
        for (std::size_t j = 0; j < b.digits.size(); ++j) {
            places[i + j]
                += static_cast<std::uint64_t>(digitFromEnd(a.digits, i) * digitFromEnd(b.digits, j));
        }
    }
    std::string digits;
    std::uint64_t carry = 0;
    for (const std::uint64_t place : places) {
        carry += place;
        digits += static_cast<char>('0' + carry % 10);
        carry /= 10;
    }
    std::reverse(digits.begin(), digits.end());
    return BigInteger::make(a.negative != b.negative, digits);
}

std::strong_ordering operator<=>(const BigInteger& a, const BigInteger& b)
{
    if (a.negative != b.negative) {
        return b.negative <=> a.negative;
    }
    return a.negative ? compareDigits(b.digits, a.digits) : compareDigits(a.digits, b.digits);
}

} // namespace json
