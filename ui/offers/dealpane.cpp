// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/dealpane.h"

#include "ui/offers/factstable.h"
#include "ui/offers/ledgerpane.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/fittingheader.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

namespace offers {

DealPane::DealPane(stack::Stack& stack, Deals& deals, workspace::WorkspaceStore& workspace, QWidget* parent)
    : QWidget(parent)
    , m_deals(deals)
    , m_pane(new widgets::Pane(tr("Deal"), this))
    , m_fill(new QPushButton(tr("To Invoke"), m_pane))
    , m_choice(new widgets::Segments(tr("Of deals"), { tr("Hand-off"), tr("Deals"), tr("Ledger") }, m_pane))
    , m_pages(new QStackedWidget(m_pane))
    , m_handoff(new FactsTable(tr("Terms hand-off, Layer 6 §4"),
          { tr("Term"), tr("Asked"), tr("Offered"), tr("Where it lands") }, m_pages))
    , m_tree(new QTreeView(m_pages))
    , m_problem(new widgets::PlainLabel({}, theme::Token::Error, m_pages))
    , m_ledger(new LedgerPane(stack.spending(), workspace, m_pages))
{
    m_choice->setObjectName(QStringLiteral("dealPages"));
    m_fill->setObjectName(QStringLiteral("fillIntoInvoke"));
    m_pane->addToHeader(m_choice);
    m_pane->addToHeader(m_fill);
    m_pages->addWidget(m_handoff);
    m_pages->addWidget(makeDeals());
    m_pages->addWidget(m_ledger);
    m_pane->addContent(m_pages);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pane);
    connect(m_choice, &widgets::Segments::currentChanged, this, [this](int page) {
        m_pages->setCurrentIndex(page);
        showButton();
    });
    connect(m_fill, &QPushButton::clicked, this, [this] {
        if (const AcceptedDeal* const deal = current())
            Q_EMIT invokeRequested(*deal);
    });
    connect(&deals, &QAbstractItemModel::rowsInserted, m_tree, &QTreeView::expandAll);
    connect(&deals, &QAbstractItemModel::modelReset, m_tree, &QTreeView::expandAll);
    connect(&deals, &QAbstractItemModel::modelReset, this, &DealPane::showButton);
    showButton();
}

QWidget* DealPane::makeDeals()
{
    using widgets::CellDelegate;
    m_tree->setObjectName(QStringLiteral("deals"));
    m_tree->setAccessibleName(tr("Accepted offers and the tasks under them"));
    m_treeHeader = new widgets::FittingHeader(m_tree);
    m_tree->setHeader(m_treeHeader);
    m_tree->setModel(&m_deals);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(theme::scaled(14));
    m_tree->setItemDelegate(new CellDelegate(CellDelegate::Look::Data, -1, m_tree));
    m_tree->setItemDelegateForColumn(Deals::What, new CellDelegate(CellDelegate::Look::Plain, -1, m_tree));
    auto* const states = new CellDelegate(CellDelegate::Look::State, Deals::StateRole, m_tree);
    m_tree->setItemDelegateForColumn(Deals::Standing, states);
    m_tree->setItemDelegateForColumn(Deals::Sla, states);
    m_treeHeader->setObjectName(QStringLiteral("offers.deals"));
    const auto changed = [this] { m_isTreeChanged = true; };
    connect(&m_deals, &QAbstractItemModel::rowsInserted, this, changed);
    connect(&m_deals, &QAbstractItemModel::dataChanged, this, changed);
    connect(&m_deals, &QAbstractItemModel::modelReset, this, changed);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &DealPane::showButton);
    auto* page = new QWidget(m_pages);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_problem->setObjectName(QStringLiteral("dealProblem"));
    m_problem->setContentsMargins(12, 6, 12, 6);
    m_problem->hide();
    column->addWidget(m_problem);
    column->addWidget(m_tree, 1);
    return page;
}

void DealPane::showPage(Page page)
{
    m_choice->setCurrent(page);
}

const AcceptedDeal* DealPane::current() const
{
    if (m_choice->current() == kDeals)
        return m_deals.dealAt(m_tree->currentIndex());
    return m_accepted ? m_deals.find(m_accepted->provider, m_accepted->offer.offerId) : nullptr;
}

void DealPane::showButton()
{
    m_fill->setVisible(m_choice->current() != kLedger);
    m_fill->setEnabled(current() != nullptr);
    m_fill->setToolTip(current()
            ? tr("Fills its terms into Invoke: the next task there runs under it. Of one that "
                 "has expired the provider may know no more.")
            : tr("Accept an offer first, or choose an accepted one"));
}

void DealPane::showOffer(const acmp::OfferRequest* request, const acmp::Offer* offer,
    const std::optional<std::string>& escrowId, const AcceptedDeal* accepted)
{
    m_accepted = accepted ? accepted->deal : nullptr;
    m_handoff->facts().setHeading(2, m_accepted ? tr("Agreed") : tr("Offered"));
    m_handoff->facts().setFacts(request && offer ? handoffOf(*request, *offer, escrowId) : Facts());
    showButton();
}

void DealPane::nextFrame()
{
    m_deals.refresh();
    if (m_tree->isVisible() && std::exchange(m_isTreeChanged, false))
        m_treeHeader->fit();
    const auto& problem = m_deals.problem();
    m_problem->setVisible(problem.has_value());
    if (problem)
        m_problem->setText(shown(problem->toString()));
    m_ledger->nextFrame();
}

} // namespace offers
