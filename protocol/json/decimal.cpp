// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/decimal.h"

#include "protocol/json/digits.h"
#include "protocol/json/number.h"

#include <algorithm>

namespace json {

namespace {

constexpr std::size_t kMostDigits = 1000;

// mantissa · 10^exponent, all digits kept as written.
struct Scaled {
    BigInteger mantissa;
    BigInteger exponent;
};

NumberParts partsOf(const Decimal& decimal)
{
    return splitNumber(decimal.text()).value_or(NumberParts {});
}

BigInteger lengthOf(std::string_view digits)
{
    return BigInteger::make(static_cast<std::int64_t>(digits.size()));
}

Scaled scaled(const NumberParts& parts)
{
    std::string digits(parts.integer);
    digits += parts.fraction;
    return { BigInteger::make(parts.negative, digits),
        BigInteger::make(parts.exponentNegative, parts.exponent) - lengthOf(parts.fraction) };
}

int signOf(const Scaled& value)
{
    return value.mantissa.isZero() ? 0 : value.mantissa.negative ? -1 : 1;
}

std::strong_ordering reverseIf(bool reverse, std::strong_ordering order)
{
    return reverse ? 0 <=> order : order;
}

std::string_view withoutTrailingZeros(std::string_view digits)
{
    return digits.substr(0, digits.find_last_not_of('0') + 1);
}

// The usual case, without a copy: no exponent on either side.
std::strong_ordering compareAbsolutePlain(const NumberParts& a, const NumberParts& b)
{
    if (a.integer.size() != b.integer.size()) {
        return a.integer.size() <=> b.integer.size();
    }
    if (const auto order = a.integer.compare(b.integer) <=> 0; order != 0) {
        return order;
    }
    return withoutTrailingZeros(a.fraction).compare(withoutTrailingZeros(b.fraction)) <=> 0;
}

std::strong_ordering compareScaled(const Scaled& a, const Scaled& b)
{
    const int sign = signOf(a);
    if (sign != signOf(b) || sign == 0) {
        return sign <=> signOf(b);
    }
    const BigInteger magnitudeA = a.exponent + lengthOf(a.mantissa.digits);
    const BigInteger magnitudeB = b.exponent + lengthOf(b.mantissa.digits);
    std::strong_ordering order = magnitudeA <=> magnitudeB;
    if (order == 0) {
        order
            = withoutTrailingZeros(a.mantissa.digits).compare(withoutTrailingZeros(b.mantissa.digits)) <=> 0;
    }
    return reverseIf(sign < 0, order);
}

// In plain notation, with the places after the point that the exponent asks for.
std::optional<std::string> toPlainText(const Scaled& value)
{
    const auto exponent = value.exponent.within(kMostDigits);
    if (!exponent) {
        return std::nullopt;
    }
    std::string text = value.mantissa.digits;
    if (*exponent > 0 && !value.mantissa.isZero()) {
        text.append(static_cast<std::size_t>(*exponent), '0');
    }
    const auto places = static_cast<std::size_t>(std::max<std::int64_t>(0, -*exponent));
    if (text.size() <= places) {
        text.insert(0, places + 1 - text.size(), '0');
    }
    if (text.size() > kMostDigits) {
        return std::nullopt;
    }
    if (places > 0) {
        text.insert(text.size() - places, 1, '.');
    }
    return value.mantissa.negative ? '-' + text : text;
}

// For a sum or product; nullopt if it has more digits than a result may have. A zero counts as plain 0 unless
// it has a sane number of places: 0e-999999 is no reason to refuse.
std::optional<Scaled> operand(const Decimal& decimal)
{
    Scaled value = scaled(partsOf(decimal));
    if (value.mantissa.isZero() && !value.exponent.within(kMostDigits)) {
        value.exponent = {};
    }
    if (value.mantissa.digits.size() > kMostDigits) {
        return std::nullopt;
    }
    return value;
}

// Multiplies the mantissa up so that the exponent becomes `exponent`, which is not above it.
bool alignTo(const BigInteger& exponent, Scaled& value)
{
    if (value.mantissa.isZero()) {
        value.exponent = exponent;
        return true;
    }
    const auto zeros = (value.exponent - exponent).within(2 * kMostDigits);
    if (!zeros) {
        return false;
    }
    value.mantissa.digits.append(static_cast<std::size_t>(*zeros), '0');
    value.exponent = exponent;
    return true;
}

} // namespace

std::optional<Decimal> Decimal::parse(std::string_view lexeme)
{
    if (!splitNumber(lexeme)) {
        return std::nullopt;
    }
    return Decimal(std::string(lexeme));
}

double Decimal::toDouble() const
{
    return json::toDouble(m_text);
}

bool Decimal::isNegative() const
{
    return m_text.front() == '-' && hasNonZeroDigit(m_text);
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b)
{
    const NumberParts partsA = partsOf(a);
    const NumberParts partsB = partsOf(b);
    if (partsA.exponent.empty() && partsB.exponent.empty()) {
        const bool negative = a.isNegative();
        return negative != b.isNegative() ? b.isNegative() <=> negative
                                          : reverseIf(negative, compareAbsolutePlain(partsA, partsB));
    }
    return compareScaled(scaled(partsA), scaled(partsB));
}

std::optional<Decimal> Decimal::sum(const Decimal& a, const Decimal& b)
{
    std::optional<Scaled> first = operand(a);
    std::optional<Scaled> second = operand(b);
    if (!first || !second) {
        return std::nullopt;
    }
    const BigInteger exponent = first->exponent < second->exponent ? first->exponent : second->exponent;
    if (!alignTo(exponent, *first) || !alignTo(exponent, *second)) {
        return std::nullopt;
    }
    auto text = toPlainText({ first->mantissa + second->mantissa, exponent });
    return text ? std::optional(Decimal(std::move(*text))) : std::nullopt;
}

std::optional<Decimal> Decimal::product(const Decimal& a, const Decimal& b)
{
    const std::optional<Scaled> first = operand(a);
    const std::optional<Scaled> second = operand(b);
    if (!first || !second) {
        return std::nullopt;
    }
    Scaled result { first->mantissa * second->mantissa, first->exponent + second->exponent };
    if (result.mantissa.isZero() && !result.exponent.within(kMostDigits)) {
        result.exponent = {};
    }
    auto text = toPlainText(result);
    return text ? std::optional(Decimal(std::move(*text))) : std::nullopt;
}

} // namespace json
