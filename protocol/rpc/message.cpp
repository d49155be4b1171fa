// SPDX-License-Identifier: Apache-2.0
#include "protocol/rpc/message.h"

namespace rpc {
namespace {

/// The members of one message, from one walk; of duplicate keys the last.
struct Envelope {
    json::View id;
    json::View method;
    json::View params;
    json::View result;
    json::View error;

    json::View* memberOf(std::string_view name)
    {
        if (name == "id")
            return &id;
        if (name == "method")
            return &method;
        if (name == "params")
            return &params;
        if (name == "result")
            return &result;
        return name == "error" ? &error : nullptr;
    }
};

Envelope readEnvelope(const json::View& root)
{
    Envelope envelope;
    for (const json::Member member : root.members()) {
        const std::string_view quoted = member.key.lexeme();
        json::View* const target = (member.key.flags() & json::kEscaped)
            ? envelope.memberOf(member.name())
            : envelope.memberOf(quoted.substr(1, quoted.size() - 2));
        if (target)
            *target = member.value;
    }
    return envelope;
}

/// What is wrong with one message; says where relative to its root.
class Refusal final {
public:
    Refusal(const json::View& root, const Envelope& envelope)
        : m_root(root)
    {
        if (envelope.id.isValid())
            m_id = readId(envelope.id);
    }

    Malformed at(const json::View& value, std::string what, std::string expected) const
    {
        return { std::move(what), std::move(expected), value.pointer(), value.offset(), false, m_id };
    }
    Malformed whole(std::string what, std::string expected) const
    {
        return at(m_root, std::move(what), std::move(expected));
    }
    Malformed missing(const json::View& object, std::string_view name, std::string expected) const
    {
        Malformed malformed = at(object, std::string("no \"").append(name).append("\""), std::move(expected));
        malformed.pointer.append("/").append(name);
        return malformed;
    }

private:
    json::View m_root;
    std::optional<Id> m_id;
};

Message notAnObject(const json::View& root)
{
    Malformed malformed { "not an object", "a JSON-RPC message", root.pointer(), root.offset(), false,
        std::nullopt };
    if (root.isArray()) {
        const std::size_t size = root.size();
        malformed.what = "a batch of " + std::to_string(size) + (size == 1 ? " message" : " messages");
        malformed.expected = "one message at a time";
        malformed.isBatch = true;
    }
    return malformed;
}

Message readCall(const Envelope& envelope, const Refusal& refusal)
{
    std::optional<std::string> method = envelope.method.text();
    if (!method)
        return refusal.at(envelope.method, "\"method\" is no string", "a string");
    if (envelope.result.isValid() || envelope.error.isValid())
        return refusal.whole("both a call and an answer", "either \"method\" or \"result\" or \"error\"");
    const json::View& params = envelope.params;
    if (params.isValid() && !params.isObject() && !params.isArray())
        return refusal.at(params, "\"params\" is neither object nor array", "an object");
    if (!envelope.id.isValid())
        return Notification { std::move(*method), params };
    return Request { readId(envelope.id), std::move(*method), params };
}

Message readError(const Envelope& envelope, const Refusal& refusal)
{
    const json::View& object = envelope.error;
    if (!object.isObject())
        return refusal.at(object, "\"error\" is no object", "an object {code, message}");
    Error error;
    error.error = object;
    const json::View code = object["code"];
    const json::View message = object["message"];
    if (!code.isValid())
        return refusal.missing(object, "code", "an integer");
    if (!message.isValid())
        return refusal.missing(object, "message", "a string");
    const std::optional<std::int64_t> number = code.toInt64();
    if (!number)
        return refusal.at(code, "\"code\" is no integer", "an integer");
    std::optional<std::string> text = message.text();
    if (!text)
        return refusal.at(message, "\"message\" is no string", "a string");
    error.code = *number;
    error.message = std::move(*text);
    error.data = object["data"];
    if (envelope.id.isValid())
        error.id = readId(envelope.id);
    return error;
}

Message readAnswer(const json::View& root, const Envelope& envelope, const Refusal& refusal)
{
    if (envelope.result.isValid() && envelope.error.isValid())
        return refusal.whole("both result and error", "either \"result\" or \"error\"");
    if (envelope.error.isValid())
        return readError(envelope, refusal);
    if (!envelope.result.isValid())
        return refusal.whole("neither method, result nor error", "a request, notification or answer");
    if (!envelope.id.isValid())
        return refusal.missing(root, "id", "the id of the request that is answered");
    return Result { readId(envelope.id), envelope.result };
}

} // namespace

Message read(const json::View& root)
{
    if (!root.isObject())
        return notAnObject(root);
    const Envelope envelope = readEnvelope(root);
    const Refusal refusal(root, envelope);
    return envelope.method.isValid() ? readCall(envelope, refusal) : readAnswer(root, envelope, refusal);
}

bool jsonrpcIsRight(const json::View& root)
{
    return root["jsonrpc"].equals("2.0");
}

} // namespace rpc
