// SPDX-License-Identifier: GPL-3.0-or-later
// Card against live: what entry, card and provider say of the same things, a row each.
#pragma once

#include "protocol/buyer/comparison.h"

#include <QAbstractTableModel>

namespace discover {

class ComparedModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComparedModel)

public:
    enum Column { What, OfEntry, OfCard, OfProvider, Verdict, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column Verdict

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<buyer::Compared> rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const buyer::Compared& row, int column, std::size_t limit) const;

    std::vector<buyer::Compared> m_rows;
};

} // namespace discover
