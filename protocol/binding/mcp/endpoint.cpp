// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/endpoint.h"

#include "protocol/binding/mcp/httpcall.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/rpc/codes.h"

namespace mcp {

namespace {

/// An error response for which there is no request to answer.
void respond(http::ServerExchange* exchange, const std::optional<rpc::Id>& id, const Fault& fault)
{
    exchange->respond(fault.status, jsonFields(), errorText(id, fault.code, fault.message, fault.data));
}

/// streamable-http §Request Metadata, of a request or a notification (decision D3); nullopt: all is as it
/// must be.
template <class Message>
std::optional<Fault> checkHeaders(const http::Fields& fields, const Message& message, bool lenient)
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
    const std::string expected = message.params[parameter].textOrEmpty();
    if (name ? decodeHeaderValue(*name) != expected : !lenient)
        return headerMismatch(header::kName, expected, name);
    return std::nullopt;
}

bool isSame(std::string_view found, const MirroredHeader& expected)
{
    const auto value = decodeHeaderValue(found);
    if (!value || !expected.isInteger || value == expected.value)
        return value == expected.value;
    const auto number = json::Decimal::parse(*value);
    const auto wanted = json::Decimal::parse(*expected.value);
    return number && wanted && *number == *wanted;
}

/// streamable-http §Custom Headers from Tool Parameters.
std::optional<Fault> checkMirrors(
    const http::Fields& fields, const std::vector<MirroredHeader>& headers, bool lenient)
{
    for (const MirroredHeader& header : headers) {
        const auto found = fields.find(header.name);
        if (!header.value) {
            if (found)
                return headerMismatch(header.name, "no such header, as the message has no such value", found);
        } else if (found ? !isSame(*found, header) : !lenient) {
            return headerMismatch(header.name, wire::excerpt(*header.value), found);
        }
    }
    return std::nullopt;
}

} // namespace

Endpoint::Endpoint(Methods& methods, EndpointOptions options, QObject* parent)
    : QObject(parent)
    , m_methods(methods)
    , m_options(std::move(options))
{
}

void Endpoint::handle(http::ServerExchange* exchange)
{
    if (const auto refusal = binding::refuse(exchange->head(), m_options.guard)) {
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
    if (const auto* note = std::get_if<rpc::Notification>(&message)) {
        // The official SDK's client puts no Mcp-Method on a notification: what is absent there is let pass.
        if (const auto fault = checkHeaders(exchange->head().fields, *note, true))
            return respond(exchange, std::nullopt, *fault);
        m_methods.notification(*note, binding::callerOf(*exchange, m_options.guard));
        return exchange->respond(202, {}, {});
    }
    const auto* odd = std::get_if<rpc::Malformed>(&message);
    respond(exchange, odd ? odd->id : std::nullopt, faultOf(message));
}

void Endpoint::request(http::ServerExchange* exchange, const rpc::Request& message)
{
    const http::RequestHead& head = exchange->head();
    std::optional<Fault> fault;
    if (rpc::isRegular(message.id)) {
        fault = checkHeaders(head.fields, message, m_options.lenient);
        if (!fault)
            fault = checkMirrors(head.fields, m_methods.mirrored(message), m_options.lenient);
        if (!fault)
            fault = checkMeta(message, head.fields.find(header::kProtocolVersion), m_options.lenient);
    }
    if (!fault)
        fault = m_methods.refuse(message);
    if (fault)
        return respond(exchange, message.id, *fault);
    m_methods.request(message, *new HttpCall(exchange, message.id, m_options.unary, this),
        binding::callerOf(*exchange, m_options.guard));
}

} // namespace mcp
