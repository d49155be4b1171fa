// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/a2abook.h"

#include "protocol/a2a/envelope.h"
#include "protocol/rpc/codes.h"

namespace hosts {

namespace {

using a2a::TaskState;

/// Of an answer as status message; a larger one travels as artifact only, not twice.
constexpr std::size_t kLargestMessage = std::size_t { 64 } << 10;
/// Of one task's chunks in its snapshots.
constexpr std::size_t kKeptChunks = std::size_t { 1 } << 20;

template <class T>
std::string messageOf(a2a::ServedTask& task, const T& payload)
{
    json::Writer writer;
    a2a::writeMessage(writer, { task.nextMessageId(), a2a::Role::Agent, task.contextId, task.id }, payload);
    return writer.text();
}

bool isCancelled(const acmp::Answer& answer)
{
    const auto* const error = std::get_if<acmp::TaskError>(&answer);
    return error && error->code == rpc::code::kCancelled;
}

} // namespace

void A2aBook::begin(a2a::ServedTask& task)
{
    if (task.state != TaskState::Submitted)
        return;
    task.state = TaskState::Working;
    m_shelf.changed(task);
}

std::string_view A2aBook::beat(a2a::ServedTask& task, const acmp::ProviderNotification& heartbeat)
{
    task.statusMessage = messageOf(task, heartbeat);
    m_shelf.changed(task);
    return task.statusMessage;
}

void A2aBook::addChunk(a2a::ServedTask& task, std::int64_t seq, std::string_view part) const
{
    if (seq != task.streamed || task.isStreamCut)
        return;
    if (task.streamParts.size() + part.size() > kKeptChunks) {
        task.isStreamCut = true;
        return;
    }
    task.streamParts.append(task.streamParts.empty() ? "" : ",").append(part);
    ++task.streamed;
}

void A2aBook::end(a2a::ServedTask& task, const acmp::Answer& answer)
{
    const auto* const result = std::get_if<acmp::TaskResult>(&answer);
    if (task.isOver()) {
        if (result && result->output && std::exchange(task.lacksOutput, false)) {
            task.resultPart = endingOf(task, answer).part;
            m_shelf.resized(task);
        }
        return;
    }
    // The binding §3.4: an ACMP error too is an answer well delivered.
    task.state = task.isCancelRequested && isCancelled(answer) ? TaskState::Canceled : TaskState::Completed;
    task.lacksOutput = result && !result->output;
    Ending ending = endingOf(task, answer);
    task.resultPart = std::move(ending.part);
    task.statusMessage = std::move(ending.message);
    task.cancel = nullptr;
    m_shelf.changed(task);
}

A2aBook::Ending A2aBook::endingOf(a2a::ServedTask& task, const acmp::Answer& answer)
{
    json::Writer writer;
    a2a::writePart(writer, answer);
    Ending ending { writer.text(), {} };
    if (ending.part.size() <= kLargestMessage)
        ending.message = messageOf(task, answer);
    return ending;
}

void A2aBook::answer(a2a::Call& call, const a2a::ServedTask& task, const a2a::SnapshotOptions& options)
{
    const auto write = [&](json::Writer& writer) {
        writer.beginObject().key("task");
        a2a::writeTask(writer, task, options);
        writer.endObject();
    };
    if (call.isStream())
        call.event(write);
    else
        call.result(write);
}

} // namespace hosts
