// SPDX-License-Identifier: Apache-2.0
// The server side of MCP 2026-07-28 over Streamable HTTP, for one path: transport rules, then the
// table of methods.
#pragma once

#include "protocol/binding/guard.h"
#include "protocol/binding/mcp/methods.h"
#include "protocol/json/document.h"
#include "protocol/transport/http/server.h"

namespace mcp {

struct EndpointOptions {
    binding::GuardOptions guard;
    bool lenient = false; ///< _meta and the Mcp headers may be missing (decision D1)
    bool unary = false; ///< never streams an answer
};

class Endpoint final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Endpoint)

public:
    /// `methods` must outlive it.
    Endpoint(Methods& methods, EndpointOptions options, QObject* parent = nullptr);

    /// Takes over an HTTP request whose path is this endpoint's.
    void handle(http::ServerExchange* exchange);

private:
    void post(http::ServerExchange* exchange);
    void request(http::ServerExchange* exchange, const rpc::Request& message);

    Methods& m_methods;
    EndpointOptions m_options;
    json::Document m_document;
};

} // namespace mcp
