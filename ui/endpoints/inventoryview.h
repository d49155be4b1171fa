// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of what a peer offers besides ACMP, and the one that is selected as it was listed. Nothing is
// called.
#pragma once

#include "protocol/binding/inventory.h"

#include <QSplitter>

#include <memory>

class QTreeView;

namespace widgets {
class JsonTree;
}

namespace endpoints {

class InventoryModel;

class InventoryView final : public QSplitter {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InventoryView)

public:
    explicit InventoryView(QWidget* parent = nullptr);

    void setInventory(std::shared_ptr<const binding::Inventory> inventory);

private:
    void showCurrent();

    InventoryModel* m_model;
    QTreeView* m_list;
    widgets::JsonTree* m_json;
};

} // namespace endpoints
