// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/celldelegate.h"

#include "ui/widgets/statelabel.h"

namespace widgets {

CellDelegate::CellDelegate(Look look, int stateRole, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_look(look)
    , m_stateRole(stateRole)
{
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index).expandedTo({ 0, theme::scaled(theme::kRowHeight) });
}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_look == Look::Data)
        option->font = theme::monospace();
    if (!index.flags().testFlag(Qt::ItemIsSelectable)) {
        option->font = theme::label();
        option->palette.setColor(QPalette::Text, theme::color(theme::Token::Secondary, option->palette));
    }
    const QVariant role = m_stateRole < 0 ? QVariant() : index.data(m_stateRole);
    if (!role.isValid())
        return;
    const auto state = static_cast<State>(role.toInt());
    const theme::Token token = stateToken(state);
    option->text = stateIcon(state) % u' ' % option->text;
    option->palette.setColor(QPalette::Text, theme::color(token, option->palette));
    option->palette.setColor(QPalette::HighlightedText, theme::colorOnSelection(token, option->palette));
}

} // namespace widgets
