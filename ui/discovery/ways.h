// SPDX-License-Identifier: GPL-3.0-or-later
// How a provider is reached that is listed, by each of its entries. Pure. No binding comes before another.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/discovery/arrange.h"

namespace discover {

struct Way {
    QString binding; ///< "MCP", "A2A"
    workspace::Endpoint endpoint; ///< without an id
    QString reason = {}; ///< why it can't be used as it stands; empty: it can
    /// The address is that of an MCP server card, which may ask the user for something.
    bool leadsToCard = false;
    QByteArray card = {}; ///< that stands in the entry, and asks for something

    bool canConnect() const { return reason.isEmpty() || !card.isEmpty(); }
};

Way wayOf(const discovery::Entry& entry);
/// Of this entry and of the others of the same publisher and name, each address once.
std::vector<Way> waysOf(const States& states, const discovery::Entry& entry);

/// Of an entry that stands for those who are asked for offers: whom, and where (decision D17).
struct OfferCandidate {
    workspace::Endpoint endpoint; ///< where it is invoked
    std::string identifier;
    std::string negotiationTarget; ///< empty: the endpoint itself
    std::vector<std::string> capabilities;
    std::string tier = {};
    std::vector<discovery::Price> indicative = {}; ///< none without a price basis: it could not be compared
};
std::vector<OfferCandidate> candidatesOf(const std::vector<Row>& rows);

/// For a terminal: inspects the endpoint. Quoted for a shell.
QString commandFor(const workspace::Endpoint& endpoint);

} // namespace discover

Q_DECLARE_METATYPE(std::vector<discover::OfferCandidate>)
