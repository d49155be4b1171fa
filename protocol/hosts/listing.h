// SPDX-License-Identifier: Apache-2.0
// The documents by which providers are discovered at one origin (Layer 5, ARD §5): a manifest and its
// predecessor, the pointers to them, and a registry, at /registry. Where requests come from is its owner's
// business.
#pragma once

#include "protocol/hosts/publication.h"
#include "protocol/hosts/registry/registry.h"

namespace hosts {

class Listing final {
public:
    /// `clock` and `sink` must outlive it. `options.names`: accepted in Host, for the documents too.
    Listing(wire::Clock& clock, wire::Sink& sink, const RegistryOptions& options);

    /// `origin`: scheme, host and port.
    void set(std::string origin, std::span<const Publication> all);
    std::string ardUrl() const { return m_origin + kArdPath; }
    std::string registryUrl() const { return m_origin + kRegistryPath; }

    /// False: nothing of it is at that path, which has no query.
    bool handle(http::ServerExchange* exchange, std::string_view path);

private:
    std::vector<std::string> m_names;
    Registry m_registry;
    std::string m_origin;
    std::string m_manifest, m_catalog, m_robots, m_homePage;
};

} // namespace hosts
