// SPDX-License-Identifier: GPL-3.0-or-later
// Finding from opening the bar to closing it, by keyboard alone.
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/findbar.h"

#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>

class TestFindBar final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void findsByKeyboard();
};

void TestFindBar::findsByKeyboard()
{
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* view = new widgets::ByteView;
    auto* bar = new widgets::FindBar(view);
    column->addWidget(view);
    column->addWidget(bar);
    view->setBytes("task one\ntask two\nTASK three");
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    view->setFocus();
    QVERIFY(!bar->isVisible());

    QTest::keySequence(view, QKeySequence::Find);
    auto* needle = bar->findChild<QLineEdit*>();
    auto* count = bar->findChild<widgets::ElidedLabel*>();
    QVERIFY(bar->isVisible() && needle->hasFocus());
    QTest::keyClicks(needle, QStringLiteral("task"));
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 3"));
    QTest::keyClick(needle, Qt::Key_Return);
    QCOMPARE(count->text(), QStringLiteral("2 of 3"));
    QTest::keyClick(needle, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(count->text(), QStringLiteral("1 of 3"));
    view->setBytes("another task"); // goes on in what is shown then
    QTRY_COMPARE(count->text(), QStringLiteral("1 of 1"));
    QTest::keyClicks(needle, QStringLiteral("?"));
    QTRY_COMPARE(count->text(), QStringLiteral("not found"));
    QTest::keyClick(needle, Qt::Key_Escape);
    QVERIFY(!bar->isVisible() && view->hasFocus());
}

QTEST_MAIN(TestFindBar)
#include "tst_findbar.moc"
