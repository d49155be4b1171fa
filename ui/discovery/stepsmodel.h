// SPDX-License-Identifier: GPL-3.0-or-later
// How the entries of one address were found: every place that was asked, and what came of it.
#pragma once

#include "ui/stack/browsestate.h"

#include <QAbstractTableModel>

namespace discover {

class StepsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StepsModel)

public:
    enum Column { Name, Detail, Took, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column Name

    using QAbstractTableModel::QAbstractTableModel;

    /// Null: of none.
    void setState(std::shared_ptr<const stack::BrowseState> state);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const stack::BrowseState> m_state;
};

} // namespace discover
