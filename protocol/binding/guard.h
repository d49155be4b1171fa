// SPDX-License-Identifier: Apache-2.0
// Who may speak to an endpoint of ours at all, whatever the binding: Host and Origin (against DNS rebinding,
// streamable-http §Security) and bearer token (Layer 1 §5.1); and who is speaking. Pure.
#pragma once

#include "protocol/transport/http/server.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace binding {

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
/// Decision D5: the token that was asked for, else the client's certificate, else empty: all are one.
std::string callerOf(const http::ServerExchange& exchange, const GuardOptions& options);

} // namespace binding
