// SPDX-License-Identifier: GPL-3.0-or-later
// A bid in words: what came of it, its signature, what there is to know of its offer. Amounts as received
// (decision D18). Pure.
#pragma once

#include "ui/stack/roundstate.h"
#include "ui/widgets/statelabel.h"

#include <QString>

#include <vector>

namespace offers {

/// Peers' text as it may be shown.
QString shown(std::string_view text);

struct Word {
    widgets::State state = widgets::State::Neutral;
    QString text;
    bool operator==(const Word&) const = default;
};

QString trustWord(buyer::Trust trust); ///< "Verified"
/// Of an offer its signature with the reason, of a refusal its code and name, of a failure its cause.
Word signatureOf(const buyer::Bid& bid);
/// What came of taking it, "accepted"; else why it may not be taken by a policy. Empty where there is nothing
/// to say.
Word takingOf(const buyer::Bid& bid);
QString errorText(const acmp::TaskError& error); ///< "-33001 budget_exceeded: … At least 0.008 CU are asked."

QString msText(wire::nanoseconds duration); ///< "3.1"
QString skewText(const std::optional<session::ClockSkew>& skew); ///< "+4"; empty: not known
QString windowText(std::int64_t ms); ///< "24 h" where it is whole hours, else "1500 ms"
QString leftText(wire::nanoseconds left); ///< "3.6 s", "42 ms", "expired"
QString timeText(std::int64_t unixMs); ///< "20:31:07", of the day here
QString whenText(std::int64_t unixMs); ///< the same today, else "2026-07-03 20:31"

/// One row of a table of words.
using Facts = std::vector<QStringList>;
/// Member and value, all that the offer says, whatever is not known by name too.
Facts termsOf(const acmp::Offer& offer);
/// What is known of its signature, down to the bytes that it covers.
Facts signatureFacts(const buyer::Bid& bid);
/// Member, one's value, the other's: those that differ, and then the others.
Facts differenceOf(const acmp::Offer& a, const acmp::Offer& b);

/// One row of Layer 6 §4: the term, what was asked, what was agreed, where it lands.
Facts handoffOf(
    const acmp::OfferRequest& request, const acmp::Offer& offer, const std::optional<std::string>& escrowId);

/// A program, or an address of this machine: an accept that stays on it needs no confirmation.
bool isOfThisMachine(const std::string& url);

} // namespace offers
