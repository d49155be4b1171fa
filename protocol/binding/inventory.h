// SPDX-License-Identifier: Apache-2.0
// What a peer offers besides ACMP: tools, resources and prompts of MCP, as it lists them. Nothing of it is
// called.
#pragma once

#include "protocol/json/raw.h"
#include "protocol/wire/error.h"

#include <optional>
#include <string>
#include <vector>

namespace binding {

struct InventoryItem {
    std::string name; ///< empty if it has none
    std::string title;
    std::string description;
    std::string uri; ///< of a resource, or its template
    std::string mistake; ///< why a client must not use it; empty if it may
    json::Raw raw;
};

struct InventoryList {
    std::string kind; ///< "tools", "resources", "resourceTemplates", "prompts"
    std::vector<InventoryItem> items;
    bool isCut = false; ///< the peer has more than was asked for
    std::optional<wire::Error> error; ///< why it, or the rest of it, is not known
};

/// A list for each kind that the peer declares.
using Inventory = std::vector<InventoryList>;

} // namespace binding
