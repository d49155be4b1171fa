// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0 ids. MCP allows strings and integers; null and fractional numbers are decoded too, to be shown
// and reported. 3 and "3" differ.
#pragma once

#include "protocol/json/view.h"

#include <cstdint>
#include <string>
#include <variant>

namespace json {
class Writer;
}

namespace rpc {

/// An id that MCP forbids, as written: null, 1.5, 99999999999999999999, true, an object.
struct OddId {
    std::string lexeme;
    auto operator<=>(const OddId&) const = default;
};

using Id = std::variant<std::int64_t, std::string, OddId>;

Id readId(const json::View& value);
void write(json::Writer& writer, const Id& id);
/// As JSON: 3, "3", null.
std::string toString(const Id& id);
inline bool isRegular(const Id& id)
{
    return !std::holds_alternative<OddId>(id);
}

} // namespace rpc
