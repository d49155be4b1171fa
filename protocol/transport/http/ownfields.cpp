// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/ownfields.h"

#include "protocol/transport/connect/origin.h"
#include "protocol/transport/http/httpwriter.h"
#include "protocol/transport/http/token.h"
#include "protocol/wire/ascii.h"

#include <algorithm>
#include <array>

namespace http {

using wire::Error;
using wire::ErrorKind;

namespace {

/// What frames a message, what MCP, A2A and WebSocket say in a head: set twice, it would mean nothing.
constexpr std::array<std::string_view, 17> kTaken { "host", "content-length", "transfer-encoding",
    "connection", "upgrade", "expect", "te", "trailer", "keep-alive", "proxy-authorization", "content-type",
    "accept", "accept-encoding", "a2a-version", "a2a-extensions", "origin", "last-event-id" };
constexpr std::array<std::string_view, 2> kTakenFamilies { "mcp-", "sec-websocket-" };

bool isTaken(std::string_view name)
{
    const auto isIt = [name](std::string_view taken) { return equalsIgnoringCase(name, taken); };
    return std::ranges::any_of(kTaken, isIt) || std::ranges::any_of(kTakenFamilies, [&](auto family) {
        return equalsIgnoringCase(name.substr(0, family.size()), family);
    });
}

std::unexpected<Error> refuse(std::string message, std::string expected, std::string_view found)
{
    return std::unexpected(
        Error { ErrorKind::Usage, std::move(message), std::move(expected), wire::excerpt(found), {}, false });
}

} // namespace

const Fields& OwnFields::to(const QUrl& url) const
{
    static const Fields kNone;
    return !fields.isEmpty() && transport::isSameOrigin(url, server) ? fields : kNone;
}

std::expected<Field, Error> parseOwnField(std::string_view text)
{
    const auto colon = text.find(':');
    // The value is not repeated: it may be a secret.
    if (colon == text.npos)
        return refuse("a header needs a name and a value", "NAME: VALUE", "no colon");
    Field field { std::string(wire::trimmed(text.substr(0, colon))),
        std::string(wire::trimmed(text.substr(colon + 1))) };
    if (auto checked = checkOwnField(field); !checked)
        return std::unexpected(std::move(checked.error()));
    return field;
}

std::expected<void, Error> checkOwnField(const Field& field)
{
    if (!isToken(field.name))
        return refuse(
            "this is no name of a header", "letters, digits and some of !#$%&'*+-.^_`|~", field.name);
    if (isTaken(field.name))
        return refuse("this header is the protocol's own",
            "a name that HTTP, MCP, A2A and WebSocket leave free", field.name);
    if (!isSafe({ field }))
        return refuse("a header's value can't be sent", "one line without control characters",
            "the value of " + field.name);
    return {};
}

} // namespace http
