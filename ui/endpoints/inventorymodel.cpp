// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/inventorymodel.h"

#include "ui/endpoints/describe.h"
#include "ui/theme/theme.h"

namespace endpoints {

namespace {

/// The internal id of a list; an item has its list's row + 1.
constexpr quintptr kList = 0;

/// On one line; controls escaped.
QString line(const std::string& text)
{
    return QString::fromStdString(wire::excerpt(text, 300));
}

QVariant nameOf(const binding::InventoryItem& item, int role)
{
    if (role == Qt::DisplayRole)
        return line(item.uri.empty() ? item.name : item.uri);
    return role == Qt::FontRole ? QVariant(theme::monospace()) : QVariant();
}

QVariant descriptionOf(const binding::InventoryItem& item, int role)
{
    if (role != Qt::DisplayRole)
        return {};
    if (!item.mistake.empty())
        return InventoryModel::tr("✕ not to be used: %1").arg(line(item.mistake));
    return line(item.description.empty() ? item.title : item.description);
}

} // namespace

void InventoryModel::setInventory(std::shared_ptr<const binding::Inventory> inventory)
{
    if (inventory == m_inventory)
        return;
    beginResetModel();
    m_inventory = std::move(inventory);
    endResetModel();
}

const binding::InventoryItem* InventoryModel::item(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kList)
        return nullptr;
    return &(*m_inventory)[index.internalId() - 1].items[static_cast<std::size_t>(index.row())];
}

QModelIndex InventoryModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kList);
}

QModelIndex InventoryModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kList)
        return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, kList);
}

int InventoryModel::rowCount(const QModelIndex& parent) const
{
    if (!m_inventory || parent.column() > 0)
        return 0;
    if (!parent.isValid())
        return static_cast<int>(m_inventory->size());
    return parent.internalId() == kList
        ? static_cast<int>((*m_inventory)[static_cast<std::size_t>(parent.row())].items.size())
        : 0;
}

int InventoryModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant InventoryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (const binding::InventoryItem* const one = item(index))
        return index.column() == Name ? nameOf(*one, role) : descriptionOf(*one, role);
    const binding::InventoryList& list = (*m_inventory)[static_cast<std::size_t>(index.row())];
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == Name)
        return countOf(list);
    return list.error ? tr("✕ %1").arg(QString::fromStdString(list.error->toString())) : QVariant();
}

QVariant InventoryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Name or URI") : tr("Description");
}

} // namespace endpoints
