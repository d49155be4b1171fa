// SPDX-License-Identifier: Apache-2.0
// Every ACMP message within an A2A object, wherever A2A lets it travel, in the order in which it counts.
#pragma once

#include "protocol/a2a/objects.h"
#include "protocol/a2a/payload.h"

#include <string_view>
#include <vector>

namespace a2a {

enum class Carrier : std::uint8_t { Message, StatusMessage, Artifact, History };
std::string_view toString(Carrier carrier); ///< "a message", "a status message" …

struct Carried {
    Payload payload;
    json::View part;
    json::View data; ///< the part's
    Carrier carrier = Carrier::Message;
    std::string messageId; ///< of the message that holds it; empty for an artifact
};

/// application/acmp+json data Parts, and those without a media type whose data is an ACMP message. Of a
/// task's history only what its agent said: first that, then artifacts, then the status message.
std::vector<Carried> carriedBy(const Event& event);
/// Of the parts of one message, whoever sent it.
std::vector<Carried> carriedBy(const Message& message);

/// What tells one ACMP message of a task from another: a copy in another carrier or a later snapshot has the
/// same key. Empty for what can't be told apart.
std::string keyOf(const Carried& carried);

} // namespace a2a
