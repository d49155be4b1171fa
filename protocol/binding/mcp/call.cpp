// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/call.h"

#include "protocol/json/writer.h"

namespace mcp {

namespace {

void writeError(json::Writer& writer, std::int64_t code, std::string_view message, const Call::Write& data)
{
    writer.beginObject();
    writer.key("code").integer(code);
    writer.key("message").string(message);
    if (data) {
        writer.key("data");
        data(writer);
    }
    writer.endObject();
}

} // namespace

Call::Call(rpc::Id id, QObject* parent)
    : QObject(parent)
    , m_id(std::move(id))
{
}

void Call::lose()
{
    Q_EMIT peerGone();
    Q_EMIT closed();
    deleteLater();
}

void Call::notify(std::string_view method, const Write& params)
{
    if (!isOpen() || !canStream())
        return;
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("method").string(method);
    writer.key("params");
    params(writer);
    writer.endObject();
    sendNotification(writer.text());
}

void Call::finish(std::string_view member, const Write& write, const HttpStatus& status)
{
    if (!isOpen())
        return;
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("id");
    rpc::write(writer, m_id);
    writer.key(member);
    write(writer);
    writer.endObject();
    sendAnswer(writer.text(), status);
    Q_EMIT closed();
    deleteLater();
}

void Call::result(const Write& result)
{
    finish("result", result, {});
}

void Call::error(const Write& error, const HttpStatus& status)
{
    finish("error", error, status);
}

void Call::error(std::int64_t code, std::string_view message, int status, const Write& data)
{
    error([&](json::Writer& writer) { writeError(writer, code, message, data); }, HttpStatus { status });
}

std::string errorText(
    const std::optional<rpc::Id>& id, std::int64_t code, std::string_view message, const Call::Write& data)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    if (id) {
        writer.key("id");
        rpc::write(writer, *id);
    }
    writer.key("error");
    writeError(writer, code, message, data);
    writer.endObject();
    return std::string(writer.text());
}

} // namespace mcp
