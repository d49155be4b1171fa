// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/printer.h"
#include "protocol/capture/secrets.h"
#include "protocol/json/text.h"
#include "protocol/json/writer.h"

#include <array>
#include <utility>

namespace capture {

namespace {

constexpr std::array<std::pair<json::Flag, std::string_view>, 7> kFlagNames { {
    { json::kEscaped, "escaped" },
    { json::kFractional, "fractional" },
    { json::kDuplicateKey, "duplicate-key" },
    { json::kLoneSurrogate, "lone-surrogate" },
    { json::kOutOfRange, "out-of-range" },
    { json::kEscapedNul, "escaped-nul" },
    { json::kBom, "bom" },
} };

/// A string for a person: bytes that are no UTF-8 appear as \xNN.
void put(json::Writer& out, std::string_view key, std::string_view text)
{
    out.key(key).string(json::isValidUtf8(text) ? std::string(text) : wire::excerpt(text, text.size()));
}

void putIfAny(json::Writer& out, std::string_view key, std::string_view text)
{
    if (!text.empty()) {
        put(out, key, text);
    }
}

void put(json::Writer& out, std::string_view key, std::uint64_t number)
{
    out.key(key).integer(static_cast<std::int64_t>(number));
}

void put(json::Writer& out, std::string_view key, wire::ConnectionId id)
{
    out.key(key).integer(static_cast<std::uint32_t>(id));
}

/// Exactly: as `textKey` if it is UTF-8, else in base64.
void putBytes(json::Writer& out, std::string_view textKey, std::string_view base64Key, std::string_view bytes)
{
    if (json::isValidUtf8(bytes)) {
        out.key(textKey).string(bytes);
        return;
    }
    const QByteArray base64
        = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64();
    out.key(base64Key).string({ base64.constData(), static_cast<std::size_t>(base64.size()) });
}

void putHead(json::Writer& out, const dissect::HttpHead& head)
{
    out.key("http").beginObject();
    putIfAny(out, "method", head.method);
    putIfAny(out, "target", head.target);
    if (head.status != 0) {
        out.key("status").integer(head.status);
    }
    putIfAny(out, "reason", head.reason);
    putIfAny(out, "content_type", head.contentType);
    out.endObject();
}

void putFlags(json::Writer& out, std::uint8_t flags)
{
    out.key("json_flags").beginArray();
    for (const auto& [flag, name] : kFlagNames) {
        if ((flags & flag) != 0) {
            out.string(name);
        }
    }
    out.endArray();
}

void putSummary(json::Writer& out, const dissect::Summary& summary)
{
    out.key("summary").beginObject();
    if (summary.head) {
        putHead(out, *summary.head);
    }
    if (summary.message != dissect::MessageKind::None) {
        put(out, "message", dissect::name(summary.message));
    }
    putIfAny(out, "method", summary.method);
    putIfAny(out, "id", summary.id);
    putIfAny(out, "task_id", summary.taskId);
    if (summary.seq) {
        out.key("seq").integer(*summary.seq);
    }
    if (summary.errorCode) {
        out.key("error_code").integer(*summary.errorCode);
    }
    putIfAny(out, "error_message", summary.errorMessage);
    if (summary.message == dissect::MessageKind::Batch) {
        put(out, "batch_size", summary.batchSize);
    }
    if (summary.jsonFlags != 0) {
        putFlags(out, summary.jsonFlags);
    }
    putIfAny(out, "carrier", summary.carrier);
    putIfAny(out, "note", summary.note);
    putIfAny(out, "problem", summary.problem);
    put(out, "size", summary.size);
    out.endObject();
}

void putPayload(json::Writer& out, const Printable& row)
{
    if (row.row.payloadLength == 0) {
        return;
    }
    if (row.row.isDetached()) {
        putBytes(out, "payload_text", "payload_base64", row.payload);
        return;
    }
    put(out, "payload_offset", row.payloadOffset);
    put(out, "payload_length", row.payload.size());
}

struct PutEvent {
    json::Writer& out;
    bool withSecrets;

    void operator()(const Opened& opened) const
    {
        put(out, "connection", opened.connection);
        put(out, "role", opened.facts.role == wire::Role::Client ? "client" : "server");
        put(out, "transport", opened.facts.transport);
        put(out, "peer", opened.facts.peer);
        put(out, "target", withSecrets ? opened.facts.target : withoutUrlSecrets(opened.facts.target));
    }
    void operator()(const Closed& closed) const
    {
        put(out, "connection", closed.connection);
        put(out, "cause", closed.cause);
    }
    void operator()(const Mark& mark) const
    {
        put(out, "kind", name(mark.kind));
        out.key("unix_ms").integer(mark.unixMs);
        if (mark.kind == MarkKind::Dropped) {
            put(out, "slices", mark.slices);
            put(out, "bytes", mark.bytes);
        }
        put(out, "text", mark.text);
    }
    void operator()(const Gap& gap) const
    {
        put(out, "offset", gap.offset);
        put(out, "bytes", gap.bytes);
        put(out, "reason", gap.reason);
    }
};

struct EventName {
    std::string_view operator()(const Opened&) const { return "opened"; }
    std::string_view operator()(const Closed&) const { return "closed"; }
    std::string_view operator()(const Mark&) const { return "mark"; }
    std::string_view operator()(const Gap&) const { return "gap"; }
};

} // namespace

std::string toJson(const Printable& row)
{
    json::Writer out;
    out.beginObject();
    put(out, "event", "row");
    out.key("t_ms").real(row.ms);
    put(out, "no", row.number);
    put(out, "connection", row.row.connection);
    put(out, "exchange", row.row.exchange);
    put(out, "direction", row.row.direction == wire::Direction::Sent ? "sent" : "received");
    put(out, "kind", name(row.row.kind));
    put(out, "length", row.row.length);
    if ((row.row.flags & wire::kPartial) != 0) {
        out.key("partial").boolean(true);
    }
    if (row.isLastPart) {
        out.key("last_part").boolean(true);
    }
    if (!row.problem.empty()) {
        put(out, "problem", row.problem);
    } else {
        putBytes(out, "text", "bytes_base64", row.bytes);
        putPayload(out, row);
        putSummary(out, row.summary);
    }
    return out.endObject().text();
}

std::string toJson(const Event& event, double ms, bool withSecrets)
{
    json::Writer out;
    out.beginObject();
    put(out, "event", std::visit(EventName {}, event.what));
    out.key("t_ms").real(ms);
    put(out, "before", event.before);
    std::visit(PutEvent { out, withSecrets }, event.what);
    return out.endObject().text();
}

} // namespace capture
