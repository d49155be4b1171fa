// SPDX-License-Identifier: Apache-2.0
// Where a provider is reached, and how: a value, as a user sets it for one endpoint, and the settings that a
// client of it is made with.
#pragma once

#include "protocol/binding/connect.h"
#include "protocol/transport/connect/proxy.h"
#include "protocol/transport/tls/devca.h"
#include "protocol/transport/tls/settings.h"

#include <string>
#include <utility>
#include <vector>

namespace binding {

struct Access {
    std::string url; ///< any target of target.h
    std::string token = {}; ///< bearer token; empty: none
    tls::Settings tls = {}; ///< of https and wss
    std::string passphrase = {}; ///< of tls.keyFile; empty: none
    std::string proxy = {}; ///< empty: as the system has it; kNoProxy; else a proxy's URL
    std::string directory = {}; ///< a program starts in; empty: ours
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< a program has besides ours
    std::string traceparent = {}; ///< of every message; empty: none
    /// For name, TCP, proxy and TLS together; 0: as the transport has it. Not of programs.
    wire::milliseconds connectTimeout { 0 };
    std::vector<http::Field> headers = {}; ///< of every request over HTTP, and of a WebSocket's handshake

    bool operator==(const Access&) const = default;
};
inline constexpr std::string_view kNoProxy = "none";

/// What the program found when it was started.
struct Surroundings {
    transport::ProxyEnvironment proxies = {};
    std::string devCaFolder = tls::devCaFolder();
};

/// `parsed` is the URL of `access`. The development CA is trusted for this machine's own names. An error is
/// about a file, a pin or a proxy that was set.
std::expected<EndpointSettings, wire::Error> settingsOf(
    const Access& access, const Target& parsed, const Surroundings& surroundings);

} // namespace binding
