// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersorter.h"

#include "ui/offers/offersmodel.h"

namespace offers {

OfferSorter::OfferSorter(OffersModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&model);
}

bool OfferSorter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const int order = m_model.compare(left.row(), right.row(), left.column());
    const bool isDescending = sortOrder() == Qt::DescendingOrder;
    // What has no offer is last both ways.
    const bool has = m_model.bid(left.row()).bid.offer(), other = m_model.bid(right.row()).bid.offer();
    if (has != other)
        return has != isDescending;
    return order < 0;
}

} // namespace offers
