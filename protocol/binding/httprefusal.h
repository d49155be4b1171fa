// SPDX-License-Identifier: Apache-2.0
// What an HTTP answer that holds no answer of the protocol above means.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/wire/error.h"

#include <optional>

namespace binding {

/// `wanted`: "a JSON-RPC response as application/json or text/event-stream"; `found`, for a status of 200,
/// says what is wrong with the body.
wire::Error httpRefusal(const std::optional<http::ResponseHead>& head, std::string_view body,
    std::string wanted, std::string found);

} // namespace binding
