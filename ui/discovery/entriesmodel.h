// SPDX-License-Identifier: GPL-3.0-or-later
// The entries that are shown, a row each, as they were arranged on a worker.
#pragma once

#include "ui/discovery/arrange.h"

#include <QAbstractTableModel>

namespace discover {

class EntriesModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntriesModel)

public:
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of the columns that are one

    using QAbstractTableModel::QAbstractTableModel;

    /// `capability`: whose prices the column shows; empty: any.
    void show(std::vector<Row> rows, const std::string& capability);
    /// The ages, as of now.
    void updateAges();
    const Row& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// Of the same entry, though it may have been read again; -1: none.
    int find(const Row& row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Asks for another order: sortAsked() tells.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    void sortAsked(int column, bool isDescending);

private:
    std::vector<Row> m_rows;
    std::string m_capability;
    std::int64_t m_nowMs = 0;
};

} // namespace discover
