// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the cells of the list: plain text in the colour of its tone, data in the font of data.
#pragma once

#include "ui/widgets/advances.h"

#include <QStyledItemDelegate>

namespace traffic {

class LineDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LineDelegate)

public:
    static constexpr int kMargin = 8; ///< as the header's

    explicit LineDelegate(QObject* parent = nullptr);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    widgets::Advances m_data, m_prose;
};

} // namespace traffic
