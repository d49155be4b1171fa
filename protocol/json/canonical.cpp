// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/canonical.h"

#include "protocol/json/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace json {

namespace {

// By UTF-16 code units. UTF-8 sorts alike but for U+E000…U+FFFF, which UTF-16 puts after the surrogates of
// what lies beyond U+FFFF.
bool utf16Less(std::string_view a, std::string_view b)
{
    const auto [atA, atB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (atA == a.end() || atB == b.end()) {
        return atA == a.end() && atB != b.end();
    }
    const auto rank = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
    };
    return rank(*atA) < rank(*atB);
}

struct Named {
    std::string name;
    Member member;
};

// A container that is being written. Kept on a stack of our own: nesting is the sender's to choose.
struct Level {
    std::vector<Named> members; // of an object, sorted
    std::vector<View> elements; // of an array
    std::size_t written = 0;
    bool isObject = false;
};

class Canonicalizer {
public:
    std::expected<std::string, CanonicalError> run(
        const View& root, std::span<const std::string_view> without)
    {
        m_root = root;
        m_without = without;
        bool ok = value(root);
        while (ok && !m_levels.empty()) {
            ok = step();
        }
        if (!ok) {
            return std::unexpected(std::move(m_error));
        }
        return std::move(m_out);
    }

private:
    bool value(const View& view);
    bool string(const View& view);
    bool number(const View& view);
    bool openObject(const View& view);
    bool step();

    bool fail(std::string what, const View& view)
    {
        m_error = { std::move(what), view.pointer(), view.offset() };
        return false;
    }

    View m_root;
    std::span<const std::string_view> m_without;
    std::string m_out;
    std::vector<Level> m_levels;
    CanonicalError m_error;
};

bool Canonicalizer::value(const View& view)
{
    if (!view.isValid()) {
        return fail("no value", view);
    }
    switch (view.kind()) {
    case Kind::Object:
        return openObject(view);
    case Kind::Array: {
        m_out += '[';
        Level& level = m_levels.emplace_back();
        for (const View element : view.elements()) {
            level.elements.push_back(element);
        }
        return true;
    }
    case Kind::Key:
    case Kind::String:
        return string(view);
    case Kind::Number:
        return number(view);
    case Kind::True:
    case Kind::False:
    case Kind::Null:
        m_out += view.lexeme();
        return true;
    }
    return false;
}

bool Canonicalizer::string(const View& view)
{
    if ((view.flags() & kLoneSurrogate) != 0) {
        return fail("lone surrogate", view);
    }
    if ((view.flags() & kEscaped) != 0) {
        appendQuoted(m_out, *view.text());
    } else {
        m_out += view.lexeme();
    }
    return true;
}

bool Canonicalizer::number(const View& view)
{
    constexpr std::size_t kExactDigits = 15;
    const std::string_view lexeme = view.lexeme();
    if (lexeme.front() != '-' && lexeme.size() <= kExactDigits && (view.flags() & kFractional) == 0) {
        m_out += lexeme;
        return true;
    }
    const double number = view.toDouble().value_or(0);
    if (std::isinf(number)) {
        return fail("number out of range", view);
    }
    m_out += canonicalNumber(number);
    return true;
}

bool Canonicalizer::openObject(const View& view)
{
    const bool filter = !m_without.empty() && view.tokenIndex() == m_root.tokenIndex();
    m_out += '{';
    Level& level = m_levels.emplace_back();
    level.isObject = true;
    for (const Member member : view.members()) {
        if ((member.key.flags() & kDuplicateKey) != 0) {
            return fail("duplicate key", member.key);
        }
        std::string name = member.name();
        if (!filter || std::ranges::find(m_without, name) == m_without.end()) {
            level.members.push_back({ std::move(name), member });
        }
    }
    std::sort(level.members.begin(), level.members.end(),
        [](const Named& a, const Named& b) { return utf16Less(a.name, b.name); });
    return true;
}

// The next member or element of the innermost container, or its end.
bool Canonicalizer::step()
{
    Level& level = m_levels.back();
    if (level.written == (level.isObject ? level.members.size() : level.elements.size())) {
        m_out += level.isObject ? '}' : ']';
        m_levels.pop_back();
        return true;
    }
    if (level.written > 0) {
        m_out += ',';
    }
    const std::size_t next = level.written++;
    if (!level.isObject) {
        return value(level.elements[next]);
    }
    const Member member = level.members[next].member;
    if (!string(member.key)) {
        return false;
    }
    m_out += ':';
    return value(member.value);
}

} // namespace

std::expected<std::string, CanonicalError> canonical(const View& value)
{
    return Canonicalizer().run(value, {});
}

std::expected<std::string, CanonicalError> canonicalWithout(
    const View& object, std::span<const std::string_view> members)
{
    return Canonicalizer().run(object, members);
}

std::expected<std::string, CanonicalError> canonicalWithout(const View& object, std::string_view member)
{
    return canonicalWithout(object, std::span(&member, 1));
}

std::string canonicalNumber(double number)
{
    Q_ASSERT(std::isfinite(number));
    if (number == 0) {
        return "0";
    }
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), std::abs(number), std::chars_format::scientific);
    const std::string_view scientific(buffer.data(), end.ptr);
    const std::size_t e = scientific.find('e');
    std::string digits(scientific.substr(0, e));
    if (digits.size() > 1) {
        digits.erase(1, 1);
    }
    int exponent = 0;
    const std::string_view power = scientific.substr(e + (scientific[e + 1] == '+' ? 2 : 1));
    std::from_chars(power.data(), power.data() + power.size(), exponent);

    // ECMA-262, Number::toString: k digits, the point after the n-th.
    const int k = static_cast<int>(digits.size());
    const int n = exponent + 1;
    if (k <= n && n <= 21) {
        digits.append(static_cast<std::size_t>(n - k), '0');
    } else if (0 < n && n <= 21) {
        digits.insert(static_cast<std::size_t>(n), 1, '.');
    } else if (-6 < n && n <= 0) {
        digits.insert(0, "0." + std::string(static_cast<std::size_t>(-n), '0'));
    } else {
        if (k > 1) {
            digits.insert(1, 1, '.');
        }
        digits += exponent < 0 ? "e-" : "e+";
        digits += std::to_string(std::abs(exponent));
    }
    return number < 0 ? '-' + digits : digits;
}

} // namespace json
