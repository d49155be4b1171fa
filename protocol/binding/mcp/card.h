// SPDX-License-Identifier: Apache-2.0
// What a JSON document at a target's URL is, where no MCP endpoint answers there, and the endpoint that it
// leads to (MCP server card, ARD manifest). Pure.
#pragma once

#include "protocol/json/view.h"
#include "protocol/wire/error.h"

#include <QUrl>

#include <expected>
#include <optional>
#include <variant>

namespace mcp {

inline constexpr char kServerCardType[] = "application/mcp-server-card+json";
/// "Accept" of the request for it.
inline constexpr char kDocumentTypes[] = "application/mcp-server-card+json, application/a2a-agent-card+json, "
                                         "application/ai-catalog+json, application/json";

struct AgentCardHere { };
using Leads = std::variant<QUrl, AgentCardHere>;

/// The Streamable HTTP endpoint of a server card, the one card that a manifest lists, or that it is the agent
/// card of an A2A agent.
/// ErrorKind::Usage where it is a document that this program can't follow, which says what it is; nullopt
/// where it is none that is known.
std::optional<std::expected<Leads, wire::Error>> followDocument(const json::View& root);

} // namespace mcp
