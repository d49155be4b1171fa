// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/celldelegate.h"

#include "ui/widgets/statelabel.h"

#include <QApplication>
#include <QPainter>

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

/// One line of plain text: laying it out as the style does, for any text, takes three times as long.
void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const QRect box = option.rect.adjusted(margin, 0, -margin, 0);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->setFont(option.font);
    painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    const QString text = option.fontMetrics.elidedText(option.text, option.textElideMode, box.width());
    painter->drawText(box, static_cast<int>(option.displayAlignment) | Qt::TextSingleLine, text);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        focus.rect = option.rect;
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
}

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_look == Look::Data) {
        option->font = theme::monospace();
        option->fontMetrics = QFontMetrics(option->font);
    }
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
