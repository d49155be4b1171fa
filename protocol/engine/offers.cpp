// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/offers.h"

#include "protocol/engine/refusal.h"
#include "protocol/rpc/codes.h"

#include <bit>

namespace engine {

namespace {

namespace code = rpc::code;

/// An accepted id is remembered this long beyond its window: a repeated accept then learns that the deal was
/// made rather than that the offer expired (D31).
constexpr std::int64_t kRememberMs = 600'000;
constexpr std::size_t kMaxDeals = 65'536;

OfferIdCodec::Key newKey(wire::IdSource& ids)
{
    OfferIdCodec::Key key {};
    ids.fill(key);
    return key;
}

} // namespace

Offers::Offers(const Scenario& scenario, wire::Clock& clock, wire::IdSource& ids)
    : m_scenario(scenario)
    , m_clock(clock)
    , m_ids(ids)
    , m_codec(newKey(ids))
{
}

acmp::Answer Offers::quote(const acmp::OfferRequest& request)
{
    const CapabilityScript* const script = m_scenario.find(request.capability);
    if (script == nullptr) {
        return makeError(code::kCapabilityNotFound, {}, "No capability \"" + request.capability + "\" here.");
    }
    if (request.proofMethod && !script->canProve(*request.proofMethod)) {
        return makeError(
            code::kProofUnsupported, {}, script->name + " gives no proof \"" + *request.proofMethod + "\".");
    }
    if (request.maxPriceCu && script->priceCu > *request.maxPriceCu) {
        return makeBudgetError({}, script->priceCu, script->minimumPriceText());
    }
    const milliseconds asked(
        std::clamp<std::int64_t>(request.offerValidMs.value_or(m_scenario.offers.valid.count()), 0,
            m_scenario.offers.maxValid.count()));
    std::array<unsigned char, 8> nonce {};
    m_ids.fill(nonce);
    const Terms terms { .nonce = std::bit_cast<std::uint64_t>(nonce),
        .capability = static_cast<std::uint32_t>(script - m_scenario.capabilities.data()),
        .hasProof = request.proofMethod.has_value(),
        .priceCu = script->priceCu,
        .validUntilMs = m_clock.unixMs() + asked.count() };
    acmp::Offer offer;
    offer.offerId = m_codec.encode(terms);
    offer.capability = script->name;
    offer.priceCu = script->priceCu;
    offer.validUntilMs = json::Decimal::parse(std::to_string(terms.validUntilMs)).value_or(json::Decimal());
    offer.latencySlaMs = script->latencySlaMs;
    offer.proofMethod = request.proofMethod;
    offer.challengeWindowMs = m_scenario.offers.challengeWindowMs ? m_scenario.offers.challengeWindowMs
                                                                  : request.challengeWindowMs;
    ++m_quoted;
    return offer;
}

acmp::Answer Offers::accept(const acmp::Accept& accept, const Caller& caller)
{
    forgetOldIds();
    const auto terms = m_codec.decode(accept.offerId);
    if (!terms || terms->capability >= m_scenario.capabilities.size()) {
        return makeError(code::kOfferNotFound, {}, "This offer_id was not given out here.");
    }
    const auto id = std::pair(terms->validUntilMs, terms->nonce);
    if (m_taken.contains(id)) {
        return makeError(
            code::kAlreadyAccepted, {}, "Offers are single-use and this one was accepted before.");
    }
    if (const std::int64_t late = m_clock.unixMs() - terms->validUntilMs; late > 0) {
        return makeError(code::kOfferExpired, {}, "Expired " + std::to_string(late) + " ms ago.");
    }
    m_taken.insert(id);
    ++m_accepted;
    const CapabilityScript& script = m_scenario.capabilities[terms->capability];
    if (accept.escrowId) {
        keepDeal({ caller, *accept.escrowId },
            { .script = &script,
                .priceCu = terms->priceCu,
                .proof = terms->hasProof ? std::optional(script.proofs.front()) : std::nullopt });
    }
    return acmp::Ack {
        .offerId = accept.offerId, .escrowId = accept.escrowId, .priceCu = terms->priceCu, .extra = {}
    };
}

const std::vector<Deal>* Offers::dealsOf(const Caller& caller, const std::string& escrowId) const
{
    if (m_deals.empty()) {
        return nullptr;
    }
    const auto found = m_deals.find({ caller, escrowId });
    return found == m_deals.end() ? nullptr : &found->second;
}

void Offers::forgetOldIds()
{
    const std::int64_t before = m_clock.unixMs() - kRememberMs;
    while (!m_taken.empty() && m_taken.begin()->first < before) {
        m_taken.erase(m_taken.begin());
    }
}

void Offers::keepDeal(DealKey key, Deal deal)
{
    if (m_dealOrder.size() >= kMaxDeals) {
        const auto oldest = m_deals.find(m_dealOrder.front());
        oldest->second.erase(oldest->second.begin());
        if (oldest->second.empty()) {
            m_deals.erase(oldest);
        }
        m_dealOrder.pop_front();
    }
    m_deals[key].push_back(std::move(deal));
    m_dealOrder.push_back(std::move(key));
}

} // namespace engine
