// SPDX-License-Identifier: GPL-3.0-or-later
// One round with many providers as the window sees it (Layer 6 §5): an immutable state, published at most
// once a frame. A bid's state is the same object as before unless the bid has changed.
#pragma once

#include "protocol/binding/access.h"
#include "protocol/buyer/negotiation.h"

namespace stack {

enum class RoundId : std::uint32_t { None };

/// Who is asked.
struct Contender {
    std::string name; ///< for people
    binding::Access access;
    std::string tier = {}; ///< as its entry says; empty: not known
    /// Where it runs tasks, if it is asked elsewhere: an address that only quotes (decision D17).
    std::string runsAt = {};
    std::string endpointId = {}; ///< of the workspace; empty: it is none of its

    const std::string& address() const { return runsAt.empty() ? access.url : runsAt; }
};

struct RoundCall {
    std::vector<Contender> contenders;
    acmp::OfferRequest request;
    std::optional<buyer::Policy> accepts = {}; ///< takes the best by itself
    buyer::Constraints constraints = {};
    buyer::Weights weights = {};
    std::optional<std::string> escrowId = {};
    std::optional<wire::nanoseconds> deadline = {}; ///< buyer::RoundOptions::deadline
    /// For all to be connected to and to say what they are; who takes longer is left out.
    wire::nanoseconds openTimeout = wire::milliseconds(5'000);
};

struct BidState {
    std::string provider; ///< as the ledger names it: its DID, else its address
    std::string transport; ///< "MCP over HTTP"; empty: there is no connection
    buyer::Bid bid;
};

struct RoundState {
    enum class Stage : std::uint8_t {
        Opening, ///< connects to all
        Asking,
        Concluded, ///< all have answered, or the policy has chosen; a bid may still be taken
    };

    RoundId id = RoundId::None;
    std::shared_ptr<const RoundCall> call; ///< never null
    Stage stage = Stage::Opening;
    std::int64_t startedUnixMs = 0;
    std::optional<wire::Instant> askedAt, deadlineAt, concludedAt;
    std::optional<buyer::Decision> decision; ///< its indices are those of `bids`
    std::vector<std::shared_ptr<const BidState>> bids; ///< one a contender, in their order; none is null

    const BidState& bid(std::size_t index) const { return *bids[index]; }
};

} // namespace stack
