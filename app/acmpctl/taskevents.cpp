// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"
#include "app/acmpctl/eventtext.h"

#include "protocol/acmp/codec.h"
#include "protocol/rpc/codes.h"

#include <array>

namespace acmpctl {

void printSent(Output& output, const std::string& target, const acmp::Invoke& request)
{
    output.event(
        "sent",
        [&](json::Writer& writer) {
            writer.key("task_id").string(request.taskId);
            writer.key("method").string(acmp::method::kInvoke);
            writer.key("capability").string(request.capability);
            writer.key("target").string(target);
        },
        [&] { return "→ " + request.capability + " as " + request.taskId; });
}

namespace {

void writeMembers(json::Writer& writer, const acmp::StreamChunk& chunk)
{
    writer.key("task_id").string(chunk.taskId);
    writer.key("seq").integer(chunk.seq);
    writer.key("type").string(chunk.chunk.type);
    writer.key("data").raw(chunk.chunk.data);
    writer.key("final").boolean(chunk.finalOrDefault());
}

void writeMembers(json::Writer& writer, const acmp::Heartbeat& heartbeat)
{
    writer.key("task_id").string(heartbeat.taskId);
    if (heartbeat.progress)
        writer.key("progress").number(*heartbeat.progress);
    writeOptional(writer, "detail", heartbeat.detail);
}

void printLate(Output& output, const acmp::Incoming& message, const acmp::Origin& origin)
{
    output.event(
        "late",
        [&](json::Writer& writer) {
            if (const auto* chunk = std::get_if<acmp::StreamChunk>(&message))
                writeMembers(writer, *chunk);
            else if (const auto* heartbeat = std::get_if<acmp::Heartbeat>(&message))
                writeMembers(writer, *heartbeat);
            writer.key("raw");
            writeMessage(writer, origin.message);
        },
        [&] { return "  late: " + shown(origin.message); });
}

void printOther(Output& output, const acmp::Other& other)
{
    const std::string_view raw = other.message.text();
    output.event(
        "other",
        [&](json::Writer& writer) {
            writer.key("method").string(other.method);
            writeUnread(writer, raw);
        },
        [&] { return "? " + wire::excerpt(other.method) + "  " + shown(other.message); });
}

} // namespace

void printIncoming(Output& output, const acmp::Incoming& message, const acmp::Origin& origin)
{
    if (origin.late)
        return printLate(output, message, origin);
    if (const auto* chunk = std::get_if<acmp::StreamChunk>(&message)) {
        return output.event(
            "chunk", [&](json::Writer& writer) { writeMembers(writer, *chunk); },
            [&] {
                return "● chunk " + std::to_string(chunk->seq) + "  " + shown(chunk->chunk.data)
                    + (chunk->finalOrDefault() ? "  final" : "");
            });
    }
    if (const auto* heartbeat = std::get_if<acmp::Heartbeat>(&message)) {
        return output.event(
            "heartbeat", [&](json::Writer& writer) { writeMembers(writer, *heartbeat); },
            [&] {
                return "♥ heartbeat"
                    + (heartbeat->progress ? "  " + fixed(heartbeat->progress->toDouble() * 100, 0) + " %"
                                           : std::string())
                    + (heartbeat->detail ? "  " + wire::excerpt(*heartbeat->detail) : std::string());
            });
    }
    if (const auto* other = std::get_if<acmp::Other>(&message))
        printOther(output, *other);
}

void printFinding(Output& output, const acmp::Finding& finding)
{
    output.event(
        "finding", [&](json::Writer& writer) { writeFinding(writer, finding); },
        [&] { return describe(finding); });
}

namespace {

void printResult(Output& output, const session::TaskTrack& track, const json::Raw& answer)
{
    const acmp::TaskResult& result = *track.result();
    const auto assembled
        = result.output ? result.output : track.output().content(track.request().outputTypeOrDefault());
    const auto verdicts = track.verdicts();
    output.event(
        "result",
        [&](json::Writer& writer) {
            writer.key("task_id").string(result.taskId);
            writer.key("output");
            if (assembled)
                acmp::encode(writer, *assembled);
            else
                writer.null();
            writer.key("cost_cu").number(result.costCu);
            writer.key("tokens_used").integer(result.tokensUsed);
            writer.key("verdicts").beginArray();
            for (const session::Verdict& verdict : verdicts) {
                writer.beginObject();
                writer.key("id").string(verdict.id);
                writer.key("state").string(session::toString(verdict.state));
                writer.key("text").string(verdict.text);
                writer.key("expected").string(verdict.expected);
                writer.key("found").string(verdict.found);
                writer.endObject();
            }
            writer.endArray();
            writer.key("raw");
            writeMessage(writer, answer);
        },
        [&] {
            std::string text = "✓ result  " + result.costCu.text() + " CU, "
                + std::to_string(result.tokensUsed) + " tokens";
            if (track.chunksReceived() > 0)
                text += ", " + std::to_string(track.chunksReceived()) + " chunks";
            text += '\n';
            if (assembled)
                text += "  output " + wire::excerpt(assembled->type) + "  " + shown(assembled->data) + '\n';
            else if (track.output().overLimit())
                text += "  output over 16 MiB: the chunks are all of it\n";
            static constexpr std::array kMarks { "✓", "!", "✕", "?" };
            for (const session::Verdict& verdict : verdicts) {
                text += std::string("  ") + kMarks[static_cast<std::size_t>(verdict.state)] + ' '
                    + std::string(verdict.id) + ": " + verdict.text + '\n';
            }
            return text;
        });
}

} // namespace

void printError(Output& output, const wire::Error& error, std::string_view taskId)
{
    output.event(
        "error",
        [&](json::Writer& writer) {
            if (!taskId.empty())
                writer.key("task_id").string(taskId);
            writeError(writer, error);
        },
        [&] { return "✕ " + error.toString(); });
}

void printEnd(Output& output, const session::TaskTrack& track, const std::optional<wire::Error>& error,
    const json::Raw& answer, std::string_view cancelledBy)
{
    using session::End;
    const End end = track.ended();
    const std::string& taskId = track.request().taskId;
    if (end == End::Result)
        return printResult(output, track, answer);
    if (end == End::Cancelled || end == End::CancelUnconfirmed) {
        return output.event(
            "cancelled",
            [&](json::Writer& writer) {
                writer.key("task_id").string(taskId);
                writer.key("by").string(cancelledBy);
                writer.key("confirmed").boolean(end == End::Cancelled);
            },
            [&] {
                return end == End::Cancelled
                    ? std::string("✓ cancelled, confirmed by the provider")
                    : std::string("! cancelled, not confirmed: the stream was closed");
            });
    }
    if (end == End::Error) {
        return output.event(
            "error",
            [&](json::Writer& writer) {
                writer.key("task_id").string(taskId);
                writer.key("code").integer(track.error()->code);
                writer.key("name").string(nameOf(track.error()->code));
                writer.key("message").string(track.error()->message);
                writeData(writer, *track.error());
            },
            [&] { return "✕ " + describe(*track.error()); });
    }
    if (end == End::DeadlinePassed || end == End::LivenessLost) {
        const bool deadline = end == End::DeadlinePassed;
        return output.event(
            "error",
            [&](json::Writer& writer) {
                writer.key("task_id").string(taskId);
                writer.key("code").integer(rpc::code::kTimeout);
                writer.key("name").string(nameOf(rpc::code::kTimeout));
                writer.key("message").string(deadline ? "timeout_ms passed without a result"
                                                      : "no sign of life within the liveness window");
                writer.key("data").beginObject();
                writer.key("cause").string(deadline ? "deadline" : "liveness");
                writer.endObject();
            },
            [&] {
                return deadline ? "✕ -33003 timeout: no result within "
                        + std::to_string(track.request().timeoutOrDefault().count()) + " ms (timeout_ms)"
                                : std::string("✕ -33003 timeout: no sign of life within the liveness window");
            });
    }
    if (end == End::AsksForMore) {
        return printError(output,
            { wire::ErrorKind::Refused, "the provider asks for more, which ACMP 0.1 does not know",
                "a result", "resultType \"input_required\"", "/result/resultType", false },
            taskId);
    }
    printError(output,
        error.value_or(wire::Error { wire::ErrorKind::Protocol, "what came is no answer",
            "a result or an error", "something else", {}, false }),
        taskId);
}

} // namespace acmpctl
