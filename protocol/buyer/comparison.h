// SPDX-License-Identifier: Apache-2.0
// What an ARD entry, the card that it leads to and the provider itself say of the same things (Layer 5: an
// entry and a card only shortlist; what the provider says counts). Pure.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/discovery/entry.h"

namespace buyer {

struct Compared {
    enum class Verdict : std::uint8_t {
        Same,
        Differs,
        Unknown ///< fewer than two of them say it
    };

    std::string what; ///< "version", "price of summarize"
    std::string entry, card, live; ///< empty: it does not say
    Verdict verdict = Verdict::Unknown;
    bool operator==(const Compared&) const = default;
};
std::string_view toString(Compared::Verdict verdict);

/// The provider when it was asked.
struct Live {
    binding::Discovered discovered; ///< server/discover, or the agent card as it is now
    std::string endpoint; ///< that answered
    std::optional<bool> asksForToken; ///< nullopt: not tried without one
};

/// `card`: the document that the entry leads to, an MCP server card or an A2A agent card; invalid if it was
/// not read. `live`: null if it was not asked. What ought to be the same is always a row; terms of trade are
/// where two of them say them.
std::vector<Compared> compare(const discovery::Entry& entry, const json::View& card, const Live* live);

} // namespace buyer
