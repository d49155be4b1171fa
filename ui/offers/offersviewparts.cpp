// SPDX-License-Identifier: GPL-3.0-or-later
// OffersView, the part that puts its panes together.
#include "ui/offers/dealpane.h"
#include "ui/offers/detailpane.h"
#include "ui/offers/factstable.h"
#include "ui/offers/limitsbutton.h"
#include "ui/offers/offerstable.h"
#include "ui/offers/offersview.h"
#include "ui/offers/plot.h"
#include "ui/offers/policyrow.h"
#include "ui/offers/requestpane.h"
#include "ui/offers/weightspane.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/fittingheader.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"
#include "ui/workspace/workspacestore.h"

#include <QHeaderView>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace offers {

using widgets::CellDelegate;

OffersView::OffersView(stack::Stack& stack, workspace::WorkspaceStore& workspace,
    workspace::SecretStore& secrets, QWidget* parent)
    : View(parent)
    , m_stack(stack)
    , m_workspace(workspace)
    , m_providers(new ProvidersModel(this))
    , m_asking(new Asking(stack, secrets, *m_providers, this))
    , m_history(new History(stack, this))
    , m_deals(new Deals(stack, this))
    , m_request(new RequestPane(this))
    , m_policy(new PolicyRow(this))
    , m_weights(new WeightsPane(this))
    , m_table(new OffersTable(this))
    , m_details(new DetailPane(this))
    , m_deal(new DealPane(stack, *m_deals, workspace, this))
{
    setAccessibleName(title());
    auto* rows = new QSplitter(Qt::Vertical, this);
    rows->setObjectName(QStringLiteral("offers.rows"));
    rows->setChildrenCollapsible(false);
    rows->addWidget(makeComparison());
    rows->addWidget(makeBottom());
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 2);
    auto* right = new QWidget(this);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::kGap);
    column->addWidget(m_request);
    column->addWidget(rows, 1);
    auto* columns = new QSplitter(this);
    columns->setObjectName(QStringLiteral("offers.columns"));
    columns->setChildrenCollapsible(false);
    columns->addWidget(makeLeft());
    columns->addWidget(right);
    columns->setSizes({ 236, 1100 });
    columns->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    layout->addWidget(columns);
    connectAll();
    readProviders();
    showAsked();
    showShown(nullptr);
    showPlot();
}

QWidget* OffersView::makeLeft()
{
    auto* left = new QSplitter(Qt::Vertical, this);
    left->setObjectName(QStringLiteral("offers.left"));
    left->setChildrenCollapsible(false);
    left->addWidget(makeProviders());
    left->addWidget(m_weights);
    left->addWidget(makeRounds());
    left->addWidget(makePlot());
    for (const int part : { 0, 2, 3 })
        left->setStretchFactor(part, 1);
    return left;
}

QWidget* OffersView::makeProviders()
{
    m_providerPane = new widgets::Pane(tr("Providers"), this);
    auto* list = new QTableView(m_providerPane);
    list->setAccessibleName(tr("Providers to ask"));
    list->setModel(m_providers);
    setUpTable(*list, QStringLiteral("offers.providers"));
    list->horizontalHeader()->hide();
    list->horizontalHeader()->setSectionResizeMode(ProvidersModel::Name, QHeaderView::Stretch);
    list->horizontalHeader()->resizeSection(ProvidersModel::Standing, theme::scaled(74));
    list->setItemDelegateForColumn(ProvidersModel::Standing,
        new CellDelegate(CellDelegate::Look::State, ProvidersModel::StateRole, list));
    m_providerPane->addContent(list);
    return m_providerPane;
}

QWidget* OffersView::makeRounds()
{
    auto* pane = new widgets::Pane(tr("Rounds"), this);
    m_rounds = new QTableView(pane);
    m_rounds->setAccessibleName(tr("Rounds"));
    auto* const header = new widgets::FittingHeader(m_rounds);
    m_rounds->setHorizontalHeader(header);
    m_rounds->setModel(m_history);
    setUpTable(*m_rounds, QStringLiteral("offers.rounds"));
    m_rounds->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rounds->setItemDelegate(new CellDelegate(CellDelegate::Look::Data, -1, m_rounds));
    const auto fit = [header] { header->fit(); };
    connect(m_history, &QAbstractItemModel::rowsInserted, header, fit);
    connect(m_history, &QAbstractItemModel::dataChanged, header, fit);
    pane->addContent(m_rounds);
    return pane;
}

QWidget* OffersView::makeComparison()
{
    m_roundPane = new widgets::Pane(tr("Offers"), this);
    m_requote = new QPushButton(tr("Re-quote and accept"), m_roundPane);
    m_requote->setObjectName(QStringLiteral("requoteAndAccept"));
    m_requote->setToolTip(
        tr("Asks for the same terms again and accepts them at once, unless they are worse"));
    m_accept = new QPushButton(tr("Accept"), m_roundPane);
    m_accept->setObjectName(QStringLiteral("accept"));
    m_accept->setToolTip(tr("Accepting is binding"));
    theme::makePrimary(*m_accept);
    m_roundPane->addToHeader(m_requote);
    m_roundPane->addToHeader(m_accept);
    m_roundPane->addContent(m_policy, 0);
    m_roundPane->addContent(m_table, 1);
    return m_roundPane;
}

QWidget* OffersView::makeBottom()
{
    auto* bottom = new QSplitter(this);
    bottom->setObjectName(QStringLiteral("offers.bottom"));
    bottom->setChildrenCollapsible(false);
    bottom->addWidget(m_details);
    bottom->addWidget(m_deal);
    bottom->setSizes({ 415, 685 });
    for (const int part : { 0, 1 })
        bottom->setStretchFactor(part, 1);
    return bottom;
}

QWidget* OffersView::makePlot()
{
    auto* pane = new widgets::Pane(tr("Trend"), this);
    m_measure = new widgets::Segments(tr("What over rounds"), { tr("Price"), tr("RTT") }, pane);
    m_plot = new Plot(pane);
    pane->addToHeader(m_measure);
    pane->addContent(m_plot);
    return pane;
}

void OffersView::connectAll()
{
    connect(m_request, &RequestPane::requested, this, &OffersView::requestOffers);
    connect(m_request, &RequestPane::edited, this,
        [this](const acmp::OfferRequest& request) { m_policy->limits().setRequest(request); });
    if (const auto request = m_request->request())
        m_policy->limits().setRequest(*request);
    connect(m_providers, &ProvidersModel::ticksChanged, this, &OffersView::showAsked);
    connect(
        m_weights, &WeightsPane::changed, this, [this] { m_table->bids().setWeights(m_weights->weights()); });
    connect(m_table, &OffersTable::chosen, this, &OffersView::showChosen);
    connect(m_accept, &QPushButton::clicked, this, [this] { accept(m_table->currentBid()); });
    connect(m_requote, &QPushButton::clicked, this, [this] { requoteAndAccept(m_table->currentBid()); });
    connect(m_rounds->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) {
            if (index.isValid())
                showRound(m_history->roundAt(index.row()));
        });
    connect(m_measure, &widgets::Segments::currentChanged, this, &OffersView::showPlot);
    connect(m_deal, &DealPane::invokeRequested, this,
        [this](const AcceptedDeal& deal) { Q_EMIT invokeRequested(current(deal)); });
    connect(m_details, &DetailPane::showInTraffic, this, &OffersView::showInTraffic);
    connect(m_deals, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent) {
        if (!parent.isValid())
            showChosen();
    });
    connect(&m_workspace, &workspace::WorkspaceStore::endpointsChanged, this, &OffersView::readProviders);
    connect(&m_workspace, &workspace::WorkspaceStore::opened, this, &OffersView::readProviders);
    connect(&m_stack, &stack::Stack::stallsChanged, this, &OffersView::readProviders);
}

void OffersView::showAsked()
{
    const std::size_t asked = m_providers->ticked().size();
    m_request->setAsked(asked);
    m_providerPane->setFacts(tr("%1 of %2 ticked").arg(asked).arg(m_providers->rowCount()));
}

} // namespace offers
