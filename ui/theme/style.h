// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with flat controls in the tokens' colours: what a palette can't say and a style sheet only with
// pictures of fixed colours. Internal to theme/.
#pragma once

#include <QProxyStyle>

namespace theme {

class Style final : public QProxyStyle {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Style)

public:
    static constexpr char kPrimary[] = "acmpPrimary"; ///< property of a button

    Style();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
        const QWidget* widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
        const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* returned) const override;
};

} // namespace theme
