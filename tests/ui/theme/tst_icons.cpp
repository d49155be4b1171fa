// SPDX-License-Identifier: GPL-3.0-or-later
// Every icon is there, draws something, in the colour that its state asks for.
#include "ui/theme/icons.h"

#include <QApplication>
#include <QDir>
#include <QTest>

class TestIcons final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void loadsEachOfTheFolder_data();
    void loadsEachOfTheFolder();
    void takesTheColourOfItsState();
    void followsTheScheme();
    void isSharpOnADenseScreen();
};

namespace {

using theme::Token;

// Of the pixel that is covered most.
QColor ink(const QPixmap& pixmap)
{
    const QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32);
    QColor best(Qt::transparent);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (const QColor pixel = image.pixelColor(x, y); pixel.alpha() > best.alpha())
                best = pixel;
        }
    }
    return best;
}

QColor color(Token token)
{
    return theme::color(token, QApplication::palette());
}

} // namespace

void TestIcons::loadsEachOfTheFolder_data()
{
    QTest::addColumn<QString>("name");
    const QStringList files
        = QDir(QStringLiteral(ACMP_ICONS)).entryList({ QStringLiteral("*.svg") }, QDir::Files);
    QVERIFY(files.size() > 20);
    for (const QString& file : files)
        QTest::addRow("%s", qPrintable(file)) << file.chopped(4);
}

void TestIcons::loadsEachOfTheFolder()
{
    QFETCH(QString, name);
    const QIcon icon = theme::icon(name);
    QVERIFY(!icon.isNull());
    const QColor drawn = ink(icon.pixmap(18)), wanted = color(Token::Secondary);
    // Antialiasing rounds.
    QVERIFY(qAbs(drawn.red() - wanted.red()) <= 2 && qAbs(drawn.green() - wanted.green()) <= 2
        && qAbs(drawn.blue() - wanted.blue()) <= 2);
}

void TestIcons::takesTheColourOfItsState()
{
    const QIcon icon = theme::icon(QStringLiteral("stop"));
    QCOMPARE(ink(icon.pixmap(18, QIcon::Active)), color(Token::Text));
    QCOMPARE(ink(icon.pixmap(18, QIcon::Normal, QIcon::On)), color(Token::Accent));
    QCOMPARE(ink(icon.pixmap(18, QIcon::Disabled)), color(Token::Disabled));
    const QIcon primary = theme::icon(QStringLiteral("stop"), Token::OnAccent);
    QCOMPARE(ink(primary.pixmap(18)), color(Token::OnAccent));
    QCOMPARE(ink(primary.pixmap(18, QIcon::Disabled)), color(Token::Disabled));
}

void TestIcons::followsTheScheme()
{
    const QIcon icon = theme::icon(QStringLiteral("stop"));
    const QColor before = ink(icon.pixmap(18));
    theme::apply(*qApp, theme::Scheme::Dark);
    QVERIFY(ink(icon.pixmap(18)) != before);
    QCOMPARE(ink(icon.pixmap(18)), color(Token::Secondary));
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestIcons::isSharpOnADenseScreen()
{
    const QPixmap pixmap = theme::icon(QStringLiteral("copy")).pixmap(QSize(18, 18), 2.0);
    QCOMPARE(pixmap.size(), QSize(36, 36));
    QCOMPARE(pixmap.devicePixelRatio(), 2.0);
}

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"
