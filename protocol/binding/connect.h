// SPDX-License-Identifier: Apache-2.0
// From a target to a client of it: the one place that knows every binding.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/target.h"
#include "protocol/transport/channel.h"
#include "protocol/transport/http/client.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/idsource.h"
#include "protocol/wire/sink.h"

#include <functional>

namespace binding {

/// What connections are made with. All must outlive the clients.
struct Means {
    wire::Clock& clock;
    wire::IdSource& ids;
    wire::Sink& sink;
};

/// What a user sets for one endpoint.
struct EndpointSettings {
    std::string token; ///< bearer; none is sent if empty. A program gets it as ACMP_BEARER_TOKEN
    std::string clientName = "acmp-workbench";
    std::string traceparent; ///< W3C Trace Context; none is sent if empty
    http::ClientOptions http; ///< of http and ws: time limits, host map, TLS
    /// Of http: where no MCP endpoint answers, a server card or an agent card that is there is followed.
    bool followsDocuments = true;
    bool namesA2aTask = false; ///< of a2a: see a2a::Caller
    std::string directory; ///< a program starts in; empty: ours
    std::vector<std::pair<std::string, std::string>> environment; ///< a program has besides ours
};

/// For who explains how a client reaches its endpoint: what it uses is shown before anything happens to it.
/// Called from within the client and its sockets: nothing may be ended or deleted there.
struct Watch {
    /// A step of a connection over TCP has ended.
    std::function<void(const std::shared_ptr<const transport::Route>&)> route;
    std::function<void(http::ClientExchange&)> exchange; ///< of an HTTP target
    std::function<void(transport::Channel&)> channel; ///< of any other: not opened yet
};

/// Connects when it is first used. A client has connections of its own: what was set for one endpoint is used
/// for no other.
std::unique_ptr<Client> makeClient(
    const Target& target, const Means& means, EndpointSettings settings, Watch watch = {});

} // namespace binding
