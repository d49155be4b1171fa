// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/analysis/analysis.h"
#include "ui/traffic/factsview.h"
#include "ui/traffic/filterbar.h"
#include "ui/traffic/messagepane.h"
#include "ui/traffic/trafficlist.h"
#include "ui/traffic/trafficmodel.h"
#include "ui/traffic/trafficview.h"
#include "ui/widgets/byteview.h"
#include "ui/widgets/jsontree.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>

using namespace traffic;
using wire::Direction;

namespace {

struct Window {
    explicit Window(const capture::Record& record)
        : analysis(record)
    {
        view.resize(1200, 800);
        view.show();
        view.activateWindow(); // else no shortcut works
        view.setRecord(record, analysis);
        [this] { QTRY_VERIFY(view.isActiveWindow()); }();
    }
    template <class T>
    T* child(const char* name) const
    {
        T* const found = view.findChild<T*>(QLatin1String(name));
        Q_ASSERT(found);
        return found;
    }
    TrafficList* list() const { return child<TrafficList>("trafficList"); }
    QAbstractItemModel* model() const { return list()->model(); }
    QLineEdit* filter() const { return child<QLineEdit>("trafficFilter"); }
    int frame()
    {
        view.nextFrame();
        return model()->rowCount();
    }
    bool isFact(const QString& name, const QString& value) const
    {
        return std::ranges::any_of(child<FactsView>("trafficFacts")->facts(),
            [&](const Fact& fact) { return fact.name == name && fact.value == value; });
    }
    bool isFollowing() const { return child<QPushButton>("trafficFollow")->isChecked(); }
    bool isAtEnd() const
    {
        const QScrollBar* const bar = list()->verticalScrollBar();
        return bar->value() == bar->maximum();
    }

    analysis::Analysis analysis;
    TrafficView view;
};

} // namespace

class TestTrafficView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoWhileThereIsNothing();
    void showsAllOfALine();
    void showsWhatAnEventSays();
    void marksTheBytesOfANode();
    void showsTheCauseOfAnEndThatComesLater();
    void showsFindingsThatComeLater();
    void filtersAsOneTypes();
    void showsARowThatAFilterHides();
    void showsARowThatIsYetToCome();
    void followsATask();
    void followsAnExchangeByKey();
    void keepsTheCurrentRowThroughAFilter();
    void staysAtTheEndUntilScrolledUp();
    void copiesByKey();
    void savesAWholeMessage();
    void takesAnotherRecord();
    void canBeUsedByKeyAlone();
    void followsAnExchangeOfASharedChannel();
    void tellsOfAnAnswerThatComesLater();
    void showsStderrOnTheSameClock();
    void showsNoTreeOfWhatIsNoMessage();
};

void TestTrafficView::saysWhatToDoWhileThereIsNothing()
{
    Written written;
    Window window(*written.recorder);
    QVERIFY(window.child<QLabel>("trafficEmpty")->isVisible());
    written.task(written.open(), 1, "t", 1);
    window.frame();
    QVERIFY(!window.child<QLabel>("trafficEmpty")->isVisible());
    QVERIFY(window.list()->isVisible());
}

void TestTrafficView::showsAllOfALine()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "task", 2);
    Window window(*written.recorder);
    window.view.showRecord(invoke);
    const auto* raw = window.child<widgets::ByteView>("trafficRaw");
    QTRY_COMPARE(raw->bytes(), QByteArray::fromStdString(Written::invoke("task")));
    QCOMPARE(window.child<widgets::ByteView>("trafficBytes")->bytes(), raw->bytes());
    QVERIFY(window.isFact(QStringLiteral("Task"), QStringLiteral("task")));
    const auto* pane = window.view.findChild<MessagePane*>();
    QCOMPARE(pane->tab(), MessagePane::kTree);
    window.view.showRecord(invoke + 1);
    QTRY_COMPARE(pane->tab(), MessagePane::kHeaders); // a head has no tree
    window.view.showRecord(invoke + 2);
    QTRY_COMPARE(pane->tab(), MessagePane::kTree);
}

void TestTrafficView::showsWhatAnEventSays()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "t", 1);
    written.close(connection, "<b>reset</b> by peer");
    Window window(*written.recorder);
    window.list()->goTo(window.frame() - 1);
    const auto* pane = window.view.findChild<MessagePane*>();
    const QString text = QStringLiteral("Closed #1: <b>reset</b> by peer");
    QTRY_COMPARE(pane->sentence(), text);
    QVERIFY(window.isFact(QStringLiteral("Event"), text));
    QVERIFY(!window.child<widgets::ByteView>("trafficBytes")->isVisible());
    window.view.showRecord(1);
    QTRY_COMPARE(pane->sentence(), QString());
}

void TestTrafficView::marksTheBytesOfANode()
{
    Written written;
    const wire::RecordNo row
        = written.event(written.open(), Direction::Received, 1, Written::chunk("task", 7));
    Window window(*written.recorder);
    window.view.showRecord(row);
    auto* const bytes = window.child<widgets::ByteView>("trafficBytes");
    QTRY_VERIFY(!bytes->bytes().isEmpty());
    auto* const tree = window.child<widgets::JsonTree>("trafficTree");
    const QModelIndex root = tree->model()->index(0, 0);
    QVERIFY(root.isValid());
    tree->setCurrentIndex({});
    const QImage before = bytes->grab().toImage();
    tree->setCurrentIndex(root);
    QVERIFY(bytes->grab().toImage() != before);
}

void TestTrafficView::showsTheCauseOfAnEndThatComesLater()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo row = written.body(connection, Direction::Sent, 1, Written::invoke("t"));
    Window window(*written.recorder);
    window.view.showRecord(row);
    QTRY_VERIFY(window.isFact(QStringLiteral("Closed at"), QStringLiteral("still open")));
    written.close(connection, "reset by peer");
    QTRY_VERIFY(window.frame() && window.isFact(QStringLiteral("Closed"), QStringLiteral("reset by peer")));
}

void TestTrafficView::showsFindingsThatComeLater()
{
    Written written;
    const wire::RecordNo row = written.body(written.open(), Direction::Sent, 1, "{]");
    Window window(*written.recorder);
    window.view.showRecord(row);
    const auto hasFinding = [&] {
        window.frame();
        const auto& facts = window.child<FactsView>("trafficFacts")->facts();
        return !facts.empty() && facts.front().name.endsWith(QStringLiteral("JSON-invalid"));
    };
    QTRY_VERIFY(hasFinding());
}

void TestTrafficView::filtersAsOneTypes()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    for (std::uint32_t i = 1; i <= 10; ++i)
        written.task(connection, i, "task_" + std::to_string(i), 2);
    Window window(*written.recorder);
    QCOMPARE(window.frame(), 62);
    QTest::keyClicks(window.filter(), QStringLiteral("TASK_7"));
    QTRY_COMPARE(window.frame(), 4); // invoke, two chunks, result
    written.event(connection, Direction::Received, 10, Written::chunk("task_7", 9));
    QTRY_COMPARE(window.frame(), 5);
    QTest::keyClick(window.filter(), Qt::Key_Escape);
    QTRY_COMPARE(window.frame(), 63);
    window.child<QPushButton>("trafficFindings")->click();
    QTRY_COMPARE(window.frame(), 1); // the chunk after the end
    window.child<QPushButton>("trafficClear")->click();
    QTRY_COMPARE(window.frame(), 63);
    QTest::keyClicks(window.filter(), QStringLiteral("nowhere"));
    QTRY_COMPARE(window.frame(), 0);
    QVERIFY(!window.list()->isVisible()); // but a sentence
}

void TestTrafficView::showsARowThatAFilterHides()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 2);
    Window window(*written.recorder);
    window.filter()->setText(QStringLiteral("streamchunk"));
    QTRY_COMPARE(window.frame(), 2);
    window.view.showRecord(invoke + 2);
    QCOMPARE(window.filter()->text(), QStringLiteral("streamchunk"));
    window.view.showRecord(invoke);
    QCOMPARE(window.filter()->text(), QString());
    QCOMPARE(window.list()->currentIndex().siblingAtColumn(kMessage).data().toString(),
        QStringLiteral("acmp/invoke"));
}

void TestTrafficView::showsARowThatIsYetToCome()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "t", 1);
    Window window(*written.recorder);
    const wire::RecordNo later = written.task(connection, 2, "later", 1);
    window.view.showRecord(later);
    window.frame();
    QCOMPARE(window.list()->currentIndex().siblingAtColumn(kTask).data().toString(), QStringLiteral("later"));
}

void TestTrafficView::followsATask()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "my task", 1);
    written.task(connection, 2, "another", 1);
    Window window(*written.recorder);
    window.view.followTask(QStringLiteral("my task"));
    QTRY_COMPARE(window.frame(), 3);
    window.filter()->clear();
    window.view.showRecord(1);
    QTest::keyClick(window.list(), Qt::Key_T, Qt::ControlModifier);
    QCOMPARE(window.filter()->text(), QStringLiteral("\"my task\""));
}

void TestTrafficView::followsAnExchangeByKey()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "a", 1);
    const wire::RecordNo invoke = written.task(connection, 2, "b", 1);
    Window window(*written.recorder);
    window.view.showRecord(invoke);
    QTest::keyClick(window.list(), Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE(window.frame(), 5);
}

void TestTrafficView::keepsTheCurrentRowThroughAFilter()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 3);
    Window window(*written.recorder);
    window.view.showRecord(invoke + 3);
    window.filter()->setText(QStringLiteral("streamchunk"));
    QTRY_COMPARE(window.frame(), 3);
    QCOMPARE(window.list()->currentIndex().row(), 1);
    window.filter()->clear();
    QCOMPARE(window.list()->currentIndex().row(), static_cast<int>(invoke + 3) + 2);
}

void TestTrafficView::staysAtTheEndUntilScrolledUp()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "t", 200);
    Window window(*written.recorder);
    window.frame();
    QVERIFY(window.isFollowing());
    QVERIFY(window.isAtEnd());
    written.task(connection, 2, "t", 200);
    window.frame();
    QVERIFY(window.isAtEnd());
    window.list()->setCurrentIndex(window.model()->index(5, 0));
    window.child<QPushButton>("trafficFollow")->setChecked(true);
    window.filter()->setText(QStringLiteral("streamchunk"));
    QTRY_COMPARE(window.frame(), 400);
    window.filter()->clear();
    QVERIFY(window.isFollowing());
    QVERIFY(window.isAtEnd());
    QCOMPARE(window.list()->currentIndex().row(), 5);
    QScrollBar* const bar = window.list()->verticalScrollBar();
    bar->triggerAction(QAbstractSlider::SliderPageStepSub);
    QVERIFY(!window.isFollowing());
    const int value = bar->value();
    written.task(connection, 3, "t", 200);
    window.frame();
    QCOMPARE(bar->value(), value);
    bar->triggerAction(QAbstractSlider::SliderToMaximum);
    QVERIFY(window.isFollowing());
    window.view.showRecord(10);
    QVERIFY(!window.isFollowing());
    window.child<QPushButton>("trafficFollow")->click();
    QVERIFY(window.isAtEnd());
}

void TestTrafficView::copiesByKey()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 1);
    Window window(*written.recorder);
    window.view.showRecord(invoke);
    QTest::keySequence(window.list(), QKeySequence::Copy);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\tacmp/invoke\t")));
    QTest::keyClick(window.list(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(Written::invoke("t")));
    QTest::keyClick(window.list(), Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("0000  7b 22 6a")));
}

void TestTrafficView::savesAWholeMessage()
{
    using enum wire::Direction;
    Written written;
    const auto one = written.open();
    const auto other = written.open();
    written.body(one, Received, 1, "a", wire::kPartial);
    written.body(other, Received, 1, "not this");
    const wire::RecordNo middle = written.body(one, Received, 1, "b", wire::kPartial);
    written.body(one, Sent, 2, "nor this");
    written.body(one, Received, 1, "c");
    const wire::RecordNo next = written.body(one, Received, 2, "d");
    Window window(*written.recorder);
    const QString path = written.directory.filePath(QStringLiteral("message"));
    const auto contents = [&] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    window.view.saveMessage(middle, path);
    QTRY_COMPARE(contents(), QByteArray("abc"));
    window.view.saveMessage(next, path);
    QTRY_COMPARE(contents(), QByteArray("d"));

    window.view.saveMessage(next, written.directory.filePath(QStringLiteral("no/such/folder")));
    QTRY_VERIFY(window.view.findChild<QMessageBox*>());
    window.view.findChild<QMessageBox*>()->close();

    window.view.activateWindow();
    [&] { QTRY_VERIFY(window.view.isActiveWindow()); }();
    window.view.showRecord(middle);
    QTest::keyClick(window.list(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(window.view.findChild<QFileDialog*>());
    window.view.findChild<QFileDialog*>()->close();
}

void TestTrafficView::takesAnotherRecord()
{
    Written first, second;
    first.task(first.open(), 1, "a", 1);
    const wire::RecordNo invoke = second.task(second.open(), 1, "b", 3);
    Window window(*first.recorder);
    window.view.showRecord(1);
    window.filter()->setText(QStringLiteral("b"));
    analysis::Analysis analysis(*second.recorder);
    window.view.setRecord(*second.recorder, analysis);
    window.view.showRecord(invoke);
    const auto* raw = window.child<widgets::ByteView>("trafficRaw");
    QTRY_COMPARE(raw->bytes(), QByteArray::fromStdString(Written::invoke("b")));
    window.view.setRecord(*first.recorder, window.analysis);
    QVERIFY(raw->bytes().isEmpty());
}

void TestTrafficView::canBeUsedByKeyAlone()
{
    Written written;
    written.task(written.open(), 1, "t", 1);
    Window window(*written.recorder);
    window.list()->setFocus();
    QTest::keyClick(window.list(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(window.filter()->hasFocus());
    for (const QWidget* const widget : window.view.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus
            || widget->objectName().startsWith(QStringLiteral("qt_")))
            continue;
        const auto* const button = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty())
                || qobject_cast<const QLabel*>(widget) != nullptr,
            qPrintable(widget->objectName() + QLatin1String(widget->metaObject()->className())));
    }
}

void TestTrafficView::followsAnExchangeOfASharedChannel()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    written.head(connection, Direction::Sent, 1, "GET /ws HTTP/1.1\r\n\r\n");
    const wire::RecordNo a = written.frame(connection, Direction::Sent, Written::invoke("a"));
    written.frame(connection, Direction::Sent, Written::invoke("b"));
    written.frame(connection, Direction::Received, Written::chunk("b", 0, true));
    written.frame(connection, Direction::Received, Written::chunk("a", 0, true));
    const wire::RecordNo pong = written.control(connection, Direction::Received, "\x8a", "");
    Window window(*written.recorder);
    QTRY_COMPARE(window.analysis.checkedTo(), written.recorder->rowCount());
    QCOMPARE(window.frame(), 8);
    window.view.showRecord(a);
    QTest::keyClick(window.list(), Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(window.filter()->text(), QStringLiteral("exchange:1/1"));
    QTRY_COMPARE(window.frame(), 2);
    written.frame(connection, Direction::Received, Written::result("b"));
    written.frame(connection, Direction::Received, Written::result("a"));
    QTRY_COMPARE(window.frame(), 3);
    // What is of no exchange is of its connection.
    window.view.showRecord(pong);
    QTest::keyClick(window.list(), Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(window.filter()->text(), QStringLiteral("connection:1"));
    QTRY_COMPARE(window.frame(), 9); // and that it was opened
}

void TestTrafficView::tellsOfAnAnswerThatComesLater()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent");
    const wire::RecordNo invoke = written.line(connection, Direction::Sent, Written::invoke("t"));
    Window window(*written.recorder);
    window.view.showRecord(invoke);
    const auto hasAnswer = [&](const QString& text) {
        window.frame();
        return window.isFact(QStringLiteral("Answer"), text);
    };
    QTRY_VERIFY(hasAnswer(QStringLiteral("not yet")));
    written.line(connection, Direction::Received, Written::chunk("t", 0, true));
    written.line(connection, Direction::Received, Written::result("t"));
    QTRY_VERIFY(hasAnswer(QStringLiteral("row 2, 2.00 ms later")));
}

void TestTrafficView::showsStderrOnTheSameClock()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent");
    const wire::ConnectionId log = written.openShared("stderr", "agent");
    written.line(connection, Direction::Sent, Written::invoke("t"));
    Window window(*written.recorder);
    window.frame();
    auto* const lines = window.child<TrafficList>("trafficStderr");
    QVERIFY(!lines->isVisible());
    const wire::RecordNo first
        = written.line(log, Direction::Received, "starting", 0, wire::SliceKind::LogLine);
    written.line(connection, Direction::Received, Written::chunk("t", 0));
    const wire::RecordNo second
        = written.line(log, Direction::Received, "\x1b[33mslow", 0, wire::SliceKind::LogLine);
    QTRY_VERIFY(window.frame() && lines->isVisible() && lines->model()->rowCount() == 2);
    const auto cell = [](const TrafficList* list, int row, Column column) {
        return list->model()->index(row, column).data().toString();
    };
    QCOMPARE(cell(lines, 1, kMessage), QStringLiteral("slow"));
    const int shown = static_cast<int>(second) + 3; // two connections and the beginning stand before it
    QCOMPARE(cell(window.list(), shown, kMessage), QStringLiteral("slow"));
    QCOMPARE(cell(lines, 1, kTime), cell(window.list(), shown, kTime));
    QVERIFY(!lines->isColumnHidden(kMessage));
    QVERIFY(lines->isColumnHidden(kTask));
    lines->setCurrentIndex(lines->model()->index(0, kMessage));
    const auto* raw = window.child<widgets::ByteView>("trafficRaw");
    QTRY_COMPARE(raw->bytes(), QByteArray("starting"));
    Q_EMIT lines->activated(lines->currentIndex());
    QCOMPARE(window.list()->currentIndex().siblingAtColumn(kNo).data().toString(), QString::number(first));
    QVERIFY(!lines->currentIndex().isValid());
    window.filter()->setText(QStringLiteral("kind:log-line slow"));
    QTRY_COMPARE(window.frame(), 1);
    QCOMPARE(lines->model()->rowCount(), 2);
}

void TestTrafficView::showsNoTreeOfWhatIsNoMessage()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent");
    const wire::RecordNo message = written.line(connection, Direction::Sent, Written::invoke("t"));
    const wire::RecordNo noise = written.line(connection, Direction::Received, "ready");
    const wire::RecordNo log = written.line(
        written.openShared("stderr", "agent"), Direction::Received, "{\"a\":1}", 0, wire::SliceKind::LogLine);
    Window window(*written.recorder);
    const auto* pane = window.view.findChild<MessagePane*>();
    const auto* raw = window.child<widgets::ByteView>("trafficRaw");
    for (const auto& [row, text, tab] : { std::tuple(noise, QByteArray("ready"), MessagePane::kRaw),
             std::tuple(log, QByteArray("{\"a\":1}"), MessagePane::kRaw),
             std::tuple(message, QByteArray::fromStdString(Written::invoke("t")), MessagePane::kTree) }) {
        window.view.showRecord(row);
        QTRY_COMPARE(raw->bytes(), text);
        QCOMPARE(pane->tab(), tab);
    }
}

QTEST_MAIN(TestTrafficView)
#include "tst_trafficview.moc"
