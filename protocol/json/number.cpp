// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/number.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace json {

namespace {

constexpr std::int64_t kBeyond = 1'000'000'000'000'000'000;

std::string_view takeDigits(std::string_view& text)
{
    const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
    text.remove_prefix(digits.size());
    return digits;
}

bool take(std::string_view& text, std::string_view anyOf)
{
    if (text.empty() || anyOf.find(text.front()) == std::string_view::npos) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

std::string_view withoutLeadingZeros(std::string_view digits)
{
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

// All digits from the first that is not 0, and the power of ten of that first one.
struct Significant {
    std::string digits;
    std::int64_t magnitude = 0;
};

Significant significant(const NumberParts& parts)
{
    Significant result;
    result.digits.reserve(parts.integer.size() + parts.fraction.size());
    result.digits.append(parts.integer).append(parts.fraction);
    const std::size_t zeros = std::min(result.digits.find_first_not_of('0'), result.digits.size());
    result.digits.erase(0, zeros);
    result.magnitude = parts.boundedExponent() + static_cast<std::int64_t>(parts.integer.size()) - 1
        - static_cast<std::int64_t>(zeros);
    return result;
}

double signedValue(double value, bool negative)
{
    return negative ? -value : value;
}

// std::from_chars bounds exponents and says "out of range" for both ends: the magnitude tells which, and a
// long number is shortened to what decides its value (no double needs more than 767 digits to be told from
// its neighbours).
double toDoubleByMagnitude(const NumberParts& parts)
{
    constexpr std::size_t kDecisiveDigits = 800;
    Significant number = significant(parts);
    if (number.digits.empty() || number.magnitude < -400) {
        return signedValue(0, parts.negative);
    }
    if (number.magnitude > 400) {
        return signedValue(std::numeric_limits<double>::infinity(), parts.negative);
    }
    if (number.digits.size() > kDecisiveDigits) {
        const bool more = number.digits.find_first_not_of('0', kDecisiveDigits) != std::string::npos;
        number.digits.resize(kDecisiveDigits);
        number.digits.push_back(more ? '1' : '0');
    }
    const std::int64_t exponent = number.magnitude + 1 - static_cast<std::int64_t>(number.digits.size());
    number.digits += 'e' + std::to_string(exponent);
    double value = 0;
    const char* const begin = number.digits.data();
    if (std::from_chars(begin, begin + number.digits.size(), value).ec != std::errc()) {
        value = number.magnitude > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
    return signedValue(value, parts.negative);
}

} // namespace

std::int64_t NumberParts::boundedExponent() const
{
    std::int64_t value = kBeyond;
    if (exponent.size() <= 18) {
        value = 0;
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
    }
    return exponentNegative ? -value : value;
}

std::optional<NumberParts> splitNumber(std::string_view text)
{
    NumberParts parts;
    parts.negative = take(text, "-");
    parts.integer = takeDigits(text);
    if (parts.integer.empty() || (parts.integer.size() > 1 && parts.integer.front() == '0')) {
        return std::nullopt;
    }
    if (take(text, ".")) {
        parts.fraction = takeDigits(text);
        if (parts.fraction.empty()) {
            return std::nullopt;
        }
    }
    if (take(text, "eE")) {
        parts.exponentNegative = !text.empty() && text.front() == '-';
        take(text, "+-");
        parts.exponent = takeDigits(text);
        if (parts.exponent.empty()) {
            return std::nullopt;
        }
        parts.exponent = withoutLeadingZeros(parts.exponent);
    }
    if (!text.empty()) {
        return std::nullopt;
    }
    return parts;
}

bool hasNonZeroDigit(std::string_view lexeme)
{
    return lexeme.substr(0, lexeme.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

double toDouble(std::string_view lexeme)
{
    constexpr std::size_t kShort = 1000;
    if (lexeme.size() <= kShort) {
        double value = 0;
        if (std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), value).ec == std::errc()) {
            return value;
        }
    }
    return toDoubleByMagnitude(splitNumber(lexeme).value_or(NumberParts {}));
}

std::optional<std::int64_t> toInt64(std::string_view lexeme)
{
    const char* const end = lexeme.data() + lexeme.size();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(lexeme.data(), end, value);
    if (stop == end) {
        return error == std::errc() ? std::optional(value) : std::nullopt;
    }
    const NumberParts parts = splitNumber(lexeme).value_or(NumberParts {});
    Significant number = significant(parts);
    number.digits.erase(number.digits.find_last_not_of('0') + 1);
    if (number.digits.empty()) {
        return 0;
    }
    const std::int64_t integerDigits = number.magnitude + 1;
    constexpr std::int64_t kMostDigits = 19;
    if (static_cast<std::int64_t>(number.digits.size()) > integerDigits || integerDigits > kMostDigits) {
        return std::nullopt;
    }
    number.digits.append(static_cast<std::size_t>(integerDigits) - number.digits.size(), '0');
    if (parts.negative) {
        number.digits.insert(0, 1, '-');
    }
    return toInt64(number.digits);
}

} // namespace json
