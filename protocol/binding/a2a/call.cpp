// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/call.h"

#include "protocol/a2a/names.h"

namespace a2a {

namespace {

void beginResponse(json::Writer& writer, const std::optional<rpc::Id>& id)
{
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("id");
    if (id)
        rpc::write(writer, *id);
    else
        writer.null();
}

} // namespace

Call::Call(http::ServerExchange* exchange, Framing framing, QObject* parent)
    : QObject(parent)
    , m_exchange(exchange)
    , m_framing(std::move(framing))
{
    connect(exchange, &http::ServerExchange::writable, this, &Call::writable);
    connect(exchange, &http::ServerExchange::peerGone, this, [this] {
        release();
        Q_EMIT peerGone();
        deleteLater();
    });
}

bool Call::isWritable() const
{
    const http::ServerExchange* exchange = m_exchange.data();
    return exchange && exchange->isWritable();
}

http::ServerExchange* Call::release()
{
    http::ServerExchange* const exchange = m_exchange.data();
    if (exchange)
        exchange->disconnect(this);
    m_exchange.clear();
    return exchange;
}

http::Fields Call::fields(std::string_view contentType) const
{
    http::Fields fields { { "Content-Type", std::string(contentType) } };
    if (m_framing.echoesExtension)
        fields.add(std::string(header::kExtensions), std::string(kExtensionUri));
    return fields;
}

void Call::write(const Write& result)
{
    m_writer.clear();
    if (!m_framing.id)
        return result(m_writer);
    beginResponse(m_writer, m_framing.id);
    m_writer.key("result");
    result(m_writer);
    m_writer.endObject();
}

void Call::result(const Write& result)
{
    http::ServerExchange* const exchange = release();
    if (!exchange)
        return;
    write(result);
    exchange->respond(kOk, fields(m_framing.id ? type::kJson : type::kA2a), m_writer.text());
    deleteLater();
}

void Call::event(const Write& event)
{
    http::ServerExchange* const exchange = m_exchange.data();
    if (!exchange)
        return;
    if (!std::exchange(m_streaming, true)) {
        http::Fields head = fields(type::kEvents);
        head.add("Cache-Control", "no-cache");
        head.add("X-Accel-Buffering", "no");
        exchange->startStream(kOk, head);
    }
    write(event);
    exchange->writeEvent({}, m_writer.text());
}

void Call::end()
{
    http::ServerExchange* const exchange = release();
    if (!exchange)
        return;
    exchange->finishStream();
    deleteLater();
}

void Call::refuse(const Fault& fault)
{
    http::ServerExchange* const exchange = release();
    if (!exchange)
        return;
    m_writer.clear();
    if (m_framing.id) {
        exchange->respond(kOk, fields(type::kJson), rpcErrorText(m_framing.id, fault));
    } else {
        writeRestError(m_writer, fault);
        exchange->respond(httpStatusOf(fault), fields(type::kJson), m_writer.text());
    }
    deleteLater();
}

std::string rpcErrorText(const std::optional<rpc::Id>& id, const Fault& fault)
{
    json::Writer writer;
    beginResponse(writer, id);
    writer.key("error");
    writeRpcError(writer, fault);
    writer.endObject();
    return writer.text();
}

} // namespace a2a
