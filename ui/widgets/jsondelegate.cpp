// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/jsondelegate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/jsonmodel.h"
#include "ui/widgets/statelabel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QTreeView>

namespace widgets {

namespace {

using Look = JsonModel::Look;

constexpr int kPadding = 4;

Look lookOf(const QModelIndex& index)
{
    return static_cast<Look>(index.data(JsonModel::LookRole).toInt());
}

bool isProse(Look look)
{
    return look == Look::Note || look == Look::Message;
}

theme::Token tokenOf(Look look)
{
    switch (look) {
    case Look::String:
        return theme::Token::Success;
    case Look::Number:
    case Look::Literal:
        return theme::Token::Heartbeat;
    case Look::Container:
    case Look::Null:
    case Look::Group:
    case Look::Note:
    case Look::Message:
        break;
    }
    return theme::Token::Secondary;
}

QColor ink(theme::Token token, const QStyleOptionViewItem& option)
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    return isSelected ? theme::colorOnSelection(token, option.palette) : theme::color(token, option.palette);
}

// What is left of the view right of the row's branch lines.
int widthFor(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const auto* tree = qobject_cast<const QTreeView*>(option.widget);
    if (!tree)
        return 400;
    int depth = 1;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
        ++depth;
    return qMax(120, tree->viewport()->width() - depth * tree->indentation());
}

struct Prose {
    QString head; ///< icon and word
    QString text;
    theme::Token token;
};

Prose proseOf(const QModelIndex& index)
{
    const auto level = static_cast<acmp::Level>(index.data(JsonModel::LevelRole).toInt());
    const State state = stateOf(level);
    return { stateIcon(state) % u' ' % levelWord(level), index.data(JsonModel::ValueRole).toString(),
        stateToken(state) };
}

constexpr int kWrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

int headWidth(const QFontMetrics& metrics, const QString& head)
{
    return metrics.horizontalAdvance(head) + theme::kGap;
}

void paintProse(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const Prose prose = proseOf(index);
    const QFontMetrics metrics(painter.font());
    const QRect rect = option.rect.adjusted(kPadding, 3, -kPadding, 0);
    painter.setPen(ink(prose.token, option));
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop, prose.head);
    painter.setPen(ink(theme::Token::Text, option));
    painter.drawText(rect.adjusted(headWidth(metrics, prose.head), 0, 0, 0), kWrapped, prose.text);
}

// Left to right, as far as there is room.
class Line final {
public:
    Line(QPainter& painter, const QRect& rect)
        : m_painter(painter)
        , m_rect(rect)
    {
    }
    void add(const QString& text, const QColor& color)
    {
        if (text.isEmpty() || m_rect.width() <= 0)
            return;
        const QFontMetrics metrics(m_painter.font());
        m_painter.setPen(color);
        m_painter.drawText(m_rect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(text, Qt::ElideRight, m_rect.width()));
        m_rect.setLeft(m_rect.left() + metrics.horizontalAdvance(text) + metrics.averageCharWidth() * 2);
    }

private:
    QPainter& m_painter;
    QRect m_rect;
};

} // namespace

void JsonDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem own = option;
    initStyleOption(&own, index);
    own.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &own, painter, own.widget);
    painter->save();
    const Look look = lookOf(index);
    if (isProse(look)) {
        painter->setFont(theme::label());
        paintProse(*painter, own, index);
    } else {
        painter->setFont(theme::monospace());
        Line line(*painter, own.rect.adjusted(kPadding, 0, -kPadding, 0));
        const bool isQuiet = index.data(JsonModel::IsElementRole).toBool() || look == Look::Group;
        line.add(index.data(JsonModel::NameRole).toString(),
            ink(isQuiet ? theme::Token::Secondary : theme::Token::Text, own));
        const QString remark = index.data(JsonModel::RemarkRole).toString();
        if (!remark.isEmpty())
            line.add(stateIcon(State::Attention) % u' ' % remark, ink(theme::Token::Warning, own));
        line.add(index.data(JsonModel::ValueRole).toString(), ink(tokenOf(look), own));
    }
    painter->restore();
}

QSize JsonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics data(theme::monospace());
    const int row = qMax(theme::scaled(theme::kCompactRowHeight), data.height() + 4);
    if (!isProse(lookOf(index)))
        return { 100, row };
    const Prose prose = proseOf(index);
    const QFontMetrics metrics(theme::label());
    const int width = widthFor(option, index) - headWidth(metrics, prose.head) - 2 * kPadding;
    const QRect needed = metrics.boundingRect(QRect(0, 0, width, 100'000), kWrapped, prose.text);
    return { 100, qMax(row, needed.height() + 6) };
}

bool JsonDelegate::helpEvent(
    QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    if (event->type() != QEvent::ToolTip || isProse(lookOf(index)))
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QString text = index.data(Qt::DisplayRole).toString();
    const bool fits = QFontMetrics(theme::monospace()).horizontalAdvance(text) < option.rect.width();
    QToolTip::showText(event->globalPos(), fits ? QString() : plainToolTip(text), view);
    return true;
}

} // namespace widgets
