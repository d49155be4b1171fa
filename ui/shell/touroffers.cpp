// SPDX-License-Identifier: GPL-3.0-or-later
// Tour, the part that asks the market for offers, accepts one and runs a task under it.
#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/offers/dealpane.h"
#include "ui/offers/detailpane.h"
#include "ui/offers/offerstable.h"
#include "ui/offers/offersview.h"
#include "ui/shell/tour.h"

namespace shell {

using stack::RoundState;

void Tour::addOfferSteps()
{
    const auto always = [] { return true; };
    const auto round = [this] { return m_parts.stack.round(m_window.offers().shownRound()); };
    const auto isConcluded = [round] { return round() && round()->stage == RoundState::Stage::Concluded; };
    m_steps.push_back({ {}, always, [this] { m_window.showView(MainWindow::kOffers); } });
    m_steps.push_back(
        { QStringLiteral("offers-empty"), always, [this] { m_window.offers().requestOffers(); } });
    // A few, so that there is something over time.
    for (int i = 0; i < 3; ++i)
        m_steps.push_back({ {}, isConcluded, [this] { m_window.offers().requestOffers(); } });
    const auto isAnswered
        = [this, isConcluded] { return isConcluded() && m_window.offers().table().currentBid() >= 0; };
    m_steps.push_back({ QStringLiteral("offers-round"), isAnswered, [this, round] {
                           auto& offers = m_window.offers();
                           offers.details().showPage(offers::DetailPane::kSignature);
                           const auto& asked = round()->call->contenders;
                           const auto forger
                               = std::ranges::find(asked, "demo-forger", &stack::Contender::name);
                           offers.table().selectBid(static_cast<int>(forger - asked.begin()));
                       } });
    m_steps.push_back({ QStringLiteral("offers-bad-signature"), always, [this] {
                           auto& offers = m_window.offers();
                           offers.table().selectBid(offers.table().bids().cheapest());
                           offers.accept(offers.table().bids().cheapest());
                       } });
    const auto isTaken = [this] { return m_window.offers().deals().count() > 0; };
    m_steps.push_back({ QStringLiteral("offers-accepted"), isTaken, [this] {
                           m_requestText = m_window.invoke().request().text();
                           const auto& deals = m_window.offers().deals();
                           Q_EMIT m_window.offers().invokeRequested(*deals.dealAt(deals.index(0, 0)));
                       } });
    m_steps.push_back({ QStringLiteral("invoke-deal"), always, [this] { m_window.invoke().send(); } });
    m_steps.push_back({ {}, [this] { return hasEnded(); },
        [this] {
            m_window.showView(MainWindow::kOffers);
            m_window.offers().deal().showPage(offers::DealPane::kDeals);
        } });
    m_steps.push_back({ QStringLiteral("offers-deals"), always,
        [this] { m_window.offers().deal().showPage(offers::DealPane::kLedger); } });
    m_steps.push_back({ QStringLiteral("offers-ledger"), always, [this] {
                           m_window.offers().deal().showPage(offers::DealPane::kHandoff);
                           // What follows runs under no deal.
                           m_window.invoke().setTarget({});
                           m_window.invoke().request().setText(m_requestText);
                           m_window.invoke().newTask();
                       } });
}

} // namespace shell
