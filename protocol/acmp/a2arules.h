// SPDX-License-Identifier: Apache-2.0
// The rules of A2A 1.0 and of ACMP's binding to it. Private to rules.cpp.
#pragma once

#include "protocol/acmp/rules.h"

#include <array>

namespace acmp::table {

using enum Level;

// clang-format off
inline constexpr auto kA2aRules = std::to_array<Rule>({
    { "A2A-ab-literal", Warning, "A2A §3.4.2",
        "The server makes the taskId: a client's first message has none." },
    { "A2A-after-terminal", Warning, "A2A §3.1.2", "Nothing follows the task's terminal state." },
    { "A2A-asks-for-more", Warning, "Layer 1 [OPEN]",
        "A task is not interrupted to ask for input or authentication: ACMP 0.1 has no pause." },
    { "A2A-card-field", Error, "A2A §5.7",
        "The required members of the agent card are there and of their types." },
    { "A2A-card-form", Warning, "A2A §5.5", "The agent card is ProtoJSON: a choice is a member's name." },
    { "A2A-card-type", Note, "A2A §8.2", "The agent card is sent as JSON." },
    { "A2A-content-type", Error, "A2A §9.1", "An answer is JSON or an event stream." },
    { "A2A-context-id", Warning, "A2A §4.2", "What a server sends of a task or message has a contextId." },
    { "A2A-enum", Error, "A2A §5.5",
        "Roles and states are written as their protocol buffer names: ROLE_AGENT, TASK_STATE_WORKING." },
    { "A2A-event-form", Error, "A2A §3.2.3",
        "An answer is a task, a message, or an update of status or artifact." },
    { "A2A-heartbeat-unstreamed", Warning, "Layer 1 A2A binding §3.2",
        "heartbeat_interval_ms is advertised only with capabilities.streaming: heartbeats have no other way." },
    { "A2A-id-mismatch", Error, "JSON-RPC 2.0 §5", "An answer has the id of its request." },
    { "A2A-input-streaming", Error, "Layer 1 A2A binding §3.3", "input_streaming is false over A2A." },
    { "A2A-interface-origin", Note, "A2A §8.3.2",
        "The interface is where the agent card is: a token for the one is not sent to another." },
    { "A2A-legacy-member", Warning, "A2A §A.2.1", "kind and final, of A2A 0.3, are not sent." },
    { "A2A-media-type", Error, "Layer 1 A2A binding §1",
        "mediaType of a data Part with an ACMP message is application/acmp+json." },
    { "A2A-missing-member", Error, "A2A §5.7", "Required members are there." },
    { "A2A-no-answer", Error, "Layer 1 A2A binding §1",
        "A task that ends, or the message that answers, holds an ACMP result or error." },
    { "A2A-number", Note, "A2A §4.1 Part.data",
        "An integer comes as it was written: a protobuf peer makes a double of it." },
    { "A2A-other-extension", Warning, "A2A §4.6.3",
        "The extension's URI is https://a2agora.org/acmp/v0.1 exactly." },
    { "A2A-snake-case", Warning, "A2A §5.5", "Members are named in camelCase." },
    { "A2A-state", Warning, "Layer 1 A2A binding §3.4",
        "The A2A task is COMPLETED whatever ACMP says of it; CANCELED only after CancelTask." },
    { "A2A-stream-broken", Warning, "A2A §3.1.2", "A stream ends with the task's terminal state." },
    { "A2A-stream-open", Warning, "A2A §3.1.2", "The stream is closed after the task's terminal state." },
    { "A2A-stream-order", Error, "A2A §3.1.2",
        "A stream is one message, or a task and then updates of it." },
    { "A2A-streaming-refused", Warning, "A2A §3.3.4",
        "An agent whose card says streaming answers SendStreamingMessage." },
    { "A2A-task-id", Error, "A2A §3.1.2", "A stream is about one task." },
});
// clang-format on

} // namespace acmp::table
