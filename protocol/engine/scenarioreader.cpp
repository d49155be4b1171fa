// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/scenarioreader.h"

#include "protocol/wire/error.h"

namespace engine {

namespace {

/// A longer list helps nobody; it is most likely no scenario at all.
constexpr std::size_t kMaxErrors = 100;
/// A year keeps every sum of delays within 64 bits of nanoseconds.
constexpr std::int64_t kMaxDelayMs = std::int64_t { 1000 } * 60 * 60 * 24 * 365;

bool startsCharacter(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

} // namespace

std::string ScenarioError::toString() const
{
    return "line " + std::to_string(line) + ", column " + std::to_string(column)
        + (pointer.empty() ? "" : " (" + pointer + ')') + ": expected " + expected + ", found " + found;
}

void ScenarioReader::failAt(std::size_t offset, std::string pointer, std::string expected, std::string found)
{
    if (m_errors.size() >= kMaxErrors) {
        return;
    }
    const std::string_view before = m_text.substr(0, offset);
    const auto newline = before.rfind('\n');
    const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
    m_errors.push_back({ .pointer = std::move(pointer),
        .line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
        .column = static_cast<std::size_t>(std::ranges::count_if(line, startsCharacter)) + 1,
        .expected = std::move(expected),
        .found = std::move(found) });
}

void ScenarioReader::fail(const json::View& at, std::string expected, std::string found)
{
    failAt(at.offset(), at.pointer(), std::move(expected), std::move(found));
}

void ScenarioReader::fail(const json::View& at, std::string expected)
{
    const char* const structure = at.isObject() ? "an object" : at.isArray() ? "an array" : nullptr;
    fail(at, std::move(expected), structure != nullptr ? structure : wire::excerpt(at.lexeme(), 60));
}

void ScenarioReader::failUnknown(const json::View& key, std::span<const std::string_view> known)
{
    std::string expected = "one of ";
    for (const std::string_view name : known) {
        expected += (name == known.front() ? "" : ", ") + std::string(name);
    }
    fail(key, std::move(expected), wire::excerpt(key.lexeme(), 60));
}

void ScenarioReader::failDuplicate(const json::View& key)
{
    fail(key, "each member once", wire::excerpt(key.lexeme(), 60) + " again");
}

void ScenarioReader::read(const json::View& value, std::string& out, std::string_view what)
{
    const auto text = value.text();
    if (!text || text->empty()) {
        fail(value, std::string(what));
        return;
    }
    out = *text;
}

void ScenarioReader::read(const json::View& value, std::optional<std::string>& out)
{
    read(value, out.emplace());
}

void ScenarioReader::read(const json::View& value, bool& out)
{
    const auto flag = value.boolean();
    if (!flag) {
        fail(value, "true or false");
        return;
    }
    out = *flag;
}

void ScenarioReader::read(const json::View& value, std::int64_t& out, std::int64_t least, std::int64_t most)
{
    const auto number = value.toInt64();
    if (!number || *number < least || *number > most) {
        const bool isOpen = most == std::numeric_limits<std::int64_t>::max();
        fail(value,
            std::string("an integer ") + (isOpen ? "of at least " : "from ") + std::to_string(least)
                + (isOpen ? "" : " to " + std::to_string(most)));
        return;
    }
    out = *number;
}

void ScenarioReader::read(
    const json::View& value, std::optional<std::int64_t>& out, std::int64_t least, std::int64_t most)
{
    read(value, out.emplace(), least, most);
}

void ScenarioReader::read(const json::View& value, milliseconds& out)
{
    std::int64_t count = 0;
    read(value, count, 0, kMaxDelayMs);
    out = milliseconds(count);
}

void ScenarioReader::read(const json::View& value, std::optional<milliseconds>& out)
{
    read(value, out.emplace());
}

void ScenarioReader::readAmount(const json::View& value, json::Decimal& out)
{
    const auto amount = value.decimal();
    if (!amount || amount->isNegative()) {
        fail(value, "a number of CU, not negative");
        return;
    }
    out = *amount;
}

void ScenarioReader::read(const json::View& value, std::vector<std::string>& out)
{
    if (!value.isArray()) {
        fail(value, "an array of strings");
        return;
    }
    for (const json::View& element : value.elements()) {
        read(element, out.emplace_back());
    }
}

} // namespace engine
