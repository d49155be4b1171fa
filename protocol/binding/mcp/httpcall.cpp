// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/httpcall.h"

namespace mcp {

namespace {

const http::Fields& streamFields()
{
    static const http::Fields fields { { "Content-Type", "text/event-stream" },
        { "Cache-Control", "no-cache" }, { "X-Accel-Buffering", "no" } };
    return fields;
}

} // namespace

const http::Fields& jsonFields()
{
    static const http::Fields fields { { "Content-Type", "application/json" } };
    return fields;
}

HttpCall::HttpCall(http::ServerExchange* exchange, rpc::Id id, bool unary, QObject* parent)
    : Call(std::move(id), parent)
    , m_exchange(exchange)
    , m_unary(unary)
{
    connect(exchange, &http::ServerExchange::writable, this, &Call::writable);
    connect(exchange, &http::ServerExchange::peerGone, this, [this] {
        disconnect(m_exchange, nullptr, this, nullptr);
        m_exchange.clear();
        lose();
    });
}

bool HttpCall::isWritable() const
{
    const http::ServerExchange* exchange = m_exchange.data();
    return exchange && exchange->isWritable();
}

void HttpCall::sendNotification(std::string_view text)
{
    http::ServerExchange* exchange = m_exchange.data();
    if (!exchange)
        return;
    if (!m_streaming) {
        m_streaming = true;
        exchange->startStream(200, streamFields());
    }
    exchange->writeEvent(text);
}

void HttpCall::sendAnswer(std::string_view text, const HttpStatus& status)
{
    http::ServerExchange* exchange = m_exchange.data();
    if (!exchange)
        return;
    m_exchange.clear();
    disconnect(exchange, nullptr, this, nullptr);
    if (m_streaming) {
        exchange->writeEvent(text);
        exchange->finishStream();
    } else {
        http::Fields fields = jsonFields();
        if (status.retryAfter)
            fields.add("Retry-After", std::to_string(status.retryAfter->count()));
        exchange->respond(status.code, fields, text);
    }
}

} // namespace mcp
