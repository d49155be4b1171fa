// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"

#include "protocol/acmp/codec.h"
#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"

#include <array>
#include <cstdio>

namespace acmpctl {

namespace {

constexpr std::size_t kShownText = 200;

std::string fixed(double number, int digits)
{
    std::array<char, 64> text {};
    const int size = std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return { text.data(), static_cast<std::size_t>(std::max(size, 0)) };
}

std::string ms(wire::nanoseconds duration)
{
    return fixed(wire::toMs(duration), 1) + " ms";
}

void optional(json::Writer& writer, std::string_view key, const std::optional<std::string>& text)
{
    if (text)
        writer.key(key).string(*text);
}

void writeFinding(json::Writer& writer, const acmp::Finding& finding)
{
    writer.key("id").string(finding.rule->id);
    writer.key("level").string(acmp::toString(finding.rule->level));
    writer.key("section").string(finding.rule->section);
    writer.key("text").string(finding.rule->text);
    writer.key("expected").string(finding.expected);
    writer.key("found").string(finding.found);
    writer.key("where").beginObject();
    if (finding.where.record != wire::kNoRecord)
        writer.key("record").integer(static_cast<std::int64_t>(finding.where.record));
    writer.key("pointer").string(finding.where.pointer);
    writer.key("offset").integer(static_cast<std::int64_t>(finding.where.offset));
    writer.endObject();
}

void writeFindings(json::Writer& writer, const acmp::Findings& findings)
{
    writer.key("findings").beginArray();
    for (const acmp::Finding& finding : findings) {
        writer.beginObject();
        writeFinding(writer, finding);
        writer.endObject();
    }
    writer.endArray();
}

std::string describe(const acmp::Finding& finding)
{
    std::string text = std::string(finding.rule->level == acmp::Level::Error ? "✕ " : "! ") + std::string(finding.rule->id)
        + ": " + std::string(finding.rule->text);
    if (!finding.expected.empty())
        text += "; expected " + finding.expected;
    if (!finding.found.empty())
        text += ", found " + finding.found;
    if (!finding.where.pointer.empty())
        text += " at " + finding.where.pointer;
    return "  " + text + " (" + std::string(finding.rule->section) + ')';
}

std::string describe(const acmp::Findings& findings)
{
    std::string text;
    for (const acmp::Finding& finding : findings)
        text += describe(finding) + '\n';
    return text;
}

std::string nameOf(std::int64_t code)
{
    return std::string(rpc::describeCode(rpc::Binding::Mcp, code).name);
}

std::string describe(const acmp::TaskError& error)
{
    std::string text = std::to_string(error.code) + ' ' + nameOf(error.code) + ": " + wire::excerpt(error.message);
    if (error.data && error.data->detail)
        text += " (" + wire::excerpt(*error.data->detail) + ')';
    const auto advice = rpc::describeCode(rpc::Binding::Mcp, error.code).advice;
    return advice.empty() ? text : text + "\n  try: " + std::string(advice);
}

void writeData(json::Writer& writer, const acmp::TaskError& error)
{
    writer.key("data");
    const json::Document whole = json::Document::parse(acmp::toJson(error)).value_or(json::Document());
    if (const json::View data = whole.root()["data"])
        writer.raw(data.raw());
    else
        writer.null();
}

void writeError(json::Writer& writer, const wire::Error& error)
{
    static constexpr std::array kNames { "usage", "not_advertised", "unreachable", "tls", "http", "protocol", "refused",
        "deadline", "cancelled", "too_large", "io" };
    writer.key("code").null();
    writer.key("name").string(kNames[static_cast<std::size_t>(error.kind)]);
    writer.key("message").string(error.message);
    writer.key("data").beginObject();
    writer.key("expected").string(error.expected);
    writer.key("found").string(error.found);
    writer.key("where").string(error.where);
    writer.key("transient").boolean(error.transient);
    writer.endObject();
}

std::string shown(const json::Raw& data)
{
    return wire::excerpt(data.text(), kShownText);
}

} // namespace

void printDiscovered(Output& output, const binding::Client& client, const binding::Discovered& found)
{
    output.event(
        "discovered",
        [&](json::Writer& writer) {
            writer.key("target").string(client.target());
            writer.key("transport").string(client.transportName());
            writer.key("server").beginObject();
            writer.key("name").string(found.serverName);
            writer.key("version").string(found.serverVersion);
            writer.endObject();
            writer.key("versions").beginArray();
            for (const std::string& version : found.versions)
                writer.string(version);
            writer.endArray();
            writer.key("capability");
            if (found.capability)
                acmp::encode(writer, *found.capability);
            else
                writer.null();
            writer.key("rtt_ms").real(wire::toMs(found.roundTrip));
            writeFindings(writer, found.findings);
        },
        [&] {
            std::string text = client.target() + "\n  " + client.transportName() + ", " + wire::excerpt(found.serverName) + ' '
                + wire::excerpt(found.serverVersion) + ", answered in " + ms(found.roundTrip) + '\n';
            if (!found.capability)
                return text + "  no ACMP extension that can be read: not a provider\n" + describe(found.findings);
            const acmp::Capability& acmp = *found.capability;
            text += "  ACMP " + wire::excerpt(acmp.version) + ", " + wire::excerpt(acmp.role.value_or("no role"));
            if (acmp.providerId)
                text += ", " + wire::excerpt(*acmp.providerId);
            const auto list = [&text](const char* label, const std::optional<std::vector<std::string>>& methods) {
                text += label;
                for (const std::string& method : methods.value_or(std::vector<std::string>()))
                    text += ' ' + wire::excerpt(method);
            };
            list("\n  accepts", acmp.accepts);
            list("\n  emits  ", acmp.emits);
            text += std::string("\n  output streaming ") + (acmp.outputStreaming() ? "yes" : "no") + ", input streaming "
                + (acmp.inputStreaming() ? "yes" : "no");
            if (const auto interval = acmp.heartbeatInterval())
                text += ", heartbeat every " + std::to_string(interval->count()) + " ms";
            return text + '\n' + describe(found.findings);
        });
}

void printQuote(Output& output, const std::string& provider, const buyer::Quote& quote)
{
    if (const auto* error = std::get_if<wire::Error>(&quote.outcome)) {
        return output.event(
            "failed",
            [&](json::Writer& writer) {
                writer.key("provider").string(provider);
                writer.key("cause").string(error->toString());
                writeFindings(writer, quote.findings);
            },
            [&] { return "✕ " + provider + "  failed: " + error->toString() + '\n' + describe(quote.findings); });
    }
    if (const auto* refusal = std::get_if<acmp::TaskError>(&quote.outcome)) {
        return output.event(
            "refused",
            [&](json::Writer& writer) {
                writer.key("provider").string(provider);
                writer.key("rtt_ms").real(wire::toMs(quote.roundTrip));
                writer.key("code").integer(refusal->code);
                writer.key("name").string(nameOf(refusal->code));
                writer.key("message").string(refusal->message);
                writeData(writer, *refusal);
                writeFindings(writer, quote.findings);
            },
            [&] { return "✕ " + provider + "  refused: " + describe(*refusal) + '\n' + describe(quote.findings); });
    }
    const auto& offer = std::get<acmp::Offer>(quote.outcome);
    output.event(
        "offer",
        [&](json::Writer& writer) {
            writer.key("provider").string(provider);
            writer.key("rtt_ms").real(wire::toMs(quote.roundTrip));
            const json::Document answer = json::Document::parse(QByteArray::fromStdString(std::string(quote.raw.text()))).value_or(json::Document());
            writer.key("offer").raw(answer.root()["result"].raw());
            writer.key("signature").beginObject();
            writer.key("state").string(offer.sig ? "not_checked" : "unsigned");
            writer.key("reason").string(offer.sig ? "this version does not verify signatures" : "the offer has no sig");
            writer.endObject();
            writeFindings(writer, quote.findings);
        },
        [&] {
            std::string text = "✓ " + provider + "  " + offer.priceCu.text() + " CU";
            if (offer.latencySlaMs)
                text += ", within " + std::to_string(*offer.latencySlaMs) + " ms";
            if (offer.proofMethod)
                text += ", proof " + wire::excerpt(*offer.proofMethod);
            const double left = offer.validUntilMs.toDouble() - static_cast<double>(quote.receivedUnixMs);
            text += ", valid for " + fixed(left, 0) + " ms, round trip " + ms(quote.roundTrip);
            text += offer.sig ? ", signature not checked" : ", ! unsigned";
            return text + '\n' + describe(quote.findings);
        });
}

void printAccepted(Output& output, const std::string& provider, const acmp::Ack& ack, const acmp::Offer& offer)
{
    const json::Decimal price = ack.priceCu.value_or(offer.priceCu);
    output.event(
        "accepted",
        [&](json::Writer& writer) {
            writer.key("provider").string(provider);
            writer.key("offer_id").string(ack.offerId);
            writer.key("price_cu").number(price);
            optional(writer, "escrow_id", ack.escrowId);
        },
        [&] {
            return "✓ accepted " + provider + " at " + price.text() + " CU"
                + (ack.escrowId ? ", escrow " + wire::excerpt(*ack.escrowId) : std::string(", direct settlement"));
        });
}

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

void printIncoming(Output& output, const acmp::Incoming& message, const acmp::Origin& origin)
{
    if (origin.late) {
        return output.event(
            "late", [&](json::Writer& writer) { writer.key("raw").raw(origin.message); },
            [&] { return "  late: " + shown(origin.message); });
    }
    if (const auto* chunk = std::get_if<acmp::StreamChunk>(&message)) {
        return output.event(
            "chunk",
            [&](json::Writer& writer) {
                writer.key("task_id").string(chunk->taskId);
                writer.key("seq").integer(chunk->seq);
                writer.key("type").string(chunk->chunk.type);
                writer.key("data").raw(chunk->chunk.data);
                writer.key("final").boolean(chunk->finalOrDefault());
            },
            [&] {
                return "● chunk " + std::to_string(chunk->seq) + "  " + shown(chunk->chunk.data)
                    + (chunk->finalOrDefault() ? "  final" : "");
            });
    }
    if (const auto* heartbeat = std::get_if<acmp::Heartbeat>(&message)) {
        return output.event(
            "heartbeat",
            [&](json::Writer& writer) {
                writer.key("task_id").string(heartbeat->taskId);
                if (heartbeat->progress)
                    writer.key("progress").number(*heartbeat->progress);
                optional(writer, "detail", heartbeat->detail);
            },
            [&] {
                return "♥ heartbeat"
                    + (heartbeat->progress ? "  " + fixed(heartbeat->progress->toDouble() * 100, 0) + " %" : std::string())
                    + (heartbeat->detail ? "  " + wire::excerpt(*heartbeat->detail) : std::string());
            });
    }
    if (const auto* other = std::get_if<acmp::Other>(&message)) {
        output.event(
            "other",
            [&](json::Writer& writer) {
                writer.key("method").string(other->method);
                writer.key("raw").string(other->message.text());
            },
            [&] { return "? " + wire::excerpt(other->method) + "  " + shown(other->message); });
    }
}

void printFinding(Output& output, const acmp::Finding& finding)
{
    output.event(
        "finding", [&](json::Writer& writer) { writeFinding(writer, finding); }, [&] { return describe(finding); });
}

namespace {

void printResult(Output& output, const session::TaskTrack& track, const json::Raw& answer)
{
    const acmp::TaskResult& result = *track.result();
    const auto assembled = result.output ? result.output : track.output().content(track.request().outputTypeOrDefault());
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
            writer.key("raw").raw(answer);
        },
        [&] {
            std::string text = "✓ result  " + result.costCu.text() + " CU, " + std::to_string(result.tokensUsed) + " tokens";
            if (track.chunksReceived() > 0)
                text += ", " + std::to_string(track.chunksReceived()) + " chunks";
            text += '\n';
            if (assembled)
                text += "  output " + wire::excerpt(assembled->type) + "  " + shown(assembled->data) + '\n';
            static constexpr std::array kMarks { "✓", "!", "✕", "?" };
            for (const session::Verdict& verdict : verdicts) {
                text += std::string("  ") + kMarks[static_cast<std::size_t>(verdict.state)] + ' ' + std::string(verdict.id)
                    + ": " + verdict.text + '\n';
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
                return end == End::Cancelled ? std::string("✓ cancelled, confirmed by the provider")
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
                writer.key("message").string(deadline ? "timeout_ms passed without a result" : "no sign of life within the liveness window");
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
            { wire::ErrorKind::Refused, "the provider asks for more, which ACMP 0.1 does not know", "a result",
                "resultType \"input_required\"", "/result/resultType", false },
            taskId);
    }
    printError(output,
        error.value_or(wire::Error { wire::ErrorKind::Protocol, "what came is no answer", "a result or an error",
            "something else", {}, false }),
        taskId);
}

} // namespace acmpctl
