// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/admission.h"

#include "protocol/engine/refusal.h"
#include "protocol/rpc/codes.h"

#include <ranges>

namespace engine {

namespace {

namespace code = rpc::code;
using Refusal = std::optional<acmp::TaskError>;

Refusal checkFeatures(const acmp::Invoke& invoke, bool canStream, const Scenario& scenario)
{
    if (invoke.streamOrDefault() && !(scenario.streamsOutput() && canStream)
        && scenario.unsupportedStream == Scenario::UnsupportedStream::Refuse) {
        return makeError(code::kFeatureUnsupported, invoke.taskId,
            scenario.streamsOutput() ? "The output can't be streamed over this transport."
                                     : "output_streaming is not advertised.");
    }
    if (invoke.inputStreamOrDefault() && !scenario.features.inputStreaming) {
        return makeError(code::kFeatureUnsupported, invoke.taskId, "input_streaming is not advertised.");
    }
    if (!invoke.input && !invoke.inputStreamOrDefault()) {
        return makeError(code::kInvalidParams, invoke.taskId,
            "\"input\" may be left out only where input_stream is true.");
    }
    return std::nullopt;
}

Refusal checkEscrowRule(const acmp::Invoke& invoke, const Scenario::Escrow& escrow)
{
    if (escrow.rule == Scenario::Escrow::Rule::AcceptAny) {
        return std::nullopt;
    }
    if (!invoke.escrowId) {
        return makeError(code::kEscrowInvalid, invoke.taskId, "An escrow_id is required here.");
    }
    if (escrow.rule == Scenario::Escrow::Rule::List
        && std::ranges::find(escrow.list, *invoke.escrowId) == escrow.list.end()) {
        return makeError(
            code::kEscrowInvalid, invoke.taskId, "Escrow \"" + *invoke.escrowId + "\" is unknown here.");
    }
    return std::nullopt;
}

/// An escrow stands for its deal (D31): what goes beyond the deal is refused in the scenario's way.
acmp::TaskError beyondDeal(
    const acmp::Invoke& invoke, const Deal& deal, std::string detail, const Scenario& scenario)
{
    if (scenario.escrow.refusal == Scenario::Escrow::Refusal::BudgetExceeded) {
        return makeBudgetError(invoke.taskId, deal.priceCu, std::move(detail));
    }
    return makeError(code::kEscrowInvalid, invoke.taskId, std::move(detail));
}

/// The newest deal for the capability, if the escrow has deals at all.
std::expected<std::optional<Deal>, acmp::TaskError> findDeal(const acmp::Invoke& invoke,
    const CapabilityScript& script, const std::vector<Deal>& deals, const Scenario& scenario)
{
    for (const Deal& deal : std::views::reverse(deals)) {
        if (deal.script != &script) {
            continue;
        }
        if (invoke.proofMethod && deal.proof && *invoke.proofMethod != *deal.proof) {
            return std::unexpected(
                beyondDeal(invoke, deal, "The deal was for the proof \"" + *deal.proof + "\".", scenario));
        }
        return deal;
    }
    return std::unexpected(beyondDeal(invoke, deals.back(),
        "Escrow \"" + *invoke.escrowId + "\" stands for a deal on " + deals.back().script->name + ", not on "
            + script.name + '.',
        scenario));
}

std::expected<Deal, acmp::TaskError> findTerms(const acmp::Invoke& invoke, const Caller& caller,
    const CapabilityScript& script, const Scenario& scenario, const Offers& offers)
{
    Deal terms { .script = &script, .priceCu = script.priceCu, .proof = {} };
    if (const auto* const deals = invoke.escrowId ? offers.dealsOf(caller, *invoke.escrowId) : nullptr) {
        auto deal = findDeal(invoke, script, *deals, scenario);
        if (!deal) {
            return std::unexpected(std::move(deal.error()));
        }
        terms = std::move(**deal);
    }
    if (invoke.proofMethod) {
        terms.proof = invoke.proofMethod;
    }
    return terms;
}

} // namespace

std::expected<Admission, acmp::TaskError> admit(const acmp::Invoke& invoke, const Caller& caller,
    bool canStream, const Scenario& scenario, const Offers& offers)
{
    const CapabilityScript* const script = scenario.find(invoke.capability);
    if (script == nullptr) {
        return std::unexpected(makeError(
            code::kCapabilityNotFound, invoke.taskId, "No capability \"" + invoke.capability + "\" here."));
    }
    if (Refusal refusal = checkFeatures(invoke, canStream, scenario)) {
        return std::unexpected(std::move(*refusal));
    }
    if (Refusal refusal = checkEscrowRule(invoke, scenario.escrow)) {
        return std::unexpected(std::move(*refusal));
    }
    auto terms = findTerms(invoke, caller, *script, scenario, offers);
    if (!terms) {
        return std::unexpected(std::move(terms.error()));
    }
    if (terms->proof && !script->canProve(*terms->proof)) {
        return std::unexpected(makeError(code::kProofUnsupported, invoke.taskId,
            script->name + " gives no proof \"" + *terms->proof + "\"."));
    }
    if (invoke.maxPriceCu && terms->priceCu > *invoke.maxPriceCu) {
        return std::unexpected(makeBudgetError(invoke.taskId, terms->priceCu,
            terms->priceCu == script->priceCu ? script->minimumPriceText()
                                              : "The agreed price is " + terms->priceCu.text() + " CU."));
    }
    return Admission { .terms = std::move(*terms),
        .isStreamed = invoke.streamOrDefault() && scenario.streamsOutput() && canStream };
}

} // namespace engine
