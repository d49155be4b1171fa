// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerstable.h"

#include "ui/offers/factstable.h"
#include "ui/offers/offerdelegate.h"
#include "ui/widgets/fittingheader.h"

namespace offers {

OffersTable::OffersTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new OffersModel(this))
    , m_sorter(new OfferSorter(*m_model, this))
    , m_countdown(new CountdownDelegate(this))
    , m_header(new widgets::FittingHeader(this))
{
    using Look = OfferDelegate::Look;
    setAccessibleName(tr("Offers"));
    setModel(m_sorter);
    setHorizontalHeader(m_header);
    setUpTable(*this, QStringLiteral("offers"));
    verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    setSelectionMode(ExtendedSelection);
    setItemDelegate(new OfferDelegate(Look::Data, this));
    setItemDelegateForColumn(OffersModel::Provider, new OfferDelegate(Look::Name, this));
    setItemDelegateForColumn(OffersModel::Left, m_countdown);
    auto* const states = new OfferDelegate(Look::State, this);
    for (const int column : { OffersModel::Signature, OffersModel::Taking, OffersModel::Findings })
        setItemDelegateForColumn(column, states);
    m_header->setObjectName(QStringLiteral("offers.comparison"));
    for (const auto column : { OffersModel::Indicative, OffersModel::Proof, OffersModel::Challenge })
        setColumnHidden(column, true);
    // As asked until a heading is chosen.
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    m_header->setSortIndicatorClearable(true);
    setSortingEnabled(true);
    m_header->fit();
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this] { m_isChanged = true; });
    connect(m_sorter, &QAbstractItemModel::layoutChanged, this, &OffersTable::span);
}

void OffersTable::showRound(
    const std::shared_ptr<const stack::RoundState>& round, const OffersModel::Indicatives& indicatives)
{
    const auto before = m_model->round();
    m_model->show(round, indicatives);
    setColumnHidden(OffersModel::Indicative, !m_model->hasIndicatives());
    for (const auto column : { OffersModel::Proof, OffersModel::Challenge })
        setColumnHidden(column, m_model->isAsAsked(column));
    const bool isSame = before && round && before->id == round->id;
    if (isSame && !m_isChanged)
        return;
    m_isChanged = false;
    span();
    m_header->fit(isSame);
}

void OffersTable::span()
{
    clearSpans();
    constexpr int kOver = OffersModel::kColumns - OffersModel::Signature;
    for (int row = 0; row < m_sorter->rowCount(); ++row) {
        if (!m_model->hasOffer(m_sorter->mapToSource(m_sorter->index(row, 0)).row()))
            setSpan(row, OffersModel::Signature, 1, kOver);
    }
}

int OffersTable::setNow(wire::Instant now)
{
    const bool wasCounting = m_model->isCounting();
    m_model->setNow(now);
    m_countdown->setNow(now);
    if (!wasCounting)
        return 0;
    int changed = 0;
    const int first = std::max(rowAt(0), 0);
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? m_sorter->rowCount() - 1 : below;
    for (int row = first; row <= last; ++row) {
        const QModelIndex cell = m_sorter->index(row, OffersModel::Left);
        const auto look
            = CountdownDelegate::lookOf(cell.data(OffersModel::CountdownRole).value<Countdown>(), now);
        auto& known = m_looks[m_sorter->mapToSource(cell).row()];
        if (look == known)
            continue;
        known = look;
        update(cell);
        ++changed;
    }
    return changed;
}

int OffersTable::currentBid() const
{
    return m_sorter->mapToSource(currentIndex()).row();
}

void OffersTable::selectBid(int bid)
{
    const QModelIndex index = m_sorter->mapFromSource(m_model->index(bid, 0));
    setCurrentIndex(index);
}

std::vector<int> OffersTable::selectedBids() const
{
    std::vector<int> bids;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    for (const QModelIndex& row : rows)
        bids.push_back(m_sorter->mapToSource(row).row());
    return bids;
}

void OffersTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT chosen();
}

} // namespace offers
