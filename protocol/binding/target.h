// SPDX-License-Identifier: Apache-2.0
// A TARGET, as a user writes it in the window, in a workspace and on the command line. One grammar for all:
//   http(s)://HOST[:PORT]/PATH    MCP over Streamable HTTP
//   ws(s)://HOST[:PORT]/PATH      JSON-RPC messages over a WebSocket
//   stdio:COMMAND ARGS…           a program on this machine, MCP over its stdin and stdout; words as a shell
//                                 takes them apart, without variables or patterns
#pragma once

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

struct StdioTarget {
    std::vector<std::string> words; ///< the program and its arguments; at least one
    bool operator==(const StdioTarget&) const = default;
};

using Target = std::variant<HttpTarget, WebSocketTarget, StdioTarget>;

/// ErrorKind::Usage says what a target looks like. A URL with a user, a password or a fragment is none: the
/// first two belong into the token, the last is never sent.
std::expected<Target, wire::Error> parseTarget(std::string_view text);
/// Reads as the same target again.
std::string toString(const Target& target);

} // namespace binding
