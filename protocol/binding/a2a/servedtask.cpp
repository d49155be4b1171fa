// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/servedtask.h"

#include "protocol/a2a/envelope.h"
#include "protocol/binding/a2a/timestamp.h"

#include <array>

namespace a2a {

namespace {

void writeStatus(json::Writer& writer, const StatusUpdate& status)
{
    writer.beginObject();
    writer.key("state").string(toString(status.state));
    if (!status.message.empty())
        writer.key("message").raw(status.message);
    writer.key("timestamp").string(timestamp(status.ms));
    writer.endObject();
}

/// `parts`: Parts with commas between.
void writeArtifact(
    json::Writer& writer, std::string_view id, std::string_view parts, std::string_view description = {})
{
    std::string array;
    array.reserve(parts.size() + 2);
    array.append("[").append(parts).append("]");
    writer.beginObject();
    writer.key("artifactId").string(id);
    if (!description.empty())
        writer.key("description").string(description);
    writer.key("parts").raw(array);
    writeExtensions(writer);
    writer.endObject();
}

void writeArtifacts(json::Writer& writer, const ServedTask& task)
{
    writer.beginArray();
    if (!task.streamParts.empty()) {
        std::string cut;
        if (task.isStreamCut)
            cut = "The first " + std::to_string(task.streamed) + " chunks; what came after is not kept.";
        writeArtifact(writer, kStreamArtifact, task.streamParts, cut);
    }
    if (!task.resultPart.empty())
        writeArtifact(writer, kResultArtifact, task.resultPart);
    writer.endArray();
}

void writeIds(json::Writer& writer, const ServedTask& task)
{
    writer.key("taskId").string(task.id);
    writer.key("contextId").string(task.contextId);
}

void writePart(json::Writer& writer, const json::View& part)
{
    constexpr auto kMembers
        = std::to_array<std::string_view>({ "text", "raw", "url", "data", "mediaType", "filename" });
    writer.beginObject();
    for (const std::string_view name : kMembers) {
        if (const json::View value = member(part, name))
            writer.key(name).raw(value.lexeme());
    }
    writer.endObject();
}

} // namespace

std::size_t ServedTask::bytes() const
{
    return sizeof *this + 2 * (id.size() + caller.size() + acmpTaskId.size()) + contextId.size()
        + statusMessage.size() + input.size() + streamParts.size() + resultPart.size();
}

void writeTask(json::Writer& writer, const ServedTask& task, const SnapshotOptions& options)
{
    writer.beginObject();
    writer.key("id").string(task.id);
    writer.key("contextId").string(task.contextId);
    writer.key("status");
    if (options.asBegun)
        writeStatus(writer, { TaskState::Submitted, {}, task.statusMs });
    else
        writeStatus(writer, { task.state, task.statusMessage, task.statusMs });
    if (options.withArtifacts && !options.asBegun) {
        writer.key("artifacts");
        writeArtifacts(writer, task);
    }
    if (!task.input.empty() && options.historyLength.value_or(1) > 0) {
        writer.key("history").beginArray().raw(task.input).endArray();
    }
    writer.endObject();
}

void writeStatusUpdate(json::Writer& writer, const ServedTask& task, const StatusUpdate& update)
{
    writer.beginObject().key("statusUpdate").beginObject();
    writeIds(writer, task);
    writer.key("status");
    writeStatus(writer, update);
    writer.endObject().endObject();
}

void writeArtifactUpdate(json::Writer& writer, const ServedTask& task, const ArtifactUpdate& update)
{
    writer.beginObject().key("artifactUpdate").beginObject();
    writeIds(writer, task);
    writer.key("artifact");
    writeArtifact(writer, update.artifactId, update.part);
    if (update.append)
        writer.key("append").boolean(true);
    if (update.isLast)
        writer.key("lastChunk").boolean(true);
    writer.endObject().endObject();
}

Fault isOverFault(const ServedTask& task, std::int64_t code, std::string_view then)
{
    const std::string state(toString(task.state));
    std::string message = "the task is over, " + state + ": ";
    message += then;
    return { code, std::move(message), {}, { { "taskId", task.id }, { "state", state } } };
}

std::string historyMessage(const Message& message, const ServedTask& task)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("messageId").string(message.messageId);
    writer.key("contextId").string(task.contextId);
    writer.key("taskId").string(task.id);
    writer.key("role").string(toString(Role::User));
    writer.key("parts").beginArray();
    for (const json::View part : message.parts.elements())
        writePart(writer, part);
    writer.endArray();
    if (const json::View extensions = message.view["extensions"]; extensions.isArray())
        writer.key("extensions").raw(extensions.lexeme());
    writer.endObject();
    return writer.text();
}

} // namespace a2a
