// SPDX-License-Identifier: Apache-2.0
// The checks of Layer 6's messages.
#include "protocol/acmp/checks.h"

#include "protocol/acmp/report.h"
#include "protocol/json/document.h"

#include <array>

namespace acmp {
namespace {

/// Clocks of two machines that keep time agree within this.
constexpr std::int64_t kClockToleranceMs = 1000;

json::Decimal decimalOf(std::int64_t number)
{
    return *json::Decimal::parse(std::to_string(number));
}

QByteArray bytesOf(const json::Raw& raw)
{
    const std::string_view text = raw.text();
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

void checkSignatureForm(Report& report, const json::Raw& sig)
{
    static constexpr std::array<std::string_view, 5> kTexts { "did", "verification_method", "alg",
        "payload_hash", "signature" };
    const auto document = json::Document::parse(bytesOf(sig));
    if (!document || !document->root().isObject()) {
        report.add("L6-2.1-sig-form", "/sig", "a signature envelope", sig.text());
        return;
    }
    const auto add = [&report](std::string_view name, std::string_view expected, const json::View& value) {
        report.add("L6-2.1-sig-form", std::string("/sig/").append(name), expected,
            value.isValid() ? value.lexeme() : "nothing");
    };
    const json::View envelope = document->root();
    for (const std::string_view name : kTexts) {
        if (!envelope[name].isString())
            add(name, "a string", envelope[name]);
    }
    if (!envelope["created_ms"].isNumber())
        add("created_ms", "a number", envelope["created_ms"]);
    const json::View alg = envelope["alg"];
    if (alg.isString() && !alg.equals("EdDSA") && !alg.equals("ES256"))
        add("alg", "EdDSA or ES256", alg);
}

std::optional<json::Decimal> createdMs(const Offer& offer)
{
    if (!offer.sig)
        return std::nullopt;
    const auto document = json::Document::parse(bytesOf(*offer.sig));
    return document ? document->root()["created_ms"].decimal() : std::nullopt;
}

void checkWindow(Report& report, const Offer& message, const OfferRequest& request, std::int64_t nowUnixMs)
{
    const json::Decimal now = decimalOf(nowUnixMs);
    const std::optional<json::Decimal> created = createdMs(message);
    const std::string& until = message.validUntilMs.text();
    if (created && *created > decimalOf(nowUnixMs + kClockToleranceMs))
        report.add("L6-2.1-created-future", "/sig/created_ms", "created_ms ≤ " + now.text(), created->text());
    if (message.validUntilMs <= now)
        report.add("L6-2.1-expired", "/valid_until_ms", "valid_until_ms > " + now.text(), until);
    if (!request.offerValidMs)
        return;
    // The provider's own clock, where it is known, is the better start of the window.
    const auto latest = json::Decimal::sum(created.value_or(now), decimalOf(*request.offerValidMs));
    if (latest && message.validUntilMs > *latest)
        report.add("L6-2.1-window-longer", "/valid_until_ms", "valid_until_ms ≤ " + latest->text(), until);
}

void checkTerms(Report& report, const Offer& message, const OfferRequest& request)
{
    if (request.maxLatencyMs) {
        const std::string expected = "latency_sla_ms ≤ " + std::to_string(*request.maxLatencyMs);
        if (!message.latencySlaMs)
            report.add("L6-2.1-sla-absent", "/latency_sla_ms", expected, "nothing");
        else if (*message.latencySlaMs > *request.maxLatencyMs)
            report.add(
                "L6-2.1-sla-worse", "/latency_sla_ms", expected, std::to_string(*message.latencySlaMs));
    }
    if (request.proofMethod) {
        if (!message.proofMethod)
            report.add("L6-2.1-proof-absent", "/proof_method", *request.proofMethod, "nothing");
        else if (*message.proofMethod != *request.proofMethod)
            report.add("L6-2.1-proof", "/proof_method", *request.proofMethod, *message.proofMethod);
    }
    if (request.challengeWindowMs && message.challengeWindowMs != request.challengeWindowMs) {
        report.add("L6-2.1-challenge-window", "/challenge_window_ms",
            std::to_string(*request.challengeWindowMs),
            message.challengeWindowMs ? std::to_string(*message.challengeWindowMs) : "nothing");
    }
}

} // namespace

Findings check(const OfferRequest& message)
{
    Report report;
    report.checkNotEmpty("L6-2.1-capability-empty", "/capability", message.capability);
    if (message.maxPriceCu)
        report.checkNotNegative("L6-2.1-price", "max_price_cu", *message.maxPriceCu);
    report.checkAtLeast("L6-2.1-range", "input_tokens_est", message.inputTokensEst, 0);
    report.checkAtLeast("L6-2.1-range", "max_latency_ms", message.maxLatencyMs, 0);
    report.checkAtLeast("L6-2.1-range", "challenge_window_ms", message.challengeWindowMs, 0);
    report.checkAtLeast("L6-2.1-range", "offer_valid_ms", message.offerValidMs, 0);
    report.checkTier("L6-2.1-tier", message.preferredTier);
    return report.take();
}

Findings check(const Offer& message)
{
    Report report;
    report.checkNotEmpty("L6-2.1-offer-id", "/offer_id", message.offerId);
    report.checkNotNegative("L6-2.1-price", "price_cu", message.priceCu);
    report.checkNotNegative("L6-2.1-range", "valid_until_ms", message.validUntilMs);
    report.checkAtLeast("L6-2.1-range", "latency_sla_ms", message.latencySlaMs, 0);
    report.checkAtLeast("L6-2.1-range", "challenge_window_ms", message.challengeWindowMs, 0);
    if (message.sig)
        checkSignatureForm(report, *message.sig);
    else
        report.add("L6-2.1-unsigned", "/sig", "a signature envelope", "nothing");
    return report.take();
}

Findings check(const Offer& message, const OfferRequest& request, std::int64_t nowUnixMs)
{
    Report report;
    if (message.capability != request.capability)
        report.add("L6-2.1-capability", "/capability", request.capability, message.capability);
    if (request.maxPriceCu && message.priceCu > *request.maxPriceCu) {
        report.add("L6-2.1-price-over-ceiling", "/price_cu", "price_cu ≤ " + request.maxPriceCu->text(),
            message.priceCu.text());
    }
    checkWindow(report, message, request, nowUnixMs);
    checkTerms(report, message, request);
    return report.take();
}

Findings check(const Ack& message, const Accept& request, const Offer& offer)
{
    Report report;
    if (message.offerId != request.offerId)
        report.add("L6-2.2-offer-id", "/offer_id", request.offerId, message.offerId);
    if (message.escrowId != request.escrowId) {
        report.add("L6-2.2-escrow-id", "/escrow_id", request.escrowId.value_or("nothing"),
            message.escrowId.value_or("nothing"));
    }
    if (!message.priceCu)
        report.add("L6-2.2-price-absent", "/price_cu", offer.priceCu.text(), "nothing");
    else if (*message.priceCu != offer.priceCu)
        report.add("L6-2.2-price", "/price_cu", offer.priceCu.text(), message.priceCu->text());
    return report.take();
}

} // namespace acmp
