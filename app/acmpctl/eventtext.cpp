// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/eventtext.h"

#include "protocol/acmp/codec.h"
#include "protocol/acmp/retryafter.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"
#include "protocol/rpc/codes.h"

#include <array>
#include <cstdio>

namespace acmpctl {

namespace {

constexpr std::size_t kShownText = 200;

} // namespace

std::string fixed(double number, int digits)
{
    std::array<char, 64> text {};
    const int size = std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return { text.data(), static_cast<std::size_t>(std::max(size, 0)) };
}

std::string ms(wire::nanoseconds duration)
{
    return fixed(wire::toMs(duration), 1) + " ms";
}

void writeOptional(json::Writer& writer, std::string_view key, const std::optional<std::string>& text)
{
    if (text)
        writer.key(key).string(*text);
}

void writeStrings(json::Writer& writer, std::string_view key, const std::vector<std::string>& texts)
{
    writer.key(key).beginArray();
    for (const std::string& text : texts)
        writer.string(text);
    writer.endArray();
}

void writeFinding(json::Writer& writer, const acmp::Finding& finding)
{
    writer.key("id").string(finding.rule->id);
    writer.key("level").string(acmp::toString(finding.rule->level));
    writer.key("section").string(finding.rule->section);
    writer.key("text").string(finding.rule->text);
    writer.key("expected").string(finding.expected);
    writer.key("found").string(finding.found);
    writer.key("where").beginObject();
    if (finding.where.record != wire::kNoRecord)
        writer.key("record").integer(static_cast<std::int64_t>(finding.where.record));
    writer.key("pointer").string(finding.where.pointer);
    writer.key("offset").integer(static_cast<std::int64_t>(finding.where.offset));
    writer.endObject();
}

void writeFindings(json::Writer& writer, const acmp::Findings& findings)
{
    writer.key("findings").beginArray();
    for (const acmp::Finding& finding : findings) {
        writer.beginObject();
        writeFinding(writer, finding);
        writer.endObject();
    }
    writer.endArray();
}

std::string describe(const acmp::Finding& finding)
{
    std::string text = std::string(finding.rule->level == acmp::Level::Error ? "✕ " : "! ")
        + std::string(finding.rule->id) + ": " + std::string(finding.rule->text);
    if (!finding.expected.empty())
        text += "; expected " + finding.expected;
    if (!finding.found.empty())
        text += ", found " + finding.found;
    if (!finding.where.pointer.empty())
        text += " at " + finding.where.pointer;
    return "  " + text + " (" + std::string(finding.rule->section) + ')';
}

std::string describe(const acmp::Findings& findings)
{
    std::string text;
    for (const acmp::Finding& finding : findings)
        text += describe(finding) + '\n';
    return text;
}

std::string nameOf(std::int64_t code)
{
    return std::string(rpc::describeCode(rpc::Binding::Mcp, code).name);
}

std::string describe(const acmp::TaskError& error)
{
    std::string text
        = std::to_string(error.code) + ' ' + nameOf(error.code) + ": " + wire::excerpt(error.message);
    if (error.data && error.data->detail)
        text += " (" + wire::excerpt(*error.data->detail) + ')';
    if (const auto wait = acmp::retryAfter(error))
        return text + "\n  rate limited: ask again after " + std::to_string(wait->count()) + " ms";
    const auto advice = rpc::describeCode(rpc::Binding::Mcp, error.code).advice;
    return advice.empty() ? text : text + "\n  try: " + std::string(advice);
}

void writeData(json::Writer& writer, const acmp::TaskError& error)
{
    writer.key("data");
    const json::Document whole = json::Document::parse(acmp::toJson(error)).value_or(json::Document());
    if (const json::View data = whole.root()["data"])
        writer.raw(data.raw());
    else
        writer.null();
}

void writeMessage(json::Writer& writer, const json::Raw& message)
{
    // The value alone, without a byte order mark or what else stands around it.
    json::Document document;
    if (document.borrow(message.text()))
        writer.raw(document.root().raw());
    else
        writer.null();
}

void writeUnread(json::Writer& writer, std::string_view raw)
{
    writer.key("raw").string(json::isValidUtf8(raw) ? std::string(raw) : wire::excerpt(raw, raw.size()));
}

void writeError(json::Writer& writer, const wire::Error& error)
{
    static constexpr std::array kNames { "usage", "not_advertised", "unreachable", "tls", "http", "protocol",
        "refused", "deadline", "cancelled", "too_large", "io" };
    writer.key("code").null();
    writer.key("name").string(kNames[static_cast<std::size_t>(error.kind)]);
    writer.key("message").string(error.message);
    writer.key("data").beginObject();
    writer.key("expected").string(error.expected);
    writer.key("found").string(error.found);
    writer.key("where").string(error.where);
    writer.key("transient").boolean(error.transient);
    writer.endObject();
}

std::string shown(const json::Raw& data)
{
    return wire::excerpt(data.text(), kShownText);
}

} // namespace acmpctl
