// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/httpcarrier.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

HttpCarrier::HttpCarrier(const wire::Clock& clock, RpcExchange& exchange, http::ClientExchange* http)
    : m_exchange(exchange)
    , m_http(http)
{
    connect(http, &http::ClientExchange::sent, &exchange,
        [&clock, &exchange](wire::RecordNo record) { Q_EMIT exchange.sent(clock.now(), record); });
    connect(http, &http::ClientExchange::headReceived, this, &HttpCarrier::headReceived);
    connect(http, &http::ClientExchange::eventReceived, &exchange,
        [&exchange](const http::Event& event) { exchange.take(event.data); });
    connect(http, &http::ClientExchange::commentReceived, &exchange,
        [&clock, &exchange] { Q_EMIT exchange.alive(clock.now()); });
    connect(http, &http::ClientExchange::bodyReceived, this, &HttpCarrier::bodyReceived);
    connect(http, &http::ClientExchange::ended, &exchange, &RpcExchange::carrierEnded);
}

void HttpCarrier::abort()
{
    if (http::ClientExchange* http = m_http.data())
        http->abort();
}

void HttpCarrier::pauseReading(bool pause)
{
    if (http::ClientExchange* http = m_http.data())
        http->pauseReading(pause);
}

void HttpCarrier::headReceived(const http::ResponseHead& head)
{
    m_head = head;
    const std::string type = http::mediaType(head.fields.find("Content-Type").value_or(""));
    if (head.status == 200 && type != "application/json" && type != "text/event-stream") {
        m_exchange.report("MCP-content-type", "application/json or text/event-stream",
            type.empty() ? "no Content-Type" : wire::excerpt(type));
    }
}

void HttpCarrier::bodyReceived(const transport::Payload& body)
{
    const std::string_view text = body.view();
    const auto begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const bool looksLikeJson = begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
    if (looksLikeJson)
        m_exchange.take(body);
    if (!m_exchange.isAnswered())
        m_exchange.failLater(notAnAnswer(text));
}

wire::Error HttpCarrier::notAnAnswer(std::string_view body) const
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

} // namespace mcp
