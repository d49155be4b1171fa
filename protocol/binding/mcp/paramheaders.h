// SPDX-License-Identifier: Apache-2.0
// Parameters of a tool that HTTP headers say again (streamable-http §Custom Headers from Tool Parameters).
// Pure.
#pragma once

#include "protocol/json/view.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A property of an inputSchema with x-mcp-header.
struct ParameterHeader {
    std::string name; ///< of the header: "Mcp-Param-Region"
    std::vector<std::string> path; ///< of the value, within the call's arguments
    bool isInteger = false;
    bool operator==(const ParameterHeader&) const = default;
};

/// The error says what makes an annotation invalid; a client must not use such a tool.
std::expected<std::vector<ParameterHeader>, std::string> parameterHeaders(const json::View& inputSchema);
/// The header's value, not encoded; nullopt if the arguments have none, or null.
std::optional<std::string> valueOf(const ParameterHeader& parameter, const json::View& arguments);

} // namespace mcp
