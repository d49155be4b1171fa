// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/negotiation.h"

#include "protocol/acmp/retryafter.h"
#include "protocol/rpc/codes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace buyer {

using wire::milliseconds;
using wire::nanoseconds;

namespace {

constexpr nanoseconds kMargin = milliseconds(5);
constexpr nanoseconds kLongestDeadline = milliseconds(2'000);
/// Before an accept without an answer is sent again.
constexpr std::array<nanoseconds, 3> kPauses { milliseconds(0), milliseconds(100), milliseconds(400) };

nanoseconds deadlineOf(const RoundOptions& options)
{
    if (options.deadline)
        return *options.deadline;
    if (!options.request.offerValidMs || *options.request.offerValidMs <= 0)
        return kLongestDeadline;
    // Compared first: a peer's user may ask for a window of any length.
    const std::int64_t window = std::min<std::int64_t>(*options.request.offerValidMs, 60'000);
    return std::min<nanoseconds>(milliseconds(window) * 6 / 10, kLongestDeadline);
}

/// On our monotonic clock, as far as the provider's clock is known (D14). nullopt: no time that can be told.
std::optional<wire::Instant> expiryOf(const acmp::Offer& offer, const Quote& quote, const wire::Clock& clock)
{
    constexpr double kLongestMs = 1e11; // three years: beyond it no countdown is of use
    const double leftMs = offer.validUntilMs.toDouble() - static_cast<double>(clock.unixMs())
        - static_cast<double>(quote.skew ? quote.skew->ms : 0);
    if (!std::isfinite(leftMs))
        return std::nullopt;
    return clock.now()
        + std::chrono::duration_cast<nanoseconds>(
            std::chrono::duration<double, std::milli>(std::clamp(leftMs, -kLongestMs, kLongestMs)));
}

Bid::State stateWithoutOffer(const Quote& quote)
{
    if (const auto* refusal = std::get_if<acmp::TaskError>(&quote.outcome))
        return acmp::retryAfter(*refusal) ? Bid::State::Limited : Bid::State::Refused;
    const auto& error = std::get<wire::Error>(quote.outcome);
    // HTTP 429; the other statuses that refuse do so for good.
    const bool isLimited = error.kind == wire::ErrorKind::Refused && error.transient;
    return isLimited ? Bid::State::Limited : Bid::State::Failed;
}

/// Whether the provider may have got a request that ended so.
bool mayHaveArrived(const wire::Error& error)
{
    return error.kind != wire::ErrorKind::Usage && error.kind != wire::ErrorKind::NotAdvertised
        && error.kind != wire::ErrorKind::Tls;
}

} // namespace

std::string_view toString(Decision::Cause cause)
{
    switch (cause) {
    case Decision::Cause::AllAnswered:
        return "all have answered";
    case Decision::Cause::Deadline:
        return "the round's deadline";
    case Decision::Cause::Unbeatable:
        return "no other can be better";
    case Decision::Cause::Expiring:
        return "the best offer was about to expire";
    }
    return "";
}

const acmp::Offer* Bid::offer() const
{
    return quote ? std::get_if<acmp::Offer>(&quote->outcome) : nullptr;
}

Negotiation::Negotiation(
    wire::Clock& clock, std::vector<Participant> participants, RoundOptions options, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_participants(std::move(participants))
    , m_options(std::move(options))
    , m_bids(m_participants.size())
{
}

Negotiation::~Negotiation() = default;

void Negotiation::start()
{
    m_unanswered = m_out = m_bids.size();
    for (std::size_t i = 0; i < m_bids.size(); ++i) {
        m_bids[i].askedAt = m_clock.now();
        m_participants[i]
            .connection->quote(m_options.request, quoteOptions(i))
            .then(this, [this, i](Quote quote) { answered(i, std::move(quote)); });
    }
    if (m_options.accepts) {
        const nanoseconds deadline = deadlineOf(m_options);
        m_deadline = m_clock.now() + deadline;
        m_deadlineTimer = m_clock.startTimer(deadline, [this] { decide(Decision::Cause::Deadline); });
    }
    // Not from within this call.
    if (m_bids.empty())
        m_lookTimer = m_clock.startTimer(nanoseconds(0), [this] {
            consider();
            settleIfDone();
        });
}

QuoteOptions Negotiation::quoteOptions(std::size_t index) const
{
    // Signatures are looked at in the order of preference, and not while offers come in.
    return { m_options.quoteTimeout, { m_participants[index].earlierWindowMs, {} }, false };
}

bool Negotiation::isConcluded() const
{
    if (!m_options.accepts)
        return m_unanswered == 0;
    return m_decision && (!m_decision->chosen || m_bids[*m_decision->chosen].taking != Bid::Taking::Sent);
}

bool Negotiation::isSettled() const
{
    return m_out == 0 && m_again.empty();
}

void Negotiation::settleIfDone()
{
    if (m_isSettled || !isSettled() || (m_options.accepts && !m_decision))
        return;
    m_isSettled = true;
    Q_EMIT settled();
}

void Negotiation::take(Bid& bid, std::size_t index, Quote quote)
{
    bid.quote = std::move(quote);
    bid.expiresAt.reset();
    const acmp::Offer* const offer = bid.offer();
    if (!offer) {
        bid.state = stateWithoutOffer(*bid.quote);
        return;
    }
    bid.state = Bid::State::Offered;
    bid.expiresAt = expiryOf(*offer, *bid.quote, m_clock);
    bid.trust = offer->sig ? Trust::Unseen : Trust::Unsigned;
    bid.trustReason.clear();
    m_participants[index].earlierWindowMs = bid.quote->windowSkewMs;
}

void Negotiation::answered(std::size_t index, Quote quote)
{
    Bid& bid = m_bids[index];
    --m_unanswered;
    --m_out;
    bid.isLate = m_decision.has_value();
    take(bid, index, std::move(quote));
    rescore();
    if (m_options.accepts && !m_decision)
        consider();
    else
        lookAtOneMore();
    Q_EMIT changed(index);
    settleIfDone();
}

Candidate Negotiation::candidateOf(std::size_t index) const
{
    const Bid& bid = m_bids[index];
    return { bid.offer(), bid.quote->roundTrip, m_participants[index].tier, bid.trust };
}

nanoseconds Negotiation::leftOf(const Bid& bid) const
{
    return bid.expiresAt ? *bid.expiresAt - m_clock.now() : nanoseconds::max();
}

// Those that can be taken now; `mustArrive`: and whose window is still open when an accept gets there.
std::vector<std::size_t> Negotiation::admissible(bool mustArrive) const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_bids.size(); ++i) {
        const Bid& bid = m_bids[i];
        if (bid.offer() && !bid.whyNot && bid.taking == Bid::Taking::No
            && leftOf(bid) > (mustArrive ? bid.quote->roundTrip / 2 : nanoseconds(0)))
            found.push_back(i);
    }
    return found;
}

std::vector<std::size_t> Negotiation::ranking(const std::vector<std::size_t>& indices) const
{
    std::vector<Candidate> candidates;
    candidates.reserve(indices.size());
    for (const std::size_t index : indices)
        candidates.push_back(candidateOf(index));
    std::vector<std::size_t> order = ranked(candidates, *m_options.accepts, m_options.weights);
    for (std::size_t& place : order)
        place = indices[place];
    return order;
}

// Better one that may come too late than none.
std::vector<std::size_t> Negotiation::choices() const
{
    const std::vector<std::size_t> lasting = admissible(true);
    return ranking(lasting.empty() ? admissible(false) : lasting);
}

void Negotiation::rescore()
{
    std::vector<std::size_t> indices;
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < m_bids.size(); ++i) {
        m_bids[i].score = 0;
        if (!m_bids[i].offer())
            continue;
        const Candidate candidate = candidateOf(i);
        m_bids[i].whyNot = whyNot(candidate, m_options.request, m_options.constraints);
        if (m_bids[i].whyNot)
            continue;
        indices.push_back(i);
        candidates.push_back(candidate);
    }
    const std::vector<double> found = scores(candidates, m_options.weights);
    for (std::size_t i = 0; i < indices.size(); ++i)
        m_bids[indices[i]].score = found[i];
}

void Negotiation::look(std::size_t index)
{
    Bid& bid = m_bids[index];
    if (m_options.verify) {
        std::tie(bid.trust, bid.trustReason) = m_options.verify(index, *bid.quote);
    } else {
        m_participants[index].connection->checkSignature(*bid.quote);
        bid.trust = trustOf(bid.quote->signature.state);
        bid.trustReason = bid.quote->signature.reason;
    }
    rescore();
    Q_EMIT changed(index);
}

// The choice is made or nobody waits for one: the others' signatures are looked at between other work.
void Negotiation::lookAtOneMore()
{
    const auto unseen = std::ranges::find_if(m_bids,
        [](const Bid& bid) { return bid.state == Bid::State::Offered && bid.trust == Trust::Unseen; });
    if (unseen == m_bids.end() || m_lookTimer)
        return;
    m_lookTimer = m_clock.startTimer(
        nanoseconds(0), [this, index = static_cast<std::size_t>(unseen - m_bids.begin())] {
            m_lookTimer.reset();
            look(index);
            lookAtOneMore();
        });
}

void Negotiation::consider()
{
    if (m_unanswered == 0)
        return decide(Decision::Cause::AllAnswered);
    const std::vector<std::size_t> order = ranking(admissible(true));
    if (order.empty())
        return;
    const std::size_t leader = order.front();
    Bid& bid = m_bids[leader];
    if (isUnbeatable(candidateOf(leader), *m_options.accepts)) {
        if (bid.trust == Trust::Unseen) {
            look(leader);
            return consider();
        }
        return decide(Decision::Cause::Unbeatable);
    }
    if (m_leader == leader || !bid.expiresAt)
        return;
    m_leader = leader;
    const nanoseconds left = leftOf(bid) - bid.quote->roundTrip - kMargin;
    if (left <= nanoseconds(0))
        return decide(Decision::Cause::Expiring);
    m_expiryTimer = m_clock.startTimer(left, [this] { decide(Decision::Cause::Expiring); });
}

void Negotiation::decide(Decision::Cause cause)
{
    if (m_decision)
        return;
    // Only whoever leads is looked at: what comes of it may change who leads.
    std::vector<std::size_t> order = choices();
    while (!order.empty() && m_bids[order.front()].trust == Trust::Unseen) {
        look(order.front());
        order = choices();
    }
    m_deadlineTimer.reset();
    m_expiryTimer.reset();
    m_decision = Decision { cause, m_clock.now(), {}, order.size(), {} };
    if (order.empty()) {
        m_decision->why = std::string(toString(cause)) + ": no offer may be taken";
    } else {
        m_decision->chosen = order.front();
        m_decision->why = std::string(toString(*m_options.accepts)) + " of " + std::to_string(order.size())
            + ": " + std::string(toString(cause));
    }
    if (const std::string limits = limitsText(m_options.request, m_options.constraints); !limits.empty())
        m_decision->why += " (" + limits + ')';
    if (!order.empty())
        sendAccept(order.front());
    lookAtOneMore();
    Q_EMIT decided();
    settleIfDone();
}

bool Negotiation::accept(std::size_t index)
{
    return sendAccept(index);
}

bool Negotiation::sendAccept(std::size_t index)
{
    Bid& bid = m_bids[index];
    const acmp::Offer* const offer = bid.offer();
    const auto refuse = [&](std::string why) {
        bid.note = std::move(why);
        Q_EMIT changed(index);
        return false;
    };
    if (!offer)
        return refuse("there is no offer to take");
    if (bid.taking == Bid::Taking::Sent || bid.taking == Bid::Taking::Taken)
        return refuse("it is taken already");
    if (bid.isRequoting)
        return refuse("its terms are being asked for again");
    if (m_options.refuses) {
        if (auto why = m_options.refuses(index, *offer))
            return refuse(std::move(*why));
    }
    bid.taking = Bid::Taking::Sent;
    bid.accepts = 0;
    bid.note.clear();
    send(index);
    Q_EMIT changed(index);
    return true;
}

void Negotiation::send(std::size_t index)
{
    Bid& bid = m_bids[index];
    ++bid.accepts;
    ++m_out;
    acmp::Accept request;
    request.offerId = bid.offer()->offerId;
    request.escrowId = m_options.escrowId;
    m_participants[index]
        .connection->accept(request, *bid.offer(), m_options.acceptTimeout)
        .then(this, [this, index](Acceptance acceptance) { acceptAnswered(index, std::move(acceptance)); });
}

void Negotiation::acceptAnswered(std::size_t index, Acceptance acceptance)
{
    --m_out;
    Bid& bid = m_bids[index];
    bid.acceptance = std::move(acceptance);
    const bool wasLost = bid.accepts > 1;
    if (std::holds_alternative<acmp::Ack>(bid.acceptance->outcome))
        return conclude(index, Bid::Taking::Taken);
    if (const auto* error = std::get_if<acmp::TaskError>(&bid.acceptance->outcome)) {
        if (wasLost && error->code == rpc::code::kAlreadyAccepted)
            return conclude(index, Bid::Taking::Taken, "our own accept, whose answer was lost, had arrived");
        if (wasLost && (error->code == rpc::code::kOfferExpired || error->code == rpc::code::kOfferNotFound))
            return conclude(index, Bid::Taking::Unsure, "an accept before it had no answer");
        return conclude(index, Bid::Taking::Denied);
    }
    if (!mayHaveArrived(std::get<wire::Error>(bid.acceptance->outcome)))
        return conclude(index, Bid::Taking::Denied, "it could not be sent");
    if (bid.accepts > kPauses.size())
        return conclude(index, Bid::Taking::Unsure, "no accept had an answer");
    m_again[index] = m_clock.startTimer(kPauses[bid.accepts - 1], [this, index] {
        m_again.erase(index);
        send(index);
    });
    Q_EMIT changed(index);
}

void Negotiation::conclude(std::size_t index, Bid::Taking taking, std::string note)
{
    m_bids[index].taking = taking;
    m_bids[index].note = std::move(note);
    Q_EMIT changed(index);
    // The provider's no is final: the next best may still be taken.
    if (taking == Bid::Taking::Denied && m_decision && m_decision->chosen == index) {
        const Decision::Cause cause = m_decision->cause;
        m_decision.reset();
        return decide(cause);
    }
    settleIfDone();
}

void Negotiation::requoteAndAccept(std::size_t index)
{
    const acmp::Offer* const offer = m_bids[index].offer();
    Bid& bid = m_bids[index];
    if (!offer || bid.isRequoting || bid.taking == Bid::Taking::Sent || bid.taking == Bid::Taking::Taken)
        return;
    bid.isRequoting = true;
    bid.askedAt = m_clock.now();
    ++m_out;
    m_participants[index]
        .connection->quote(m_options.request, quoteOptions(index))
        .then(this, [this, index, shown = *offer](Quote quote) { requoted(index, std::move(quote), shown); });
}

void Negotiation::requoted(std::size_t index, Quote quote, const acmp::Offer& shown)
{
    --m_out;
    Bid& bid = m_bids[index];
    const Trust before = bid.trust;
    bid.isRequoting = false;
    bid.taking = Bid::Taking::No;
    bid.acceptance.reset();
    take(bid, index, std::move(quote));
    if (bid.trust == Trust::Unseen)
        look(index);
    else
        rescore();
    const acmp::Offer* const offer = bid.offer();
    std::optional<std::string> why = offer ? worsening(*offer, shown) : "no offer this time";
    if (!why && bid.trust < before)
        why = "its signature is worth less than before";
    if (why) {
        bid.note = "not accepted: " + *why;
        Q_EMIT changed(index);
    } else {
        sendAccept(index);
    }
    settleIfDone();
}

} // namespace buyer
