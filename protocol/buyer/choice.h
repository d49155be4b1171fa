// SPDX-License-Identifier: Apache-2.0
// Which of several offers a buyer takes (Layer 6 §5), and whether a fresh one is as good as the one it
// replaces. Pure: no clock, no socket.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/identity/verifier.h"
#include "protocol/wire/clock.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace buyer {

enum class Policy : std::uint8_t {
    Cheapest, ///< equal prices: the faster one
    Fastest, ///< by latency_sla_ms, then by measured round trip; who promises nothing comes last
    BestScore,
};
std::string_view toString(Policy policy); ///< "cheapest", "fastest", "best"
std::optional<Policy> policyOf(std::string_view name);

/// How much each counts in a score. None below 0; all 0 makes every score 0.
struct Weights {
    double price = 60;
    double sla = 30;
    double roundTrip = 10;
    double unverified = 0.5; ///< a factor for offers without a verified signature
    bool operator==(const Weights&) const = default;
};

/// What an offer must be to be taken without asking. Absent: any will do.
struct Constraints {
    bool signedOnly = false; ///< and verified
    std::optional<json::Decimal> maxPriceCu = {};
    std::optional<std::int64_t> maxLatencyMs = {};
    std::string tier = {}; ///< exactly, as the provider's entry says
    std::string proofMethod = {};
    bool operator==(const Constraints&) const = default;
};

/// What is known of an offer's signature; in the order of trust.
enum class Trust : std::uint8_t {
    Bad, ///< never taken
    Unsigned,
    NotChecked, ///< its DID is not resolved (D13)
    NotAuthorised, ///< valid, by a key that may not speak for the DID
    Unseen, ///< signed, and not looked at yet: taken for verified until it is
    Verified,
};

Trust trustOf(identity::State state);

struct Candidate {
    const acmp::Offer* offer = nullptr; ///< never null
    wire::nanoseconds roundTrip { 0 };
    std::string tier = {}; ///< empty: not known
    Trust trust = Trust::Unsigned;
};

/// Why it may not be taken under `constraints`, as a sentence; nullopt if it may.
std::optional<std::string> whyNot(
    const Candidate& candidate, const acmp::OfferRequest& request, const Constraints& constraints);

/// What an offer must be to be taken without asking, in words: "at most 0.05 CU, signed"; empty: any will do.
std::string limitsText(const acmp::OfferRequest& request, const Constraints& constraints);

/// 0 to 100, one a candidate: the sum of weight · best / value over price, latency_sla_ms and round trip,
/// where the best are those of `candidates`. What is not promised adds nothing.
std::vector<double> scores(std::span<const Candidate> candidates, const Weights& weights);

/// Indices of `candidates`, the best first.
std::vector<std::size_t> ranked(
    std::span<const Candidate> candidates, Policy policy, const Weights& weights = {});

/// Whether no offer that is still to come can be better than `leader`, if those who have not answered were
/// asked when it was.
bool isUnbeatable(const Candidate& leader, Policy policy);

/// What is worse in `fresh` than in `shown`, as a sentence; nullopt if nothing is (decision D15).
std::optional<std::string> worsening(const acmp::Offer& fresh, const acmp::Offer& shown);

} // namespace buyer
