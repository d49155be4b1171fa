// SPDX-License-Identifier: Apache-2.0
// Asks the other registries that a registry knows (ARD §5.4, federation "auto"): these ask no further ones,
// so a question ends however registries know each other. One that fails or takes too long is left out.
#pragma once

#include "protocol/discovery/registryclient.h"
#include "protocol/hosts/registry/registryanswers.h"

#include <functional>

namespace hosts {

/// The best first; of the same identifier the first of them.
std::vector<RankedEntry> merged(std::vector<RankedEntry> own, std::vector<RankedEntry> others);

class Federation final {
public:
    Federation(wire::Clock& clock, wire::Sink& sink, const std::vector<Upstream>& upstreams,
        wire::milliseconds timeout);
    ~Federation();

    /// `take` is called once, unless `context` is gone: with what all of them found.
    void ask(
        const SearchQuestion& question, QObject* context, std::function<void(std::vector<RankedEntry>)> take);

private:
    struct Question;

    wire::Clock& m_clock;
    wire::milliseconds m_timeout;
    http::Client m_http;
    discovery::Fetcher m_fetcher;
    discovery::RegistryClient m_client;
    std::vector<Upstream> m_upstreams;
};

} // namespace hosts
