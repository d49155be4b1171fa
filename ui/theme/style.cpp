// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QHeaderView>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace theme {

namespace {

constexpr qreal kRadius = 4;

bool isEnabled(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_Enabled);
}

void drawBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& line, qreal radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(line);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

void drawStroke(QPainter& painter, const QPointF& center, std::initializer_list<QPointF> points,
    const QColor& color, qreal width = 1.5)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(center);
    painter.drawPolyline(QPolygonF(QList<QPointF>(points)));
    painter.restore();
}

void drawChevron(QPainter& painter, const QRect& rect, bool down, const QStyleOption& option)
{
    const qreal y = down ? 2 : -2;
    const Token token = isEnabled(option) ? Token::Secondary : Token::Disabled;
    drawStroke(
        painter, QRectF(rect).center(), { { -4, -y }, { 0, y }, { 4, -y } }, color(token, option.palette));
}

QColor outline(const QStyleOption& option, Token resting)
{
    const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus) && isEnabled(option);
    return color(hasFocus ? Token::Accent : resting, option.palette);
}

bool isPrimary(const QWidget* widget)
{
    return widget && widget->property(Style::kPrimary).toBool();
}

void drawButton(const QStyleOption& option, QPainter& painter, const QWidget* widget)
{
    const QPalette& palette = option.palette;
    const bool isDown = option.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool isHot = isEnabled(option) && option.state.testFlag(QStyle::State_MouseOver);
    if (isPrimary(widget) && isEnabled(option)) {
        QColor fill = color(Token::Accent, palette);
        if (isDown || isHot)
            fill = isDark(palette) ? fill.lighter(isDown ? 120 : 108) : fill.darker(isDown ? 120 : 108);
        drawBox(painter, option.rect, fill, fill, kRadius);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            drawBox(painter, option.rect.adjusted(2, 2, -2, -2), Qt::transparent,
                color(Token::OnAccent, palette), kRadius - 1);
        }
        return;
    }
    const Token ground = isDown ? Token::Selection : isHot ? Token::Sunken : Token::Surface;
    drawBox(painter, option.rect, color(ground, palette), outline(option, Token::Border), kRadius);
}

void drawCheck(const QStyleOption& option, QPainter& painter, bool isRound)
{
    const QPalette& palette = option.palette;
    const bool isOn = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const Token ink = isEnabled(option) ? Token::Accent : Token::Disabled;
    const QColor line = isOn ? color(ink, palette)
                             : outline(option, isEnabled(option) ? Token::Secondary : Token::Disabled);
    const QRect box = option.rect;
    drawBox(painter, box, color(isOn ? ink : Token::Surface, palette), line, isRound ? box.width() / 2.0 : 3);
    if (!isOn)
        return;
    const QColor mark = color(isEnabled(option) ? Token::OnAccent : Token::Surface, palette);
    const QPointF center = QRectF(box).center();
    if (isRound)
        drawBox(painter, box.adjusted(4, 4, -4, -4), mark, mark, box.width() / 2.0);
    else if (option.state.testFlag(QStyle::State_NoChange))
        drawStroke(painter, center, { { -3, 0 }, { 3, 0 } }, mark, 2);
    else
        drawStroke(painter, center, { { -3.5, 0.2 }, { -1, 2.7 }, { 3.5, -2.7 } }, mark, 1.8);
}

void drawToolButton(const QStyleOption& option, QPainter& painter)
{
    const bool isOn = option.state.testFlag(QStyle::State_On);
    const bool isDown = option.state.testFlag(QStyle::State_Sunken);
    const bool isHot = isEnabled(option) && option.state.testFlag(QStyle::State_MouseOver);
    const QColor none = Qt::transparent;
    const QColor fill = isOn || isDown ? color(Token::Selection, option.palette)
        : isHot                        ? color(Token::Sunken, option.palette)
                                       : none;
    const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
    drawBox(painter, option.rect, fill, hasFocus ? color(Token::Accent, option.palette) : none, kRadius);
}

} // namespace

Style::Style()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void Style::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    // Under a style sheet nobody asks for the size of their contents.
    if (auto* spin = qobject_cast<QAbstractSpinBox*>(widget))
        spin->setMinimumHeight(scaled(kControlHeight));
    // No bold title over the current column.
    if (auto* header = qobject_cast<QHeaderView*>(widget))
        header->setHighlightSections(false);
}

void Style::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        return drawButton(*option, *painter, widget);
    case PE_PanelButtonTool:
        return drawToolButton(*option, *painter);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheck(*option, *painter, false);
    case PE_IndicatorRadioButton:
        return drawCheck(*option, *painter, true);
    case PE_FrameLineEdit:
        return drawBox(*painter, option->rect, Qt::transparent, outline(*option, Token::Border), kRadius);
    case PE_PanelLineEdit: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (!frame || frame->lineWidth == 0)
            return;
        return drawBox(*painter, option->rect, option->palette.color(QPalette::Base),
            outline(*option, Token::Border), kRadius);
    }
    case PE_FrameFocusRect: {
        // Fields and buttons show it by their outline.
        return drawBox(
            *painter, option->rect, Qt::transparent, color(Token::Accent, option->palette), kRadius);
    }
    case PE_IndicatorTabClose: {
        const bool isPointedAt = (option->state & State_MouseOver) != 0;
        painter->setPen(color(isPointedAt ? Token::Text : Token::Secondary, option->palette));
        return painter->drawText(option->rect, Qt::AlignCenter, QStringLiteral("✕"));
    }
    case PE_FrameStatusBarItem:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (element == CE_Splitter)
        return;
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_PushButton && button) {
        QStyleOptionButton own = *button;
        proxy()->drawControl(CE_PushButtonBevel, &own, painter, widget);
        own.rect = subElementRect(SE_PushButtonContents, &own, widget);
        proxy()->drawControl(CE_PushButtonLabel, &own, painter, widget);
        return;
    }
    if (element == CE_PushButtonLabel && button && isPrimary(widget) && isEnabled(*option)) {
        QStyleOptionButton own = *button;
        own.palette.setColor(QPalette::ButtonText, color(Token::OnAccent, own.palette));
        QProxyStyle::drawControl(element, &own, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && combo) {
        if (combo->editable) {
            drawBox(*painter, option->rect, option->palette.color(QPalette::Base),
                outline(*option, Token::Border), kRadius);
        } else {
            drawButton(*option, *painter, nullptr);
        }
        drawChevron(*painter, subControlRect(control, option, SC_ComboBoxArrow, widget), true, *option);
        return;
    }
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        control == CC_SpinBox && spin) {
        drawBox(*painter, option->rect, option->palette.color(QPalette::Base),
            outline(*option, Token::Border), kRadius);
        if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
            return;
        drawChevron(*painter, subControlRect(control, option, SC_SpinBoxUp, widget), false, *option);
        drawChevron(*painter, subControlRect(control, option, SC_SpinBoxDown, widget), true, *option);
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QSize Style::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton || type == CT_LineEdit || type == CT_ComboBox)
        result.setHeight(qMax(result.height(), scaled(kControlHeight)));
    else if (type == CT_ItemViewItem)
        result.setHeight(qMax(result.height(), scaled(kRowHeight)));
    return result;
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    if (element != SE_LineEditContents)
        return rect;
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool isInSpin = widget && qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
    const int margin = frame && frame->lineWidth > 0 ? 4 : isInSpin ? 2 : 0;
    return rect.adjusted(margin, 0, -margin, 0);
}

QRect Style::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    return control == CC_ComboBox && part == SC_ComboBoxEditField ? rect.adjusted(3, 0, 0, 0) : rect;
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_SplitterWidth:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return kGap;
    case PM_FocusFrameHMargin:
        return kGap - 1; // of an item's text: to where the header's begins
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return scaled(15);
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
        return scaled(16);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* returned) const
{
    switch (hint) {
    case SH_ComboBox_Popup: // a list below, no menu over it
    case SH_Widget_Animation_Duration:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_Table_GridLineColor:
        return static_cast<int>(color(Token::Border, option ? option->palette : QPalette()).rgb());
    default:
        return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

} // namespace theme
