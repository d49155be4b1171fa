// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0 messages as views into the document they were read from (valid while it is).
#pragma once

#include "protocol/json/view.h"
#include "protocol/rpc/id.h"

#include <optional>
#include <string>
#include <variant>

namespace rpc {

struct Request {
    Id id;
    std::string method;
    json::View params; ///< invalid if absent
};

struct Notification {
    std::string method;
    json::View params;
};

struct Result {
    Id id;
    json::View result;
};

struct Error {
    std::optional<Id> id; ///< absent where the member is absent (MCP: an error before the id could be read)
    std::int64_t code = 0;
    std::string message;
    json::View data;
    json::View error; ///< the whole error object
};

/// JSON that is no JSON-RPC message, or a batch.
struct Malformed {
    std::string what; ///< "neither method, result nor error", "a batch of 3 messages" …
    std::string expected;
    std::string pointer;
    std::size_t offset = 0;
    bool isBatch = false;
    std::optional<Id> id; ///< if one could be read
};

using Message = std::variant<Request, Notification, Result, Error, Malformed>;

/// Reads one message. A missing or wrong "jsonrpc" does not make it malformed: jsonrpcIsRight() tells.
Message read(const json::View& root);
bool jsonrpcIsRight(const json::View& root);

} // namespace rpc
