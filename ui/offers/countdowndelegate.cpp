// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/countdowndelegate.h"

#include <QApplication>
#include <QPainter>

namespace offers {

namespace {

constexpr int kBarWidth = 64, kBarHeight = 6, kGap = 4;

} // namespace

CountdownDelegate::Look CountdownDelegate::lookOf(const Countdown& countdown, wire::Instant now)
{
    if (!countdown.until || countdown.isFaded)
        return {};
    const double left = wire::toMs(*countdown.until - now);
    if (left <= 0)
        return { -1, -1, false };
    const double share = std::clamp(left / std::max(wire::toMs(countdown.window), 1.0), 0.0, 1.0);
    const double step = left < 1000 ? left / 10 : left < 60'000 ? left / 100 : left / 60'000;
    return { static_cast<int>(share * kBarWidth), static_cast<int>(std::min(step, 1e9)), share < 1.0 / 3 };
}

/// The same whatever is left: nothing moves while it runs out.
QSize CountdownDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    const int words = QFontMetrics(theme::monospace()).horizontalAdvance(QStringLiteral("59.9 s "));
    return { kBarWidth + words + 3 * kGap, theme::scaled(theme::kRowHeight) };
}

void CountdownDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QStyle* const style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const auto countdown = index.data(OffersModel::CountdownRole).value<Countdown>();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    QRect box = option.rect.adjusted(kGap, 0, -kGap, 0);
    const Look look = lookOf(countdown, m_now);
    QString words = option.text;
    if (look.bar >= 0) {
        const QRect track(box.left(), box.center().y() - kBarHeight / 2, kBarWidth, kBarHeight);
        painter->fillRect(track, theme::color(theme::Token::Sunken, option.palette));
        painter->fillRect(QRect(track.topLeft(), QSize(look.bar, kBarHeight)),
            theme::color(look.isShort ? theme::Token::Error : theme::Token::Accent, option.palette));
        box.setLeft(track.right() + kGap);
        words = leftText(*countdown.until - m_now);
    }
    const bool isFaded = index.data(OffersModel::FadedRole).toBool();
    painter->setFont(theme::monospace());
    painter->setPen(isFaded ? theme::color(theme::Token::Disabled, option.palette)
                            : option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
}

} // namespace offers
