// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/inventoryview.h"

#include "ui/endpoints/inventorymodel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/jsontree.h"

#include <QHeaderView>
#include <QTreeView>

namespace endpoints {

InventoryView::InventoryView(QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_model(new InventoryModel(this))
    , m_list(new QTreeView(this))
    , m_json(new widgets::JsonTree(this))
{
    setObjectName(QStringLiteral("inventory"));
    setChildrenCollapsible(false);
    m_list->setObjectName(QStringLiteral("inventoryList"));
    m_list->setModel(m_model);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("What it offers besides ACMP"));
    m_list->header()->resizeSection(InventoryModel::Name, theme::scaled(220));
    m_json->setObjectName(QStringLiteral("inventoryItem"));
    m_json->setAccessibleName(tr("As it was listed"));
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &InventoryView::showCurrent);
}

void InventoryView::setInventory(std::shared_ptr<const binding::Inventory> inventory)
{
    m_model->setInventory(std::move(inventory));
    m_list->expandAll();
    showCurrent();
}

void InventoryView::showCurrent()
{
    const binding::InventoryItem* const item = m_model->item(m_list->currentIndex());
    m_json->setVisible(item);
    if (!item)
        return m_json->clear();
    const std::string_view raw = item->raw.text();
    m_json->setJson(QByteArray(raw.data(), static_cast<qsizetype>(raw.size())));
}

} // namespace endpoints
