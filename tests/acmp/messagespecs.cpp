// SPDX-License-Identifier: Apache-2.0
#include "messagespecs.h"

#include "protocol/acmp/capability.h"

#include <cstring>

using enum MemberKind;

namespace {

template <class T>
std::expected<QByteArray, std::vector<acmp::FieldError>> recode(const json::View& value)
{
    acmp::Decoded<T> message = acmp::decode<T>(value);
    if (!message)
        return std::unexpected(std::move(message.error()));
    return acmp::toJson(*message);
}

const std::vector<MessageSpec>& allSpecs()
{
    static const std::vector<MessageSpec> specs {
        { "Content", "Layer 1 §3.1", { { "type", String, true }, { "data", Anything, true } },
            &recode<acmp::Content> },
        { "Invoke", "Layer 1 §3.1",
            { { "task_id", String, true }, { "capability", String, true }, { "input", Content, false },
                { "output_type", String, false }, { "input_tokens_est", Integer, false },
                { "max_price_cu", Number, false }, { "preferred_tier", String, false },
                { "timeout_ms", Integer, false }, { "stream", Boolean, false },
                { "input_stream", Boolean, false }, { "escrow_id", String, false },
                { "proof_method", String, false } },
            &recode<acmp::Invoke> },
        { "Proof", "Layer 1 §3.2", { { "method", String, true }, { "hash", String, false } },
            &recode<acmp::Proof> },
        { "TaskResult", "Layer 1 §3.2",
            { { "task_id", String, true }, { "output", Content, false },
                { "output_streamed", Boolean, false }, { "tokens_used", Integer, true },
                { "cost_cu", Number, true }, { "provider_id", String, false } },
            &recode<acmp::TaskResult> },
        { "TaskError", "Layer 1 §3.3",
            { { "code", Integer, true }, { "message", String, true }, { "data", Anything, false } },
            &recode<acmp::TaskError> },
        { "InputChunk", "Layer 1 §3.4",
            { { "task_id", String, true }, { "seq", Integer, true }, { "chunk", Content, true },
                { "final", Boolean, false } },
            &recode<acmp::InputChunk> },
        { "StreamChunk", "Layer 1 §3.5",
            { { "task_id", String, true }, { "seq", Integer, true }, { "chunk", Content, true },
                { "final", Boolean, false } },
            &recode<acmp::StreamChunk> },
        { "Heartbeat", "Layer 1 §3.6",
            { { "task_id", String, true }, { "progress", Number, false }, { "detail", String, false } },
            &recode<acmp::Heartbeat> },
        { "Cancel", "Layer 1 §3.7", { { "task_id", String, true }, { "reason", String, false } },
            &recode<acmp::Cancel> },
        { "OfferRequest", "Layer 6 §2.1",
            { { "capability", String, true }, { "input_tokens_est", Integer, false },
                { "max_price_cu", Number, false }, { "max_latency_ms", Integer, false },
                { "preferred_tier", String, false }, { "proof_method", String, false },
                { "challenge_window_ms", Integer, false }, { "offer_valid_ms", Integer, false } },
            &recode<acmp::OfferRequest> },
        { "Offer", "Layer 6 §2.1",
            { { "offer_id", String, true }, { "capability", String, true }, { "price_cu", Number, true },
                { "valid_until_ms", Number, true }, { "latency_sla_ms", Integer, false },
                { "proof_method", String, false }, { "challenge_window_ms", Integer, false },
                { "sig", Anything, false } },
            &recode<acmp::Offer> },
        { "Accept", "Layer 6 §2.2", { { "offer_id", String, true }, { "escrow_id", String, false } },
            &recode<acmp::Accept> },
        { "Ack", "Layer 6 §2.2",
            { { "offer_id", String, true }, { "escrow_id", String, false }, { "price_cu", Number, false } },
            &recode<acmp::Ack> },
        { "Capability", "Layer 1 §1",
            { { "version", String, true }, { "role", String, false }, { "accepts", Strings, false },
                { "emits", Strings, false }, { "features", Object, false }, { "provider_id", String, false },
                { "did", String, false } },
            &recode<acmp::Capability> },
    };
    return specs;
}

} // namespace

std::span<const MessageSpec> messageSpecs()
{
    return allSpecs();
}

const MessageSpec& messageSpec(const char* name)
{
    for (const MessageSpec& spec : allSpecs()) {
        if (std::strcmp(spec.name, name) == 0)
            return spec;
    }
    qFatal("no message %s", name);
}

QByteArray validValue(MemberKind kind)
{
    switch (kind) {
    case String:
        return "\"a string\"";
    case Integer:
        return "7";
    case Number:
        return "0.50";
    case Boolean:
        return "true";
    case Content:
        return R"({"type":"text","data":"x"})";
    case Object:
        return "{}";
    case Strings:
        return R"(["a","b"])";
    case Anything:
        return "[1]";
    }
    return {};
}

std::vector<QByteArray> wrongValues(MemberKind kind)
{
    std::vector<QByteArray> values;
    if (kind == Anything)
        return values;
    const auto addUnless = [&values](bool isValid, std::initializer_list<const char*> texts) {
        if (!isValid)
            values.insert(values.end(), texts.begin(), texts.end());
    };
    addUnless(kind == String, { "\"7\"", "\"\"" });
    addUnless(kind == Integer || kind == Number, { "7" });
    addUnless(kind == Number, { "0.5", "1e400", "9223372036854775808" });
    addUnless(kind == Boolean, { "true", "false" });
    addUnless(kind == Object, { "{}" });
    addUnless(kind == Strings, { "[]", "[\"a\"]" });
    return values;
}

std::string expectedName(MemberKind kind)
{
    switch (kind) {
    case String:
        return "a string";
    case Integer:
        return "an integer";
    case Number:
        return "a number";
    case Boolean:
        return "true or false";
    case Content:
        return "an object {type, data}";
    case Object:
        return "an object";
    case Strings:
        return "an array of strings";
    case Anything:
        return "a value";
    }
    return {};
}

QByteArray messageWith(const MessageSpec& spec, const char* name, const QByteArray& value)
{
    QByteArray text = "{";
    for (const MemberSpec& member : spec.members) {
        const bool isReplaced = name && std::strcmp(member.name, name) == 0;
        if (isReplaced && value.isEmpty())
            continue;
        if (text.size() > 1)
            text += ',';
        text += '"' + QByteArray(member.name) + "\":" + (isReplaced ? value : validValue(member.kind));
    }
    return text + '}';
}
