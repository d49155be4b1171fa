// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/market.h"

namespace hosts {

struct Market::Hosted {
    Hosted(engine::Scenario scenario, const Market& market)
        : name(scenario.name)
        , provider(std::move(scenario), market.m_clock, market.m_ids)
        , mcp(provider,
              mcp::EndpointOptions {
                  { { market.m_options.address.toString().toStdString() }, market.m_options.token },
                  market.m_options.lenient, provider.scenario().unary })
    {
    }
    std::string name;
    std::string path;
    engine::Provider provider;
    McpHost mcp;
};

namespace {

/// What of a name can stand in a path.
std::string segment(const std::string& name)
{
    std::string out;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '_' || c == '.';
        out += plain ? c : '-';
    }
    return out.empty() || out == "." || out == ".." ? "provider" : out;
}

} // namespace

Market::Market(
    wire::Clock& clock, wire::IdSource& ids, wire::Sink& sink, MarketOptions options, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_ids(ids)
    , m_options(std::move(options))
    , m_server(clock, sink, m_options.server)
{
    connect(&m_server, &http::Server::requestReceived, this, &Market::handle);
}

Market::~Market()
{
    // Streams end before the providers that feed them.
    m_server.close();
}

void Market::add(engine::Scenario scenario)
{
    auto hosted = std::make_unique<Hosted>(std::move(scenario), *this);
    const std::string base = segment(hosted->name);
    std::string name = base;
    for (int n = 2; m_byPath.contains('/' + name + "/mcp"); ++n)
        name = base + '-' + std::to_string(n);
    hosted->path = '/' + name + "/mcp";
    m_byPath[hosted->path] = hosted.get();
    if (m_hosted.empty())
        m_byPath["/mcp"] = hosted.get();
    m_hosted.push_back(std::move(hosted));
}

std::expected<void, wire::Error> Market::listen()
{
    return m_server.listen(m_options.address, m_options.port);
}

std::string Market::urlOf(const std::string& path) const
{
    const bool ipv6 = m_options.address.protocol() == QAbstractSocket::IPv6Protocol;
    const std::string address = m_options.address.toString().toStdString();
    return std::string(m_options.server.tls ? "https://" : "http://") + (ipv6 ? '[' + address + ']' : address)
        + ':' + std::to_string(m_server.port()) + path;
}

std::vector<Market::Stall> Market::stalls() const
{
    std::vector<Stall> all;
    for (const auto& hosted : m_hosted) {
        const bool first = hosted == m_hosted.front();
        all.push_back({ hosted->name, urlOf(first ? "/mcp" : hosted->path), &hosted->provider });
    }
    return all;
}

void Market::handle(http::ServerExchange* exchange)
{
    std::string_view path = exchange->head().target;
    path = path.substr(0, path.find('?'));
    const auto hosted = m_byPath.find(path);
    if (hosted != m_byPath.end())
        return hosted->second->mcp.handle(exchange);
    std::string text = "nothing here; MCP endpoints of this server:\n";
    for (const auto& [known, unused] : m_byPath)
        text += known + '\n';
    exchange->respond(404, { { "Content-Type", "text/plain; charset=utf-8" } }, text);
}

} // namespace hosts
