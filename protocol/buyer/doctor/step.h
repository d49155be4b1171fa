// SPDX-License-Identifier: Apache-2.0
// One step on the way to a provider, as the doctor saw it.
#pragma once

#include "protocol/binding/target.h"
#include "protocol/wire/clock.h"

#include <optional>

namespace buyer {

struct Step {
    /// In the order they are taken. Each transport has those that it knows: stepsOf().
    enum class Kind {
        Name,
        Tcp,
        Proxy,
        Tls,
        Http, ///< a request of HTTP is answered, whatever the answer is
        Handshake, ///< of a WebSocket
        Program, ///< of a program on this machine: it starts and says something
        Discovery, ///< server/discover, or the agent card
        Version, ///< of MCP or A2A
        Authentication,
        Extension, ///< org.a2agora/acmp
        Capability, ///< what it declares, and whether that fits together
    };
    enum class State {
        Ok,
        Warning, ///< it works, but a person should know
        Failed, ///< here it ends
        Skipped, ///< there was nothing to do, or no way to do it
    };

    Kind kind = Kind::Name;
    State state = State::Ok;
    std::string detail {}; ///< one sentence: what came of it, or why it was skipped
    std::vector<std::string>
        seen {}; ///< what there is to know besides, a line each; control characters escaped
    std::string hint {}; ///< what to try; empty where nothing is wrong or known
    wire::nanoseconds duration { 0 };
    std::optional<wire::Error> error {}; ///< of a failed one, always

    bool operator==(const Step&) const = default;
};

/// "name", "TCP", "proxy", "TLS", "HTTP", "WebSocket handshake", "program start", "discovery", "version",
/// "authentication", "ACMP extension", "capability".
std::string_view toString(Step::Kind kind);
/// "ok", "warning", "failed", "skipped".
std::string_view toString(Step::State state);

/// What a connection to such a target takes.
std::vector<Step::Kind> stepsOf(const binding::Target& target);

} // namespace buyer
