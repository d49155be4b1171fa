// SPDX-License-Identifier: Apache-2.0
// One provider of the engine, served over MCP: by Streamable HTTP, and on any number of shared channels.
#pragma once

#include "protocol/binding/mcp/channelendpoint.h"
#include "protocol/binding/mcp/endpoint.h"
#include "protocol/engine/provider.h"

#include <span>

namespace hosts {

class McpHost final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(McpHost)

public:
    /// `provider` must outlive it.
    McpHost(engine::Provider& provider, mcp::EndpointOptions options, QObject* parent = nullptr);

    void handle(http::ServerExchange* exchange) { m_endpoint.handle(exchange); }
    /// More methods than ACMP's, which server/discover declares as these capabilities of MCP.
    mcp::Methods& methods() { return m_methods; }
    void declare(std::span<const std::string_view> capabilities);
    /// _meta of every result.
    const json::Raw& meta() const { return m_meta; }

    /// Serves until the channel ends. The endpoint is this host's, and goes when its channel has ended.
    mcp::ChannelEndpoint* serve(
        std::unique_ptr<transport::Channel> channel, mcp::ChannelEndpointOptions options);

private:
    void discover(mcp::Call& call) const;
    void prove(mcp::Call& call, const json::View& params) const;
    template <class T>
    void ask(mcp::Call& call, const json::View& params, const std::string& caller);
    template <class T>
    void tell(const json::View& params, const std::string& caller);

    engine::Provider& m_provider;
    mcp::Methods m_methods;
    mcp::Endpoint m_endpoint;
    json::Raw m_meta;
    std::vector<std::string> m_capabilities; ///< besides extensions
};

} // namespace hosts
