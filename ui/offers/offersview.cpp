// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersview.h"

#include "ui/offers/dealpane.h"
#include "ui/offers/detailpane.h"
#include "ui/offers/limitsbutton.h"
#include "ui/offers/offerstable.h"
#include "ui/offers/plot.h"
#include "ui/offers/policyrow.h"
#include "ui/offers/requestpane.h"
#include "ui/offers/weightspane.h"
#include "ui/stack/localendpoints.h"
#include "ui/theme/icons.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/segments.h"
#include "ui/workspace/workspacestore.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTableView>

namespace offers {

using buyer::Bid;
using stack::RoundId;
using stack::RoundState;

QIcon OffersView::icon()
{
    return theme::icon(QStringLiteral("offers"));
}

void OffersView::readProviders()
{
    std::vector<Provider> all;
    QStringList capabilities;
    for (const stack::StallState& stall : m_stack.stalls()) {
        // One of its addresses is enough: all lead to the same provider.
        if (const auto endpoints = stack::endpointsOf(stall); !endpoints.empty())
            all.push_back({ endpoints.front() });
        for (const std::string& name : stall.capabilities)
            capabilities += shown(name);
    }
    for (const workspace::Endpoint& endpoint : m_workspace.endpoints())
        all.push_back({ endpoint });
    for (const Provider& provider : m_handedOver) {
        const auto known = std::ranges::find(
            all, provider.endpoint.url, [](const Provider& one) { return one.endpoint.url; });
        if (known == all.end())
            all.push_back(provider);
        else
            *known = { known->endpoint, provider.negotiationUrl, provider.tier, provider.indicative };
    }
    capabilities.removeDuplicates();
    m_request->setCapabilities(capabilities);
    m_providers->setProviders(all, [this](const Provider& provider) {
        return provider.endpoint.id.startsWith(stack::kLocalPrefix)
            || std::ranges::find(m_handedOver, provider) != m_handedOver.end();
    });
}

void OffersView::offerProviders(const std::vector<Provider>& providers, const QString& capability)
{
    for (const Provider& provider : providers) {
        std::erase_if(
            m_handedOver, [&](const Provider& one) { return one.endpoint.url == provider.endpoint.url; });
        m_handedOver.push_back(provider);
    }
    readProviders();
    for (int row = 0; row < m_providers->rowCount(); ++row) {
        const QString url = m_providers->provider(row).endpoint.url;
        m_providers->setTicked(row, std::ranges::any_of(providers, [&](const Provider& provider) {
            return provider.endpoint.url == url;
        }));
    }
    if (!capability.isEmpty())
        m_request->setCapability(capability);
}

void OffersView::requestOffers()
{
    auto request = m_request->request();
    if (!request)
        return;
    const std::vector<Provider> asked = m_providers->ticked();
    if (asked.empty())
        return m_request->setNotice(tr("Say whom to ask: tick a provider."));
    auto constraints = m_policy->limits().constraintsFor(*request);
    if (!constraints)
        return m_request->setNotice(tr("Not asked: %1").arg(constraints.error()));
    m_request->setNotice({});
    const bool isFar = std::ranges::any_of(asked, [](const Provider& provider) {
        return !isOfThisMachine(Asking::askedAt(provider).url.toStdString());
    });
    stack::RoundCall call = callOf(*request, *constraints);
    if (!call.accepts || !isFar)
        return startRound(std::move(call));
    const bool hasCeiling = request->maxPriceCu || constraints->maxPriceCu;
    const QString ceiling
        = hasCeiling ? shown(buyer::limitsText(*request, *constraints)) : tr("whatever its price is");
    confirm(
        tr("The policy will accept one of %n offer(s) by itself, %1. Accepting is binding, and not all of "
           "them are on this machine.",
            nullptr, static_cast<int>(asked.size()))
            .arg(ceiling),
        [this, call = std::move(call)] { startRound(call); });
}

stack::RoundCall OffersView::callOf(acmp::OfferRequest request, buyer::Constraints constraints) const
{
    stack::RoundCall call;
    call.request = std::move(request);
    if (m_policy->isAutomatic())
        call.accepts = m_policy->policy();
    call.constraints = std::move(constraints);
    call.weights = m_weights->weights();
    call.escrowId = m_request->escrowId();
    call.deadline = m_policy->deadline();
    return call;
}

void OffersView::startRound(stack::RoundCall call)
{
    const std::vector<Provider> providers = m_providers->ticked();
    m_asking->start(
        std::move(call), providers, [this, providers](RoundId round) { begin(round, providers); });
}

void OffersView::begin(RoundId round, const std::vector<Provider>& providers)
{
    const std::string capability = m_stack.round(round)->call->request.capability;
    std::vector<std::optional<json::Decimal>> indicatives;
    for (const Provider& provider : providers) {
        const auto announced
            = std::ranges::find(provider.indicative, capability, [](const auto& one) { return one.first; });
        indicatives.push_back(
            announced == provider.indicative.end() ? std::nullopt : std::optional(announced->second));
    }
    m_history->add(round, std::move(indicatives));
    showRound(round);
}

void OffersView::showRound(RoundId round)
{
    if (round == m_shown)
        return;
    m_shown = round;
    m_hasChosen = false;
    const int row = m_history->rowOf(round);
    m_rounds->setCurrentIndex(m_history->index(row, 0));
    showShown(m_history->find(round));
    showPlot();
}

AcceptedDeal OffersView::current(AcceptedDeal deal) const
{
    const auto isIt = [&](const workspace::Endpoint& one) {
        return one.id == deal.endpoint.id && one.url == deal.endpoint.url;
    };
    if (const auto* const own = m_workspace.find(deal.endpoint.id); own && isIt(*own)) {
        deal.endpoint = *own;
        return deal;
    }
    // An id of another session may be another's by now.
    const auto stalls = m_stack.stalls();
    if (std::ranges::none_of(
            stalls, [&](const auto& stall) { return std::ranges::any_of(stack::endpointsOf(stall), isIt); }))
        deal.endpoint.id.clear();
    return deal;
}

void OffersView::takeChanges()
{
    for (const auto& round : m_history->refresh()) {
        if (round->id == m_shown)
            showShown(round);
        if (round->stage == RoundState::Stage::Concluded)
            showPlot();
    }
}

void OffersView::showShown(const std::shared_ptr<const RoundState>& round)
{
    m_table->showRound(round, m_history->indicatives(m_shown));
    m_roundPane->setTitle(round ? tr("Round %1").arg(static_cast<std::uint32_t>(round->id)) : tr("Offers"));
    m_roundPane->setFacts(round ? summaryOf(*round) : tr("Tick providers and request offers"));
    if (round)
        chooseBest(*round);
    showChosen();
}

/// What the policy took, else the cheapest, until the user chooses.
void OffersView::chooseBest(const RoundState& round)
{
    if (m_hasChosen || round.stage != RoundState::Stage::Concluded)
        return;
    const auto& decision = round.decision;
    const int best
        = decision && decision->chosen ? static_cast<int>(*decision->chosen) : m_table->bids().cheapest();
    m_hasChosen = true;
    if (best >= 0 && m_table->currentBid() < 0)
        m_table->selectBid(best);
}

void OffersView::showChosen()
{
    const auto round = m_history->find(m_shown);
    const std::vector<int> selected = m_table->selectedBids();
    const int current = m_table->currentBid();
    const auto bid = [&](int index) { return round->bids[static_cast<std::size_t>(index)]; };
    const auto name
        = [&](int index) { return round->call->contenders[static_cast<std::size_t>(index)].name; };
    if (!round || current < 0) {
        m_details->showBid({}, nullptr);
        m_deal->showOffer(nullptr, nullptr, {}, nullptr);
        return showButtons();
    }
    const auto other = std::ranges::find_if(selected, [&](int index) { return index != current; });
    if (selected.size() == 2 && other != selected.end())
        m_details->showBid(name(current), bid(current), name(*other), bid(*other));
    else
        m_details->showBid(name(current), bid(current));
    const acmp::Offer* const offer = bid(current)->bid.offer();
    m_deal->showOffer(&round->call->request, offer, round->call->escrowId,
        offer ? m_deals->find(bid(current)->provider, offer->offerId) : nullptr);
    m_plot->setCurrent(shown(name(current)));
    showButtons();
}

void OffersView::showButtons()
{
    const int current = m_table->currentBid();
    const auto round = m_table->bids().round();
    const Bid* const bid = round && current >= 0 ? &m_table->bids().bid(current).bid : nullptr;
    const bool isOpen = bid && bid->offer() && !bid->isRequoting && bid->taking != Bid::Taking::Sent
        && bid->taking != Bid::Taking::Taken && bid->taking != Bid::Taking::Unsure;
    const bool isExpired = isOpen && m_table->bids().isExpired(current);
    m_accept->setEnabled(isOpen && !isExpired);
    m_requote->setEnabled(isOpen);
    m_accept->setText(isOpen && !isExpired
            ? tr("Accept %1")
                  .arg(shown(round->call->contenders[static_cast<std::size_t>(current)].name).left(24))
            : tr("Accept"));
}

void OffersView::showPlot()
{
    const bool isPrice = m_measure->current() == 0;
    m_plot->setSeries(seriesOf(m_history->rounds(), isPrice ? Measure::Price : Measure::RoundTrip),
        isPrice ? QStringLiteral("CU") : QStringLiteral("ms"));
}

QString OffersView::bindingText(int bid) const
{
    const auto round = m_history->find(m_shown);
    const auto index = static_cast<std::size_t>(bid);
    const acmp::Offer* const offer = round->bid(index).bid.offer();
    return tr("Accepting binds you to pay %1 CU to %2 at %3.")
        .arg(offer ? shown(offer->priceCu.text()) : QStringLiteral("–"),
            shown(round->call->contenders[index].name), shown(round->call->contenders[index].access.url));
}

void OffersView::accept(int bid)
{
    const auto round = m_history->find(m_shown);
    if (!round || bid < 0)
        return;
    const auto index = static_cast<std::size_t>(bid);
    const auto take = [this, id = m_shown, index] { m_stack.accept(id, index); };
    if (isOfThisMachine(round->call->contenders[index].access.url))
        take();
    else
        confirm(bindingText(bid), take);
}

void OffersView::requoteAndAccept(int bid)
{
    const auto round = m_history->find(m_shown);
    if (!round || bid < 0)
        return;
    const auto index = static_cast<std::size_t>(bid);
    const auto take = [this, id = m_shown, index] { m_stack.requoteAndAccept(id, index); };
    if (isOfThisMachine(round->call->contenders[index].access.url))
        take();
    else
        confirm(bindingText(bid) + u'\n'
                + tr("It is asked for the same terms again first; worse ones are not accepted."),
            take);
}

void OffersView::confirm(const QString& what, std::function<void()> then)
{
    auto* box
        = new QMessageBox(QMessageBox::Question, tr("Accepting is binding"), {}, QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("confirmAccept"));
    box->setTextFormat(Qt::PlainText);
    box->setText(what);
    QPushButton* const accept = box->addButton(tr("Accept"), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(accept, &QPushButton::clicked, this, std::move(then));
    box->open();
}

void OffersView::nextFrame()
{
    m_asking->open();
    takeChanges();
    m_table->setNow(m_stack.now());
    showButtons();
    m_deal->nextFrame();
}

} // namespace offers
