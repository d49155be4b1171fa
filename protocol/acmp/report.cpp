// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/report.h"

#include "protocol/json/text.h"
#include "protocol/wire/error.h"

namespace acmp {
namespace {

std::string pointerTo(std::string_view name)
{
    return std::string("/").append(name);
}

/// Standard base64 with its padding, as it stands between the quotes of a string.
bool isBase64(std::string_view inner)
{
    std::string unescaped;
    if (inner.find('\\') != std::string_view::npos) // some writers send "\/"
        inner = unescaped = json::unescape(inner);
    std::size_t digits = 0;
    std::size_t padding = 0;
    for (const char c : inner) {
        const bool isDigit = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
            || c == '+' || c == '/';
        if (c == '=')
            ++padding;
        else if (isDigit && padding == 0)
            ++digits;
        else
            return false;
    }
    return padding <= 2 && (digits + padding) % 4 == 0;
}

bool isText(std::string_view type)
{
    return type == "text" || type.starts_with("text/");
}

/// A type without a slash may be anything.
bool isBinary(std::string_view type)
{
    return type.find('/') != std::string_view::npos && !isText(type) && !type.starts_with("application/json")
        && type.find("+json") == std::string_view::npos;
}

} // namespace

void Report::add(
    std::string_view ruleId, std::string pointer, std::string_view expected, std::string_view found)
{
    m_findings.push_back({ &rule(ruleId), wire::excerpt(expected), wire::excerpt(found),
        { .record = wire::kNoRecord, .pointer = std::move(pointer), .offset = 0 } });
}

void Report::checkNotEmpty(std::string_view ruleId, std::string_view pointer, std::string_view text)
{
    if (text.empty())
        add(ruleId, std::string(pointer), "a name", "\"\"");
}

void Report::checkAtLeast(
    std::string_view ruleId, std::string_view name, std::optional<std::int64_t> number, std::int64_t least)
{
    if (number && *number < least) {
        add(ruleId, pointerTo(name), std::string(name).append(" ≥ ").append(std::to_string(least)),
            std::to_string(*number));
    }
}

void Report::checkNotNegative(std::string_view ruleId, std::string_view name, const json::Decimal& amount)
{
    if (amount.isNegative())
        add(ruleId, pointerTo(name), std::string(name).append(" ≥ 0"), amount.text());
}

void Report::checkTier(std::string_view ruleId, const std::optional<std::string>& tier)
{
    if (tier && tier != "S" && tier != "A" && tier != "B")
        add(ruleId, "/preferred_tier", "S, A or B", *tier);
}

void Report::checkProviderId(const std::optional<std::string>& providerId)
{
    if (!providerId)
        return;
    const std::string_view id = *providerId;
    const std::size_t colon = id.starts_with("agent:") ? id.find(':', 6) : std::string_view::npos;
    const bool isRight = colon != std::string_view::npos && colon > 6 && colon + 1 < id.size()
        && id.find(':', colon + 1) == std::string_view::npos;
    if (!isRight)
        add("L1-4-provider-id", "/provider_id", "agent:<name>:<region>", id);
}

void Report::checkContent(std::string_view pointer, const Content& content)
{
    const auto at = [pointer](std::string_view name) { return std::string(pointer).append(name); };
    if (content.type.empty())
        add("L1-3-content-type", at("/type"), "a type like text, json or image/png", "\"\"");
    if (isText(content.type) && !content.data.isString())
        add("L1-3-data-text", at("/data"), "a string", content.data.text());
    if (!isBinary(content.type))
        return;
    const std::string_view lexeme = content.data.text();
    if (lexeme.starts_with("\"data:"))
        add("L1-3-data-url", at("/data"), "base64", lexeme);
    else if (!content.data.isString() || !isBase64(lexeme.substr(1, lexeme.size() - 2)))
        add("L1-3-data-base64", at("/data"), "base64", lexeme);
}

} // namespace acmp
