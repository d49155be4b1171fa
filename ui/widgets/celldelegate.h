// SPDX-License-Identifier: GPL-3.0-or-later
// How a column of a table looks; knows no model, only the role that it is told. What can't be selected is a
// heading.
#pragma once

#include <QStyledItemDelegate>

namespace widgets {

class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CellDelegate)

public:
    enum class Look {
        Plain,
        Data, ///< monospaced
        State, ///< the icon and colour of the widgets::State in `stateRole`, if there is one
    };
    explicit CellDelegate(Look look, int stateRole = -1, QObject* parent = nullptr);

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    Look m_look;
    int m_stateRole;
};

} // namespace widgets
