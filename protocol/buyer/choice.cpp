// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/choice.h"

#include "protocol/wire/error.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace buyer {

namespace {

constexpr std::int64_t kNoPromise = std::numeric_limits<std::int64_t>::max();

std::string quoted(std::string_view text)
{
    return wire::excerpt(text, 60);
}

std::string amounts(const json::Decimal& found, const json::Decimal& limit)
{
    return quoted(found.text()) + " CU, above " + quoted(limit.text());
}

/// 0 to 1; the smaller `value` the better. 0 is best of all and as good as itself.
double share(double best, double value)
{
    if (value <= best)
        return 1;
    return best > 0 ? best / value : 0;
}

bool isFaster(const Candidate& a, const Candidate& b)
{
    const auto sla
        = [](const Candidate& candidate) { return candidate.offer->latencySlaMs.value_or(kNoPromise); };
    return std::pair(sla(a), a.roundTrip) < std::pair(sla(b), b.roundTrip);
}

std::optional<std::string> whyNotTrusted(Trust trust, bool signedOnly)
{
    if (trust == Trust::Bad)
        return "its signature is bad";
    if (!signedOnly || trust == Trust::Verified || trust == Trust::Unseen)
        return std::nullopt;
    if (trust == Trust::NotChecked)
        return "signed only: its DID is not resolved";
    if (trust == Trust::NotAuthorised)
        return "signed only: its key may not speak for its DID";
    return "signed only: it is unsigned";
}

} // namespace

std::string_view toString(Policy policy)
{
    switch (policy) {
    case Policy::Cheapest:
        return "cheapest";
    case Policy::Fastest:
        return "fastest";
    case Policy::BestScore:
        return "best";
    }
    return "";
}

std::optional<Policy> policyOf(std::string_view name)
{
    for (const Policy policy : { Policy::Cheapest, Policy::Fastest, Policy::BestScore }) {
        if (toString(policy) == name)
            return policy;
    }
    return std::nullopt;
}

Trust trustOf(identity::State state)
{
    switch (state) {
    case identity::State::Unsigned:
        return Trust::Unsigned;
    case identity::State::NotChecked:
        return Trust::NotChecked;
    case identity::State::Bad:
        return Trust::Bad;
    case identity::State::ValidNotAuthorised:
        return Trust::NotAuthorised;
    case identity::State::Verified:
        return Trust::Verified;
    }
    return Trust::Bad;
}

std::optional<std::string> whyNot(
    const Candidate& candidate, const acmp::OfferRequest& request, const Constraints& constraints)
{
    const acmp::Offer& offer = *candidate.offer;
    if (offer.capability != request.capability)
        return "it is for " + quoted(offer.capability) + ", not for " + quoted(request.capability);
    if (offer.priceCu.isNegative())
        return "its price is below 0";
    for (const auto& limit : { request.maxPriceCu, constraints.maxPriceCu }) {
        if (limit && offer.priceCu > *limit)
            return amounts(offer.priceCu, *limit);
    }
    if (constraints.maxLatencyMs) {
        if (!offer.latencySlaMs)
            return "it promises no latency";
        if (*offer.latencySlaMs > *constraints.maxLatencyMs)
            return std::to_string(*offer.latencySlaMs) + " ms, above "
                + std::to_string(*constraints.maxLatencyMs);
    }
    if (!constraints.tier.empty() && candidate.tier != constraints.tier)
        return candidate.tier.empty() ? "its tier is not known" : "its tier is " + quoted(candidate.tier);
    if (!constraints.proofMethod.empty() && offer.proofMethod != constraints.proofMethod)
        return offer.proofMethod ? "its proof is " + quoted(*offer.proofMethod) : "it promises no proof";
    return whyNotTrusted(candidate.trust, constraints.signedOnly);
}

std::string limitsText(const acmp::OfferRequest& request, const Constraints& constraints)
{
    std::string all;
    const auto add = [&all](const std::string& limit) { all.append(all.empty() ? "" : ", ").append(limit); };
    std::optional<json::Decimal> ceiling = request.maxPriceCu;
    if (constraints.maxPriceCu && (!ceiling || *constraints.maxPriceCu < *ceiling))
        ceiling = constraints.maxPriceCu;
    if (ceiling)
        add("at most " + quoted(ceiling->text()) + " CU");
    if (constraints.maxLatencyMs)
        add("at most " + std::to_string(*constraints.maxLatencyMs) + " ms");
    if (!constraints.proofMethod.empty())
        add("proof " + quoted(constraints.proofMethod));
    if (!constraints.tier.empty())
        add("tier " + quoted(constraints.tier));
    if (constraints.signedOnly)
        add("signed");
    return all;
}

std::vector<double> scores(std::span<const Candidate> candidates, const Weights& weights)
{
    const double all = weights.price + weights.sla + weights.roundTrip;
    std::vector<double> found(candidates.size(), 0);
    if (candidates.empty() || !(all > 0))
        return found;
    double price = std::numeric_limits<double>::infinity(), sla = price, roundTrip = price;
    for (const Candidate& candidate : candidates) {
        price = std::min(price, candidate.offer->priceCu.toDouble());
        sla = std::min(sla, static_cast<double>(candidate.offer->latencySlaMs.value_or(kNoPromise)));
        roundTrip = std::min(roundTrip, wire::toMs(candidate.roundTrip));
    }
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate& candidate = candidates[i];
        double sum = weights.price * share(price, candidate.offer->priceCu.toDouble())
            + weights.roundTrip * share(roundTrip, wire::toMs(candidate.roundTrip));
        if (candidate.offer->latencySlaMs)
            sum += weights.sla * share(sla, static_cast<double>(*candidate.offer->latencySlaMs));
        const bool isTrusted = candidate.trust == Trust::Verified || candidate.trust == Trust::Unseen;
        found[i] = 100 * sum / all * (isTrusted ? 1 : weights.unverified);
    }
    return found;
}

std::vector<std::size_t> ranked(std::span<const Candidate> candidates, Policy policy, const Weights& weights)
{
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    const std::vector<double> score
        = policy == Policy::BestScore ? scores(candidates, weights) : std::vector<double>();
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const Candidate &left = candidates[a], &right = candidates[b];
        if (policy == Policy::BestScore)
            return score[a] > score[b];
        if (policy == Policy::Cheapest && left.offer->priceCu != right.offer->priceCu)
            return left.offer->priceCu < right.offer->priceCu;
        return isFaster(left, right);
    });
    return order;
}

bool isUnbeatable(const Candidate& leader, Policy policy)
{
    static const json::Decimal kFree;
    // Whoever answers later has the longer round trip.
    return (policy == Policy::Cheapest && leader.offer->priceCu == kFree)
        || (policy == Policy::Fastest && leader.offer->latencySlaMs == 0);
}

std::optional<std::string> worsening(const acmp::Offer& fresh, const acmp::Offer& shown)
{
    if (fresh.capability != shown.capability)
        return "it is for " + quoted(fresh.capability) + ", not for " + quoted(shown.capability);
    if (fresh.priceCu > shown.priceCu)
        return "price " + amounts(fresh.priceCu, shown.priceCu);
    if (shown.latencySlaMs && fresh.latencySlaMs.value_or(kNoPromise) > *shown.latencySlaMs) {
        return fresh.latencySlaMs ? "latency " + std::to_string(*fresh.latencySlaMs) + " ms, above "
                + std::to_string(*shown.latencySlaMs)
                                  : "it promises no latency any more";
    }
    if (shown.proofMethod && fresh.proofMethod != shown.proofMethod)
        return fresh.proofMethod
            ? "proof " + quoted(*fresh.proofMethod) + ", not " + quoted(*shown.proofMethod)
            : "it promises no proof any more";
    if (fresh.challengeWindowMs != shown.challengeWindowMs
        && fresh.challengeWindowMs.value_or(0) < shown.challengeWindowMs.value_or(0))
        return "a shorter challenge window";
    return std::nullopt;
}

} // namespace buyer
