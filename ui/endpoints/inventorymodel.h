// SPDX-License-Identifier: GPL-3.0-or-later
// What a peer offers besides ACMP: a row a list, below it a row an item.
#pragma once

#include "protocol/binding/inventory.h"

#include <QAbstractItemModel>

#include <memory>

namespace endpoints {

class InventoryModel final : public QAbstractItemModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InventoryModel)

public:
    enum Column { Name, Description, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    /// Null or empty: nothing.
    void setInventory(std::shared_ptr<const binding::Inventory> inventory);
    /// Null of a list.
    const binding::InventoryItem* item(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::shared_ptr<const binding::Inventory> m_inventory;
};

} // namespace endpoints
