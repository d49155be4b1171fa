// SPDX-License-Identifier: Apache-2.0
// The names and fixed members of MCP 2026-07-28 (basic §General fields, streamable-http §Request Metadata).
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/json/raw.h"
#include "protocol/json/view.h"

#include <string>
#include <string_view>

namespace mcp {

inline constexpr std::string_view kProtocolVersion = "2026-07-28";

inline constexpr std::string_view kDiscover = "server/discover";
inline constexpr std::string_view kCancelled = "notifications/cancelled";

namespace meta {
inline constexpr std::string_view kProtocolVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kClientInfoKey = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kClientCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";
} // namespace meta

namespace header {
inline constexpr std::string_view kProtocolVersion = "MCP-Protocol-Version";
inline constexpr std::string_view kMethod = "Mcp-Method";
inline constexpr std::string_view kName = "Mcp-Name";
inline constexpr std::string_view kParameterPrefix = "Mcp-Param-";
} // namespace header

/// params._meta of every message a buyer sends (decision D1). `traceparent` is left out if empty.
json::Raw clientMeta(std::string_view clientName, std::string_view clientVersion,
    const acmp::Capability& declaration, std::string_view traceparent = {});
/// _meta of every result a server sends.
json::Raw serverMeta(std::string_view serverName, std::string_view serverVersion);

/// The member of `params` that Mcp-Name mirrors for a method, empty if the method has none.
std::string_view nameParameterOf(std::string_view method);
/// Text as the value of Mcp-Name or Mcp-Param-*: in the =?base64?…?= form unless it is plain visible ASCII.
std::string encodeHeaderValue(std::string_view text);
/// The value of an Mcp-* header, decoded if it is in the =?base64?…?= form; nullopt if that form is broken.
std::optional<std::string> decodeHeaderValue(std::string_view value);

} // namespace mcp
