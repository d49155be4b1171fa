// SPDX-License-Identifier: GPL-3.0-or-later
// What the theme promises of its colours, and that switching it reaches widgets.
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <cmath>

class TestTheme final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isReadable_data();
    void isReadable();
    void switchesAtAnyTime();
    void fillsThePrimaryButton();
    void keepsFiguresInColumns();
};

namespace {

using theme::Token;

// WCAG 2.1, contrast ratio
double luminance(const QColor& color)
{
    const auto linear
        = [](double x) { return x <= 0.03928 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({ luminance(a), luminance(b) });
    return (high + 0.05) / (low + 0.05);
}

QPalette paletteOf(theme::Scheme scheme)
{
    theme::apply(*qApp, scheme);
    return QApplication::palette();
}

} // namespace

void TestTheme::isReadable_data()
{
    QTest::addColumn<theme::Scheme>("scheme");
    QTest::addColumn<Token>("token");
    const std::pair<const char*, Token> tokens[]
        = { { "text", Token::Text }, { "secondary", Token::Secondary }, { "accent", Token::Accent },
              { "success", Token::Success }, { "warning", Token::Warning }, { "error", Token::Error },
              { "chunk", Token::Chunk }, { "heartbeat", Token::Heartbeat } };
    for (const auto& [name, token] : tokens) {
        QTest::addRow("%s, light", name) << theme::Scheme::Light << token;
        QTest::addRow("%s, dark", name) << theme::Scheme::Dark << token;
    }
}

void TestTheme::isReadable()
{
    QFETCH(theme::Scheme, scheme);
    QFETCH(Token, token);
    const QPalette palette = paletteOf(scheme);
    const QColor text = theme::color(token, palette);
    for (const Token ground : { Token::Window, Token::Surface, Token::Sunken }) {
        QVERIFY2(contrast(text, theme::color(ground, palette)) >= 4.5,
            qPrintable(QString::number(contrast(text, theme::color(ground, palette)))));
    }
    QVERIFY(
        contrast(theme::colorOnSelection(token, palette), theme::color(Token::Selection, palette)) >= 4.5);
    QVERIFY(contrast(theme::color(Token::OnAccent, palette), theme::color(Token::Accent, palette)) >= 4.5);
}

void TestTheme::switchesAtAnyTime()
{
    QWidget window;
    QPalette palette = paletteOf(theme::Scheme::Light);
    QVERIFY(!theme::isDark(palette));
    QTRY_VERIFY(!theme::isDark(window.palette()));
    palette = paletteOf(theme::Scheme::Dark);
    QVERIFY(theme::isDark(palette));
    QTRY_VERIFY(theme::isDark(window.palette()));
    QCOMPARE(palette.color(QPalette::Base), theme::color(Token::Surface, palette));
    QCOMPARE(palette.color(QPalette::Disabled, QPalette::Text), theme::color(Token::Disabled, palette));
    paletteOf(theme::Scheme::Light);
    QTRY_VERIFY(!theme::isDark(window.palette()));
}

void TestTheme::fillsThePrimaryButton()
{
    const QPalette palette = paletteOf(theme::Scheme::Light);
    QPushButton button(QStringLiteral("Send"));
    button.resize(80, theme::kControlHeight);
    const QColor accent = theme::color(Token::Accent, palette);
    QVERIFY(button.grab().toImage().pixelColor(6, 13) != accent);
    theme::makePrimary(button);
    QCOMPARE(button.grab().toImage().pixelColor(6, 13), accent);
    button.setEnabled(false);
    QVERIFY(button.grab().toImage().pixelColor(6, 13) != accent);
}

void TestTheme::keepsFiguresInColumns()
{
    paletteOf(theme::Scheme::Light);
    const QFontMetricsF metrics(theme::monospace());
    for (char figure = '0'; figure <= '9'; ++figure)
        QCOMPARE(metrics.horizontalAdvance(QLatin1Char(figure)), metrics.horizontalAdvance(QLatin1Char('i')));
    QCOMPARE(theme::label().pixelSize(), theme::scaled(12));
    QCOMPARE(QApplication::font().pixelSize(), theme::scaled(13));
    QVERIFY(QFontMetrics(QApplication::font()).height() < theme::scaled(theme::kCompactRowHeight));
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
