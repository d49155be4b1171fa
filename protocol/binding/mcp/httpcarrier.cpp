// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/httpcarrier.h"

#include "protocol/binding/httprefusal.h"
#include "protocol/transport/http/date.h"

namespace mcp {

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

HttpCarrier::~HttpCarrier()
{
    if (http::ClientExchange* http = m_http.data()) {
        http->disconnect(&m_exchange);
        http->disconnect(this);
        http->abort();
    }
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
    m_exchange.setHttpDate(http::dateMsOf(head.fields));
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
    else if (!text.empty())
        m_exchange.takeUnread(body);
    if (!m_exchange.isAnswered())
        m_exchange.failLater(
            binding::httpRefusal(m_head, text, "a JSON-RPC response as application/json or text/event-stream",
                "the answer is no JSON-RPC message of this request"));
}

} // namespace mcp
