// SPDX-License-Identifier: Apache-2.0
// The paths of HTTP+JSON (A2A §11.3 and the http rules of a2a.proto), each also behind a tenant. Pure.
#pragma once

#include "protocol/json/raw.h"

#include <optional>
#include <string>
#include <string_view>

namespace a2a {

struct Route {
    std::string_view method = {}; ///< of JSON-RPC; empty: no such path
    std::string_view allowed = {}; ///< for Allow, where the path is one but not for this HTTP method
    std::string tenant = {};
    std::string id = {}; ///< of the task in the path

    bool isFound() const { return !method.empty() && allowed.empty(); }
};

/// `path`: below the interface's URL, "/message:send", without its query.
Route findRoute(std::string_view httpMethod, std::string_view path);

/// The request object that id and query amount to, all values strings.
json::Raw paramsOf(const Route& route, std::string_view query);

/// "%20" decoded; "+" stays.
std::string percentDecoded(std::string_view text);

} // namespace a2a
