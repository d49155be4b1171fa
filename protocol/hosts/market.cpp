// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/market.h"

#include "protocol/binding/mcp/card.h"
#include "protocol/hosts/document.h"

#include "protocol/transport/connect/origin.h"

#include <QUrlQuery>

namespace hosts {

struct Market::Hosted {
    Hosted(engine::Scenario scenario, const Market& market)
        : name(scenario.name)
        , provider(std::move(scenario), market.m_clock, market.m_ids)
        , mcp(provider, { guardOf(market.m_options), market.m_options.lenient, provider.scenario().unary })
        , a2a(provider, market.m_clock, market.m_ids,
              { guardOf(market.m_options), market.m_options.lenient,
                  market.m_options.tls ? "https" : "http" })
    {
    }
    static binding::GuardOptions guardOf(const MarketOptions& options)
    {
        return { { options.address.toString().toStdString() }, options.token };
    }
    std::string name;
    std::string path;
    std::string didPath; ///< of its did.json
    engine::Provider provider;
    McpHost mcp;
    A2aHost a2a;
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

constexpr std::string_view kMcp = "/mcp";
constexpr std::string_view kMcpServerCard = "/mcp/server-card";
constexpr std::string_view kWs = "/ws";
const http::Fields kPlainText { { "Content-Type", "text/plain; charset=utf-8" } };

http::ServerOptions withTls(http::ServerOptions options, const std::optional<QSslConfiguration>& tls)
{
    if (tls)
        options.tls = tls;
    return options;
}

RegistryOptions registryOptions(const MarketOptions& options)
{
    RegistryOptions registry = options.registry;
    registry.names = { options.address.toString().toStdString() };
    return registry;
}

/// Decision D5: the token, else the party that the query names (decision D23), else all are one.
std::string callerOf(const ws::Handshake& handshake, const MarketOptions& options)
{
    if (!options.token.empty())
        return "Bearer " + handshake.token;
    const QUrlQuery query(QString::fromStdString(handshake.query));
    const QString party = query.queryItemValue(QStringLiteral("party_id"), QUrl::FullyDecoded);
    return party.isEmpty() ? std::string("websocket") : "party " + party.toStdString();
}

} // namespace

Market::Market(
    wire::Clock& clock, wire::IdSource& ids, wire::Sink& sink, MarketOptions options, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_ids(ids)
    , m_options(std::move(options))
    , m_server(clock, sink, withTls(m_options.server, m_options.tls))
    , m_listing(clock, sink, registryOptions(m_options))
{
    connect(&m_server, &http::Server::requestReceived, this,
        [this](http::ServerExchange* exchange) { handle(exchange); });
    if (!m_options.wsPort)
        return;
    ws::ServerOptions wsOptions;
    wsOptions.tls = m_options.tls;
    wsOptions.judge = [this](const ws::Handshake& handshake) { return judge(handshake); };
    m_wsServer = std::make_unique<ws::Server>(clock, sink, std::move(wsOptions));
    connect(m_wsServer.get(), &ws::Server::connected, this,
        [this](ws::ServerChannel* channel, const ws::Handshake& handshake) { handle(channel, handshake); });
}

Market::~Market()
{
    // Streams end before the providers that feed them.
    m_server.close();
    m_wsServer.reset();
}

void Market::add(engine::Scenario scenario)
{
    auto hosted = std::make_unique<Hosted>(std::move(scenario), *this);
    if (m_options.furnish)
        m_options.furnish(hosted->mcp);
    const std::string base = '/' + segment(hosted->name);
    hosted->path = base;
    for (int n = 2; m_byPath.contains(hosted->path); ++n)
        hosted->path = base + '-' + std::to_string(n);
    m_byPath[hosted->path] = hosted.get();
    if (m_hosted.empty())
        m_byPath[""] = hosted.get();
    m_hosted.push_back(std::move(hosted));
    nameDid(*m_hosted.back());
    list();
}

/// What it is called by those who reach it over HTTP; known once it listens.
void Market::nameDid(Hosted& hosted) const
{
    if (m_server.port() == 0)
        return;
    const bool isFirst = &hosted == m_hosted.front().get();
    // No address by number but 127.0.0.1 can be in a did:web.
    const bool isV4 = m_options.address.protocol() == QAbstractSocket::IPv4Protocol;
    const bool isHere = m_options.address.isLoopback() || m_options.address == QHostAddress::Any
        || m_options.address == QHostAddress::AnyIPv4;
    const std::string host = isV4 && !isHere ? m_options.address.toString().toStdString()
        : isV4                               ? "127.0.0.1"
                                             : "localhost";
    hosted.didPath = isFirst ? "/.well-known/did.json" : hosted.path + "/did.json";
    hosted.provider.serveAt(transport::hostAndPort(host, m_server.port()),
        isFirst ? std::vector<std::string>() : std::vector { hosted.path.substr(1) });
}

void Market::list()
{
    if (m_server.port() != 0)
        m_listing.set(urlOf("http", m_server.port(), {}), publications());
}

std::expected<void, wire::Error> Market::listen()
{
    auto listening = m_server.listen(m_options.address, m_options.port);
    if (listening && m_wsServer)
        listening = m_wsServer->listen(m_options.address, *m_options.wsPort);
    for (const auto& hosted : m_hosted)
        nameDid(*hosted);
    list();
    return listening;
}

mcp::ChannelEndpoint* Market::serve(std::unique_ptr<transport::Channel> channel, std::string caller)
{
    Q_ASSERT(!m_hosted.empty());
    return m_hosted.front()->mcp.serve(
        std::move(channel), { .caller = std::move(caller), .lenient = m_options.lenient });
}

std::string Market::urlOf(std::string_view scheme, std::uint16_t port, const std::string& path) const
{
    return std::string(scheme) + (m_options.tls ? "s://" : "://")
        + transport::hostAndPort(m_options.address.toString().toStdString(), port) + path;
}

Market::Stall Market::stallOf(Hosted& hosted) const
{
    const std::string path = &hosted == m_hosted.front().get() ? std::string() : hosted.path;
    Stall stall;
    stall.name = hosted.name;
    stall.mcpUrl = urlOf("http", m_server.port(), path + std::string(kMcp));
    if (m_wsServer)
        stall.wsUrl = urlOf("ws", m_wsServer->port(), path + std::string(kWs));
    stall.a2aUrl = urlOf("http", m_server.port(), path + std::string(a2a::kCardPath));
    stall.a2aRestUrl = urlOf("http", m_server.port(), path + std::string(A2aHost::kRestPath));
    stall.ardUrl = m_listing.ardUrl();
    stall.registryUrl = m_listing.registryUrl();
    stall.provider = &hosted.provider;
    return stall;
}

std::vector<Market::Stall> Market::stalls() const
{
    std::vector<Stall> all;
    all.reserve(m_hosted.size());
    for (const auto& hosted : m_hosted)
        all.push_back(stallOf(*hosted));
    return all;
}

Market::Hosted* Market::find(std::string_view path, std::string_view end) const
{
    if (!path.ends_with(end))
        return nullptr;
    const auto hosted = m_byPath.find(path.substr(0, path.size() - end.size()));
    return hosted == m_byPath.end() ? nullptr : hosted->second;
}

std::string Market::paths(std::string_view end) const
{
    std::string text;
    for (const auto& [path, unused] : m_byPath)
        text.append(path).append(end).append("\n");
    return text;
}

void Market::handle(http::ServerExchange* exchange)
{
    const std::string_view target = exchange->head().target;
    const std::string_view path = target.substr(0, target.find('?'));
    if (Hosted* const hosted = find(path, kMcp))
        return hosted->mcp.handle(exchange);
    for (const auto& [base, hosted] : m_byPath) {
        if (path.starts_with(base) && hosted->a2a.handle(exchange, base, path.substr(base.size())))
            return;
    }
    if (m_listing.handle(exchange, path) || publish(exchange, path))
        return;
    exchange->respond(404, kPlainText,
        "nothing here; MCP endpoints of this server:\n" + paths(kMcp) + "A2A agents:\n"
            + paths(a2a::kCardPath));
}

Publication Market::publicationOf(Hosted& hosted) const
{
    const Stall stall = stallOf(hosted);
    return { hosted.path.substr(1), &hosted.provider.scenario(), stall.mcpUrl, stall.mcpUrl + kServerCardPath,
        stall.a2aUrl, !m_options.token.empty() };
}

std::vector<Publication> Market::publications() const
{
    std::vector<Publication> all;
    all.reserve(m_hosted.size());
    for (const auto& hosted : m_hosted)
        all.push_back(publicationOf(*hosted));
    return all;
}

/// What anyone may read of one provider (Layer 5); false: none of it is at that path.
bool Market::publish(http::ServerExchange* exchange, std::string_view path) const
{
    const auto serve = [&](const std::string& text, std::string_view type) {
        serveDocument(exchange, Hosted::guardOf(m_options).hosts, text, type, openToAll());
        return true;
    };
    for (const auto& hosted : m_hosted) {
        if (const auto document = path == hosted->didPath ? hosted->provider.didDocument() : std::nullopt)
            return serve(*document, "application/did+json");
    }
    if (Hosted* const hosted = find(path, kMcpServerCard))
        return serve(serverCard(publicationOf(*hosted)), mcp::kServerCardType);
    return false;
}

std::optional<ws::HandshakeRefusal> Market::judge(const ws::Handshake& handshake) const
{
    if (const auto refusal = binding::refuse(handshake.head, Hosted::guardOf(m_options)))
        return ws::HandshakeRefusal { refusal->status, refusal->fields, refusal->text };
    if (find(handshake.path, kWs))
        return std::nullopt;
    return ws::HandshakeRefusal { 404, {}, "nothing here; WebSockets of this server:\n" + paths(kWs) };
}

void Market::handle(ws::ServerChannel* channel, const ws::Handshake& handshake)
{
    Hosted* const hosted = find(handshake.path, kWs);
    if (!hosted)
        return channel->close();
    // Peers on a WebSocket need not know MCP (decision D23).
    hosted->mcp.serve(std::unique_ptr<transport::Channel>(channel),
        { .caller = callerOf(handshake, m_options), .lenient = true });
}

} // namespace hosts
