// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/round.h"

#include "protocol/buyer/entrytarget.h"
#include "protocol/dissect/summary.h"
#include "protocol/json/document.h"

namespace stack {

using buyer::Bid;
using wire::Error;
using wire::ErrorKind;

namespace {

/// The object that is the offer, and that its signature is of, in the message that it came in.
json::Raw offerOf(const json::Raw& message)
{
    const std::string_view text = message.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    return document ? dissect::bodyOf(document->root()).raw() : json::Raw();
}

} // namespace

Round::Round(
    RoundState begun, std::vector<Lease> leases, wire::Clock& clock, Accounts accounts, Windows& windows)
    : m_state(std::move(begun))
    , m_leases(std::move(leases))
    , m_clock(clock)
    , m_accounts(accounts)
    , m_windows(windows)
    , m_isOpen(m_leases.size())
    , m_holds(accounts.guard)
{
}

Round::~Round()
{
    for (const std::size_t place : m_holds.places())
        keep(place, true);
}

void Round::start()
{
    m_openTimer = m_clock.startTimer(m_state.call->openTimeout, [this] { ask(); });
    for (std::size_t i = 0; i < m_leases.size(); ++i) {
        if (!m_leases[i]) {
            opened(i, std::unexpected(m_leases[i].error()));
            continue;
        }
        (*m_leases[i])->discover().then(this, [this, i](const Discovery& found) { opened(i, found); });
    }
    if (m_leases.empty())
        m_openTimer = m_clock.startTimer(wire::nanoseconds(0), [this] { ask(); });
}

void Round::opened(std::size_t contender, const Discovery& found)
{
    if (m_negotiation || m_isOpen[contender])
        return;
    m_isOpen[contender] = true;
    const bool onlyQuotes = !m_state.call->contenders[contender].runsAt.empty();
    if (!found && !(onlyQuotes && buyer::quotesUndiscovered(found.error())))
        fail(contender, found.error());
    else if (auto why = (*m_leases[contender])->tooOld())
        fail(contender, std::move(*why));
    else
        lookUp(contender);
    askIfAllAreOpen();
}

/// Its DID, so that what it signs can be checked when it comes.
void Round::lookUp(std::size_t contender)
{
    QFuture<identity::Resolution> known = (*m_leases[contender])->resolution();
    if (known.isFinished())
        return;
    ++m_lookUps;
    known.then(this, [this](const identity::Resolution&) {
        --m_lookUps;
        askIfAllAreOpen();
    });
}

void Round::askIfAllAreOpen()
{
    // Not from within start().
    if (!m_negotiation && m_lookUps == 0 && std::ranges::all_of(m_isOpen, [](bool isOpen) { return isOpen; }))
        m_openTimer = m_clock.startTimer(wire::nanoseconds(0), [this] { ask(); });
}

void Round::fail(std::size_t contender, Error error)
{
    BidState bid = m_state.bid(contender);
    bid.bid.state = Bid::State::Failed;
    bid.bid.quote = buyer::Quote { std::move(error), {}, 0, {}, {}, {} };
    m_state.bids[contender] = std::make_shared<const BidState>(std::move(bid));
    Q_EMIT changed();
}

void Round::ask()
{
    m_openTimer.reset();
    std::vector<buyer::Participant> participants;
    for (std::size_t i = 0; i < m_leases.size(); ++i) {
        if (!m_isOpen[i])
            fail(i,
                { ErrorKind::Deadline, "it does not say what it is in time",
                    "an answer within "
                        + std::to_string(
                            std::chrono::ceil<wire::milliseconds>(m_state.call->openTimeout).count())
                        + " ms",
                    "none", {}, true });
        if (m_state.bid(i).bid.state != Bid::State::Asked)
            continue;
        const Contender& contender = m_state.call->contenders[i];
        buyer::Connection& connection = **m_leases[i];
        BidState bid = m_state.bid(i);
        bid.transport = connection.client().transportName();
        if (connection.capability() && connection.capability()->did)
            bid.provider = *connection.capability()->did;
        m_state.bids[i] = std::make_shared<const BidState>(std::move(bid));
        participants.push_back({ contender.name, &connection, contender.tier });
        if (const auto window = m_windows.find(contender.access.url); window != m_windows.end())
            participants.back().earlierWindowMs = window->second;
        m_contenders.push_back(i);
    }
    buyer::RoundOptions options { .request = m_state.call->request };
    options.accepts = m_state.call->accepts;
    options.constraints = m_state.call->constraints;
    options.weights = m_state.call->weights;
    options.escrowId = m_state.call->escrowId;
    options.deadline = m_state.call->deadline;
    options.refuses = [this](std::size_t place, const acmp::Offer& offer) { return hold(place, offer); };
    m_isDirty.assign(m_contenders.size(), true);
    m_negotiation
        = std::make_unique<buyer::Negotiation>(m_clock, std::move(participants), std::move(options));
    connect(m_negotiation.get(), &buyer::Negotiation::changed, this, &Round::bidChanged);
    connect(m_negotiation.get(), &buyer::Negotiation::decided, this, &Round::noteConclusion);
    connect(m_negotiation.get(), &buyer::Negotiation::settled, this, &Round::noteConclusion);
    m_state.stage = RoundState::Stage::Asking;
    m_state.askedAt = m_clock.now();
    m_negotiation->start();
    m_state.deadlineAt = m_negotiation->deadline();
    Q_EMIT changed();
}

std::optional<std::string> Round::hold(std::size_t place, const acmp::Offer& offer)
{
    const BidState& bid = m_state.bid(m_contenders[place]);
    return m_holds.hold(place,
        { m_clock.unixMs(), workspace::Spending::Kind::Committed, bid.provider, offer.capability,
            offer.priceCu, offer.offerId, {}, m_state.call->escrowId.value_or(std::string()) });
}

/// What became of an accept decides what becomes of the money.
void Round::settleHold(std::size_t place)
{
    const Bid::Taking taking = m_negotiation->bids()[place].taking;
    if (taking == Bid::Taking::Sent)
        return;
    const bool isUnsure = taking == Bid::Taking::Unsure;
    const bool isOwed = isUnsure || taking == Bid::Taking::Taken;
    if (m_holds.settle(place, isOwed) && isOwed)
        keep(place, isUnsure);
}

void Round::keep(std::size_t place, bool isUnsure)
{
    const std::size_t index = m_contenders[place];
    const Contender& contender = m_state.call->contenders[index];
    const buyer::Quote& quote = *m_negotiation->bids()[place].quote;
    m_accounts.deals.add({ .acceptedUnixMs = m_clock.unixMs(),
        .provider = m_state.bid(index).provider,
        .name = contender.name,
        .endpointId = contender.endpointId,
        .url = contender.address(),
        .escrowId = m_state.call->escrowId,
        .isUnsure = isUnsure,
        .request = m_state.call->request,
        .received = offerOf(quote.raw),
        .offer = std::get<acmp::Offer>(quote.outcome) });
}

void Round::bidChanged(std::size_t place)
{
    settleHold(place);
    m_isDirty[place] = true;
    const Bid& bid = m_negotiation->bids()[place];
    if (bid.quote && bid.quote->windowSkewMs)
        m_windows[m_state.call->contenders[m_contenders[place]].access.url] = *bid.quote->windowSkewMs;
    noteConclusion();
}

void Round::noteConclusion()
{
    if (!m_state.concludedAt && m_negotiation->isConcluded()) {
        m_state.concludedAt = m_clock.now();
        m_state.stage = RoundState::Stage::Concluded;
    }
    Q_EMIT changed();
}

std::optional<std::size_t> Round::placeOf(std::size_t contender) const
{
    const auto found = std::ranges::find(m_contenders, contender);
    if (!m_negotiation || found == m_contenders.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_contenders.begin());
}

void Round::accept(std::size_t bid)
{
    if (const auto place = placeOf(bid))
        m_negotiation->accept(*place);
}

void Round::requoteAndAccept(std::size_t bid)
{
    const auto place = placeOf(bid);
    if (!place)
        return;
    m_negotiation->requoteAndAccept(*place);
    bidChanged(*place);
}

void Round::takeBid(std::size_t place)
{
    const Bid& now = m_negotiation->bids()[place];
    auto& shown = m_state.bids[m_contenders[place]];
    // Scores of all may change with each answer.
    if (!m_isDirty[place] && now.score == shown->bid.score && now.whyNot == shown->bid.whyNot)
        return;
    m_isDirty[place] = false;
    shown = std::make_shared<const BidState>(BidState { shown->provider, shown->transport, now });
}

std::shared_ptr<const RoundState> Round::state()
{
    for (std::size_t place = 0; place < m_contenders.size(); ++place)
        takeBid(place);
    if (m_negotiation) {
        m_state.decision = m_negotiation->decision();
        if (m_state.decision && m_state.decision->chosen)
            m_state.decision->chosen = m_contenders[*m_state.decision->chosen];
    }
    return std::make_shared<const RoundState>(m_state);
}

} // namespace stack
