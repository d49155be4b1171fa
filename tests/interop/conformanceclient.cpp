// SPDX-License-Identifier: Apache-2.0
// The client that the official MCP conformance suite tests: what protocol/binding/mcp has that is of no ACMP
// alone. The suite gives the server's URL as last argument, and the scenario in the environment.
#include "protocol/binding/mcp/httpcarrier.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/binding/mcp/paramheaders.h"
#include "protocol/binding/mcp/plainexchange.h"
#include "protocol/rpc/codes.h"
#include "protocol/wire/systemclock.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::ordered_json;

std::string environment(const char* name)
{
    return qEnvironmentVariable(name).toStdString();
}

class Peer final {
public:
    Peer(const QString& url, std::string version)
        : m_url(url)
        , m_version(std::move(version))
        , m_http(m_clock, m_sink)
    {
    }

    /// The JSON-RPC answer; null without one. A version that is not supported is changed for one that is,
    /// once.
    Json ask(const std::string& method, Json params = Json::object());
    /// The same, answering what the server asks for on the way (MRTR).
    Json converse(const std::string& method, const Json& params, const std::function<void()>& meanwhile = {});
    /// Those that a client may use; the headers of each are known from then on.
    std::vector<Json> listTools();

private:
    Json post(const std::string& method, Json params);
    http::Fields fields(const std::string& method, const Json& params) const;

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    QUrl m_url;
    std::string m_version;
    http::Client m_http;
    QObject m_parent;
    std::map<std::string, std::vector<mcp::ParameterHeader>> m_headers;
    std::int64_t m_lastId = 0;
};

http::Fields Peer::fields(const std::string& method, const Json& params) const
{
    http::Fields fields { { "Content-Type", "application/json" },
        { "Accept", "application/json, text/event-stream" } };
    fields.add(std::string(mcp::header::kProtocolVersion), m_version);
    fields.add(std::string(mcp::header::kMethod), method);
    if (const std::string parameter(mcp::nameParameterOf(method)); !parameter.empty())
        fields.add(
            std::string(mcp::header::kName), mcp::encodeHeaderValue(params.value(parameter, std::string())));
    const auto known
        = method == "tools/call" ? m_headers.find(params.value("name", std::string())) : m_headers.end();
    if (known == m_headers.end())
        return fields;
    const auto document = json::Document::parse(QByteArray::fromStdString(params.dump()));
    for (const mcp::ParameterHeader& parameter : known->second) {
        if (const auto value = mcp::valueOf(parameter, document->root()["arguments"]))
            fields.add(parameter.name, mcp::encodeHeaderValue(*value));
    }
    return fields;
}

Json Peer::post(const std::string& method, Json params)
{
    params["_meta"][std::string(mcp::meta::kProtocolVersionKey)] = m_version;
    params["_meta"][std::string(mcp::meta::kClientInfoKey)]
        = { { "name", "acmp-workbench" }, { "version", ACMP_VERSION } };
    params["_meta"][std::string(mcp::meta::kClientCapabilitiesKey)]
        = { { "elicitation", { { "form", Json::object() } } } };
    auto* const exchange = new mcp::PlainExchange(m_clock, ++m_lastId, &m_parent);
    const Json body { { "jsonrpc", "2.0" }, { "id", m_lastId }, { "method", method }, { "params", params } };
    http::Request request;
    request.url = m_url;
    request.fields = fields(method, params);
    request.body = QByteArray::fromStdString(body.dump());
    exchange->setCarrier(
        std::make_unique<mcp::HttpCarrier>(m_clock, *exchange, m_http.send(std::move(request))));
    exchange->expectWithin(m_clock, std::chrono::seconds(10));
    Json answer;
    QEventLoop loop;
    exchange->future().then(&m_parent, [&](const mcp::PlainExchange::Outcome& outcome) {
        if (outcome)
            answer = Json::parse(outcome->message.text(), nullptr, false);
        else
            std::fprintf(stderr, "%s: %s\n", method.c_str(), outcome.error().toString().c_str());
        loop.quit();
    });
    loop.exec();
    return answer;
}

Json Peer::ask(const std::string& method, Json params)
{
    Json answer = post(method, params);
    const Json error = answer.value("error", Json::object());
    const Json supported = error.value("data", Json::object()).value("supported", Json::array());
    if (error.value("code", 0) != rpc::code::kUnsupportedProtocolVersion || supported.empty())
        return answer;
    m_version = supported[0].get<std::string>();
    return post(method, std::move(params));
}

Json Peer::converse(const std::string& method, const Json& params, const std::function<void()>& meanwhile)
{
    constexpr int kMostRounds = 5;
    Json answer = ask(method, params);
    for (int round = 0; round < kMostRounds; ++round) {
        const Json result = answer.value("result", Json::object());
        if (result.value("resultType", "complete") != "input_required")
            break;
        Json next = params;
        next["inputResponses"] = Json::object();
        const Json requests = result.value("inputRequests", Json::object());
        for (const auto& [key, request] : requests.items()) {
            next["inputResponses"][key]
                = { { "action", "accept" }, { "content", { { "confirmed", true } } } };
        }
        if (result.contains("requestState"))
            next["requestState"] = result["requestState"];
        if (round == 0 && meanwhile)
            meanwhile();
        answer = ask(method, next);
    }
    return answer;
}

std::vector<Json> Peer::listTools()
{
    std::vector<Json> usable;
    const Json tools = ask("tools/list").value("result", Json::object()).value("tools", Json::array());
    for (const Json& tool : tools) {
        const std::string name = tool.value("name", std::string());
        const auto schema = json::Document::parse(
            QByteArray::fromStdString(tool.value("inputSchema", Json::object()).dump()));
        auto headers = mcp::parameterHeaders(schema->root());
        if (!headers) {
            std::fprintf(stderr, "the tool %s is left out: %s\n", name.c_str(), headers.error().c_str());
            continue;
        }
        m_headers[name] = std::move(*headers);
        usable.push_back(tool);
    }
    return usable;
}

Json someArguments(const Json& tool)
{
    Json arguments = Json::object();
    const Json properties = tool.value("inputSchema", Json::object()).value("properties", Json::object());
    for (const auto& [name, schema] : properties.items()) {
        const std::string type = schema.value("type", "string");
        if (type == "integer" || type == "number")
            arguments[name] = 1;
        else if (type == "boolean")
            arguments[name] = true;
        else
            arguments[name] = "x";
    }
    return arguments;
}

/// The first item's `member`, or those of all.
std::vector<std::string> listed(
    Peer& peer, const std::string& method, const std::string& list, const std::string& member)
{
    std::vector<std::string> all;
    const Json items = peer.ask(method).value("result", Json::object()).value(list, Json::array());
    for (const Json& item : items)
        all.push_back(item.value(member, std::string()));
    return all;
}

void run(Peer& peer, const std::string& scenario, const Json& context)
{
    constexpr const char* kUnrelated = "test_mrtr_unrelated";
    peer.ask(std::string(mcp::kDiscover));
    const std::vector<Json> tools = peer.listTools();
    if (scenario == "json-schema-ref-no-deref")
        return;
    if (context.contains("toolCalls")) {
        for (const Json& call : context["toolCalls"])
            peer.ask("tools/call", call);
    } else if (scenario == "tools_call") {
        peer.ask("tools/call", { { "name", "add_numbers" }, { "arguments", { { "a", 5 }, { "b", 3 } } } });
    } else {
        const auto meanwhile
            = [&] { peer.ask("tools/call", { { "name", kUnrelated }, { "arguments", Json::object() } }); };
        const bool isMixed = scenario == "sep-2322-client-request-state";
        for (const Json& tool : tools) {
            if (tool.value("name", std::string()) != kUnrelated)
                peer.converse("tools/call",
                    { { "name", tool["name"] }, { "arguments", someArguments(tool) } },
                    isMixed ? meanwhile : std::function<void()>());
        }
    }
    if (scenario != "http-standard-headers")
        return;
    for (const std::string& uri : listed(peer, "resources/list", "resources", "uri"))
        peer.ask("resources/read", { { "uri", uri } });
    for (const std::string& name : listed(peer, "prompts/list", "prompts", "name"))
        peer.ask("prompts/get", { { "name", name }, { "arguments", Json::object() } });
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    const std::string version = environment("MCP_CONFORMANCE_PROTOCOL_VERSION");
    Peer peer(QCoreApplication::arguments().constLast(),
        version.empty() ? std::string(mcp::kProtocolVersion) : version);
    const Json context = Json::parse(environment("MCP_CONFORMANCE_CONTEXT"), nullptr, false);
    run(peer, environment("MCP_CONFORMANCE_SCENARIO"), context.is_object() ? context : Json::object());
    return 0;
}
