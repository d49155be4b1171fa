// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/call.h"

#include "protocol/json/writer.h"

namespace mcp {

namespace {

const http::Fields& jsonFields()
{
    static const http::Fields fields { { "Content-Type", "application/json" } };
    return fields;
}

const http::Fields& streamFields()
{
    static const http::Fields fields { { "Content-Type", "text/event-stream" },
        { "Cache-Control", "no-cache" }, { "X-Accel-Buffering", "no" } };
    return fields;
}

} // namespace

Call::Call(http::ServerExchange* exchange, rpc::Id id, bool unary, QObject* parent)
    : QObject(parent)
    , m_exchange(exchange)
    , m_id(std::move(id))
    , m_unary(unary)
{
    connect(exchange, &http::ServerExchange::writable, this, &Call::writable);
    connect(exchange, &http::ServerExchange::peerGone, this, [this] {
        disconnect(m_exchange, nullptr, this, nullptr);
        m_exchange.clear();
        Q_EMIT peerGone();
        Q_EMIT closed();
        deleteLater();
    });
}

void Call::notify(std::string_view method, const Write& params)
{
    http::ServerExchange* exchange = m_exchange.data();
    if (!exchange || m_unary)
        return;
    if (!m_streaming) {
        m_streaming = true;
        exchange->startStream(200, streamFields());
    }
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("method").string(method);
    writer.key("params");
    params(writer);
    writer.endObject();
    exchange->writeEvent(writer.text());
}

void Call::finish(std::string_view member, const Write& write, int status)
{
    http::ServerExchange* exchange = m_exchange.data();
    if (!exchange)
        return;
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("id");
    rpc::write(writer, m_id);
    writer.key(member);
    write(writer);
    writer.endObject();

    m_exchange.clear();
    disconnect(exchange, nullptr, this, nullptr);
    if (m_streaming) {
        exchange->writeEvent(writer.text());
        exchange->finishStream();
    } else {
        exchange->respond(status, jsonFields(), writer.text());
    }
    Q_EMIT closed();
    deleteLater();
}

void Call::result(const Write& result)
{
    finish("result", result, 200);
}

void Call::error(const Write& error, int status)
{
    finish("error", error, status);
}

void Call::error(std::int64_t code, std::string_view message, int status, const Write& data)
{
    error(
        [&](json::Writer& writer) {
            writer.beginObject();
            writer.key("code").integer(code);
            writer.key("message").string(message);
            if (data) {
                writer.key("data");
                data(writer);
            }
            writer.endObject();
        },
        status);
}

} // namespace mcp
