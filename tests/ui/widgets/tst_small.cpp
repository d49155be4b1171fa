// SPDX-License-Identifier: GPL-3.0-or-later
// The small shared things: they show plain text only, say what they are, and the keyboard works them.
#include "ui/theme/theme.h"
#include "ui/widgets/copybutton.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/statelabel.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

class TestSmall final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void copiesByKeyboardAndSaysSo();
    void elidesPlainTextOnOneLine();
    void wrapsWithinAWordThatIsTooWide();
    void showsTagsInTooltipsAsTheyAre();
    void tellsEachStateByIconAndColour();
    void choosesASegmentByKeyboard();
    void framesItsContent();
};

void TestSmall::copiesByKeyboardAndSaysSo()
{
    widgets::CopyButton button(QStringLiteral("Copy the address"));
    QVERIFY(!button.isEnabled());
    button.setCopied(QStringLiteral("http://127.0.0.1/mcp"));
    button.show();
    QCOMPARE(button.accessibleName(), QStringLiteral("Copy the address"));
    QVERIFY(button.focusPolicy() & Qt::TabFocus);
    QTest::keyClick(&button, Qt::Key_Space);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("http://127.0.0.1/mcp"));
    QVERIFY(button.isSaying());
    QCOMPARE(button.accessibleName(), QStringLiteral("Copied"));
    QTRY_COMPARE(button.accessibleName(), QStringLiteral("Copy the address"));
}

void TestSmall::elidesPlainTextOnOneLine()
{
    widgets::ElidedLabel label(QStringLiteral("one\ntwo <b>three</b>"));
    QCOMPARE(label.text(), QStringLiteral("one two <b>three</b>"));
    QCOMPARE(label.accessibleName(), label.text());
    label.resize(label.sizeHint());
    QCOMPARE(label.elided(), label.text());
    label.resize(60, 20);
    QVERIFY(label.elided().endsWith(QChar(0x2026)));
    QVERIFY(label.minimumSizeHint().width() < 60);
}

void TestSmall::wrapsWithinAWordThatIsTooWide()
{
    const QString did = QStringLiteral("did:key:") + QString(200, u'z');
    widgets::PlainLabel label(did);
    const int line = label.fontMetrics().height();
    QVERIFY(label.minimumSizeHint().width() < 200);
    QVERIFY(label.heightForWidth(200) >= 4 * line);
    QVERIFY(label.heightForWidth(100'000) < 2 * line);
    label.resize(200, label.heightForWidth(200));
    const QImage image = label.grab().toImage().convertToFormat(QImage::Format_RGB32);
    int inkRows = 0;
    for (int y = 0; y < image.height(); ++y) {
        bool isInk = false;
        for (int x = 0; x < image.width(); ++x)
            isInk |= image.pixel(x, y) != image.pixel(0, 0);
        inkRows += isInk ? 1 : 0;
    }
    QVERIFY2(inkRows > 3 * line / 2, qPrintable(QString::number(inkRows)));
    label.setText(did + u'y');
    QVERIFY(label.heightForWidth(200) >= 4 * line);
    QCOMPARE(label.text(), did + u'y');
}

void TestSmall::showsTagsInTooltipsAsTheyAre()
{
    const QString tip = widgets::plainToolTip(QStringLiteral("<img src=x>"));
    QVERIFY(tip.contains(QStringLiteral("&lt;img src=x&gt;")));
    QVERIFY(widgets::plainToolTip(QString(100'000, u'x')).size() < 3000);
}

void TestSmall::tellsEachStateByIconAndColour()
{
    using widgets::State;
    QSet<QChar> icons;
    for (const State state :
        { State::Good, State::Attention, State::Bad, State::Running, State::Waiting, State::Neutral }) {
        icons.insert(widgets::stateIcon(state));
        const widgets::StateLabel label(state, QStringLiteral("word"));
        QCOMPARE(label.accessibleName(), QStringLiteral("word"));
    }
    QCOMPARE(icons.size(), 6);
    QCOMPARE(widgets::stateOf(acmp::Level::Error), State::Bad);
    QCOMPARE(widgets::levelWord(acmp::Level::Warning), QStringLiteral("warning"));
}

void TestSmall::choosesASegmentByKeyboard()
{
    widgets::Segments segments(
        QStringLiteral("Show as"), { QStringLiteral("Text"), QStringLiteral("Raw"), QStringLiteral("Hex") });
    QSignalSpy changed(&segments, &widgets::Segments::currentChanged);
    QCOMPARE(segments.current(), 0);
    segments.show();
    QVERIFY(QTest::qWaitForWindowActive(&segments));
    QWidget* const first = segments.findChild<QWidget*>();
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Right);
    QCOMPARE(segments.current(), 1);
    QCOMPARE(changed.size(), 1);
    segments.setCurrent(2);
    QCOMPARE(changed.last().first().toInt(), 2);
}

void TestSmall::framesItsContent()
{
    widgets::Pane pane(QStringLiteral("Output"));
    pane.setFacts(QStringLiteral("text, 1 024 B"));
    auto* content = new QLabel(QStringLiteral("x"));
    pane.addContent(content);
    pane.resize(300, 200);
    pane.show();
    QCOMPARE(pane.accessibleName(), QStringLiteral("Output"));
    QVERIFY(content->geometry().top() >= theme::kHeaderHeight);
    QVERIFY(content->geometry().bottom() >= 190);
    const QColor corner = pane.grab().toImage().pixelColor(150, 100);
    QCOMPARE(corner, theme::color(theme::Token::Surface, pane.palette()));
}

QTEST_MAIN(TestSmall)
#include "tst_small.moc"
