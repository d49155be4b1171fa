// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts bids by what a column holds, amounts exactly; rows without it stay last either way.
#pragma once

#include <QSortFilterProxyModel>

namespace offers {

class OffersModel;

class OfferSorter final : public QSortFilterProxyModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OfferSorter)

public:
    /// `model` must outlive it.
    explicit OfferSorter(OffersModel& model, QObject* parent = nullptr);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    OffersModel& m_model;
};

} // namespace offers
