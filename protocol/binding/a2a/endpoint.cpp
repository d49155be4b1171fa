// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/endpoint.h"

#include "protocol/binding/a2a/serviceparameters.h"
#include "protocol/rpc/codes.h"
#include "protocol/wire/error.h"

#include <algorithm>
#include <array>

namespace a2a {

namespace {

constexpr int kUnauthorized = 401, kNotAllowed = 405;
const http::Fields kJsonFields { { "Content-Type", std::string(type::kJson) } };
const http::Fields kPlainText { { "Content-Type", "text/plain; charset=utf-8" } };

http::Fields with(http::Fields fields, const http::Fields& more)
{
    for (const http::Field& field : more)
        fields.add(field.name, field.value);
    return fields;
}

void refuseRpc(http::ServerExchange* exchange, const std::optional<rpc::Id>& id, const Fault& fault)
{
    exchange->respond(kOk, kJsonFields, rpcErrorText(id, fault));
}

void refuseRest(http::ServerExchange* exchange, const Fault& fault)
{
    json::Writer writer;
    writeRestError(writer, fault);
    exchange->respond(httpStatusOf(fault), kJsonFields, writer.text());
}

void refuseRest(http::ServerExchange* exchange, int status, std::string_view name, std::string_view message,
    const http::Fields& more)
{
    json::Writer writer;
    writeRestError(writer, status, name, message);
    exchange->respond(status, with(kJsonFields, more), writer.text());
}

/// Nothing else than JSON can be read here.
std::optional<Fault> checkContentType(const http::Fields& fields)
{
    const auto field = fields.find("Content-Type");
    const std::string found = http::mediaType(field.value_or(""));
    if (!field || found == type::kJson || found == type::kA2a)
        return std::nullopt;
    return Fault { code::kContentTypeNotSupported,
        "Content-Type: expected application/json or application/a2a+json, found " + wire::excerpt(*field), {},
        {} };
}

Fault notJson(const json::ScanError& error)
{
    return { rpc::code::kParseError, "not JSON: " + json::toString(error), {}, {} };
}

Fault notARequest(const rpc::Message& message)
{
    Fault fault { rpc::code::kInvalidRequest, "expected a JSON-RPC request", {}, {} };
    if (const auto* odd = std::get_if<rpc::Malformed>(&message))
        fault.message = "expected " + odd->expected + ", found " + odd->what;
    else if (std::holds_alternative<rpc::Notification>(message))
        fault.message = "expected a request with an id: A2A has no notifications";
    return fault;
}

/// A string, an integer or null.
bool isAnswerable(const rpc::Id& id)
{
    const auto* const odd = std::get_if<rpc::OddId>(&id);
    return !odd || odd->lexeme == "null";
}

bool isStream(std::string_view method)
{
    return method == method::kSendStreamingMessage || method == method::kSubscribeToTask;
}

/// What goes with the params of a request.
struct Around {
    std::string caller;
    std::string tenant; ///< of the path; empty: the params' own
    bool lenient = false;
};

using Handle = void (*)(Agent& agent, Call& call, const json::View& params, const Around& around);

void perform(Agent& agent, Call& call, auto operation, auto request, const Around& around)
{
    if (!request)
        return call.refuse(request.error());
    if (!around.tenant.empty())
        request->tenant = around.tenant;
    (agent.*operation)(call, *request, around.caller);
}

template <auto operation>
void onSend(Agent& agent, Call& call, const json::View& params, const Around& around)
{
    perform(agent, call, operation, readSendRequest(params, around.lenient), around);
}

template <auto operation>
void onTask(Agent& agent, Call& call, const json::View& params, const Around& around)
{
    perform(agent, call, operation, readTaskQuery(params), around);
}

void onList(Agent& agent, Call& call, const json::View& params, const Around& around)
{
    perform(agent, call, &Agent::listTasks, readListQuery(params), around);
}

constexpr auto kOperations = std::to_array<std::pair<std::string_view, Handle>>({
    { method::kSendMessage, onSend<&Agent::send> },
    { method::kSendStreamingMessage, onSend<&Agent::send> },
    { method::kGetTask, onTask<&Agent::getTask> },
    { method::kListTasks, onList },
    { method::kCancelTask, onTask<&Agent::cancelTask> },
    { method::kSubscribeToTask, onTask<&Agent::subscribe> },
});

Handle findOperation(std::string_view method)
{
    const auto found = std::ranges::find(kOperations, method, &std::pair<std::string_view, Handle>::first);
    return found == kOperations.end() ? nullptr : found->second;
}

bool isAboutPushConfigs(std::string_view method)
{
    return method == method::kCreatePushConfig || method == method::kGetPushConfig
        || method == method::kListPushConfigs || method == method::kDeletePushConfig;
}

} // namespace

Endpoint::Endpoint(Agent& agent, EndpointOptions options, QObject* parent)
    : QObject(parent)
    , m_agent(agent)
    , m_options(std::move(options))
{
}

void Endpoint::handleRpc(http::ServerExchange* exchange)
{
    const http::RequestHead& head = exchange->head();
    if (const auto refusal = binding::refuse(head, m_options.guard))
        return exchange->respond(refusal->status, with(kPlainText, refusal->fields), refusal->text + '\n');
    if (head.method != "POST") {
        return exchange->respond(kNotAllowed, with(kPlainText, { { "Allow", "POST" } }),
            "this is an A2A endpoint: POST a JSON-RPC request\n");
    }
    if (const auto fault = checkContentType(head.fields))
        return refuseRpc(exchange, {}, *fault);
    const transport::Payload& body = exchange->body();
    if (!m_document.reset(body.bytes, body.offset, body.length))
        return refuseRpc(exchange, {}, notJson(m_document.error()));
    const rpc::Message message = rpc::read(m_document.root());
    if (const auto* call = std::get_if<rpc::Request>(&message))
        return request(exchange, *call);
    const auto* odd = std::get_if<rpc::Malformed>(&message);
    refuseRpc(exchange, odd ? odd->id : std::nullopt, notARequest(message));
}

void Endpoint::request(http::ServerExchange* exchange, const rpc::Request& message)
{
    if (!isAnswerable(message.id)) {
        return refuseRpc(exchange, {},
            { rpc::code::kInvalidRequest,
                "id: expected a string or an integer, found " + rpc::toString(message.id), {}, {} });
    }
    std::optional<Fault> fault = checkHeaders(exchange->head());
    if (!fault && !m_options.lenient && !rpc::jsonrpcIsRight(m_document.root()))
        fault = { rpc::code::kInvalidRequest, "jsonrpc: expected \"2.0\"", {}, {} };
    if (!fault)
        fault = checkMethod(message.method);
    if (!fault && !message.params.isObject())
        fault = wrongField("params", "an object", message.params.lexeme());
    if (fault)
        return refuseRpc(exchange, message.id, *fault);
    dispatch(exchange, { .method = message.method }, message.id, message.params);
}

void Endpoint::handleRest(http::ServerExchange* exchange, std::string_view path)
{
    const http::RequestHead& head = exchange->head();
    if (const auto refusal = binding::refuse(head, m_options.guard)) {
        const bool isUnknown = refusal->status == kUnauthorized;
        return refuseRest(exchange, refusal->status, isUnknown ? "UNAUTHENTICATED" : "PERMISSION_DENIED",
            refusal->text, refusal->fields);
    }
    const Route route = findRoute(head.method, path);
    if (!route.isFound() && !route.allowed.empty()) {
        return refuseRest(exchange, kNotAllowed, "UNIMPLEMENTED",
            "expected " + std::string(route.allowed) + " here, found " + wire::excerpt(head.method),
            { { "Allow", std::string(route.allowed) } });
    }
    if (!route.isFound()) {
        return refuseRest(
            exchange, { rpc::code::kMethodNotFound, "no such path of A2A: " + wire::excerpt(path), {}, {} });
    }
    request(exchange, route);
}

void Endpoint::request(http::ServerExchange* exchange, const Route& route)
{
    const http::RequestHead& head = exchange->head();
    std::optional<Fault> fault = checkHeaders(head);
    if (!fault)
        fault = checkMethod(route.method);
    const bool isSend = route.method == method::kSendMessage || route.method == method::kSendStreamingMessage;
    const transport::Payload& body = exchange->body();
    if (!fault && (isSend || body.length > 0)) {
        fault = checkContentType(head.fields);
        if (!fault && !m_document.reset(body.bytes, body.offset, body.length))
            fault = notJson(m_document.error());
        if (!fault && !m_document.root().isObject())
            fault = wrongField("body", "an object", m_document.root().lexeme());
    }
    if (fault)
        return refuseRest(exchange, *fault);
    if (isSend)
        return dispatch(exchange, route, {}, m_document.root());
    const json::Raw params = paramsOf(route, queryOf(head.target));
    const std::string_view text = params.text();
    if (!m_document.reset(QByteArray(text.data(), static_cast<qsizetype>(text.size())), 0,
            static_cast<qsizetype>(text.size())))
        return refuseRest(exchange, wrongField("query", "UTF-8, percent-encoded", queryOf(head.target)));
    dispatch(exchange, route, {}, m_document.root());
}

std::optional<Fault> Endpoint::checkHeaders(const http::RequestHead& head) const
{
    const std::string version = askedVersion(head);
    const bool mayLack = m_options.lenient && version.empty();
    if (version != kVersion && !mayLack) {
        return Fault { code::kVersionNotSupported,
            "A2A-Version: expected " + std::string(kVersion) + ", found "
                + (version.empty() ? "no such header, which means 0.3" : wire::excerpt(version)),
            {}, { { "supported", std::string(kVersion) } } };
    }
    if (m_options.requiresExtension && !listsExtension(head.fields)) {
        return Fault { code::kExtensionSupportRequired,
            "A2A-Extensions: expected " + std::string(kExtensionUri) + " among them, found "
                + wire::excerpt(head.fields.find(header::kExtensions).value_or("no such header")),
            {}, { { "required", std::string(kExtensionUri) } } };
    }
    return std::nullopt;
}

std::optional<Fault> Endpoint::checkMethod(std::string_view method) const
{
    if (isAboutPushConfigs(method))
        return noPushNotifications();
    if (method == method::kGetExtendedAgentCard) // §3.3.4
        return Fault { code::kUnsupportedOperation, "this agent has no extended agent card", {}, {} };
    if (isStream(method) && !m_options.streams)
        return Fault { code::kUnsupportedOperation, "this agent streams nothing, as its card says", {}, {} };
    if (findOperation(method))
        return std::nullopt;
    std::string message = "no such method of A2A 1.0: " + wire::excerpt(method);
    if (method.find('/') != std::string_view::npos)
        message += "; names with a slash are those of 0.3";
    return Fault { rpc::code::kMethodNotFound, std::move(message), {}, {} };
}

void Endpoint::dispatch(
    http::ServerExchange* exchange, const Route& route, std::optional<rpc::Id> id, const json::View& params)
{
    const Around around { binding::callerOf(*exchange, m_options.guard), route.tenant, m_options.lenient };
    const Framing framing { std::move(id), isStream(route.method), listsExtension(exchange->head().fields) };
    auto* const call = new Call(exchange, framing, this);
    findOperation(route.method)(m_agent, *call, params, around);
}

} // namespace a2a
