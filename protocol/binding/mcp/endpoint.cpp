// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/endpoint.h"

#include "protocol/binding/mcp/meta.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/codes.h"

namespace mcp {

namespace {

struct Fault {
    int status = 400;
    std::int64_t code = 0;
    std::string message;
    Call::Write data;
};

const http::Fields& jsonFields()
{
    static const http::Fields fields { { "Content-Type", "application/json" } };
    return fields;
}

/// An error response for which there is no request to answer.
void respond(http::ServerExchange* exchange, const std::optional<rpc::Id>& id, const Fault& fault)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    if (id) {
        writer.key("id");
        rpc::write(writer, *id);
    }
    writer.key("error").beginObject();
    writer.key("code").integer(fault.code);
    writer.key("message").string(fault.message);
    if (fault.data) {
        writer.key("data");
        fault.data(writer);
    }
    writer.endObject().endObject();
    exchange->respond(fault.status, jsonFields(), writer.text());
}

Fault headerMismatch(std::string_view name, std::string_view expected, std::optional<std::string_view> found)
{
    return { 400, rpc::code::kHeaderMismatch,
        std::string(name) + ": expected " + std::string(expected) + ", found "
            + (found ? wire::excerpt(*found) : std::string("no such header")),
        {} };
}

Fault missingMeta(std::string_view what)
{
    return { 400, rpc::code::kInvalidParams, "params._meta is missing " + std::string(what), {} };
}

/// streamable-http §Request Metadata; nullopt: all is as it must be.
std::optional<Fault> checkHeaders(const http::Fields& fields, const rpc::Request& message, bool lenient)
{
    const auto version = fields.find(header::kProtocolVersion);
    if (!version && !lenient)
        return headerMismatch(header::kProtocolVersion, kProtocolVersion, version);
    const auto method = fields.find(header::kMethod);
    if (method ? *method != message.method : !lenient)
        return headerMismatch(header::kMethod, message.method, method);
    const std::string_view parameter = nameParameterOf(message.method);
    if (parameter.empty())
        return std::nullopt;
    const auto name = fields.find(header::kName);
    const std::string expected = message.params[parameter].text().value_or("");
    if (name ? decodeHeaderValue(*name) != expected : !lenient)
        return headerMismatch(header::kName, expected, name);
    return std::nullopt;
}

std::optional<Fault> checkMeta(const http::Fields& fields, const rpc::Request& message, bool lenient)
{
    const json::View meta = message.params["_meta"];
    if (!meta.isObject() && !lenient)
        return missingMeta("(an object)");
    const json::View version = meta[meta::kProtocolVersionKey];
    if (!version.isString() && !lenient)
        return missingMeta(meta::kProtocolVersionKey);
    if (!meta[meta::kClientCapabilitiesKey].isObject() && !lenient)
        return missingMeta(meta::kClientCapabilitiesKey);
    const auto inHeader = fields.find(header::kProtocolVersion);
    const std::string asked = version.text().value_or(std::string(inHeader.value_or(kProtocolVersion)));
    if (inHeader && *inHeader != asked)
        return headerMismatch(header::kProtocolVersion, asked, inHeader);
    if (asked == kProtocolVersion)
        return std::nullopt;
    return Fault { 400, rpc::code::kUnsupportedProtocolVersion, "Unsupported protocol version",
        [asked](json::Writer& writer) {
            writer.beginObject();
            writer.key("supported").beginArray().string(kProtocolVersion).endArray();
            writer.key("requested").string(asked);
            writer.endObject();
        } };
}

// D5: by token, or by the certificate it has shown.
std::string callerOf(const http::ServerExchange& exchange, const GuardOptions& guard)
{
    if (!guard.token.empty())
        return std::string(exchange.head().fields.find("Authorization").value_or(""));
    const auto certificate = exchange.clientCertificate();
    return certificate ? "certificate sha256:" + certificate->sha256 : std::string();
}

} // namespace

Endpoint::Endpoint(EndpointOptions options, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
{
    onNotification("notifications/cancelled",
        [this](const json::View& params, const std::string& caller) { cancelled(params, caller); });
}

void Endpoint::onRequest(std::string method, RequestHandler handler)
{
    m_requests.insert_or_assign(std::move(method), std::move(handler));
}

void Endpoint::onNotification(std::string method, NotificationHandler handler)
{
    m_notifications.insert_or_assign(std::move(method), std::move(handler));
}

void Endpoint::handle(http::ServerExchange* exchange)
{
    if (const auto refusal = refuse(exchange->head(), m_options.guard)) {
        http::Fields fields = refusal->fields;
        fields.add("Content-Type", "text/plain; charset=utf-8");
        return exchange->respond(refusal->status, fields, refusal->text + '\n');
    }
    if (exchange->head().method != "POST") {
        return exchange->respond(405,
            { { "Allow", "POST" }, { "Content-Type", "text/plain; charset=utf-8" } },
            "this is an MCP endpoint: POST a JSON-RPC message\n");
    }
    post(exchange);
}

void Endpoint::post(http::ServerExchange* exchange)
{
    const transport::Payload& body = exchange->body();
    if (!m_document.reset(body.bytes, body.offset, body.length)) {
        return respond(exchange, {},
            { 400, rpc::code::kParseError, "not JSON: " + json::toString(m_document.error()), {} });
    }
    const rpc::Message message = rpc::read(m_document.root());
    if (const auto* call = std::get_if<rpc::Request>(&message))
        return request(exchange, *call);
    if (const auto* note = std::get_if<rpc::Notification>(&message))
        return notification(exchange, *note);
    Fault fault { 400, rpc::code::kInvalidRequest, "expected a JSON-RPC request or notification", {} };
    std::optional<rpc::Id> id;
    if (const auto* odd = std::get_if<rpc::Malformed>(&message)) {
        fault.message = "expected " + odd->expected + ", found " + odd->what + " at byte "
            + std::to_string(odd->offset);
        id = odd->id;
    }
    respond(exchange, id, fault);
}

void Endpoint::request(http::ServerExchange* exchange, const rpc::Request& message)
{
    const http::RequestHead& head = exchange->head();
    if (!rpc::isRegular(message.id)) {
        return respond(exchange, message.id,
            { 400, rpc::code::kInvalidRequest,
                "id: expected a string or an integer, found " + rpc::toString(message.id), {} });
    }
    auto fault = checkHeaders(head.fields, message, m_options.lenient);
    if (!fault)
        fault = checkMeta(head.fields, message, m_options.lenient);
    if (fault)
        return respond(exchange, message.id, *fault);
    const auto handler = m_requests.find(message.method);
    if (handler == m_requests.end()) {
        return respond(exchange, message.id,
            { 404, rpc::code::kMethodNotFound, "no such method here: " + wire::excerpt(message.method), {} });
    }

    const std::string caller = callerOf(*exchange, m_options.guard);
    auto* call = new Call(exchange, message.id, m_options.unary, this);
    const auto key = std::pair(caller, message.id);
    m_open[key] = call;
    connect(call, &Call::closed, this, [this, key, call] {
        if (const auto open = m_open.find(key); open != m_open.end() && open->second == call)
            m_open.erase(open);
    });
    Q_EMIT received(message.method);
    handler->second(*call, message.params, caller);
}

void Endpoint::notification(http::ServerExchange* exchange, const rpc::Notification& message)
{
    const std::string caller = callerOf(*exchange, m_options.guard);
    if (const auto handler = m_notifications.find(message.method); handler != m_notifications.end()) {
        Q_EMIT received(message.method);
        handler->second(message.params, caller);
    }
    exchange->respond(202, {}, {});
}

void Endpoint::cancelled(const json::View& params, const std::string& caller)
{
    const json::View requestId = params["requestId"];
    if (!requestId)
        return;
    const auto open = m_open.find(std::pair(caller, rpc::readId(requestId)));
    if (open != m_open.end())
        Q_EMIT open->second->cancelled();
}

} // namespace mcp
