// SPDX-License-Identifier: Apache-2.0
// How a connection came about, or why it did not: each step with its time, what was tried, what TLS said.
#pragma once

#include "protocol/transport/connect/proxy.h"
#include "protocol/transport/tls/session.h"
#include "protocol/wire/clock.h"

namespace transport {

/// In the order they are taken.
enum class Step {
    Name, ///< looking the host, or the proxy, up
    Tcp,
    Proxy, ///< all that has to do with a proxy, its name and TCP too
    Tls,
    Done,
};

const char* stepName(Step step);

struct Route {
    Origin origin; ///< what was asked for
    std::string host; ///< what is to be reached: the origin's, or what the host map has for it
    std::uint16_t port = 0;
    ProxyChoice proxy;

    Step step = Step::Name; ///< under way; with `error`, the one that failed
    wire::Instant started;
    std::optional<wire::Instant> resolved, connected, tunnelled, encrypted;
    std::optional<wire::Instant> failed;

    struct Attempt {
        std::string address; ///< "address:port"
        std::string outcome; ///< why it was not taken
    };
    std::vector<Attempt> attempts; ///< addresses tried in vain
    std::string peer; ///< "address:port" that TCP leads to; the proxy's, if there is one
    std::string local; ///< our end's
    std::optional<tls::SessionFacts> tls; ///< after a handshake, or what was seen of a failed one

    std::optional<wire::Error> error;
    std::string hint; ///< with `error`: what to try; may be empty
};

} // namespace transport
