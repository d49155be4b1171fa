// SPDX-License-Identifier: Apache-2.0
// Negotiation, Layer 6: quotes without keeping anything, accepts once, remembers deals by (caller, escrow_id)
// for the invoke that follows (decision D31).
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/offerid.h"
#include "protocol/engine/responder.h"
#include "protocol/engine/scenario.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/idsource.h"

#include <deque>
#include <map>
#include <set>

namespace engine {

/// What an invoke runs under.
struct Deal {
    const CapabilityScript* script = nullptr;
    json::Decimal priceCu;
    std::optional<std::string> proof;
};

class Offers final {
public:
    /// All must outlive it.
    Offers(const Scenario& scenario, wire::Clock& clock, wire::IdSource& ids);

    acmp::Answer quote(const acmp::OfferRequest& request);
    acmp::Answer accept(const acmp::Accept& accept, const Caller& caller);

    /// The deals that a caller made under an escrow, oldest first; null if none.
    const std::vector<Deal>* dealsOf(const Caller& caller, const std::string& escrowId) const;

    std::uint64_t quoted() const { return m_quoted; }
    std::uint64_t accepted() const { return m_accepted; }
    /// Accepted ids and deals in memory.
    std::size_t kept() const { return m_taken.size() + m_dealOrder.size(); }

private:
    using DealKey = std::pair<Caller, std::string>;
    void forgetOldIds();
    void keepDeal(DealKey key, Deal deal);

    const Scenario& m_scenario;
    wire::Clock& m_clock;
    wire::IdSource& m_ids;
    OfferIdCodec m_codec;
    std::set<std::pair<std::int64_t, std::uint64_t>> m_taken; ///< valid_until_ms and nonce of accepted offers
    std::map<DealKey, std::vector<Deal>> m_deals;
    std::deque<DealKey> m_dealOrder; ///< one entry a deal, oldest first
    std::uint64_t m_quoted = 0;
    std::uint64_t m_accepted = 0;
};

} // namespace engine
