// SPDX-License-Identifier: Apache-2.0
// A2aHost, third part: what is answered with a message and leaves no task (A2A §3.1.1).
#include "protocol/a2a/envelope.h"
#include "protocol/a2a/plaincall.h"
#include "protocol/engine/refusal.h"
#include "protocol/hosts/a2ahost.h"
#include "protocol/hosts/a2aresponders.h"
#include "protocol/identity/identityproof.h"
#include "protocol/rpc/codes.h"
#include "protocol/wire/error.h"

namespace hosts {

acmp::TaskError A2aHost::fieldErrors(const std::string& taskId, const std::vector<acmp::FieldError>& errors)
{
    std::string detail;
    for (const acmp::FieldError& error : errors)
        detail += (detail.empty() ? "" : "; ") + error.toString();
    return engine::makeError(rpc::code::kInvalidParams, taskId, std::move(detail));
}

void A2aHost::quote(const Asked& asked, const Task&)
{
    auto request = acmp::decode<acmp::OfferRequest>(asked.payload().value);
    if (!request)
        return answerInPayload(asked, fieldErrors({}, request.error()));
    ask(asked, std::move(*request));
}

/// The same message again gets the same answer: an offer is accepted once.
void A2aHost::accept(const Asked& asked, const Task&)
{
    auto accept = acmp::decode<acmp::Accept>(asked.payload().value);
    if (!accept)
        return answerInPayload(asked, fieldErrors({}, accept.error()));
    a2a::MessageKey key { asked.caller.identity, asked.request.message.messageId,
        std::hash<std::string_view>()(asked.request.acmp.data.lexeme()) };
    if (const std::string before = m_accepted.find(key); !before.empty())
        return sendMessage(asked.call, before);
    ask(asked, std::move(*accept),
        [this, key = std::move(key)](const std::string& message) { m_accepted.add(key, message); });
}

void A2aHost::prove(const Asked& asked, const Task&)
{
    if (!m_provider.capability().did)
        return refuseMethod(asked);
    const auto nonce = identity::readNonce(asked.payload().value);
    if (!nonce)
        return answerInPayload(asked, engine::makeError(rpc::code::kInvalidParams, {}, nonce.error()));
    const auto envelope = m_provider.proveIdentity(*nonce);
    if (!envelope) {
        return answerInPayload(asked,
            engine::makeError(identity::code::kIdentityProofFailed, {}, "There is no key to prove it by."));
    }
    const a2a::PlainResult result {
        { { "envelope", json::Raw(QByteArray::fromStdString(identity::toJson(*envelope))) } }
    };
    sendMessage(asked.call, messageOf(contextOf(asked.request.message), [&result](json::Writer& writer) {
        a2a::writePart(writer, result);
    }));
}

void A2aHost::refuseMethod(const Asked& asked)
{
    answerInPayload(asked,
        engine::makeError(rpc::code::kMethodNotFound, asked.payload().taskId(),
            "No ACMP method " + wire::excerpt(asked.payload().method) + " over A2A."));
}

void A2aHost::refuseInput(const Asked& asked, const Task&)
{
    answerInPayload(asked,
        engine::makeError(rpc::code::kFeatureUnsupported, asked.payload().taskId(),
            "input_streaming is not advertised: there is none over A2A."));
}

/// To be answered with a message of its own, which `then` hears of.
void A2aHost::ask(
    const Asked& asked, const acmp::Request& request, const std::function<void(const std::string&)>& then)
{
    const auto send = [this, then, contextId = contextOf(asked.request.message)](
                          a2a::Call& call, const acmp::Answer& answer) {
        const std::string message
            = messageOf(contextId, [&answer](json::Writer& writer) { a2a::writePart(writer, answer); });
        if (then)
            then(message);
        sendMessage(call, message);
    };
    m_provider.request(request, asked.caller, std::make_unique<DirectResponder>(asked.call, send));
}

void A2aHost::answerInPayload(const Asked& asked, const acmp::TaskError& error)
{
    sendMessage(asked.call, messageOf(contextOf(asked.request.message), [&error](json::Writer& writer) {
        a2a::writePart(writer, acmp::Answer(error));
    }));
}

std::string A2aHost::messageOf(const std::string& contextId, const a2a::Call::Write& writePart)
{
    json::Writer writer;
    a2a::beginMessage(writer, { m_book.makeId("msg_"), a2a::Role::Agent, contextId, {} });
    writer.key("parts").beginArray();
    writePart(writer);
    writer.endArray().endObject();
    return writer.text();
}

void A2aHost::sendMessage(a2a::Call& call, std::string_view message)
{
    const auto write
        = [message](json::Writer& writer) { writer.beginObject().key("message").raw(message).endObject(); };
    if (!call.isStream())
        return call.result(write);
    call.event(write);
    call.end();
}

/// The message's own, else a new one (A2A §3.4.1).
std::string A2aHost::contextOf(const a2a::Message& message)
{
    return message.contextId.empty() ? m_book.makeId("ctx_") : message.contextId;
}

} // namespace hosts
