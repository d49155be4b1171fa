// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds made up bid by bid, at a moment that the test says.
#pragma once

#include "ui/stack/roundstate.h"

#include <memory>
#include <string>

namespace madeup {

inline constexpr wire::Instant kAsked { wire::milliseconds(1'000'000) };

inline acmp::Offer offer(const std::string& price, std::optional<std::int64_t> sla = {})
{
    acmp::Offer made;
    made.offerId = "offer of " + price;
    made.capability = "summarize";
    made.priceCu = *json::Decimal::parse(price);
    made.validUntilMs = *json::Decimal::parse("1783017900050");
    made.latencySlaMs = sla;
    return made;
}

inline buyer::Quote quote(decltype(buyer::Quote::outcome) outcome, wire::nanoseconds roundTrip)
{
    buyer::Quote made;
    made.outcome = std::move(outcome);
    made.roundTrip = roundTrip;
    return made;
}

/// Of an offer that lasts `valid` from the moment it was asked for.
inline buyer::Bid offered(acmp::Offer offer, wire::nanoseconds valid = wire::milliseconds(5'000),
    wire::nanoseconds roundTrip = wire::milliseconds(2))
{
    buyer::Bid bid;
    bid.state = buyer::Bid::State::Offered;
    bid.askedAt = kAsked;
    bid.expiresAt = kAsked + valid;
    bid.quote = quote(std::move(offer), roundTrip);
    return bid;
}

inline buyer::Bid refused(std::int64_t code, const std::string& message)
{
    buyer::Bid bid;
    bid.state = buyer::Bid::State::Refused;
    bid.askedAt = kAsked;
    acmp::TaskError error;
    error.code = code;
    error.message = message;
    bid.quote = quote(error, wire::milliseconds(3));
    return bid;
}

inline buyer::Bid failed(const std::string& message)
{
    buyer::Bid bid;
    bid.state = buyer::Bid::State::Failed;
    wire::Error error;
    error.message = message;
    bid.quote = quote(error, {});
    return bid;
}

using Round = std::shared_ptr<const stack::RoundState>;

inline Round round(std::uint32_t id, const std::vector<buyer::Bid>& bids)
{
    stack::RoundState state;
    stack::RoundCall call;
    call.request.capability = "summarize";
    for (std::size_t i = 0; i < bids.size(); ++i) {
        stack::Contender contender;
        contender.name = "provider " + std::to_string(i);
        contender.access.url = "http://127.0.0.1:1/" + std::to_string(i);
        call.contenders.push_back(contender);
        state.bids.push_back(std::make_shared<const stack::BidState>(
            stack::BidState { contender.access.url, "MCP over HTTP", bids[i] }));
    }
    state.id = stack::RoundId { id };
    state.call = std::make_shared<const stack::RoundCall>(std::move(call));
    state.stage = stack::RoundState::Stage::Concluded;
    state.askedAt = kAsked;
    state.concludedAt = kAsked + wire::milliseconds(6);
    return std::make_shared<const stack::RoundState>(std::move(state));
}

/// A later state of it in which one bid is another.
inline Round with(const Round& before, std::size_t index, buyer::Bid bid)
{
    stack::RoundState state = *before;
    state.bids[index] = std::make_shared<const stack::BidState>(
        stack::BidState { state.bid(index).provider, state.bid(index).transport, std::move(bid) });
    return std::make_shared<const stack::RoundState>(std::move(state));
}

} // namespace madeup
