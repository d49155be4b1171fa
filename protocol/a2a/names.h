// SPDX-License-Identifier: Apache-2.0
// The names of A2A 1.0 and of ACMP within it (Layer 1 A2A binding). Enum values are read in every spelling
// that is met, and written as A2A §5.5 says.
#pragma once

#include "protocol/json/view.h"

#include <cstdint>
#include <string_view>

namespace a2a {

/// What A2A-Version says (A2A §3.6): Major.Minor.
inline constexpr std::string_view kVersion = "1.0";
inline constexpr std::string_view kExtensionUri = "https://a2agora.org/acmp/v0.1";
/// Of the extension URIs of every ACMP version (decision D20).
inline constexpr std::string_view kExtensionPrefix = "https://a2agora.org/acmp/v";
inline constexpr std::string_view kCardPath = "/.well-known/agent-card.json";

namespace type {
inline constexpr std::string_view kAcmp = "application/acmp+json", kA2a = "application/a2a+json",
                                  kJson = "application/json", kProblem = "application/problem+json",
                                  kEvents = "text/event-stream", kCard = "application/a2a-agent-card+json";
} // namespace type

namespace header {
inline constexpr std::string_view kVersion = "A2A-Version", kExtensions = "A2A-Extensions";
} // namespace header

/// Of the JSON-RPC binding (A2A §9.4).
namespace method {
inline constexpr std::string_view kSendMessage
    = "SendMessage",
    kSendStreamingMessage = "SendStreamingMessage", kGetTask = "GetTask", kListTasks = "ListTasks",
    kCancelTask = "CancelTask", kSubscribeToTask = "SubscribeToTask",
    kCreatePushConfig = "CreateTaskPushNotificationConfig", kGetPushConfig = "GetTaskPushNotificationConfig",
    kListPushConfigs = "ListTaskPushNotificationConfigs",
    kDeletePushConfig = "DeleteTaskPushNotificationConfig", kGetExtendedAgentCard = "GetExtendedAgentCard";
} // namespace method

/// protocolBinding of an interface of the agent card (A2A §8.3.2).
namespace bindingname {
inline constexpr std::string_view kJsonRpc = "JSONRPC", kRest = "HTTP+JSON", kGrpc = "GRPC";
} // namespace bindingname

/// Which of an agent's interfaces is taken.
enum class Preference : std::uint8_t {
    CardsOrder, ///< the first that this program speaks (A2A §8.3.2)
    JsonRpc,
    Rest, ///< HTTP+JSON
};

enum class Role : std::uint8_t { Unspecified, User, Agent };

/// In the order of their numbers in a2a.proto.
enum class TaskState : std::uint8_t {
    Unspecified,
    Submitted,
    Working,
    Completed,
    Failed,
    Canceled,
    InputRequired,
    Rejected,
    AuthRequired,
};

std::string_view toString(Role role); ///< "ROLE_USER"
std::string_view toString(TaskState state); ///< "TASK_STATE_WORKING"
/// Also the numbers of a2a.proto and the names of A2A 0.3 ("user", "input-required"); Unspecified for all
/// else.
Role readRole(const json::View& value);
TaskState readState(const json::View& value);

/// The task has ended: COMPLETED, FAILED, CANCELED, REJECTED.
bool isTerminal(TaskState state);
/// It waits for someone: INPUT_REQUIRED, AUTH_REQUIRED.
bool isInterrupted(TaskState state);

} // namespace a2a
