// SPDX-License-Identifier: Apache-2.0
// A market of one scenario, and raw requests of A2A at it, in both bindings: what comes back is the same
// objects, so that a test can ask for either.
#pragma once

#include "protocol/a2a/errors.h"
#include "protocol/hosts/market.h"
#include "protocol/json/document.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/httpcall.h"

namespace a2atest {

enum class Binding { JsonRpc, Rest };

inline json::Document parsed(const std::string& text)
{
    auto document = json::Document::parse(QByteArray::fromStdString(text));
    return document ? std::move(*document) : json::Document();
}

/// One answer, without what the binding wraps it in.
struct Answer {
    std::shared_ptr<support::HttpReply> http;
    Binding binding = Binding::JsonRpc;

    int status() const { return http->status; }
    /// The value at a pointer of the result, or of event `event`, as JSON; empty if there is none.
    std::string at(std::string_view pointer) const { return lexeme(http->body, pointer); }
    std::string at(std::size_t event, std::string_view pointer) const
    {
        return event < http->events.size() ? lexeme(http->events[event], pointer) : std::string();
    }
    /// A string's characters.
    std::string text(std::string_view pointer) const { return unquoted(at(pointer)); }
    std::string text(std::size_t event, std::string_view pointer) const
    {
        return unquoted(at(event, pointer));
    }
    std::size_t events() const { return http->events.size(); }
    /// 0 if it is no error.
    std::int64_t code() const
    {
        const json::Document document = parsed(http->body);
        if (binding == Binding::JsonRpc)
            return document.root()["error"]["code"].toInt64().value_or(0);
        const auto error = a2a::readRestError(document.root());
        return error ? error->code.value_or(http->status) : 0;
    }
    /// Where an event has something at the pointer.
    std::optional<std::size_t> find(std::string_view pointer) const
    {
        for (std::size_t i = 0; i < events(); ++i) {
            if (!at(i, pointer).empty())
                return i;
        }
        return std::nullopt;
    }

private:
    std::string lexeme(const std::string& text, std::string_view pointer) const
    {
        const json::Document document = parsed(text);
        const bool isWrapped = binding == Binding::JsonRpc;
        return std::string(document.at((isWrapped ? "/result" : "") + std::string(pointer)).lexeme());
    }
    static std::string unquoted(const std::string& lexeme)
    {
        return json::Raw(QByteArray::fromStdString(lexeme)).toText().value_or(std::string());
    }
};

/// {"acmp_method":"acmp/invoke","params":{…}} for a task that asks for `capability`.
inline std::string invoke(
    const std::string& taskId, const std::string& capability, const std::string& more = {})
{
    return R"({"acmp_method":"acmp/invoke","params":{"task_id":")" + taskId + R"(","capability":")"
        + capability + R"(","input":{"type":"text","data":"in"})" + more + "}}";
}
inline std::string cancel(const std::string& taskId)
{
    return R"({"acmp_method":"acmp/cancel","params":{"task_id":")" + taskId + R"(","reason":"enough"}})";
}
/// The request object of SendMessage. `message`: more of its members, each with a comma before.
inline std::string sendOf(
    const std::string& data, const std::string& message = {}, const std::string& configuration = {})
{
    return R"({"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"data":)" + data
        + R"(,"mediaType":"application/acmp+json"}])" + message + '}'
        + (configuration.empty() ? "" : R"(,"configuration":{)" + configuration + '}') + '}';
}

/// Counts what the server wrote.
class CountingSink final : public wire::Sink {
public:
    wire::ConnectionId opened(const wire::ConnectionFacts&, wire::Instant) override
    {
        return wire::ConnectionId { ++m_connections };
    }
    wire::RecordNo add(const wire::Slice& slice) override
    {
        if (slice.direction == wire::Direction::Sent)
            m_sent += slice.bytes.size();
        return m_records++;
    }
    void closed(wire::ConnectionId, wire::Instant, std::string_view) override { }
    std::uint64_t sent() const { return m_sent; }

private:
    std::uint32_t m_connections = 0;
    wire::RecordNo m_records = 0;
    std::uint64_t m_sent = 0;
};

class Peer final {
public:
    explicit Peer(const std::string& scenario, hosts::MarketOptions options = {})
        : m_market(m_clock, m_ids, m_written, std::move(options))
        , m_http(m_clock, m_sink)
    {
        const auto parsed = engine::Scenario::parse(scenario);
        if (!parsed)
            qFatal("%s", parsed.error().front().toString().c_str());
        m_market.add(*parsed);
        if (!m_market.listen())
            qFatal("can't listen");
    }

    hosts::Market& market() { return m_market; }
    http::Client& http() { return m_http; }
    engine::Provider& provider() { return *m_market.stalls().front().provider; }
    std::uint64_t sentBytes() const { return m_written.sent(); }
    std::string base() const
    {
        const std::string rest = m_market.stalls().front().a2aRestUrl;
        return rest.substr(0, rest.find("/a2a/"));
    }

    http::Request request(
        const std::string& method, const std::string& path, const std::string& body = {}) const
    {
        http::Request request;
        request.method = method;
        request.url = QUrl(QString::fromStdString(base() + path));
        request.fields = { { "A2A-Version", "1.0" } };
        if (!body.empty())
            request.fields.add("Content-Type", "application/json");
        request.body = QByteArray::fromStdString(body);
        return request;
    }
    http::Request rpc(const std::string& method, const std::string& params) const
    {
        return request("POST", "/a2a/rpc",
            R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":)" + params + '}');
    }
    http::Request rest(
        const std::string& httpMethod, const std::string& path, const std::string& body = {}) const
    {
        return request(httpMethod, "/a2a/rest" + path, body);
    }

    /// What comes back, complete.
    Answer ask(Binding binding, const http::Request& request)
    {
        return { support::call(m_http, request), binding };
    }
    /// What comes back, as it comes.
    Answer begin(Binding binding, const http::Request& request)
    {
        return { support::send(m_http, request), binding };
    }

    http::Request sendRequest(Binding binding, const std::string& params, bool streamed = false) const
    {
        if (binding == Binding::Rest)
            return rest("POST", streamed ? "/message:stream" : "/message:send", params);
        return rpc(streamed ? "SendStreamingMessage" : "SendMessage", params);
    }
    http::Request getRequest(Binding binding, const std::string& id) const
    {
        return binding == Binding::Rest ? rest("GET", "/tasks/" + id) : rpc("GetTask", idOf(id));
    }
    http::Request cancelRequest(Binding binding, const std::string& id) const
    {
        return binding == Binding::Rest ? rest("POST", "/tasks/" + id + ":cancel")
                                        : rpc("CancelTask", idOf(id));
    }
    http::Request subscribeRequest(Binding binding, const std::string& id) const
    {
        return binding == Binding::Rest ? rest("POST", "/tasks/" + id + ":subscribe")
                                        : rpc("SubscribeToTask", idOf(id));
    }

    Answer send(Binding binding, const std::string& params)
    {
        return ask(binding, sendRequest(binding, params));
    }
    Answer stream(Binding binding, const std::string& params)
    {
        return ask(binding, sendRequest(binding, params, true));
    }
    Answer beginStream(Binding binding, const std::string& params)
    {
        return begin(binding, sendRequest(binding, params, true));
    }
    Answer get(Binding binding, const std::string& id) { return ask(binding, getRequest(binding, id)); }
    Answer cancel(Binding binding, const std::string& id) { return ask(binding, cancelRequest(binding, id)); }
    Answer beginSubscribe(Binding binding, const std::string& id)
    {
        return begin(binding, subscribeRequest(binding, id));
    }

private:
    static std::string idOf(const std::string& id) { return R"({"id":")" + id + "\"}"; }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    CountingSink m_written;
    hosts::Market m_market;
    http::Client m_http;
};

inline std::string scenarioText(const std::string& more = {})
{
    return R"({"format":1,"name":"shop","provider_id":"agent:shop:local",
        "features":{"heartbeat_interval_ms":20},
        "capabilities":[
          {"name":"now","price_cu":0.003,"output":{"type":"json","data":{"a":1.10}},"proofs":["result-hash"]},
          {"name":"slow","price_cu":0.01,"chunks":40,"chunk_interval_ms":15},
          {"name":"endless","price_cu":0.01,"chunks":1000000,"chunk_interval_ms":100},
          {"name":"flood","price_cu":0.01,"chunks":200000,"output":{"chunk_bytes":1024}},
          {"name":"pieces","price_cu":0.01,"output":{"pieces":["Guten ","Tag."]}},
          {"name":"dear","price_cu":5}])"
        + (more.empty() ? "" : ',' + more) + '}';
}

} // namespace a2atest
