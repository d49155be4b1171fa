// SPDX-License-Identifier: GPL-3.0-or-later
// The other cells of the table of offers: data in figures, states with their icon, a provider with its marks;
// greyed where the offer no longer lasts. Knows only the roles that it is told.
#pragma once

#include <QStyledItemDelegate>

namespace offers {

class OfferDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OfferDelegate)

public:
    enum class Look { Name, Data, State };
    explicit OfferDelegate(Look look, QObject* parent = nullptr);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintMarks(
        QPainter* painter, const QStyleOptionViewItem& option, const QStringList& marks, QRect box) const;

    Look m_look;
};

} // namespace offers
