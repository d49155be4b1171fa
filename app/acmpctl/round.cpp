// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/round.h"

#include "app/acmpctl/events.h"
#include "app/acmpctl/spending.h"

#include <algorithm>

namespace acmpctl {

using buyer::Bid;
using wire::Error;
using wire::ErrorKind;

namespace {

std::vector<buyer::Participant> participants(const std::vector<Asked>& all)
{
    std::vector<buyer::Participant> found;
    found.reserve(all.size());
    for (const Asked& asked : all)
        found.push_back({ asked.provider, asked.connection, asked.tier });
    return found;
}

std::vector<Asked> connected(const std::vector<Asked>& all)
{
    std::vector<Asked> found;
    std::ranges::copy_if(
        all, std::back_inserter(found), [](const Asked& asked) { return asked.connection != nullptr; });
    return found;
}

/// All that have one have the same: of the one workspace that targets are looked up in.
std::unique_ptr<workspace::Holds> holdsFor(const std::vector<Asked>& all)
{
    const auto found
        = std::ranges::find_if(all, [](const Asked& asked) { return asked.spending != nullptr; });
    return found == all.end() ? nullptr : std::make_unique<workspace::Holds>(*found->spending);
}

buyer::Quote without(Error error)
{
    return { std::move(error), {}, 0, {}, {}, {} };
}

} // namespace

buyer::RoundOptions Round::optionsOf(const QuoteArguments& arguments)
{
    buyer::RoundOptions options { .request = arguments.request };
    options.accepts = buyer::policyOf(arguments.choice.policy);
    options.constraints.signedOnly = arguments.choice.signedOnly;
    options.escrowId = arguments.escrowId;
    if (arguments.choice.roundDeadlineMs)
        options.deadline = wire::milliseconds(*arguments.choice.roundDeadlineMs);
    options.quoteTimeout = wire::milliseconds(arguments.timeoutMs);
    options.acceptTimeout = wire::milliseconds(arguments.timeoutMs);
    options.refuses = [this, most = arguments.choice.budgetCu](
                          std::size_t bid, const acmp::Offer& offer) -> std::optional<std::string> {
        if (most && offer.priceCu > *most)
            return "the budget is " + most->text() + " CU, the offer " + offer.priceCu.text();
        return hold(bid, offer);
    };
    return options;
}

std::optional<std::string> Round::hold(std::size_t index, const acmp::Offer& offer)
{
    const Asked& asked = m_asked[index];
    if (!asked.spending)
        return std::nullopt;
    return m_holds->hold(index,
        { m_desk.clock().unixMs(), workspace::Spending::Kind::Committed,
            payeeOf(*asked.connection, asked.url), offer.capability, offer.priceCu, offer.offerId, {},
            m_round.options().escrowId.value_or(std::string()) });
}

Round::Round(Flow& flow, Desk& desk, const std::vector<Asked>& all, const QuoteArguments& arguments)
    : QObject(&desk)
    , m_flow(flow)
    , m_desk(desk)
    , m_asked(connected(all))
    , m_holds(holdsFor(m_asked))
    , m_round(desk.clock(), participants(m_asked), optionsOf(arguments))
    , m_isPrinted(m_round.bids().size())
{
    connect(&m_round, &buyer::Negotiation::changed, this, &Round::changed);
    connect(&m_round, &buyer::Negotiation::decided, this, &Round::checkDone);
    connect(&m_round, &buyer::Negotiation::settled, this, &Round::checkDone);
    if (m_asked.empty())
        m_isDone = true;
}

void Round::changed(std::size_t index)
{
    const Bid& bid = m_round.bids()[index];
    if (m_holds && bid.taking != Bid::Taking::Sent)
        m_holds->settle(index, bid.taking == Bid::Taking::Taken || bid.taking == Bid::Taking::Unsure);
    // Its signature is looked at a little later.
    if (bid.quote && !m_isPrinted[index] && bid.trust != buyer::Trust::Unseen)
        print(index, *bid.quote);
    checkDone();
}

void Round::print(std::size_t index, const buyer::Quote& quote)
{
    m_isPrinted[index] = true;
    printQuote(m_desk.output(), m_round.participants()[index].name, quote);
}

void Round::checkDone()
{
    if (!m_isDone && m_round.isConcluded())
        m_flow.finish([this] { m_isDone = true; });
}

QuoteOutcome Round::finish(const Error& whyNoAnswer)
{
    const std::vector<Bid>& bids = m_round.bids();
    for (std::size_t i = 0; i < bids.size(); ++i) {
        if (m_isPrinted[i])
            continue;
        buyer::Quote quote = bids[i].quote.value_or(without(whyNoAnswer));
        if (bids[i].offer())
            m_round.participants()[i].connection->checkSignature(quote);
        print(i, quote);
    }
    if (m_round.options().accepts)
        return finishChoice();
    const bool hasOffer = std::ranges::any_of(bids, [](const Bid& bid) { return bid.offer() != nullptr; });
    if (hasOffer || bids.size() != 1)
        return { hasOffer ? kFine : kRefused, {} };
    const auto* error = bids.front().quote ? std::get_if<Error>(&bids.front().quote->outcome) : &whyNoAnswer;
    return { error ? exitFor(*error) : kRefused, {} };
}

QuoteOutcome Round::finishChoice()
{
    Output& output = m_desk.output();
    const auto& decision = m_round.decision();
    if (!decision)
        return { kDeadline, {} };
    output.tell("choice: " + decision->why);
    if (decision->chosen)
        return finishTaking(*decision->chosen);
    for (std::size_t i = 0; i < m_round.bids().size(); ++i) {
        if (const auto& why = m_round.bids()[i].whyNot)
            output.tell("  not " + m_round.participants()[i].name + ": " + *why);
    }
    return { kRefused, {} };
}

QuoteOutcome Round::finishTaking(std::size_t index)
{
    Output& output = m_desk.output();
    const Bid& bid = m_round.bids()[index];
    const std::string& name = m_round.participants()[index].name;
    const acmp::Offer& offer = *bid.offer();
    if (bid.acceptance) {
        for (const acmp::Finding& finding : bid.acceptance->findings)
            printFinding(output, finding);
    }
    if (!bid.note.empty() && bid.taking != Bid::Taking::No)
        output.tell(name + ": " + bid.note);
    switch (bid.taking) {
    case Bid::Taking::Taken: {
        const auto* const ack = std::get_if<acmp::Ack>(&bid.acceptance->outcome);
        printAccepted(output, name,
            ack ? *ack : acmp::Ack { offer.offerId, m_round.options().escrowId, {}, {} }, offer);
        const Asked& asked = m_asked[index];
        return { kFine,
            Deal { asked.target, asked.negotiates.empty() ? asked.connection : nullptr, offer,
                m_round.options().escrowId, payeeOf(*asked.connection, asked.url), asked.spending } };
    }
    case Bid::Taking::No:
        return { fail(m_desk, { ErrorKind::Refused, name + ": " + bid.note, {}, {}, {}, false }), {} };
    case Bid::Taking::Sent:
    case Bid::Taking::Unsure:
        return { fail(m_desk,
                     { ErrorKind::Unreachable, name + " may have accepted, and be bound",
                         "an answer to acmp/accept", "none", {}, false }),
            {} };
    case Bid::Taking::Denied:
        break;
    }
    if (const auto* error = std::get_if<Error>(&bid.acceptance->outcome))
        return { fail(m_desk, *error), {} };
    printQuote(output, name, { std::get<acmp::TaskError>(bid.acceptance->outcome), {}, 0, {}, {}, {} });
    return { kRefused, {} };
}

} // namespace acmpctl
