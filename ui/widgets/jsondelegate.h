// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of a JSON tree: name, value in the colour of its type, remark; notes over as many lines as
// they need.
#pragma once

#include <QStyledItemDelegate>

namespace widgets {

class JsonDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JsonDelegate)

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;
};

} // namespace widgets
