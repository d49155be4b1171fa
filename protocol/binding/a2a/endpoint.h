// SPDX-License-Identifier: Apache-2.0
// The server side of A2A 1.0 for one agent: transport rules of the JSON-RPC binding (§9) and of HTTP+JSON
// (§11), then the operation. Knows nothing of what the agent does.
#pragma once

#include "protocol/binding/a2a/agent.h"
#include "protocol/binding/a2a/routes.h"
#include "protocol/binding/guard.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"

namespace a2a {

struct EndpointOptions {
    binding::GuardOptions guard;
    bool lenient = false; ///< A2A-Version, messageId, role and mediaType may be missing (decision D1)
    bool streams = true; ///< as the agent card says
    bool requiresExtension = false; ///< likewise: who does not name it in A2A-Extensions is refused
};

class Endpoint final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Endpoint)

public:
    /// `agent` must outlive it.
    Endpoint(Agent& agent, EndpointOptions options, QObject* parent = nullptr);

    // Each takes over an HTTP request.
    void handleRpc(http::ServerExchange* exchange);
    /// `path`: below the interface's URL, without the query.
    void handleRest(http::ServerExchange* exchange, std::string_view path);

private:
    void request(http::ServerExchange* exchange, const rpc::Request& message);
    void request(http::ServerExchange* exchange, const Route& route);
    std::optional<Fault> checkHeaders(const http::RequestHead& head) const;
    std::optional<Fault> checkMethod(std::string_view method) const;
    void dispatch(http::ServerExchange* exchange, const Route& route, std::optional<rpc::Id> id,
        const json::View& params);

    Agent& m_agent;
    EndpointOptions m_options;
    json::Document m_document;
};

} // namespace a2a
