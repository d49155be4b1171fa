// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/transaction.h"

#include "protocol/a2a/errors.h"
#include "protocol/acmp/checks.h"
#include "protocol/binding/httprefusal.h"
#include "protocol/rpc/codes.h"
#include "protocol/transport/http/date.h"

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::string_view kErrorEvent = "error";

bool looksLikeJson(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
}

} // namespace

Transaction::Transaction(const wire::Clock& clock, Operation::Kind kind, std::optional<std::int64_t> id,
    http::ClientExchange* http, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_kind(kind)
    , m_id(id)
    , m_http(http)
{
    connect(http, &http::ClientExchange::sent, this,
        [this](wire::RecordNo record) { Q_EMIT sent(m_clock.now(), record); });
    connect(http, &http::ClientExchange::headReceived, this, &Transaction::headReceived);
    connect(http, &http::ClientExchange::eventReceived, this, &Transaction::eventReceived);
    connect(http, &http::ClientExchange::commentReceived, this, [this] { Q_EMIT alive(m_clock.now()); });
    connect(http, &http::ClientExchange::bodyReceived, this, &Transaction::bodyReceived);
    connect(http, &http::ClientExchange::ended, this, &Transaction::httpEnded);
}

Transaction::~Transaction()
{
    if (http::ClientExchange* const http = m_http.data()) {
        http->disconnect(this);
        http->abort();
    }
}

void Transaction::abort()
{
    if (http::ClientExchange* const http = m_http.data())
        http->abort();
}

void Transaction::pauseReading(bool pause)
{
    if (http::ClientExchange* const http = m_http.data())
        http->pauseReading(pause);
}

void Transaction::report(
    std::string_view rule, std::string expected, std::string found, std::string pointer, std::size_t offset)
{
    acmp::Finding finding { &acmp::rule(rule), std::move(expected), std::move(found),
        { m_record, std::move(pointer), offset } };
    acmp::locate(
        std::span(&finding, 1), m_document); // what has a pointer is of the message that is being taken
    Q_EMIT this->found(finding);
}

void Transaction::headReceived(const http::ResponseHead& head)
{
    m_head = head;
    const std::string media = http::mediaType(head.fields.find("Content-Type").value_or(""));
    const bool isRight = media == type::kEvents || media == type::kJson || (!m_id && media == type::kA2a);
    if (head.status == 200 && !isRight) {
        report("A2A-content-type",
            m_id ? "application/json or text/event-stream" : "application/a2a+json or text/event-stream",
            media.empty() ? "no Content-Type" : wire::excerpt(media));
    }
}

void Transaction::eventReceived(const http::Event& event)
{
    take(event.data, event.type == kErrorEvent);
    if (m_failure)
        abort(); // nothing that follows an error counts
}

void Transaction::bodyReceived(const transport::Payload& body)
{
    const std::string_view text = body.view();
    const bool isSuccess = m_head && m_head->status >= 200 && m_head->status < 300;
    if (looksLikeJson(text))
        take(body, !isSuccess);
    if (!m_wasAnswered && !m_failure) {
        m_failure
            = Failure { binding::httpRefusal(m_head, text, "an answer to " + std::string(toString(m_kind)),
                            "the answer is none of A2A"),
                  std::nullopt, m_head ? m_head->status : 0 };
    }
}

void Transaction::take(const transport::Payload& payload, bool isError)
{
    m_record = payload.record;
    if (!m_document.reset(payload.bytes, payload.offset, payload.length)) {
        const json::ScanError& scan = m_document.error();
        return report("JSON-invalid", scan.expected, scan.found, {}, scan.offset);
    }
    if (m_document.flags() != 0) {
        for (acmp::Finding& finding : acmp::checkJson(m_document.root())) {
            finding.where.record = m_record;
            Q_EMIT found(finding);
        }
    }
    if (m_id)
        takeRpc(payload);
    else
        takeRest(payload, isError);
}

// An error that the agent could not connect to a request still ends this one: nothing else is on its stream.
bool Transaction::isOurs(const std::optional<rpc::Id>& id)
{
    if (id == rpc::Id { *m_id })
        return true;
    const std::string expected = std::to_string(*m_id);
    const std::string found = id ? wire::excerpt(rpc::toString(*id)) : "no id";
    report("A2A-id-mismatch", expected, found, "/id");
    if (!id || !rpc::isRegular(*id))
        return true;
    m_failure = Failure { { ErrorKind::Protocol, "the answer is to another request", "id " + expected,
                              "id " + found, "/id", false },
        std::nullopt, 0 };
    return false;
}

void Transaction::takeRpc(const transport::Payload& payload)
{
    const json::View root = m_document.root();
    if (root.isObject() && !rpc::jsonrpcIsRight(root))
        report("MCP-jsonrpc-version", "\"jsonrpc\": \"2.0\"", wire::excerpt(root["jsonrpc"].lexeme()),
            "/jsonrpc");
    const rpc::Message message = rpc::read(root);
    if (const auto* const result = std::get_if<rpc::Result>(&message)) {
        if (isOurs(result->id))
            emitEvent(result->result, payload);
    } else if (const auto* const error = std::get_if<rpc::Error>(&message)) {
        if (isOurs(error->id))
            refuse(error->code, rpc::describeCode(rpc::Binding::A2a, error->code).name, error->message);
    } else if (const auto* const odd = std::get_if<rpc::Malformed>(&message)) {
        report("RPC-malformed", odd->expected, odd->what, odd->pointer, odd->offset);
    } else {
        report("RPC-malformed", "an answer", "a request or notification");
    }
}

void Transaction::takeRest(const transport::Payload& payload, bool isError)
{
    const json::View root = m_document.root();
    const Event event = readEvent(root);
    const bool mayBeError = isError || event.kind == EventKind::None;
    if (const auto error = mayBeError ? readRestError(root) : std::nullopt) {
        const std::string_view name = error->code ? rpc::describeCode(rpc::Binding::A2a, *error->code).name
                                                  : std::string_view(error->reason);
        refuse(error->code, name, error->message);
    } else if (!isError) {
        emitEvent(root, payload);
    }
}

void Transaction::refuse(std::optional<std::int64_t> code, std::string_view reason, std::string_view message)
{
    Error error { ErrorKind::Refused, "the agent refused " + std::string(toString(m_kind)), {}, {}, {},
        false };
    const int status = m_head ? m_head->status : 0;
    if (status == 401 || status == 403)
        error = binding::httpRefusal(m_head, {}, {}, {});
    error.expected = std::string("an answer to ").append(toString(m_kind));
    error.found = code ? std::to_string(*code) + ' ' : "HTTP " + std::to_string(status) + ' ';
    error.found.append(wire::excerpt(reason, 60)).append(": ").append(wire::excerpt(message));
    error.where = m_id ? "/error" : "HTTP body";
    m_wasAnswered = true;
    m_failure = Failure { std::move(error), code, status };
}

void Transaction::emitEvent(const json::View& value, const transport::Payload& payload)
{
    m_wasAnswered = true;
    const Event event = readEvent(value);
    if (event.kind == EventKind::None) {
        report("A2A-event-form", "task, message, statusUpdate or artifactUpdate",
            wire::excerpt(value.lexeme()), value.pointer(), value.offset());
    }
    Q_EMIT received({ event, m_document.root(), payload.record, m_clock.now(),
        json::Raw(payload.bytes, payload.offset, payload.length),
        m_head ? http::dateMsOf(m_head->fields) : std::nullopt });
}

void Transaction::httpEnded(const std::optional<Error>& error)
{
    std::optional<Failure> failure = std::move(m_failure);
    if (!failure && error)
        failure = Failure { *error, std::nullopt, m_head ? m_head->status : 0 };
    if (!failure && !m_wasAnswered) {
        failure = Failure { { ErrorKind::Protocol, "the stream ended before any answer",
                                "an answer to " + std::string(toString(m_kind)), "the end of the stream", {},
                                true },
            std::nullopt, 0 };
    }
    Q_EMIT ended(failure);
    deleteLater();
}

} // namespace a2a
