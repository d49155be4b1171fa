// SPDX-License-Identifier: Apache-2.0
// The agent card (A2A §4.4.1, §8): who an agent is, where it answers, and what it declares of ACMP. Pure.
#pragma once

#include "protocol/a2a/names.h"
#include "protocol/acmp/capability.h"
#include "protocol/acmp/checks.h"
#include "protocol/json/view.h"
#include "protocol/wire/error.h"

#include <QUrl>

#include <expected>

namespace a2a {

struct Interface {
    QUrl url;
    std::string protocolBinding; ///< "JSONRPC", "HTTP+JSON" …
    std::string protocolVersion;
    std::string tenant; ///< copied into every request; empty: none
};

struct AgentCard {
    std::string name, version;
    std::vector<Interface> interfaces; ///< in the card's order; those that can't be read are findings
    bool streams = false;
    std::optional<acmp::Capability> capability; ///< of the ACMP extension, if it is there and can be read
    acmp::Findings findings;
};

/// It is meant as an agent card, of any version.
bool looksLikeCard(const json::View& root);
/// Of a card of 0.3 the error says so.
std::expected<AgentCard, wire::Error> readCard(const json::View& root);

std::expected<Interface, wire::Error> chooseInterface(const AgentCard& card, Preference preference);

/// Where the card of a target is looked for, in turn: the place itself unless it is bare, then the well-known
/// one below it (A2A §8.2).
std::vector<QUrl> cardUrls(const QUrl& target);

} // namespace a2a
