// SPDX-License-Identifier: GPL-3.0-or-later
// Big and growing bytes never hold up the window; what is selected, copied, found is what was received.
#include "tests/support/eventloopchecker.h"
#include "ui/theme/theme.h"
#include "ui/widgets/byteview.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using widgets::ByteView;

class TestByteView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init();
    void cleanup() { m_view.reset(); }
    void opensFiftyMegabytesAtOnce_data();
    void opensFiftyMegabytesAtOnce();
    void growsAtSixtyFramesASecond_data();
    void growsAtSixtyFramesASecond();
    void followsUntilScrolledUp();
    void staysWhereItIsWhenNotFollowing();
    void keepsItsPlaceWhenShownOtherwise();
    void selectsByKeyboard();
    void selectsByMouse();
    void copiesWhatIsShown();
    void bringsAMarkIntoSight();
    void goesFromMatchToMatch();
    void staysResponsiveWhileItSearches();

private:
    int top() const { return m_view->verticalScrollBar()->value(); }
    int bottom() const { return m_view->verticalScrollBar()->maximum(); }
    bool isAtEnd() const { return top() == bottom(); }

    std::unique_ptr<ByteView> m_view;
};

namespace {

QByteArray lines(int count)
{
    QByteArray bytes;
    for (int i = 0; i < count; ++i)
        bytes += "line " + QByteArray::number(i) + '\n';
    return bytes;
}

} // namespace

void TestByteView::init()
{
    m_view = std::make_unique<ByteView>();
    m_view->resize(900, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestByteView::opensFiftyMegabytesAtOnce_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("wraps");
    constexpr qsizetype kSize = 50'000'000;
    QByteArray json = "{\"data\":\"";
    json.append(kSize, 'x').append("\"}");
    QTest::newRow("one line") << json << false;
    QTest::newRow("one line, wrapped") << json << true;
    QTest::newRow("nothing but line feeds") << QByteArray(kSize, '\n') << false;
    QTest::newRow("nothing but bad bytes") << QByteArray(kSize, '\xFF') << true;
    QTest::newRow("CJK") << QByteArray("\xE4\xB8\xAD\xE6\x96\x87").repeated(kSize / 6) << true;
}

void TestByteView::opensFiftyMegabytesAtOnce()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, wraps);
    const EventLoopChecker lag;
    m_view->setWrap(wraps);
    m_view->setBytes(bytes);
    m_view->grab();
    m_view->setFollowing(true);
    QTRY_VERIFY_WITH_TIMEOUT(bottom() > 10'000 && isAtEnd(), 60'000);
    m_view->grab();
    m_view->setMode(ByteView::Mode::Hex);
    m_view->grab();
    QCoreApplication::processEvents();
    QVERIFY2(
        lag.longestWorkMs() < EventLoopChecker::kFrozenMs, qPrintable(QString::number(lag.longestWorkMs())));
}

void TestByteView::growsAtSixtyFramesASecond_data()
{
    QTest::addColumn<bool>("wraps");
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("data") << false << QByteArray("0123456789abcdef");
    QTest::newRow("prose") << true << QByteArray("Revenue grew twelve percent\xE2\x80\x94year over year.\n");
}

void TestByteView::growsAtSixtyFramesASecond()
{
    QFETCH(bool, wraps);
    QFETCH(QByteArray, piece);
    constexpr qsizetype kTotal = 16 << 20, kFrames = 120;
    const QByteArray frame = piece.repeated(kTotal / kFrames / piece.size() + 1);
    m_view->setWrap(wraps);
    m_view->setFollowing(true);
    m_view->setGrowing(true);
    m_view->search("1234");
    const EventLoopChecker lag;
    QTimer timer;
    connect(&timer, &QTimer::timeout, m_view.get(), [&] {
        // As many small appends as chunks come in.
        for (qsizetype at = 0; at < frame.size(); at += 4096)
            m_view->append(QByteArrayView(frame).sliced(at, qMin<qsizetype>(4096, frame.size() - at)));
    });
    timer.start(16);
    QTRY_VERIFY_WITH_TIMEOUT(m_view->bytes().size() >= kTotal, 30'000);
    timer.stop();
    m_view->setFollowing(true); // to the first match it may have gone back
    QTRY_VERIFY(isAtEnd() && bottom() > 3000);
    QVERIFY2(
        lag.longestWorkMs() < EventLoopChecker::kFrozenMs, qPrintable(QString::number(lag.longestWorkMs())));
}

void TestByteView::followsUntilScrolledUp()
{
    QSignalSpy changed(m_view.get(), &ByteView::followingChanged);
    m_view->setFollowing(true);
    m_view->append(lines(500));
    QTRY_VERIFY(bottom() > 400 && isAtEnd());
    m_view->verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub);
    QVERIFY(!m_view->isFollowing());
    const int before = top();
    m_view->append(lines(500));
    QTRY_VERIFY(bottom() > 900);
    QCOMPARE(top(), before);
    m_view->verticalScrollBar()->triggerAction(QScrollBar::SliderToMaximum);
    QVERIFY(m_view->isFollowing());
    QCOMPARE(changed.size(), 3);
}

void TestByteView::staysWhereItIsWhenNotFollowing()
{
    m_view->setBytes(lines(500));
    QCOMPARE(top(), 0);
    m_view->verticalScrollBar()->triggerAction(QScrollBar::SliderToMaximum);
    QVERIFY(!m_view->isFollowing()); // nobody ever asked for it
    m_view->setBytes(lines(400));
    QCOMPARE(top(), 0);
}

void TestByteView::keepsItsPlaceWhenShownOtherwise()
{
    m_view->setBytes(lines(100'000));
    QTRY_VERIFY(bottom() > 99'000);
    m_view->verticalScrollBar()->setValue(50'000);
    const qsizetype offset = m_view->bytes().indexOf("line 50000\n");
    m_view->setMode(ByteView::Mode::Hex);
    QTRY_COMPARE(top(), static_cast<int>(offset / 16));
    m_view->setMode(ByteView::Mode::Text);
    QTRY_VERIFY(qAbs(top() - 50'000) <= 2);
    m_view->setWrap(true);
    QTRY_VERIFY(qAbs(top() - 50'000) <= 2);
    m_view->resize(400, 300);
    QTRY_VERIFY(bottom() > 99'000 && qAbs(top() - 50'000) <= 2);
}

void TestByteView::selectsByKeyboard()
{
    m_view->setBytes("gr\xC3\xBC\xC3\x9F\nzwei\n\xE4\xB8\xAD");
    QTest::keyClick(m_view.get(), Qt::Key_Right);
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedBytes(), QByteArray("r\xC3\xBC"));
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedBytes(), QByteArray("r"));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedBytes(), QByteArray("r\xC3\xBC\xC3\x9F\nzw"));
    QTest::keyClick(m_view.get(), Qt::Key_Home);
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedBytes(), QByteArray("zwei"));
    QTest::keyClick(m_view.get(), Qt::Key_End, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(m_view->selectedBytes(), QByteArray("\xE4\xB8\xAD"));
    QTest::keySequence(m_view.get(), QKeySequence::SelectAll);
    QCOMPARE(m_view->selectedBytes(), m_view->bytes());
}

void TestByteView::selectsByMouse()
{
    m_view->setBytes("first line\nsecond_one, third");
    QWidget* const port = m_view->viewport();
    QTest::mousePress(port, Qt::LeftButton, {}, QPoint(1, 8));
    QTest::mouseMove(port, QPoint(port->width() - 1, 8));
    QMouseEvent move(QEvent::MouseMove, QPointF(port->width() - 1, 8), port->mapToGlobal(QPointF(1, 1)),
        Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(port, &move);
    QTest::mouseRelease(port, Qt::LeftButton);
    QCOMPARE(m_view->selectedBytes(), QByteArray("first line"));
    QTest::mouseDClick(port, Qt::LeftButton, {}, QPoint(20, 30));
    QCOMPARE(m_view->selectedBytes(), QByteArray("second_one"));
}

void TestByteView::copiesWhatIsShown()
{
    m_view->setBytes("<b>a\xFF\xC3\xBC</b>\r\nb\tc");
    m_view->selectAll();
    QTest::keySequence(m_view.get(), QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("<b>a\\xff\u00FC</b>\r\nb\tc"));
    m_view->setMode(ByteView::Mode::Hex);
    m_view->select(3, 3);
    m_view->copy();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("61 ff c3"));
    m_view->setBytes(QByteArray(ByteView::kMaxCopiedBytes + 1, 'x'));
    m_view->selectAll();
    m_view->copy(); // refused
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("61 ff c3"));
}

void TestByteView::bringsAMarkIntoSight()
{
    const QByteArray bytes = lines(200'000);
    m_view->setBytes(bytes);
    m_view->mark(bytes.indexOf("line 150000\n"), 4); // not indexed yet, perhaps
    QTRY_VERIFY(top() <= 150'000 && top() > 149'950);
    m_view->setBytes(QByteArray(4000, 'x') + "here");
    m_view->mark(4000, 4);
    QVERIFY(m_view->horizontalScrollBar()->value() > 10'000);
}

void TestByteView::goesFromMatchToMatch()
{
    QSignalSpy found(m_view.get(), &ByteView::found);
    const auto last = [&] { return found.isEmpty() ? QVariantList() : found.last(); };
    m_view->setBytes(lines(1000));
    m_view->search("LINE 99");
    QTRY_COMPARE(last(), (QVariantList { 11, 1 }));
    m_view->nextMatch();
    QCOMPARE(last(), (QVariantList { 11, 2 }));
    QVERIFY(top() > 900);
    m_view->nextMatch(false);
    m_view->nextMatch(false);
    QCOMPARE(last(), (QVariantList { 11, 11 }));
    m_view->search({});
    QCOMPARE(last(), (QVariantList { 0, 0 }));
}

void TestByteView::staysResponsiveWhileItSearches()
{
    m_view->setBytes(QByteArray(50'000'000, 'a'));
    QSignalSpy found(m_view.get(), &ByteView::found);
    const EventLoopChecker lag;
    m_view->search("a");
    QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, 30'000);
    QVERIFY2(
        lag.longestWorkMs() < EventLoopChecker::kFrozenMs, qPrintable(QString::number(lag.longestWorkMs())));
    QCOMPARE(found.last().first().toInt(), 1'000'000);
}

QTEST_MAIN(TestByteView)
#include "tst_byteview.moc"
