// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/carried.h"

namespace a2a {

namespace {

void addParts(
    const json::View& parts, Carrier carrier, const std::string& messageId, std::vector<Carried>& out)
{
    for (const json::View part : parts.elements()) {
        const json::View mediaType = member(part, "mediaType");
        const bool mayBe
            = !mediaType || mediaType.isNull() || mediaType.equals("") || mediaType.equals(type::kAcmp);
        if (!mayBe)
            continue;
        const json::View data = part["data"];
        if (auto payload = readPayload(data))
            out.push_back({ std::move(*payload), part, data, carrier, messageId });
    }
}

void addMessage(const json::View& value, Carrier carrier, std::vector<Carried>& out)
{
    if (value.isObject())
        addParts(value["parts"], carrier, memberText(value, "messageId"), out);
}

void addTask(const json::View& task, std::vector<Carried>& out)
{
    for (const json::View message : task["history"].elements()) {
        if (readRole(message["role"]) == Role::Agent)
            addMessage(message, Carrier::History, out);
    }
    for (const json::View artifact : task["artifacts"].elements())
        addParts(artifact["parts"], Carrier::Artifact, {}, out);
    addMessage(task["status"]["message"], Carrier::StatusMessage, out);
}

} // namespace

std::string_view toString(Carrier carrier)
{
    switch (carrier) {
    case Carrier::Message:
        return "a message";
    case Carrier::StatusMessage:
        return "a status message";
    case Carrier::Artifact:
        return "an artifact";
    case Carrier::History:
        return "the history";
    }
    return {};
}

std::vector<Carried> carriedBy(const Event& event)
{
    std::vector<Carried> all;
    switch (event.kind) {
    case EventKind::None:
        break;
    case EventKind::Task:
        addTask(event.body, all);
        break;
    case EventKind::Message:
        addMessage(event.body, Carrier::Message, all);
        break;
    case EventKind::StatusUpdate:
        addMessage(event.body["status"]["message"], Carrier::StatusMessage, all);
        break;
    case EventKind::ArtifactUpdate:
        addParts(event.body["artifact"]["parts"], Carrier::Artifact, {}, all);
        break;
    }
    return all;
}

std::vector<Carried> carriedBy(const Message& message)
{
    std::vector<Carried> all;
    addParts(message.parts, Carrier::Message, message.messageId, all);
    return all;
}

std::string keyOf(const Carried& carried)
{
    const Payload& payload = carried.payload;
    if (payload.kind != Payload::Kind::Call)
        return "end";
    if (payload.method == acmp::method::kStreamChunk) {
        const auto seq = payload.value["seq"].toInt64();
        return seq ? "chunk " + std::to_string(*seq) : std::string();
    }
    return carried.messageId.empty() ? std::string() : "message " + carried.messageId;
}

} // namespace a2a
