// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/routes.h"

#include "protocol/a2a/names.h"
#include "protocol/json/writer.h"

#include <algorithm>
#include <array>
#include <vector>

namespace a2a {

namespace {

/// "*" stands for one segment, "*:cancel" for one with that end.
struct Pattern {
    std::string_view httpMethods; ///< as Allow lists them
    std::string_view path;
    std::string_view method;
};

constexpr auto kPatterns = std::to_array<Pattern>({
    { "POST", "message:send", method::kSendMessage },
    { "POST", "message:stream", method::kSendStreamingMessage },
    { "GET", "tasks", method::kListTasks },
    { "POST", "tasks/*:cancel", method::kCancelTask },
    { "GET, POST", "tasks/*:subscribe", method::kSubscribeToTask },
    { "GET", "tasks/*", method::kGetTask },
    { "GET", "tasks/*/pushNotificationConfigs", method::kListPushConfigs },
    { "POST", "tasks/*/pushNotificationConfigs", method::kCreatePushConfig },
    { "GET", "tasks/*/pushNotificationConfigs/*", method::kGetPushConfig },
    { "DELETE", "tasks/*/pushNotificationConfigs/*", method::kDeletePushConfig },
    { "GET", "extendedAgentCard", method::kGetExtendedAgentCard },
});

using Segments = std::vector<std::string_view>;

Segments split(std::string_view text, char by)
{
    Segments parts;
    for (;;) {
        const auto at = text.find(by);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + 1);
    }
}

/// What "*" stood for; nullopt if the segment is another one.
std::optional<std::string_view> match(std::string_view pattern, std::string_view segment)
{
    if (!pattern.starts_with('*'))
        return segment == pattern ? std::optional<std::string_view>(std::string_view()) : std::nullopt;
    const std::string_view end = pattern.substr(1);
    if (!segment.ends_with(end) || segment.size() == end.size())
        return std::nullopt;
    return segment.substr(0, segment.size() - end.size());
}

/// The first "*"; nullopt if the path is another one.
std::optional<std::string_view> match(const Segments& pattern, const Segments& path)
{
    if (pattern.size() != path.size())
        return std::nullopt;
    std::string_view id;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const auto found = match(pattern[i], path[i]);
        if (!found)
            return std::nullopt;
        if (id.empty())
            id = *found;
    }
    return id;
}

bool lists(std::string_view allowed, std::string_view httpMethod)
{
    const Segments all = split(allowed, ',');
    return std::ranges::any_of(all, [httpMethod](std::string_view each) {
        return each.substr(each.starts_with(' ') ? 1 : 0) == httpMethod;
    });
}

Route findWithin(std::string_view httpMethod, const Segments& path)
{
    Route missed;
    for (const Pattern& pattern : kPatterns) {
        const auto id = match(split(pattern.path, '/'), path);
        if (!id)
            continue;
        Route route { pattern.method, {}, {}, percentDecoded(*id) };
        if (lists(pattern.httpMethods, httpMethod))
            return route;
        if (missed.method.empty()) {
            missed = std::move(route);
            missed.allowed = pattern.httpMethods;
        }
    }
    return missed;
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

} // namespace

std::string percentDecoded(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isCode = text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0
            && hexDigit(text[i + 2]) >= 0;
        out += isCode ? static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2])) : text[i];
        i += isCode ? 2 : 0;
    }
    return out;
}

Route findRoute(std::string_view httpMethod, std::string_view path)
{
    Segments segments = split(path.substr(path.starts_with('/') ? 1 : 0), '/');
    Route route = findWithin(httpMethod, segments);
    if (!route.method.empty() || segments.front().empty())
        return route;
    const std::string_view tenant = segments.front();
    segments.erase(segments.begin());
    route = findWithin(httpMethod, segments);
    route.tenant = percentDecoded(tenant);
    return route;
}

json::Raw paramsOf(const Route& route, std::string_view query)
{
    json::Writer writer;
    writer.beginObject();
    for (const std::string_view pair : split(query, '&')) {
        const auto equals = pair.find('=');
        const std::string name = percentDecoded(pair.substr(0, equals));
        if (!name.empty() && name != "id" && name != "tenant" && equals != std::string_view::npos)
            writer.key(name).string(percentDecoded(pair.substr(equals + 1)));
    }
    if (!route.id.empty())
        writer.key("id").string(route.id);
    writer.endObject();
    return json::Raw(writer.toBytes());
}

} // namespace a2a
