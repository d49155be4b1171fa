// SPDX-License-Identifier: Apache-2.0
// A task as this agent shows it (A2A §4.1.1), and the events that tell of it. What was said of it is kept as
// JSON text, ready to be shown again.
#pragma once

#include "protocol/a2a/names.h"
#include "protocol/binding/a2a/requests.h"
#include "protocol/json/writer.h"

#include <functional>
#include <string>

namespace a2a {

inline constexpr std::string_view kStreamArtifact = "acmp-stream", kResultArtifact = "acmp-result";

struct ServedTask {
    std::string id, contextId;
    std::string caller; ///< whose it is: nobody else sees it
    std::string acmpTaskId;

    TaskState state = TaskState::Submitted;
    std::int64_t statusMs = 0; ///< when its status last changed, since 1970
    std::string statusMessage; ///< a Message; empty: none
    std::string input; ///< the Message that started it; empty if it was too large to keep
    std::string streamParts; ///< of the artifact kStreamArtifact: Parts with commas between
    std::int64_t streamed = 0; ///< how many
    bool isStreamCut = false; ///< more came than is kept
    std::string resultPart; ///< of the artifact kResultArtifact; empty before the end
    bool lacksOutput = false; ///< the result, since its output was streamed

    bool isCancelRequested = false; ///< by CancelTask
    std::function<void()> cancel; ///< ends it; empty if nothing runs
    std::uint64_t messages = 0; ///< numbers the ids of its agent's messages
    std::uint64_t change = 0; ///< grows with each change of any task's status; the shelf's

    bool isOver() const { return isTerminal(state); }
    std::size_t bytes() const;
    /// Unique among all messages of this agent.
    std::string nextMessageId() { return id + '-' + std::to_string(++messages); }
};

struct SnapshotOptions {
    std::optional<std::int64_t> historyLength; ///< absent: all there is
    bool withArtifacts = true;
    bool asBegun = false; ///< as it was when it started, for a stream that tells all from there on
};

void writeTask(json::Writer& writer, const ServedTask& task, const SnapshotOptions& options = {});

struct StatusUpdate {
    TaskState state = TaskState::Working;
    std::string_view message; ///< a Message as JSON; none if empty
    std::int64_t ms = 0;
};
/// {"statusUpdate":{…}}
void writeStatusUpdate(json::Writer& writer, const ServedTask& task, const StatusUpdate& update);

struct ArtifactUpdate {
    std::string_view artifactId;
    std::string_view part; ///< a Part as JSON
    bool append = false;
    bool isLast = false;
};
/// {"artifactUpdate":{…}}
void writeArtifactUpdate(json::Writer& writer, const ServedTask& task, const ArtifactUpdate& update);

/// Why something can't be done with a task that is over; `then`: what follows from that.
Fault isOverFault(const ServedTask& task, std::int64_t code, std::string_view then);

/// The client's message as it is shown in the history: in camelCase, and as one of this task.
std::string historyMessage(const Message& message, const ServedTask& task);

} // namespace a2a
