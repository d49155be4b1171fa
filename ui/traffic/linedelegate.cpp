// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/linedelegate.h"

#include "ui/theme/theme.h"
#include "ui/traffic/columns.h"

#include <QApplication>
#include <QPainter>

namespace traffic {

namespace {

theme::Token tokenOf(Tone tone)
{
    switch (tone) {
    case Tone::Text:
        return theme::Token::Text;
    case Tone::Secondary:
        return theme::Token::Secondary;
    case Tone::Request:
        return theme::Token::Accent;
    case Tone::Chunk:
        return theme::Token::Chunk;
    case Tone::Heartbeat:
        return theme::Token::Heartbeat;
    case Tone::Success:
        return theme::Token::Success;
    case Tone::Warning:
        return theme::Token::Warning;
    case Tone::Error:
        break;
    }
    return theme::Token::Error;
}

// By sums, which spares a second layout; at most too wide.
qreal widthOf(const QString& text, const widgets::Advances& advances)
{
    qreal width = 0;
    for (const QChar c : text)
        width += advances.of(char32_t { c.unicode() });
    return width;
}

} // namespace

LineDelegate::LineDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
    , m_data(theme::monospace())
    , m_prose(QApplication::font("QTableView"))
{
}

void LineDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(option.rect, theme::color(theme::Token::Selection, option.palette));
    const QString text = index.data(Qt::DisplayRole).toString();
    if (text.isEmpty())
        return;
    const theme::Token token = tokenOf(index.data(kToneRole).value<Tone>());
    const widgets::Advances& advances = index.data(kIsDataRole).toBool() ? m_data : m_prose;
    const bool isNarrow = option.rect.width() < 4 * kMargin;
    const QRect rect = isNarrow ? option.rect : option.rect.adjusted(kMargin, 0, -kMargin, 0);
    painter->setFont(advances.font());
    painter->setPen(
        isSelected ? theme::colorOnSelection(token, option.palette) : theme::color(token, option.palette));
    // What tells ids and peers apart stands at their ends.
    const Qt::TextElideMode mode = index.column() == kMessage ? Qt::ElideRight : Qt::ElideMiddle;
    const bool fits = isNarrow || widthOf(text, advances) <= rect.width();
    const auto alignment = index.data(Qt::TextAlignmentRole).value<Qt::Alignment>();
    painter->drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine,
        fits ? text : advances.metrics().elidedText(text, mode, rect.width()));
}

} // namespace traffic
