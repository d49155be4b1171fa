// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/a2amessage.h"

#include "protocol/a2a/carried.h"

#include <ranges>

namespace dissect {

namespace {

using a2a::EventKind;

constexpr std::string_view kStatePrefix = "TASK_STATE_";

std::string_view nameOf(EventKind kind)
{
    switch (kind) {
    case EventKind::None:
        return {};
    case EventKind::Task:
        return "task";
    case EventKind::Message:
        return "message";
    case EventKind::StatusUpdate:
        return "statusUpdate";
    case EventKind::ArtifactUpdate:
        return "artifactUpdate";
    }
    return {};
}

std::optional<a2a::Payload> mainOf(const std::vector<a2a::Carried>& all)
{
    for (const a2a::Carried& carried : std::views::reverse(all)) {
        if (carried.payload.kind != a2a::Payload::Kind::Call) {
            return carried.payload;
        }
    }
    return all.empty() ? std::nullopt : std::optional(all.back().payload);
}

} // namespace

std::optional<A2aMessage> readA2aCall(std::string_view method, const json::View& params)
{
    const bool sends = method == a2a::method::kSendMessage || method == a2a::method::kSendStreamingMessage;
    if (!sends) {
        return std::nullopt;
    }
    return A2aMessage { mainOf(a2a::carriedBy(a2a::readMessage(params["message"]))), true,
        std::string(method) };
}

std::optional<A2aMessage> readA2aAnswer(const json::View& value)
{
    const a2a::Event event = a2a::readEvent(value);
    if (event.kind == EventKind::None) {
        return std::nullopt;
    }
    A2aMessage message { mainOf(a2a::carriedBy(event)), false, std::string(nameOf(event.kind)) };
    if (event.kind == EventKind::Message) {
        message.isRequest = a2a::readRole(event.body["role"]) == a2a::Role::User;
    }
    if (const a2a::TaskState state = a2a::taskRefOf(event).state; state != a2a::TaskState::Unspecified) {
        message.carrier.append(" ").append(a2a::toString(state).substr(kStatePrefix.size()));
    }
    return message;
}

} // namespace dissect
