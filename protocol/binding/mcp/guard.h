// SPDX-License-Identifier: Apache-2.0
// Who may speak to an MCP endpoint at all: Host and Origin (against DNS rebinding, streamable-http §Security)
// and bearer token (Layer 1 §5.1). Pure.
#pragma once

#include "protocol/transport/http/message.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace mcp {

struct GuardOptions {
    std::vector<std::string>
        hosts; ///< names accepted in Host beside localhost, 127.0.0.1 and [::1]; without port
    std::string token; ///< no authentication is asked for if empty
};

struct Refusal {
    int status = 0;
    http::Fields fields;
    std::string text; ///< for the body and the log
};

/// nullopt: come in.
std::optional<Refusal> refuse(const http::RequestHead& head, const GuardOptions& options);

} // namespace mcp
