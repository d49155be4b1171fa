// SPDX-License-Identifier: Apache-2.0
// Why a request is refused, and how each binding of A2A says so (§5.4, §9.5, §11.6).
#pragma once

#include "protocol/a2a/errors.h"

#include <string>
#include <utility>
#include <vector>

namespace json {
class Writer;
}

namespace a2a {

struct Fault {
    std::int64_t code = 0; ///< of JSON-RPC
    std::string message;
    std::vector<std::pair<std::string, std::string>> violations; ///< field → what is wrong with it
    std::vector<std::pair<std::string, std::string>> metadata; ///< of ErrorInfo, where the code is A2A's
};

/// -32602 for one field, in a2a.proto's terms: "message.parts".
Fault wrongField(std::string field, const std::string& expected, std::string_view found);

/// {"code","message","data":[…]}
void writeRpcError(json::Writer& writer, const Fault& fault);
/// {"error":{"code","status","message","details":[…]}}
void writeRestError(json::Writer& writer, const Fault& fault);
/// Likewise, for what HTTP alone has to say.
void writeRestError(json::Writer& writer, int httpStatus, std::string_view status, std::string_view message);
int httpStatusOf(const Fault& fault);

} // namespace a2a
