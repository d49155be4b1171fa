// SPDX-License-Identifier: GPL-3.0-or-later
// What accepting leads to: where each term lands (Layer 6 §4), the workspace's deals, budget and ledger.
#pragma once

#include "ui/offers/deals.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;
class QTreeView;

namespace widgets {
class FittingHeader;
class Pane;
class PlainLabel;
class Segments;
}

namespace workspace {
class WorkspaceStore;
}

namespace offers {

class FactsTable;
class LedgerPane;

class DealPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DealPane)

public:
    enum Page { kHandoff, kDeals, kLedger };

    /// All must outlive it.
    DealPane(
        stack::Stack& stack, Deals& deals, workspace::WorkspaceStore& workspace, QWidget* parent = nullptr);

    /// The terms of the chosen offer; null: none is chosen. `accepted`: the deal that it became.
    void showOffer(const acmp::OfferRequest* request, const acmp::Offer* offer,
        const std::optional<std::string>& escrowId, const AcceptedDeal* accepted);
    void showPage(Page page);
    LedgerPane& ledger() { return *m_ledger; }
    void nextFrame();

Q_SIGNALS:
    void invokeRequested(const offers::AcceptedDeal& deal);

private:
    QWidget* makeDeals();
    /// What *Fill into Invoke* would fill in.
    const AcceptedDeal* current() const;
    void showButton();

    Deals& m_deals;
    widgets::Pane* m_pane;
    QPushButton* m_fill;
    widgets::Segments* m_choice;
    QStackedWidget* m_pages;
    FactsTable* m_handoff;
    QTreeView* m_tree;
    widgets::FittingHeader* m_treeHeader = nullptr;
    bool m_isTreeChanged = true; ///< since its columns were fitted
    widgets::PlainLabel* m_problem;
    LedgerPane* m_ledger;
    stack::DealPtr m_accepted; ///< of the chosen offer
};

} // namespace offers
