// SPDX-License-Identifier: Apache-2.0
// The objects of A2A §4 as views into the document they were read from (valid while it is). Members are read
// in camelCase, as A2A §5.5 wants them, and in snake_case, as the ACMP binding's own example has them; where
// both are there the first counts.
#pragma once

#include "protocol/a2a/names.h"

#include <string>

namespace a2a {

/// The member `camel`, also under its snake_case name.
json::View member(const json::View& object, std::string_view camel);
/// Its text; empty if it is absent or no string.
std::string memberText(const json::View& object, std::string_view camel);
/// "messageId" → "message_id".
std::string snakeCase(std::string_view camel);

struct Message {
    json::View view; ///< invalid: there is none
    std::string messageId, contextId, taskId; ///< empty if absent
    json::View role;
    json::View parts;
};

struct Status {
    json::View view;
    json::View state;
    json::View message; ///< invalid if absent
};

struct Task {
    json::View view;
    std::string id, contextId;
    Status status;
    json::View artifacts, history;
};

Message readMessage(const json::View& value);
Status readStatus(const json::View& value);
Task readTask(const json::View& value);

/// What answers a request: the result of SendMessage, one event of a stream, a bare task.
enum class EventKind : std::uint8_t { None, Task, Message, StatusUpdate, ArtifactUpdate };

struct Event {
    EventKind kind = EventKind::None;
    json::View body; ///< the task, the message, the update
};

/// `value`: a JSON-RPC result, or a whole body or event of HTTP+JSON.
Event readEvent(const json::View& value);

/// What an event says of the task it is about, whichever its kind.
struct TaskRef {
    std::string taskId, contextId; ///< empty if it names none
    TaskState state = TaskState::Unspecified; ///< Unspecified: it says nothing of it
};
TaskRef taskRefOf(const Event& event);

} // namespace a2a
