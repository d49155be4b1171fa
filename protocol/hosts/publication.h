// SPDX-License-Identifier: Apache-2.0
// What a server of ours says of its providers to those who discover it (Layer 5, ARD §5.1): the manifest and
// its predecessor, what its registry has, MCP server cards, and the pointers to them.
#pragma once

#include "protocol/engine/scenario.h"

#include <span>
#include <string>
#include <vector>

namespace hosts {

/// One provider, and where it is.
struct Publication {
    std::string name; ///< as it can stand in a URL
    const engine::Scenario* scenario = nullptr;
    std::string mcpUrl;
    std::string serverCardUrl;
    std::string agentCardUrl;
    bool asksForToken = false;
};

inline constexpr char kArdPath[] = "/.well-known/ard.json";
inline constexpr char kCatalogPath[] = "/.well-known/ai-catalog.json";
inline constexpr char kRegistryPath[] = "/registry";
inline constexpr char kServerCardPath[] = "/server-card"; ///< behind an MCP endpoint

/// Two entries a provider, one for each card, of the same publisher and name. Each a JSON object.
std::vector<std::string> ardEntries(std::span<const Publication> all);
/// These, and the registry that has them too.
std::string ardManifest(std::span<const Publication> all, const std::string& registryUrl);
/// The same entries for those who read AI Catalogs only.
std::string aiCatalog(std::span<const Publication> all, const std::string& registryUrl);
std::string serverCard(const Publication& one);
/// A home page whose head points to the manifest.
std::string homePage(std::span<const Publication> all);
std::string robots(const std::string& ardUrl);

} // namespace hosts
