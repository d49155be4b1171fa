// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.h"

#include <QtMath>

#include <array>

namespace theme {

namespace {

struct Row {
    const char* name;
    QRgb light, dark;
};

// In the order of Token.
constexpr std::array<Row, kTokens> kRows { {
    { "window", 0xFFF5F6F8, 0xFF191C20 },
    { "surface", 0xFFFFFFFF, 0xFF21252A },
    { "sunken", 0xFFECEEF2, 0xFF15181B },
    { "border", 0xFFD3D8DF, 0xFF3B424B },
    { "text", 0xFF1A1E23, 0xFFE7EAEE },
    { "secondary", 0xFF545D68, 0xFFA9B2BD },
    { "disabled", 0xFF8A939E, 0xFF6F7883 },
    { "accent", 0xFF0A5FC2, 0xFF70B2FF },
    { "onAccent", 0xFFFFFFFF, 0xFF10151B },
    { "selection", 0xFFD3E4FA, 0xFF21405F },
    { "success", 0xFF187438, 0xFF5BC67F },
    { "warning", 0xFF855400, 0xFFE3AC43 },
    { "error", 0xFFBE2626, 0xFFFF8078 },
    { "chunk", 0xFF0B706B, 0xFF55C7BC },
    { "heartbeat", 0xFF7A2FA8, 0xFFCBA0F5 },
} };

// WCAG 2.1
double luminance(const QColor& color)
{
    const auto linear
        = [](double part) { return part <= 0.03928 ? part / 12.92 : qPow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a), y = luminance(b);
    return (qMax(x, y) + 0.05) / (qMin(x, y) + 0.05);
}

QColor readable(QColor color, const QColor& ground, bool dark)
{
    constexpr double kEnough = 4.55;
    float hue = 0, saturation = 0, lightness = 0;
    color.getHslF(&hue, &saturation, &lightness);
    while (contrast(color, ground) < kEnough && lightness > 0 && lightness < 1) {
        lightness = qBound(0.F, lightness + (dark ? 0.01F : -0.01F), 1.F);
        color.setHslF(qMax(hue, 0.F), saturation, lightness);
    }
    return color.toRgb();
}

using Colors = std::array<QColor, kTokens>;

Colors colorsOnSelection(bool dark)
{
    Colors colors;
    for (int i = 0; i < kTokens; ++i) {
        const Token token = static_cast<Token>(i);
        const QColor plain = color(token, dark);
        colors.at(static_cast<std::size_t>(i))
            = token == Token::Disabled ? plain : readable(plain, color(Token::Selection, dark), dark);
    }
    return colors;
}

} // namespace

QColor color(Token token, bool dark)
{
    const Row& row = kRows.at(static_cast<std::size_t>(token));
    return QColor::fromRgb(dark ? row.dark : row.light);
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
}

QColor color(Token token, const QPalette& palette)
{
    return color(token, isDark(palette));
}

QColor colorOnSelection(Token token, const QPalette& palette)
{
    static const Colors light = colorsOnSelection(false), dark = colorsOnSelection(true);
    return (isDark(palette) ? dark : light).at(static_cast<std::size_t>(token));
}

QPalette palette(bool dark)
{
    const std::pair<QPalette::ColorRole, Token> roles[] = {
        { QPalette::Window, Token::Window },
        { QPalette::WindowText, Token::Text },
        { QPalette::Base, Token::Surface },
        { QPalette::AlternateBase, Token::Window },
        { QPalette::Text, Token::Text },
        { QPalette::Button, Token::Surface },
        { QPalette::ButtonText, Token::Text },
        { QPalette::BrightText, Token::OnAccent },
        { QPalette::Highlight, Token::Selection },
        { QPalette::HighlightedText, Token::Text },
        { QPalette::Link, Token::Accent },
        { QPalette::LinkVisited, Token::Accent },
        { QPalette::ToolTipBase, Token::Surface },
        { QPalette::ToolTipText, Token::Text },
        { QPalette::PlaceholderText, Token::Secondary },
        { QPalette::Light, Token::Surface },
        { QPalette::Midlight, Token::Sunken },
        { QPalette::Mid, Token::Border },
        { QPalette::Dark, Token::Border },
        { QPalette::Shadow, Token::Border },
    };
    QPalette palette;
    for (const auto& [role, token] : roles)
        palette.setColor(role, color(token, dark));
    for (const QPalette::ColorRole role :
        { QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText })
        palette.setColor(QPalette::Disabled, role, color(Token::Disabled, dark));
    return palette;
}

QString withColors(QString sheet, bool dark)
{
    for (int i = 0; i < kTokens; ++i) {
        const QString name
            = QLatin1Char('@') + QLatin1String(kRows.at(static_cast<std::size_t>(i)).name) + QLatin1Char('@');
        sheet.replace(name, color(static_cast<Token>(i), dark).name());
    }
    return sheet;
}

} // namespace theme
