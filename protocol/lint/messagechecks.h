// SPDX-License-Identifier: Apache-2.0
// What is wrong with one message whatever it says: as JSON, as JSON-RPC, as a message of MCP.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"

namespace lint {

/// `text`: that could not be scanned.
acmp::Finding notJson(const json::ScanError& error, std::string_view text);
acmp::Findings checkSubstrate(const json::Document& document);

} // namespace lint
