// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/requests.h"

#include "protocol/binding/a2a/timestamp.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace a2a {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

/// An optional integer within bounds.
Read<std::optional<std::int64_t>> readInteger(
    const json::View& object, std::string_view name, std::int64_t least, std::int64_t most)
{
    const json::View value = member(object, name);
    if (!value || value.isNull())
        return std::nullopt;
    std::optional<std::int64_t> number = value.toInt64();
    if (const auto text = value.text()) {
        std::int64_t parsed = 0;
        const char* const end = text->data() + text->size();
        const auto [rest, error] = std::from_chars(text->data(), end, parsed);
        if (error == std::errc() && rest == end)
            number = parsed;
    }
    if (number && *number >= least && *number <= most)
        return number;
    return std::unexpected(wrongField(std::string(name),
        "an integer from " + std::to_string(least) + " to " + std::to_string(most), value.lexeme()));
}

Read<std::string> readId(const json::View& params)
{
    const json::View id = member(params, "id");
    if (std::string text = id.textOrEmpty(); !text.empty())
        return text;
    return std::unexpected(wrongField("id", "the id of a task", id.lexeme()));
}

std::optional<Fault> checkMessage(const Message& message, bool lenient)
{
    if (!message.view)
        return wrongField("message", "an object", {});
    if (message.messageId.empty() && !lenient) {
        return wrongField(
            "message.messageId", "a string that is not empty", member(message.view, "messageId").lexeme());
    }
    const bool mayLackRole = lenient && !message.role;
    if (readRole(message.role) == Role::Unspecified && !mayLackRole)
        return wrongField("message.role", "\"ROLE_USER\"", message.role.lexeme());
    if (!message.parts.isArray() || message.parts.size() == 0)
        return wrongField("message.parts", "an array with at least one part", message.parts.lexeme());
    return std::nullopt;
}

/// A Part is one of text, raw, url, data (§4.1.6).
std::optional<Fault> checkParts(const json::View& parts)
{
    constexpr auto kContents = std::to_array<std::string_view>({ "text", "raw", "url", "data" });
    std::size_t index = 0;
    for (const json::View part : parts.elements()) {
        const auto contents = std::ranges::count_if(
            kContents, [&part](std::string_view name) { return part[name].isValid(); });
        if (contents != 1) {
            return wrongField("message.parts[" + std::to_string(index) + ']',
                "one of text, raw, url and data", std::to_string(contents) + " of them");
        }
        ++index;
    }
    return std::nullopt;
}

std::string fieldOf(const json::View& parts, const json::View& part)
{
    std::size_t index = 0;
    for (const json::View element : parts.elements()) {
        if (element.offset() == part.offset())
            break;
        ++index;
    }
    return "message.parts[" + std::to_string(index) + "].data";
}

Fault notAcmp(const json::View& parts)
{
    std::string types;
    for (const json::View part : parts.elements()) {
        const std::string type = memberText(part, "mediaType");
        types += (types.empty() ? "" : ", ") + (type.empty() ? std::string("none") : type);
    }
    return { code::kContentTypeNotSupported,
        "expected a data part with an ACMP message and mediaType " + std::string(type::kAcmp)
            + ", found parts of these media types: " + types,
        {}, { { "supported", std::string(type::kAcmp) } } };
}

/// The binding §1: the media type MUST be there.
std::optional<Fault> takeAcmp(SendRequest& request, bool lenient)
{
    const json::View parts = request.message.parts;
    std::vector<Carried> all = carriedBy(request.message);
    if (!lenient)
        std::erase_if(all, [](const Carried& c) { return !member(c.part, "mediaType").equals(type::kAcmp); });
    if (all.empty())
        return notAcmp(parts);
    if (all.size() > 1) {
        return wrongField(
            "message.parts", "one part with an ACMP message", std::to_string(all.size()) + " of them");
    }
    request.acmp = std::move(all.front());
    request.acmpField = fieldOf(parts, request.acmp.part);
    if (request.acmp.payload.kind != Payload::Kind::Call || request.acmp.payload.method.empty()) {
        return wrongField(
            request.acmpField, "an object with acmp_method and params", request.acmp.data.lexeme());
    }
    return std::nullopt;
}

/// Whether output of ACMP is among what the client can take.
bool acceptAcmp(const json::View& modes)
{
    for (const json::View mode : modes.elements()) {
        if (mode.equals(type::kAcmp) || mode.equals("application/*") || mode.equals("*/*"))
            return true;
    }
    return modes.size() == 0;
}

std::optional<Fault> checkConfiguration(const json::View& configuration)
{
    const json::View modes = member(configuration, "acceptedOutputModes");
    if (!acceptAcmp(modes)) {
        return Fault { code::kContentTypeNotSupported,
            "acceptedOutputModes: expected " + std::string(type::kAcmp) + " among them, found "
                + std::string(modes.lexeme().substr(0, 200)),
            {}, { { "supported", std::string(type::kAcmp) } } };
    }
    if (member(configuration, "taskPushNotificationConfig").isObject())
        return noPushNotifications();
    return std::nullopt;
}

} // namespace

Fault noPushNotifications()
{
    return { code::kPushNotificationNotSupported, "this agent sends no push notifications", {}, {} };
}

Read<SendRequest> readSendRequest(const json::View& params, bool lenient)
{
    SendRequest request;
    request.tenant = memberText(params, "tenant");
    request.message = readMessage(params["message"]);
    if (auto fault = checkMessage(request.message, lenient))
        return std::unexpected(std::move(*fault));
    if (auto fault = checkParts(request.message.parts))
        return std::unexpected(std::move(*fault));
    const json::View configuration = params["configuration"];
    if (auto fault = checkConfiguration(configuration))
        return std::unexpected(std::move(*fault));
    if (auto fault = takeAcmp(request, lenient))
        return std::unexpected(std::move(*fault));
    request.returnImmediately = member(configuration, "returnImmediately").boolean().value_or(false);
    auto length = readInteger(configuration, "historyLength", 0, kMost);
    if (!length)
        return std::unexpected(std::move(length.error()));
    request.historyLength = *length;
    return request;
}

Read<TaskQuery> readTaskQuery(const json::View& params)
{
    auto id = readId(params);
    if (!id)
        return std::unexpected(std::move(id.error()));
    auto length = readInteger(params, "historyLength", 0, kMost);
    if (!length)
        return std::unexpected(std::move(length.error()));
    return TaskQuery { memberText(params, "tenant"), std::move(*id), *length };
}

Read<ListQuery> readListQuery(const json::View& params)
{
    ListQuery query;
    query.tenant = memberText(params, "tenant");
    query.contextId = memberText(params, "contextId");
    if (const json::View status = params["status"]) {
        query.status = readState(status);
        if (query.status == TaskState::Unspecified && !status.equals(toString(TaskState::Unspecified)))
            return std::unexpected(wrongField("status", "the name of a task state", status.lexeme()));
    }
    if (const std::string token = memberText(params, "pageToken"); !token.empty()) {
        auto number = readInteger(params, "pageToken", 0, std::numeric_limits<std::int64_t>::max());
        if (!number)
            return std::unexpected(wrongField("pageToken", "a nextPageToken of this agent", token));
        query.before = static_cast<std::uint64_t>(**number);
    }
    auto size = readInteger(params, "pageSize", 1, ListQuery::kMaxPageSize);
    if (!size)
        return std::unexpected(std::move(size.error()));
    query.pageSize = size->value_or(ListQuery::kPageSize);
    auto length = readInteger(params, "historyLength", 0, kMost);
    if (!length)
        return std::unexpected(std::move(length.error()));
    query.historyLength = *length;
    if (const json::View after = member(params, "statusTimestampAfter")) {
        query.statusAfterMs = parseTimestamp(after.textOrEmpty());
        if (!query.statusAfterMs) {
            return std::unexpected(
                wrongField("statusTimestampAfter", "2026-01-31T12:00:00.000Z or the like", after.lexeme()));
        }
    }
    const json::View artifacts = member(params, "includeArtifacts");
    query.includeArtifacts = artifacts.boolean().value_or(artifacts.equals("true"));
    return query;
}

} // namespace a2a
