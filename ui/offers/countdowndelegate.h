// SPDX-License-Identifier: GPL-3.0-or-later
// Paints how long an offer lasts: a bar that runs out and the time left. Knows no model, only the roles that
// it is told, and says when a cell would look other than before.
#pragma once

#include "ui/offers/offersmodel.h"

#include <QStyledItemDelegate>

namespace offers {

class CountdownDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CountdownDelegate)

public:
    /// What can be seen of a countdown in a cell.
    struct Look {
        int bar = -1; ///< pixels; -1: none
        int step = 0; ///< of the words beside it
        bool isShort = false; ///< less than a third is left
        bool operator==(const Look&) const = default;
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void setNow(wire::Instant now) { m_now = now; }
    static Look lookOf(const Countdown& countdown, wire::Instant now);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    wire::Instant m_now;
};

} // namespace offers
