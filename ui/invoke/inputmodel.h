// SPDX-License-Identifier: GPL-3.0-or-later
// The pieces of a run's input, and how far they got. Grows in batches.
#pragma once

#include "ui/stack/runstate.h"
#include "ui/widgets/statelabel.h"

#include <QAbstractTableModel>

namespace invoke {

class InputModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InputModel)

public:
    enum Column { Seq, Size, State, Data, kColumns };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State

    using QAbstractTableModel::QAbstractTableModel;

    /// A later state of the same run, or another run; null: none.
    void show(const std::shared_ptr<const stack::RunState>& run);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Standing {
        widgets::State state;
        QString word;
    };
    Standing standingOf(int row) const;
    QString text(int row, int column) const;

    std::shared_ptr<const stack::RunState> m_run;
    int m_rows = 0;
};

} // namespace invoke
