// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/objects.h"

#include "protocol/wire/ascii.h"

namespace a2a {

std::string snakeCase(std::string_view camel)
{
    std::string snake;
    snake.reserve(camel.size() + 2);
    for (const char c : camel) {
        const bool isUpper = c >= 'A' && c <= 'Z';
        if (isUpper)
            snake += '_';
        snake += wire::lower(c);
    }
    return snake;
}

json::View member(const json::View& object, std::string_view camel)
{
    if (const json::View value = object[camel])
        return value;
    const std::string snake = snakeCase(camel);
    return snake == camel ? json::View() : object[snake];
}

std::string memberText(const json::View& object, std::string_view camel)
{
    return member(object, camel).textOrEmpty();
}

Message readMessage(const json::View& value)
{
    if (!value.isObject())
        return {};
    return { value, memberText(value, "messageId"), memberText(value, "contextId"),
        memberText(value, "taskId"), value["role"], value["parts"] };
}

Status readStatus(const json::View& value)
{
    return { value, value["state"], value["message"] };
}

Task readTask(const json::View& value)
{
    return { value, memberText(value, "id"), memberText(value, "contextId"), readStatus(value["status"]),
        value["artifacts"], value["history"] };
}

Event readEvent(const json::View& value)
{
    if (const json::View task = value["task"]; task.isObject())
        return { EventKind::Task, task };
    if (const json::View message = value["message"]; message.isObject())
        return { EventKind::Message, message };
    if (const json::View update = member(value, "statusUpdate"); update.isObject())
        return { EventKind::StatusUpdate, update };
    if (const json::View update = member(value, "artifactUpdate"); update.isObject())
        return { EventKind::ArtifactUpdate, update };
    if (value["id"].isString() && value["status"].isObject())
        return { EventKind::Task, value };
    return {};
}

TaskRef taskRefOf(const Event& event)
{
    TaskRef ref { memberText(event.body, event.kind == EventKind::Task ? "id" : "taskId"),
        memberText(event.body, "contextId"), TaskState::Unspecified };
    if (event.kind == EventKind::Task || event.kind == EventKind::StatusUpdate)
        ref.state = readState(event.body["status"]["state"]);
    return ref;
}

} // namespace a2a
