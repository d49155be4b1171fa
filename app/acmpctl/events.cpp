// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/events.h"

#include "app/acmpctl/eventtext.h"
#include "app/acmpctl/signatureevents.h"

#include "protocol/acmp/codec.h"
#include "protocol/dissect/summary.h"
#include "protocol/json/document.h"

namespace acmpctl {

void printQuote(Output& output, const std::string& provider, const buyer::Quote& quote)
{
    if (const auto* error = std::get_if<wire::Error>(&quote.outcome)) {
        return output.event(
            "failed",
            [&](json::Writer& writer) {
                writer.key("provider").string(provider);
                writer.key("cause").string(error->toString());
                if (!quote.raw.isEmpty())
                    writeUnread(writer, quote.raw.text());
                writeFindings(writer, quote.findings);
            },
            [&] {
                return "✕ " + provider + "  failed: " + error->toString() + '\n' + describe(quote.findings);
            });
    }
    if (const auto* refusal = std::get_if<acmp::TaskError>(&quote.outcome)) {
        return output.event(
            "refused",
            [&](json::Writer& writer) {
                writer.key("provider").string(provider);
                writer.key("rtt_ms").real(wire::toMs(quote.roundTrip));
                writer.key("code").integer(refusal->code);
                writer.key("name").string(nameOf(refusal->code));
                writer.key("message").string(refusal->message);
                writeData(writer, *refusal);
                writeFindings(writer, quote.findings);
            },
            [&] {
                return "✕ " + provider + "  refused: " + describe(*refusal) + '\n' + describe(quote.findings);
            });
    }
    const auto& offer = std::get<acmp::Offer>(quote.outcome);
    output.event(
        "offer",
        [&](json::Writer& writer) {
            writer.key("provider").string(provider);
            writer.key("rtt_ms").real(wire::toMs(quote.roundTrip));
            writer.key("skew_ms");
            if (quote.skew)
                writer.integer(quote.skew->ms);
            else
                writer.null();
            const json::Document answer
                = json::Document::parse(QByteArray::fromStdString(std::string(quote.raw.text())))
                      .value_or(json::Document());
            writer.key("offer").raw(dissect::bodyOf(answer.root()).raw());
            writeSignature(writer, quote.signature);
            writeFindings(writer, quote.findings);
        },
        [&] {
            std::string text = "✓ " + provider + "  " + offer.priceCu.text() + " CU";
            if (offer.latencySlaMs)
                text += ", within " + std::to_string(*offer.latencySlaMs) + " ms";
            if (offer.proofMethod)
                text += ", proof " + wire::excerpt(*offer.proofMethod);
            const double left = offer.validUntilMs.toDouble() - static_cast<double>(quote.receivedUnixMs);
            text += ", valid for " + fixed(left, 0) + " ms, round trip " + ms(quote.roundTrip);
            return text + ", " + describeSignature(quote.signature) + '\n' + describe(quote.findings);
        });
}

void printAccepted(
    Output& output, const std::string& provider, const acmp::Ack& ack, const acmp::Offer& offer)
{
    const json::Decimal price = ack.priceCu.value_or(offer.priceCu);
    output.event(
        "accepted",
        [&](json::Writer& writer) {
            writer.key("provider").string(provider);
            writer.key("offer_id").string(ack.offerId);
            writer.key("price_cu").number(price);
            writeOptional(writer, "escrow_id", ack.escrowId);
        },
        [&] {
            return "✓ accepted " + provider + " at " + price.text() + " CU"
                + (ack.escrowId ? ", escrow " + wire::excerpt(*ack.escrowId)
                                : std::string(", direct settlement"));
        });
}

} // namespace acmpctl
