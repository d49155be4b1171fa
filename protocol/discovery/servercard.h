// SPDX-License-Identifier: Apache-2.0
// The server card of an MCP server (extension io.modelcontextprotocol/server-card): who it is, where it is
// reached, and what a user must be asked for first. Advisory: what the server itself says counts. Pure.
#pragma once

#include "protocol/acmp/rules.h"
#include "protocol/json/view.h"

#include <optional>
#include <string>
#include <vector>

namespace discovery {

/// A value that goes into an address or a header.
struct CardInput {
    std::string name = {};
    std::string description = {}, placeholder = {};
    std::string format = {}; ///< "string", "number", "boolean", "filepath"
    bool isRequired = false;
    bool isSecret = false; ///< not to be shown, nor to be put on record
    std::optional<std::string> preset = {}; ///< taken where the user gives none
    std::optional<std::string> fixed = {}; ///< not the user's to change; {name} stands for a variable
    std::vector<std::string> choices = {};
    std::vector<CardInput> variables = {}; ///< of `fixed`
};

struct CardRemote {
    std::string type; ///< "streamable-http", "sse"
    std::string url; ///< {name} stands for a variable
    std::vector<CardInput> headers;
    std::vector<CardInput> variables; ///< of `url`
    std::vector<std::string> protocolVersions;
};

struct ServerCard {
    std::string name, title, version, description;
    std::vector<CardRemote> remotes; ///< in the card's order; empty: it can't be reached by this card
    std::vector<acmp::Finding> findings;

    /// Nothing of ACMP rides on any other transport (Layer 1 "Transport Requirements"); nullptr if it has
    /// none.
    const CardRemote* streamableHttp() const;
};

/// Whatever can be read of a value that stands where a card should.
ServerCard readServerCard(const json::View& root);

/// What the user is to be asked before a remote can be reached.
struct CardQuestion {
    std::string header; ///< that the answer goes into; empty: into the URL
    CardInput input; ///< a secret header makes a secret of what goes into it
};
std::vector<CardQuestion> questionsOf(const CardRemote& remote);

} // namespace discovery
