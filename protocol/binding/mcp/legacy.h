// SPDX-License-Identifier: Apache-2.0
// MCP before 2026-07-28 (2025-11-25 and earlier): which answers to a modern request give such a server away,
// and the handshake that it wants (lifecycle §Initialization). Enough to name it and to list what it offers.
// Pure.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/rpc/message.h"
#include "protocol/wire/clock.h"

#include <QByteArray>

#include <expected>

namespace mcp {

inline constexpr std::string_view kInitialize = "initialize";
/// The newest revision with a handshake.
inline constexpr std::string_view kLegacyVersion = "2025-11-25";

/// For its answer.
inline constexpr wire::milliseconds kHandshakePatience { 5'000 };

namespace header {
inline constexpr std::string_view kSessionId = "Mcp-Session-Id";
} // namespace header

/// Errors that only a modern server gives, or ACMP, tell that it is none (versioning §Backward
/// Compatibility); so does -32022, unless all that it supports are older revisions.
bool mayBeLegacy(const rpc::Error& error);

QByteArray initializeText(std::int64_t id, std::string_view clientName, std::string_view clientVersion);
QByteArray initializedText();
/// From the answer to `initialize`. ErrorKind::Refused or Protocol: it is no such server.
std::expected<binding::Discovered, wire::Error> readInitialize(const json::Raw& answer);

} // namespace mcp
