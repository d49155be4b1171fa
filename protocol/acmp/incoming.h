// SPDX-License-Identifier: Apache-2.0
// What a peer sends in answer to one request, typed, and where it was found.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/ids.h"

#include <string>
#include <variant>

namespace acmp {

/// A message that is none of the others, or is one with members missing or wrong; what is wrong comes as
/// findings.
struct Other {
    std::string method; ///< of a request or notification; "result" or "error" of an answer; may be empty
    json::Raw message; ///< the whole message as received
};

using Incoming = std::variant<StreamChunk, Heartbeat, TaskResult, TaskError, Offer, Ack, Other>;

/// Empty where the message has none.
std::string_view taskIdOf(const Incoming& message);

struct Origin {
    wire::RecordNo record = wire::kNoRecord;
    wire::Instant at; ///< when its last byte arrived
    json::Raw message; ///< the whole message as received
    bool late = false; ///< came after its request had ended
    bool mirrored = false; ///< a copy of a message that was counted already (A2A)
    /// JSON pointer of its params, result or error object; empty where that is a member of the whole message.
    std::string body {};
    std::optional<std::int64_t> httpDateMs {}; ///< Unix time, of the answer's Date: to the second
};

} // namespace acmp
