// SPDX-License-Identifier: Apache-2.0
// The server side of MCP 2026-07-28 over Streamable HTTP, for one path: transport rules, then a table of
// methods. Knows no method but what is registered.
#pragma once

#include "protocol/binding/mcp/call.h"
#include "protocol/binding/mcp/guard.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/transport/http/server.h"

#include <functional>
#include <map>
#include <string>

namespace mcp {

struct EndpointOptions {
    GuardOptions guard;
    bool lenient = false; ///< _meta and the Mcp headers may be missing (decision D1)
    bool unary = false; ///< never streams an answer
};

class Endpoint final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Endpoint)

public:
    /// `caller`: the token if one was asked for, else empty. `params` is valid during the call only, and may
    /// be invalid.
    using RequestHandler
        = std::function<void(Call& call, const json::View& params, const std::string& caller)>;
    using NotificationHandler = std::function<void(const json::View& params, const std::string& caller)>;

    explicit Endpoint(EndpointOptions options, QObject* parent = nullptr);

    void onRequest(std::string method, RequestHandler handler);
    void onNotification(std::string method, NotificationHandler handler);

    /// Takes over an HTTP request whose path is this endpoint's.
    void handle(http::ServerExchange* exchange);

Q_SIGNALS:
    /// A request or notification was taken; for views and logs.
    void received(const std::string& method);

private:
    void post(http::ServerExchange* exchange);
    void request(http::ServerExchange* exchange, const rpc::Request& message);
    void notification(http::ServerExchange* exchange, const rpc::Notification& message);
    void cancelled(const json::View& params, const std::string& caller);

    EndpointOptions m_options;
    std::map<std::string, RequestHandler, std::less<>> m_requests;
    std::map<std::string, NotificationHandler, std::less<>> m_notifications;
    /// Open calls by (caller, id): only notifications/cancelled looks them up. An id used twice names the
    /// newest.
    std::map<std::pair<std::string, rpc::Id>, Call*> m_open;
    json::Document m_document;
};

} // namespace mcp
