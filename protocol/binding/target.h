// SPDX-License-Identifier: Apache-2.0
// A TARGET, as a user writes it in the window, in a workspace and on the command line. One grammar for all:
//   http(s)://HOST[:PORT]/PATH    MCP over Streamable HTTP
//   ws(s)://HOST[:PORT]/PATH      JSON-RPC messages over a WebSocket
//   a2a:http(s)://HOST[:PORT]/…   an A2A agent, or its agent card; ACMP over the interface that the card
//   names
//                                 first. a2a+jsonrpc: and a2a+rest: take the one of that binding
//   stdio:COMMAND ARGS…           a program on this machine, MCP over its stdin and stdout; words as a shell
//                                 takes them apart, without variables or patterns
#pragma once

#include "protocol/a2a/names.h"
#include "protocol/wire/error.h"

#include <QUrl>

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace binding {

struct HttpTarget {
    QUrl url;
    bool operator==(const HttpTarget&) const = default;
};

struct WebSocketTarget {
    QUrl url;
    bool operator==(const WebSocketTarget&) const = default;
};

struct A2aTarget {
    QUrl url; ///< http or https
    a2a::Preference preference = a2a::Preference::CardsOrder;
    bool operator==(const A2aTarget&) const = default;
};

struct StdioTarget {
    std::vector<std::string> words; ///< the program and its arguments; at least one
    bool operator==(const StdioTarget&) const = default;
};

using Target = std::variant<HttpTarget, WebSocketTarget, A2aTarget, StdioTarget>;

/// Of what is reached over a network: its URL without the prefix of its kind. Null for a program.
const QUrl* urlOf(const Target& target);

/// ErrorKind::Usage says what a target looks like. A URL with a user, a password or a fragment is none: the
/// first two belong into the token, the last is never sent.
std::expected<Target, wire::Error> parseTarget(std::string_view text);
/// Reads as the same target again.
std::string toString(const Target& target);

} // namespace binding
