// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/exchange.h"

#include "protocol/acmp/checks.h"
#include "protocol/rpc/codes.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

RpcExchange::RpcExchange(const wire::Clock& clock, rpc::Id id, QObject* parent)
    : Exchange(parent)
    , m_clock(clock)
    , m_id(std::move(id))
{
}

void RpcExchange::abort()
{
    if (std::exchange(m_aborted, true))
        return;
    if (m_carrier)
        m_carrier->abort();
}

void RpcExchange::pauseReading(bool pause)
{
    if (m_carrier)
        m_carrier->pauseReading(pause);
}

void RpcExchange::report(acmp::Finding finding)
{
    finding.where.record = m_record;
    if (m_read)
        acmp::locate(std::span(&finding, 1), *m_read);
    Q_EMIT found(finding);
}

void RpcExchange::report(
    std::string_view ruleId, std::string expected, std::string found, std::string pointer, std::size_t offset)
{
    report({ &acmp::rule(ruleId), std::move(expected), std::move(found),
        { wire::kNoRecord, std::move(pointer), offset } });
}

void RpcExchange::take(const transport::Payload& payload)
{
    if (m_document.reset(payload.bytes, payload.offset, payload.length))
        return take(payload, m_document, rpc::read(m_document.root()));
    m_record = payload.record;
    const json::ScanError& scan = m_document.error();
    report("JSON-invalid", scan.expected, scan.found, {}, scan.offset);
    takeUnread(payload);
}

void RpcExchange::takeUnread(const transport::Payload& payload)
{
    if (m_answered)
        return;
    const json::Raw raw(payload.bytes, payload.offset, payload.length);
    Q_EMIT incoming(acmp::Other { {}, raw }, { payload.record, m_clock.now(), raw, false, false });
}

void RpcExchange::take(
    const transport::Payload& payload, const json::Document& document, const rpc::Message& read)
{
    m_record = payload.record;
    m_read = &document;
    const json::Raw raw(payload.bytes, payload.offset, payload.length);
    const acmp::Origin origin { payload.record, m_clock.now(), raw, m_answered, false, {}, m_httpDateMs };
    const json::View root = document.root();
    if (document.flags() != 0) {
        for (acmp::Finding& finding : acmp::checkJson(root))
            report(std::move(finding));
    }
    if (root.isObject() && !rpc::jsonrpcIsRight(root))
        report("MCP-jsonrpc-version", "\"jsonrpc\": \"2.0\"", wire::excerpt(root["jsonrpc"].lexeme()),
            "/jsonrpc");
    if (m_answered)
        report("MCP-after-response", "nothing after the response", wire::excerpt(root.lexeme()));

    if (const auto* note = std::get_if<rpc::Notification>(&read)) {
        notification(*note, root, origin);
    } else if (const auto* answer = std::get_if<rpc::Result>(&read)) {
        answered(answer->id, { "result", root.raw() }, origin, [&] { return result(*answer, root, origin); });
    } else if (const auto* failure = std::get_if<rpc::Error>(&read)) {
        answered(failure->id, { "error", root.raw() }, origin, [&] {
            error(*failure, root, origin);
            return std::optional<Error>();
        });
    } else if (const auto* request = std::get_if<rpc::Request>(&read)) {
        report("MCP-server-request", "no request from the server (MCP 2026-07-28)",
            wire::excerpt(request->method), "/method");
        Q_EMIT incoming(acmp::Other { request->method, root.raw() }, origin);
    } else if (const auto* odd = std::get_if<rpc::Malformed>(&read)) {
        report(odd->isBatch ? "MCP-batch" : "RPC-malformed", odd->expected, odd->what, odd->pointer,
            odd->offset);
        Q_EMIT incoming(acmp::Other { {}, root.raw() }, origin);
    }
}

void RpcExchange::answered(const std::optional<rpc::Id>& id, const acmp::Other& whole,
    const acmp::Origin& origin, const std::function<std::optional<wire::Error>()>& take)
{
    if (m_answered) {
        Q_EMIT incoming(whole, origin);
        return;
    }
    if (id != m_id) {
        // An error that the peer could not connect to a request still ends this one: nothing else is on its
        // stream.
        const std::string found = id ? rpc::toString(*id) : "no id";
        report("MCP-id-mismatch", "id " + rpc::toString(m_id), found, "/id");
        if (id && rpc::isRegular(*id)) {
            m_answerError = Error { ErrorKind::Protocol, "the answer is to another request",
                "id " + rpc::toString(m_id), "id " + wire::excerpt(found), "/id", false };
            m_answered = true;
            // Not as an answer: it is none of ours.
            Q_EMIT incoming(acmp::Other { {}, whole.message }, origin);
            return;
        }
    }
    m_answered = true;
    m_answerError = take();
}

void RpcExchange::carrierEnded(const std::optional<wire::Error>& error)
{
    if (m_answered || m_answerError)
        return finish(m_answerError);
    if (m_aborted)
        return finish(
            Error { ErrorKind::Cancelled, "the request was cancelled by this side", {}, {}, {}, false });
    if (error)
        return finish(error);
    report("MCP-stream-ended", "a response before the stream ends", "the end of the stream");
    finish(Error { ErrorKind::Protocol, "the stream ended before the response", "a JSON-RPC response",
        "the end of the stream", "response", true });
}

// A copy: who is told may delete this.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void RpcExchange::finish(std::optional<wire::Error> error)
{
    if (m_ended)
        return;
    m_ended = true;
    Q_EMIT ended(error);
    deleteLater();
}

AcmpExchange::AcmpExchange(
    const wire::Clock& clock, rpc::Id id, const acmp::Request& request, QObject* parent)
    : RpcExchange(clock, std::move(id), parent)
    , m_asked(static_cast<Asked>(request.index()))
    , m_taskId(acmp::taskIdOf(request))
{
    static_assert(std::is_same_v<std::variant_alternative_t<0, acmp::Request>, acmp::Invoke>);
    static_assert(std::is_same_v<std::variant_alternative_t<1, acmp::Request>, acmp::OfferRequest>);
    static_assert(std::is_same_v<std::variant_alternative_t<2, acmp::Request>, acmp::Accept>);
}

template <class T>
bool AcmpExchange::take(
    const json::View& value, const json::View& root, const acmp::Origin& origin, std::string_view method)
{
    auto decoded = acmp::decode<T>(value);
    if (decoded) {
        const acmp::Incoming message = std::move(*decoded);
        Q_EMIT incoming(message, origin);
        return true;
    }
    for (acmp::Finding& finding : acmp::toFindings(decoded.error()))
        report(std::move(finding));
    Q_EMIT incoming(acmp::Other { std::string(method), root.raw() }, origin);
    return false;
}

void AcmpExchange::notification(
    const rpc::Notification& message, const json::View& root, const acmp::Origin& origin)
{
    if (message.method == acmp::method::kStreamChunk)
        take<acmp::StreamChunk>(message.params, root, origin, message.method);
    else if (message.method == acmp::method::kHeartbeat)
        take<acmp::Heartbeat>(message.params, root, origin, message.method);
    else
        Q_EMIT incoming(acmp::Other { message.method, root.raw() }, origin);
}

template <class T>
std::optional<Error> AcmpExchange::takeAnswer(
    const rpc::Result& message, const json::View& root, const acmp::Origin& origin)
{
    if (take<T>(message.result, root, origin, "result"))
        return std::nullopt;
    const auto errors = acmp::decode<T>(message.result).error();
    return Error { ErrorKind::Protocol, "the result can't be understood", errors.front().expected,
        errors.front().found, errors.front().pointer, false };
}

std::optional<Error> AcmpExchange::result(
    const rpc::Result& message, const json::View& root, const acmp::Origin& origin)
{
    const json::View resultType = message.result["resultType"];
    if (resultType && !resultType.equals("complete")) {
        const bool asks = resultType.equals("input_required");
        report(asks ? "MCP-input-required" : "MCP-result-type-unknown", "\"complete\"",
            wire::excerpt(resultType.lexeme()), "/result/resultType", resultType.offset());
        Q_EMIT incoming(acmp::Other { asks ? "input_required" : "result", root.raw() }, origin);
        if (asks)
            return std::nullopt;
        return Error { ErrorKind::Protocol, "the result is of an unknown type", "resultType \"complete\"",
            wire::excerpt(resultType.lexeme()), "/result/resultType", false };
    }
    switch (m_asked) {
    case Asked::Invoke:
        return takeAnswer<acmp::TaskResult>(message, root, origin);
    case Asked::OfferRequest:
        return takeAnswer<acmp::Offer>(message, root, origin);
    case Asked::Accept:
        return takeAnswer<acmp::Ack>(message, root, origin);
    }
    Q_UNREACHABLE();
}

void AcmpExchange::error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin)
{
    take<acmp::TaskError>(message.error, root, origin, "error");
}

} // namespace mcp
