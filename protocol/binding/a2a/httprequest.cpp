// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/httprequest.h"

#include "protocol/a2a/names.h"

namespace a2a {

namespace {

using Kind = Operation::Kind;

void writeParams(json::Writer& writer, const Operation& operation, const std::string& tenant)
{
    writer.beginObject();
    if (!tenant.empty())
        writer.key("tenant").string(tenant);
    if (operation.message) {
        writer.key("message");
        operation.message(writer);
        if (operation.returnsImmediately) {
            writer.key("configuration").beginObject();
            writer.key("returnImmediately").boolean(true);
            writer.endObject();
        }
    } else {
        writer.key("id").string(operation.taskId);
    }
    writer.endObject();
}

QByteArray jsonRpcBody(const Operation& operation, const std::string& tenant, std::int64_t id)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    writer.key("id").integer(id);
    writer.key("method").string(toString(operation.kind));
    writer.key("params");
    writeParams(writer, operation, tenant);
    writer.endObject();
    return writer.toBytes();
}

/// Percent-encoded as one segment of a path.
QByteArray segment(const std::string& text)
{
    return QUrl::toPercentEncoding(QString::fromStdString(text));
}

/// Below the interface's URL; with a tenant below that (the http rules of a2a.proto).
QByteArray restPath(const Operation& operation, const std::string& tenant)
{
    const QByteArray path = tenant.empty() ? QByteArray() : '/' + segment(tenant);
    switch (operation.kind) {
    case Kind::SendMessage:
        return path + "/message:send";
    case Kind::SendStreamingMessage:
        return path + "/message:stream";
    case Kind::GetTask:
        return path + "/tasks/" + segment(operation.taskId);
    case Kind::CancelTask:
        return path + "/tasks/" + segment(operation.taskId) + ":cancel";
    case Kind::SubscribeToTask:
        return path + "/tasks/" + segment(operation.taskId) + ":subscribe";
    }
    Q_UNREACHABLE();
}

void fillRest(http::Request& request, const Operation& operation, const RequestFacts& facts)
{
    const bool isGet = operation.kind == Kind::GetTask
        || (operation.kind == Kind::SubscribeToTask && facts.subscribesByGet);
    QByteArray base = facts.interface.url.path(QUrl::FullyEncoded).toLatin1();
    if (base.endsWith('/'))
        base.chop(1);
    request.url.setPath(
        QString::fromLatin1(base + restPath(operation, facts.interface.tenant)), QUrl::StrictMode);
    request.method = isGet ? "GET" : "POST";
    if (isGet)
        return;
    json::Writer writer;
    if (operation.message)
        writeParams(writer, operation, facts.interface.tenant);
    else
        writer.beginObject().endObject();
    request.fields.add("Content-Type", std::string(type::kA2a));
    request.body = writer.toBytes();
}

} // namespace

std::string_view toString(Kind kind)
{
    switch (kind) {
    case Kind::SendMessage:
        return method::kSendMessage;
    case Kind::SendStreamingMessage:
        return method::kSendStreamingMessage;
    case Kind::GetTask:
        return method::kGetTask;
    case Kind::CancelTask:
        return method::kCancelTask;
    case Kind::SubscribeToTask:
        return method::kSubscribeToTask;
    }
    Q_UNREACHABLE();
}

http::Request httpRequest(const Operation& operation, const RequestFacts& facts, std::int64_t id)
{
    const bool isRest = facts.interface.protocolBinding == bindingname::kRest;
    http::Request request;
    request.url = facts.interface.url;
    if (isRest) {
        fillRest(request, operation, facts);
    } else {
        request.fields.add("Content-Type", std::string(type::kJson));
        request.body = jsonRpcBody(operation, facts.interface.tenant, id);
    }
    std::string accept = isRest ? std::string(type::kA2a).append(", ") : std::string();
    accept.append(type::kJson);
    if (operation.isStreamed())
        accept.insert(0, std::string(type::kEvents).append(", "));
    request.fields.add("Accept", std::move(accept));
    request.fields.add(std::string(header::kVersion), std::string(kVersion));
    request.fields.add(std::string(header::kExtensions), std::string(kExtensionUri));
    if (!facts.traceparent.empty())
        request.fields.add("traceparent", facts.traceparent);
    if (!facts.token.empty())
        request.fields.add("Authorization", "Bearer " + facts.token);
    return request;
}

} // namespace a2a
