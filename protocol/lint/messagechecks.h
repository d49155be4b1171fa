// SPDX-License-Identifier: Apache-2.0
// What is wrong with one message whatever it says: as JSON, as JSON-RPC, as a message of MCP.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/wire/slice.h"

namespace lint {

/// `text`: that could not be scanned.
acmp::Finding notJson(const json::ScanError& error, std::string_view text);
/// A line of stdout that isn't even meant as a message: a banner, a log line, an empty one (decision D22).
bool isNoise(wire::SliceKind kind, std::string_view text);
acmp::Finding noise(std::string_view text);
/// Raw WebSocket peers (Frame) are held to JSON-RPC alone, not to what MCP adds (decision D1).
acmp::Findings checkSubstrate(const json::Document& document, wire::SliceKind kind);

} // namespace lint
