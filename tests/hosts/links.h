// SPDX-License-Identifier: Apache-2.0
// A provider of this program and a client of it, joined by each transport in turn.
#pragma once

#include "protocol/binding/connect.h"
#include "protocol/binding/mcp/channelclient.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/hosts/a2ahost.h"
#include "protocol/hosts/mcphost.h"
#include "protocol/transport/fd/pipechannel.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/http/server.h"
#include "protocol/transport/websocket/server.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/pairchannel.h"

#include <fcntl.h>
#include <unistd.h>

/// What lives at both ends of one connection.
class Link {
public:
    virtual ~Link() = default;
    virtual std::unique_ptr<binding::Client> makeClient() = 0;
};

class HttpLink final : public Link {
public:
    HttpLink(engine::Provider& provider, wire::Clock& clock, wire::Sink& sink)
        : m_clock(clock)
        , m_host(provider, {})
        , m_server(clock, sink)
        , m_http(clock, sink)
    {
        QObject::connect(&m_server, &http::Server::requestReceived, &m_host,
            [this](http::ServerExchange* exchange) { m_host.handle(exchange); });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
    }
    std::unique_ptr<binding::Client> makeClient() override
    {
        mcp::ClientOptions options;
        options.url = QUrl(QStringLiteral("http://127.0.0.1:%1/mcp").arg(m_server.port()));
        return std::make_unique<mcp::Client>(m_clock, m_http, options);
    }

private:
    wire::Clock& m_clock;
    hosts::McpHost m_host;
    http::Server m_server;
    http::Client m_http;
};

class WebSocketLink final : public Link {
public:
    WebSocketLink(engine::Provider& provider, wire::Clock& clock, wire::Sink& sink)
        : m_clock(clock)
        , m_sink(sink)
        , m_host(provider, {})
        , m_server(clock, sink)
    {
        QObject::connect(
            &m_server, &ws::Server::connected, &m_host, [this](ws::ServerChannel* channel, const auto&) {
                m_host.serve(
                    std::unique_ptr<transport::Channel>(channel), { .caller = "ws", .lenient = true });
            });
        if (!m_server.listen())
            qFatal("can't listen");
    }
    std::unique_ptr<binding::Client> makeClient() override
    {
        const QUrl url(QStringLiteral("ws://127.0.0.1:%1/").arg(m_server.port()));
        return binding::makeClient(binding::WebSocketTarget { url }, { m_clock, m_ids, m_sink }, {});
    }

private:
    wire::Clock& m_clock;
    wire::Sink& m_sink;
    wire::SystemIdSource m_ids;
    hosts::McpHost m_host;
    ws::Server m_server;
};

template <a2a::Preference preference>
class A2aLink final : public Link {
public:
    A2aLink(engine::Provider& provider, wire::Clock& clock, wire::Sink& sink)
        : m_clock(clock)
        , m_sink(sink)
        , m_host(provider, clock, m_ids, {})
        , m_server(clock, sink)
    {
        QObject::connect(
            &m_server, &http::Server::requestReceived, &m_host, [this](http::ServerExchange* exchange) {
                if (!m_host.handle(exchange, {}, exchange->head().target))
                    exchange->respond(404, {}, {});
            });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
    }
    std::unique_ptr<binding::Client> makeClient() override
    {
        const QUrl url(QStringLiteral("http://127.0.0.1:%1").arg(m_server.port()));
        return binding::makeClient(binding::A2aTarget { url, preference }, { m_clock, m_ids, m_sink }, {});
    }

private:
    wire::Clock& m_clock;
    wire::Sink& m_sink;
    wire::SystemIdSource m_ids;
    hosts::A2aHost m_host;
    http::Server m_server;
};

/// The framing of stdio, over two pipes of this process.
class StdioLink final : public Link {
public:
    StdioLink(engine::Provider& provider, wire::Clock& clock, wire::Sink& sink)
        : m_clock(clock)
        , m_sink(sink)
        , m_host(provider, {})
    {
    }
    ~StdioLink() override
    {
        for (const int descriptor : m_descriptors)
            ::close(descriptor);
    }
    std::unique_ptr<binding::Client> makeClient() override
    {
        mcp::ChannelClientOptions options;
        options.transportName = "MCP over stdio";
        options.connect = [this]() -> std::unique_ptr<transport::Channel> {
            const auto toHost = makePipe();
            const auto toClient = makePipe();
            m_host.serve(pipes(toHost[0], toClient[1], wire::Role::Server), { .caller = "stdio" });
            return pipes(toClient[0], toHost[1], wire::Role::Client);
        };
        return std::make_unique<mcp::ChannelClient>(m_clock, std::move(options));
    }

private:
    std::array<int, 2> makePipe()
    {
        std::array<int, 2> ends {};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            qFatal("no pipe");
        m_descriptors.insert(m_descriptors.end(), ends.begin(), ends.end());
        return ends;
    }
    std::unique_ptr<transport::Channel> pipes(int input, int output, wire::Role role)
    {
        return std::make_unique<fd::PipeChannel>(m_clock, m_sink,
            fd::PipeOptions { .input = input, .output = output, .role = role, .peer = "pipe" });
    }

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    std::vector<int> m_descriptors;
    hosts::McpHost m_host;
};

/// A shared channel without a wire.
class PairLink final : public Link {
public:
    PairLink(engine::Provider& provider, wire::Clock& clock, wire::Sink&)
        : m_clock(clock)
        , m_host(provider, {})
    {
    }
    std::unique_ptr<binding::Client> makeClient() override
    {
        mcp::ChannelClientOptions options;
        options.transportName = "MCP in memory";
        options.connect = [this]() -> std::unique_ptr<transport::Channel> {
            auto [near, far] = PairChannel::make();
            m_host.serve(std::move(far), { .caller = "pair" });
            return std::move(near);
        };
        return std::make_unique<mcp::ChannelClient>(m_clock, std::move(options));
    }

private:
    wire::Clock& m_clock;
    hosts::McpHost m_host;
};
