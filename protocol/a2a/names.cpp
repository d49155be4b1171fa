// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/names.h"

#include <algorithm>
#include <array>

namespace a2a {

namespace {

struct Name {
    std::string_view name, before; ///< of 1.0, of 0.3
};

constexpr auto kRoles = std::to_array<Name>({
    { "ROLE_UNSPECIFIED", "" },
    { "ROLE_USER", "user" },
    { "ROLE_AGENT", "agent" },
});

constexpr auto kStates = std::to_array<Name>({
    { "TASK_STATE_UNSPECIFIED", "unknown" },
    { "TASK_STATE_SUBMITTED", "submitted" },
    { "TASK_STATE_WORKING", "working" },
    { "TASK_STATE_COMPLETED", "completed" },
    { "TASK_STATE_FAILED", "failed" },
    { "TASK_STATE_CANCELED", "canceled" },
    { "TASK_STATE_INPUT_REQUIRED", "input-required" },
    { "TASK_STATE_REJECTED", "rejected" },
    { "TASK_STATE_AUTH_REQUIRED", "auth-required" },
});

template <class Enum, std::size_t size>
Enum read(const json::View& value, const std::array<Name, size>& names)
{
    if (const auto number = value.toInt64()) {
        const bool isKnown = *number >= 0 && *number < static_cast<std::int64_t>(size);
        return isKnown ? static_cast<Enum>(*number) : Enum {};
    }
    const auto found = std::ranges::find_if(names,
        [&value](const Name& entry) { return value.equals(entry.name) || value.equals(entry.before); });
    return value.isString() && found != names.end() ? static_cast<Enum>(found - names.begin()) : Enum {};
}

} // namespace

std::string_view toString(Role role)
{
    return kRoles[static_cast<std::size_t>(role)].name;
}

std::string_view toString(TaskState state)
{
    return kStates[static_cast<std::size_t>(state)].name;
}

Role readRole(const json::View& value)
{
    return read<Role>(value, kRoles);
}

TaskState readState(const json::View& value)
{
    return read<TaskState>(value, kStates);
}

bool isTerminal(TaskState state)
{
    return state == TaskState::Completed || state == TaskState::Failed || state == TaskState::Canceled
        || state == TaskState::Rejected;
}

bool isInterrupted(TaskState state)
{
    return state == TaskState::InputRequired || state == TaskState::AuthRequired;
}

} // namespace a2a
