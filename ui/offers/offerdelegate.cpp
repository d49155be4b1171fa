// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offerdelegate.h"

#include "ui/offers/offersmodel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace offers {

using theme::Token;

namespace {

constexpr int kMargin = 4, kPadding = 6;
/// Between what two columns hold.
constexpr int kSlack = 6;
/// A third is shown where there happens to be room.
constexpr qsizetype kMarksWithRoom = 2;

QColor colorOf(Token token, const QStyleOptionViewItem& option)
{
    return option.state.testFlag(QStyle::State_Selected) ? theme::colorOnSelection(token, option.palette)
                                                         : theme::color(token, option.palette);
}

} // namespace

OfferDelegate::OfferDelegate(Look look, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_look(look)
{
}

/// What it paints. A cell that runs over those beside it needs no width of its own.
QSize OfferDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (index.data(OffersModel::SpansRole).toBool())
        return {};
    QFont font = m_look == Look::Data ? theme::monospace() : option.font;
    font.setBold(m_look == Look::Name);
    QString text = index.data().toString();
    if (m_look == Look::State && index.data(OffersModel::StateRole).isValid())
        text = widgets::stateIcon(static_cast<widgets::State>(index.data(OffersModel::StateRole).toInt()))
            % u' ' % text;
    int width = QFontMetrics(font).horizontalAdvance(text) + 2 * kMargin + kSlack;
    if (m_look == Look::Name) {
        const QStringList marks = index.data(OffersModel::MarksRole).toStringList();
        width += marks.isEmpty() ? 0 : theme::kGap;
        for (const QString& mark : marks.first(std::min<qsizetype>(marks.size(), kMarksWithRoom)))
            width += QFontMetrics(theme::label()).horizontalAdvance(mark) + 2 * kPadding + kMargin;
    }
    return { width, theme::scaled(theme::kRowHeight) };
}

void OfferDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QStyle* const style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const bool isFaded = index.data(OffersModel::FadedRole).toBool();
    const QVariant state = m_look == Look::State ? index.data(OffersModel::StateRole) : QVariant();
    QFont font = m_look == Look::Data ? theme::monospace() : option.font;
    Token token = isFaded ? Token::Disabled : Token::Text;
    QString text = option.text;
    if (state.isValid()) {
        const auto known = static_cast<widgets::State>(state.toInt());
        text = widgets::stateIcon(known) % u' ' % text;
        if (!isFaded || known == widgets::State::Bad)
            token = widgets::stateToken(known);
    }
    font.setBold(m_look == Look::Name);
    painter->setFont(font);
    painter->setPen(colorOf(token, option));
    const QRect box = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QFontMetrics metrics(font);
    painter->drawText(box, static_cast<int>(option.displayAlignment) | Qt::TextSingleLine,
        metrics.elidedText(text, Qt::ElideRight, box.width()));
    if (m_look == Look::Name)
        paintMarks(painter, option, index.data(OffersModel::MarksRole).toStringList(),
            box.adjusted(metrics.horizontalAdvance(text) + theme::kGap, 0, 0, 0));
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
}

/// Pills, as many as there is room for.
void OfferDelegate::paintMarks(
    QPainter* painter, const QStyleOptionViewItem& option, const QStringList& marks, QRect box) const
{
    if (marks.isEmpty())
        return;
    const QFont font = theme::label();
    const QFontMetrics metrics(font);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(font);
    for (const QString& mark : marks) {
        const int width = metrics.horizontalAdvance(mark) + 2 * kPadding;
        if (width > box.width())
            break;
        const int top = box.center().y() - metrics.height() / 2;
        const QRectF pill(box.left() + 0.5, top - 0.5, width, metrics.height() + 2);
        painter->setPen(colorOf(mark.startsWith(u'»') ? Token::Accent : Token::Success, option));
        painter->drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
        painter->drawText(pill, Qt::AlignCenter | Qt::TextSingleLine, mark);
        box.setLeft(box.left() + width + kMargin);
    }
    painter->restore();
}

} // namespace offers
