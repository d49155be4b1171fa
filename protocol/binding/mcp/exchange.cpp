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

void RpcExchange::attach(http::ClientExchange* http)
{
    m_http = http;
    connect(http, &http::ClientExchange::sent, this,
        [this](wire::RecordNo record) { Q_EMIT sent(m_clock.now(), record); });
    connect(http, &http::ClientExchange::headReceived, this, &RpcExchange::headReceived);
    connect(http, &http::ClientExchange::eventReceived, this,
        [this](const http::Event& event) { message(event.data); });
    connect(http, &http::ClientExchange::commentReceived, this, [this] { Q_EMIT alive(m_clock.now()); });
    connect(http, &http::ClientExchange::bodyReceived, this, &RpcExchange::bodyReceived);
    connect(http, &http::ClientExchange::ended, this, &RpcExchange::httpEnded);
}

void RpcExchange::abort()
{
    m_aborted = true;
    if (http::ClientExchange* http = m_http.data())
        http->abort();
}

void RpcExchange::pauseReading(bool pause)
{
    if (http::ClientExchange* http = m_http.data())
        http->pauseReading(pause);
}

void RpcExchange::report(acmp::Finding finding)
{
    finding.where.record = m_record;
    Q_EMIT found(finding);
}

void RpcExchange::report(
    std::string_view ruleId, std::string expected, std::string found, std::string pointer, std::size_t offset)
{
    report({ &acmp::rule(ruleId), std::move(expected), std::move(found),
        { wire::kNoRecord, std::move(pointer), offset } });
}

void RpcExchange::headReceived(const http::ResponseHead& head)
{
    m_head = head;
    const std::string type = http::mediaType(head.fields.find("Content-Type").value_or(""));
    if (head.status == 200 && type != "application/json" && type != "text/event-stream") {
        report("MCP-content-type", "application/json or text/event-stream",
            type.empty() ? "no Content-Type" : wire::excerpt(type));
    }
}

void RpcExchange::bodyReceived(const transport::Payload& body)
{
    m_record = body.record;
    std::string_view text = body.view();
    const auto begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const bool looksLikeJson = begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
    if (looksLikeJson)
        message(body);
    if (!m_answered)
        m_answerError = notAnAnswer(text);
}

Error RpcExchange::notAnAnswer(std::string_view body) const
{
    Error error;
    const int status = m_head ? m_head->status : 0;
    const auto type
        = m_head ? m_head->fields.find("Content-Type").value_or("no Content-Type") : "no Content-Type";
    const bool refused = status == 401 || status == 403 || status == 429;
    error.kind = status == 200 ? ErrorKind::Protocol : refused ? ErrorKind::Refused : ErrorKind::Http;
    error.message = status == 200 ? "the answer is no JSON-RPC message of this request"
                                  : "the server answered with HTTP " + std::to_string(status);
    if (status == 401 || status == 403) {
        error.message += status == 401 ? ": it wants authentication" : ": it refuses this caller";
        if (const auto challenge = m_head->fields.find("WWW-Authenticate"))
            error.message += " (" + wire::excerpt(*challenge) + ')';
    }
    error.expected = "a JSON-RPC response as application/json or text/event-stream";
    error.found = wire::excerpt(type) + (body.empty() ? std::string(", empty") : ", " + wire::excerpt(body));
    error.where = "HTTP body, byte 0";
    error.transient = status == 429 || status == 502 || status == 503 || status == 504;
    return error;
}

void RpcExchange::message(const transport::Payload& payload)
{
    m_record = payload.record;
    const json::Raw raw(payload.bytes, payload.offset, payload.length);
    const acmp::Origin origin { payload.record, m_clock.now(), raw, m_answered, false };
    if (!m_document.reset(payload.bytes, payload.offset, payload.length)) {
        const auto& scan = m_document.error();
        report("JSON-invalid", scan.expected, scan.found, {}, scan.offset);
        if (!m_answered) {
            Q_EMIT incoming(acmp::Other { {}, raw }, origin);
        }
        return;
    }
    const json::View root = m_document.root();
    if (m_document.flags() != 0) {
        for (acmp::Finding& finding : acmp::checkJson(root))
            report(std::move(finding));
    }
    if (root.isObject() && !rpc::jsonrpcIsRight(root))
        report("MCP-jsonrpc-version", "\"jsonrpc\": \"2.0\"", wire::excerpt(root["jsonrpc"].lexeme()),
            "/jsonrpc");
    if (m_answered)
        report("MCP-after-response", "nothing after the response", wire::excerpt(root.lexeme()));

    const rpc::Message read = rpc::read(root);
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

void RpcExchange::httpEnded(const std::optional<wire::Error>& error)
{
    if (m_answered || m_answerError)
        return finish(m_answerError);
    if (m_aborted)
        return finish(
            Error { ErrorKind::Cancelled, "the request was closed by this side", {}, {}, {}, false });
    if (error)
        return finish(error);
    report("MCP-stream-ended", "a response before the stream ends", "the end of the stream");
    finish(Error { ErrorKind::Protocol, "the stream ended before the response", "a JSON-RPC response",
        "the end of the stream", "HTTP body", true });
}

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
