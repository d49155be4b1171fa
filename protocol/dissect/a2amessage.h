// SPDX-License-Identifier: Apache-2.0
// The ACMP message within an A2A one: what a row shows of it. Internal to dissect/.
#pragma once

#include "protocol/dissect/summary.h"

#include "protocol/a2a/payload.h"

namespace dissect {

/// What a summary says beside the ACMP message itself.
struct A2aMessage {
    std::optional<a2a::Payload> payload; ///< the last that is carried, but an answer before all else
    bool isRequest = false;
    std::string carrier;
};

/// `method`: of a JSON-RPC request, else empty. nullopt if it is none of A2A. Views live as long as `root`.
std::optional<A2aMessage> readA2aCall(std::string_view method, const json::View& params);
/// A JSON-RPC result, or a whole body or event of HTTP+JSON (which may be a request's too).
std::optional<A2aMessage> readA2aAnswer(const json::View& value);

} // namespace dissect
