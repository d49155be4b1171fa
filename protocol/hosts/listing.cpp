// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/listing.h"

#include "protocol/hosts/document.h"

namespace hosts {

Listing::Listing(wire::Clock& clock, wire::Sink& sink, const RegistryOptions& options)
    : m_names(options.names)
    , m_registry(clock, sink, options)
{
}

void Listing::set(std::string origin, std::span<const Publication> all)
{
    m_origin = std::move(origin);
    m_registry.setEntries(registryUrl(), ardEntries(all));
    m_manifest = ardManifest(all, registryUrl());
    m_catalog = aiCatalog(all, registryUrl());
    m_robots = robots(ardUrl());
    m_homePage = homePage(all);
}

bool Listing::handle(http::ServerExchange* exchange, std::string_view path)
{
    const auto serve = [&](const std::string& text, std::string_view type, const http::Fields& more = {}) {
        serveDocument(exchange, m_names, text, type, more);
        return true;
    };
    if (path == kArdPath)
        return serve(m_manifest, "application/json", openToAll());
    if (path == kCatalogPath)
        return serve(m_catalog, "application/ai-catalog+json", openToAll());
    if (path == "/robots.txt")
        return serve(m_robots, "text/plain; charset=utf-8");
    if (path == "/")
        return serve(m_homePage, "text/html; charset=utf-8",
            { { "Link", "<" + std::string(kArdPath) + ">; rel=\"ard\"" } });
    constexpr std::string_view kRegistry = kRegistryPath;
    if (!path.starts_with(kRegistry) || (path != kRegistry && path[kRegistry.size()] != '/'))
        return false;
    m_registry.handle(exchange, path.substr(kRegistry.size()));
    return true;
}

} // namespace hosts
