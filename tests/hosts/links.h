// SPDX-License-Identifier: Apache-2.0
// A provider of this program and a client of it, joined by each transport in turn.
#pragma once

#include "protocol/binding/mcp/channelclient.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/hosts/mcphost.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/http/server.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/pairchannel.h"

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
