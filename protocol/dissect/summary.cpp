// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/summary.h"

#include "protocol/a2a/errors.h"
#include "protocol/dissect/a2amessage.h"
#include "protocol/dissect/controlframe.h"
#include "protocol/wire/error.h"

namespace dissect {

namespace {

// What a peer may write at any length is kept to what a row can show.
constexpr std::size_t kMaxText = 256;

std::string clipped(std::string_view text)
{
    if (text.size() <= kMaxText) {
        return std::string(text);
    }
    std::size_t end = kMaxText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::string textOf(const json::View& value)
{
    return clipped(value.textOrEmpty());
}

void readTask(Summary& summary, const json::View& holder)
{
    if (!holder.isObject()) {
        return;
    }
    summary.taskId = textOf(holder["task_id"]);
    summary.seq = holder["seq"].toInt64();
}

// The errors of JSON-RPC's servers know nothing of each other's meanings (decision D30).
bool isOfA2a(const json::View& error)
{
    for (const json::View detail : error["data"].elements()) {
        if (detail["domain"].equals(a2a::kErrorDomain)) {
            return true;
        }
    }
    return false;
}

void readError(Summary& summary, const json::View& error)
{
    summary.message = MessageKind::Error;
    summary.errorCode = error["code"].toInt64();
    summary.errorMessage = textOf(error["message"]);
    if (isOfA2a(error)) {
        summary.carrier = "A2A";
    }
    readTask(summary, error["data"]);
}

/// A request that nothing answers in ACMP.
bool isNotification(std::string_view method)
{
    return method == acmp::method::kCancel || method == acmp::method::kStreamChunk
        || method == acmp::method::kHeartbeat;
}

/// False if nothing of ACMP is in it: then it is what JSON-RPC says.
bool readCarried(Summary& summary, const A2aMessage& message)
{
    summary.carrier = message.carrier;
    if (!message.payload) {
        return false;
    }
    const a2a::Payload& payload = *message.payload;
    switch (payload.kind) {
    case a2a::Payload::Kind::Call:
        summary.method = clipped(payload.method);
        summary.message = isNotification(payload.method) || !message.isRequest ? MessageKind::Notification
                                                                               : MessageKind::Request;
        readTask(summary, payload.value);
        break;
    case a2a::Payload::Kind::Result:
        summary.message = MessageKind::Result;
        readTask(summary, payload.value);
        break;
    case a2a::Payload::Kind::Error:
        readError(summary, payload.value);
        break;
    }
    return true;
}

bool readCall(Summary& summary, const json::View& root)
{
    const auto call = readA2aCall(summary.method, root["params"]);
    return call && readCarried(summary, *call);
}

bool readAnswer(Summary& summary, const json::View& value)
{
    const auto answer = readA2aAnswer(value);
    return answer && readCarried(summary, *answer);
}

void readObject(Summary& summary, const json::View& root)
{
    summary.id = clipped(root["id"].lexeme());
    if (const json::View method = root["method"]; method.isString()) {
        summary.message = root["id"] ? MessageKind::Request : MessageKind::Notification;
        summary.method = textOf(method);
        if (!readCall(summary, root)) {
            readTask(summary, root["params"]);
        }
    } else if (const json::View error = root["error"]; error.isObject()) {
        readError(summary, error);
    } else if (const json::View result = root["result"]) {
        summary.message = MessageKind::Result;
        if (!readAnswer(summary, result)) {
            readTask(summary, result);
        }
    } else if (!readAnswer(summary, root)) {
        summary.message = MessageKind::OtherJson;
    } else {
        summary.id.clear(); // of a bare task
    }
}

void readMessage(Summary& summary, const json::View& root)
{
    if (root.isObject()) {
        readObject(summary, root);
    } else if (root.isArray()) {
        summary.message = MessageKind::Batch;
        summary.batchSize = root.size();
    } else {
        summary.message = MessageKind::OtherJson;
    }
}

Summary start(const SliceView& slice)
{
    Summary summary;
    summary.size = slice.payload.empty() ? slice.bytes.size() : slice.payload.size();
    if (slice.kind == wire::SliceKind::HttpHead) {
        summary.head = readHttpHead(slice.bytes);
        if (summary.head) {
            summary.head->method = clipped(summary.head->method);
            summary.head->target = clipped(summary.head->target);
            summary.head->reason = clipped(summary.head->reason);
            summary.head->contentType = clipped(summary.head->contentType);
        }
    }
    if (slice.kind == wire::SliceKind::ControlFrame) {
        summary.note = clipped(readControlFrame(slice.bytes, slice.payload));
    } else if (slice.kind == wire::SliceKind::LogLine) {
        summary.note = "stderr: " + clipped(slice.payload);
    } else if (!slice.payload.empty()) {
        summary.message = (slice.flags & wire::kPartial) != 0 ? MessageKind::Partial : MessageKind::NotJson;
    }
    return summary;
}

} // namespace

json::View bodyOf(const json::View& root)
{
    const json::View method = root["method"];
    const auto carried = method.isString() ? readA2aCall(method.textOrEmpty(), root["params"])
                                           : readA2aAnswer(root["result"] ? root["result"] : root);
    if (carried && carried->payload) {
        return carried->payload->value;
    }
    for (const std::string_view member : { "params", "result", "error" }) {
        if (const json::View value = root[member]) {
            return value;
        }
    }
    return {};
}

Summary summarize(const SliceView& slice)
{
    json::Document scratch;
    return summarize(slice, scratch);
}

Summary summarize(const SliceView& slice, json::Document& scratch)
{
    Summary summary = start(slice);
    if (summary.message != MessageKind::NotJson) {
        return summary;
    }
    if (scratch.borrow(slice.payload)) {
        readMessage(summary, scratch.root());
        summary.jsonFlags = scratch.flags();
    } else {
        summary.problem = json::toString(scratch.error());
    }
    // Lets go of the slice's bytes, which are valid only during this call, and keeps the tape's memory.
    scratch.reset(QByteArray(), 0, 0);
    return summary;
}

Summary summarizeScanned(const SliceView& slice, const json::View& root)
{
    Summary summary = start(slice);
    if (summary.message != MessageKind::NotJson || !root) {
        return summary;
    }
    readMessage(summary, root);
    summary.jsonFlags = root.document()->flags();
    return summary;
}

} // namespace dissect
