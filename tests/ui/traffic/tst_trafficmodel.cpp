// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/analysis/analysis.h"
#include "ui/traffic/copying.h"
#include "ui/traffic/searcher.h"
#include "ui/traffic/trafficmodel.h"

#include "protocol/capture/capturefile.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

using namespace traffic;
using wire::Direction;

namespace {

struct Shown {
    explicit Shown(const capture::Record& record)
        : analysis(record)
        , searcher(record, analysis)
    {
        model.setRecord(&record, &analysis);
        model.catchUp();
    }
    QString cell(int row, Column column) const { return model.index(row, column).data().toString(); }
    void filter(const QString& text)
    {
        const auto search = searcher.begin(Filter::parse(text));
        QTRY_VERIFY((searcher.wake(), search->isThrough()));
        model.setSearch(search);
    }

    analysis::Analysis analysis;
    Searcher searcher;
    TrafficModel model;
    QAbstractItemModelTester tester { &model, QAbstractItemModelTester::FailureReportingMode::QtTest };
};

} // namespace

class TestTrafficModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsRowsAndEvents();
    void isEmptyWithoutARecord();
    void growsInBatches();
    void takesAnotherRecord();
    void growsWhileItFilters();
    void findsARowAgain();
    void showsFindingsWhenTheyCome();
    void showsADamagedRow();
    void showsMarkupLiterally();
    void tellsTimeSinceTheRowShownBefore();
    void opensAMillionRows();
    void copiesARowAsShown();
};

void TestTrafficModel::showsRowsAndEvents()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "task_1", 2);
    written.close(connection, "reset by peer");
    const Shown shown(*written.recorder);
    QCOMPARE(shown.model.rowCount(), 9); // began, opened, 6 rows, closed
    QCOMPARE(shown.cell(1, kMessage), QStringLiteral("Opened #1 for http://127.0.0.1:8402/mcp"));
    QCOMPARE(shown.cell(2, kNo), QStringLiteral("0"));
    QCOMPARE(shown.cell(2, kMessage), QStringLiteral("POST /mcp"));
    QCOMPARE(shown.cell(3, kMessage), QStringLiteral("acmp/invoke"));
    QCOMPARE(shown.cell(3, kTask), QStringLiteral("task_1"));
    QCOMPARE(shown.cell(3, kId), QStringLiteral("req_task_1"));
    QCOMPARE(shown.cell(5, kCarrier), QStringLiteral("SSE"));
    QCOMPARE(shown.cell(5, kDelta), QStringLiteral("+1.00"));
    QCOMPARE(shown.cell(8, kNo), QString());
    QCOMPARE(shown.cell(8, kMessage), QStringLiteral("Closed #1: reset by peer"));
    QCOMPARE(shown.model.index(5, kMessage).data(kToneRole).value<Tone>(), Tone::Chunk);
    QCOMPARE(
        shown.model.index(5, kArrow).data(Qt::AccessibleTextRole).toString(), QStringLiteral("received"));
    for (int column = 0; column < kColumns; ++column)
        QVERIFY(!shown.model.headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).toString().isEmpty());
}

void TestTrafficModel::isEmptyWithoutARecord()
{
    TrafficModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.catchUp();
    model.setSearch(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.rowOf(0), -1);
}

void TestTrafficModel::growsInBatches()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    Shown shown(*written.recorder);
    QSignalSpy inserts(&shown.model, &QAbstractItemModel::rowsInserted);
    QSignalSpy resets(&shown.model, &QAbstractItemModel::modelReset);
    for (std::uint32_t i = 1; i <= 20; ++i) {
        written.task(connection, i, "task", 10);
        shown.model.catchUp();
        QCOMPARE(inserts.size(), static_cast<qsizetype>(i));
        QCOMPARE(shown.model.rowCount(), static_cast<int>(2 + 14 * i));
    }
    shown.model.catchUp();
    QCOMPARE(inserts.size(), 20);
    QCOMPARE(resets.size(), 0);
}

void TestTrafficModel::takesAnotherRecord()
{
    Written first, second;
    first.task(first.open(), 1, "a", 5);
    second.task(second.open(), 1, "b", 1);
    Shown shown(*first.recorder);
    QCOMPARE(shown.cell(3, kTask), QStringLiteral("a"));
    analysis::Analysis analysis(*second.recorder);
    shown.model.setRecord(second.recorder.get(), &analysis);
    shown.model.catchUp();
    QCOMPARE(shown.model.rowCount(), 7);
    QCOMPARE(shown.cell(3, kTask), QStringLiteral("b"));
    shown.model.setRecord(nullptr, nullptr);
    QCOMPARE(shown.model.rowCount(), 0);
}

void TestTrafficModel::growsWhileItFilters()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "task", 3);
    Shown shown(*written.recorder);
    shown.filter(QStringLiteral("streamchunk"));
    QCOMPARE(shown.model.rowCount(), 3);
    QSignalSpy resets(&shown.model, &QAbstractItemModel::modelReset);
    for (std::uint32_t i = 2; i <= 200; ++i) {
        written.task(connection, i, "task", 3);
        shown.searcher.wake();
        shown.model.catchUp();
        for (int row = 0; row < shown.model.rowCount(); row += 50)
            QVERIFY(shown.cell(row, kMessage).startsWith(QStringLiteral("acmp/streamChunk")));
    }
    const auto all = [&] {
        shown.model.catchUp();
        return shown.model.rowCount();
    };
    QTRY_COMPARE(all(), 600);
    QCOMPARE(resets.size(), 0);
    shown.model.setSearch(nullptr);
    QCOMPARE(shown.model.rowCount(), 2 + 200 * 7);
}

void TestTrafficModel::findsARowAgain()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "task", 3);
    Shown shown(*written.recorder);
    QCOMPARE(shown.model.rowOf(invoke), 3);
    QCOMPARE(shown.model.rowOf(999), -1);
    shown.filter(QStringLiteral("streamchunk"));
    QCOMPARE(shown.model.rowOf(invoke), -1);
    QCOMPARE(shown.model.rowOf(invoke + 3), 1);
}

void TestTrafficModel::showsFindingsWhenTheyCome()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    Shown shown(*written.recorder);
    written.body(connection, Direction::Sent, 1, "{]");
    shown.model.catchUp();
    QSignalSpy changes(&shown.model, &QAbstractItemModel::dataChanged);
    shown.analysis.wake();
    QTRY_COMPARE(shown.analysis.checkedTo(), 1U);
    shown.model.catchUp();
    QCOMPARE(changes.size(), 1);
    QCOMPARE(changes.front().front().toModelIndex(), shown.model.index(2, kFinding));
    QVERIFY(shown.cell(2, kFinding).endsWith(QStringLiteral(" JSON-invalid")));
    QCOMPARE(shown.model.index(2, kFinding).data(kToneRole).value<Tone>(), Tone::Error);
}

void TestTrafficModel::showsADamagedRow()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 1);
    QVERIFY(written.recorder->close());
    QFile file(QString::fromStdString(written.path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(written.recorder->row(invoke).offset) + 100));
    QCOMPARE(file.write("#"), 1);
    file.close();
    const auto opened = capture::open(written.path);
    QVERIFY(opened);
    const Shown shown(**opened);
    const int row = shown.model.rowOf(invoke);
    QVERIFY(shown.cell(row, kMessage).startsWith(QStringLiteral("damaged: ")));
    QCOMPARE(shown.model.index(row, kMessage).data(kToneRole).value<Tone>(), Tone::Error);
    QVERIFY(!shown.model.dataAt(row));
    QCOMPARE(shown.cell(row + 2, kMessage), QStringLiteral("acmp/streamChunk 0"));
}

void TestTrafficModel::showsMarkupLiterally()
{
    Written written;
    written.body(written.open(), Direction::Sent, 1,
        R"({"jsonrpc":"2.0","id":"<i>i</i>","method":"<b>x</b>","params":{"task_id":"<img src='x'>"}})");
    const Shown shown(*written.recorder);
    QCOMPARE(shown.cell(2, kMessage), QStringLiteral("<b>x</b>"));
    QCOMPARE(shown.cell(2, kTask), QStringLiteral("<img src='x'>"));
    QCOMPARE(shown.cell(2, kId), QStringLiteral("\"<i>i</i>\""));
    for (int column = 0; column < kColumns; ++column)
        QVERIFY(!shown.model.index(2, column).data(Qt::ToolTipRole).isValid());
}

void TestTrafficModel::tellsTimeSinceTheRowShownBefore()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.body(connection, Direction::Sent, 1, "\"shown\"");
    written.body(connection, Direction::Sent, 2, "\"hidden\"");
    written.body(connection, Direction::Sent, 3, "\"shown\"");
    Shown shown(*written.recorder);
    shown.filter(QStringLiteral("shown"));
    QCOMPARE(shown.cell(0, kDelta), QString());
    QCOMPARE(shown.cell(1, kDelta), QStringLiteral("+2.00"));
}

void TestTrafficModel::opensAMillionRows()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    constexpr int kRows = 1'000'000;
    for (int i = 0; i < kRows; ++i)
        written.body(connection, Direction::Received, 1, "1");
    analysis::Analysis analysis(*written.recorder);
    TrafficModel model;
    model.setRecord(written.recorder.get(), &analysis);
    model.catchUp();
    QCOMPARE(model.rowCount(), static_cast<int>(TrafficModel::kRowsAtOnce));
    model.catchUp();
    model.catchUp();
    QCOMPARE(model.rowCount(), kRows + 2);
    QCOMPARE(model.index(kRows + 1, kNo).data().toString(), QStringLiteral("999\u00A0999"));
    QCOMPARE(model.rowOf(kRows - 1), kRows + 1);
}

void TestTrafficModel::copiesARowAsShown()
{
    Written written;
    written.task(written.open(), 1, "task", 1);
    const Shown shown(*written.recorder);
    const QString cells = cellsOf(shown.model, 3);
    QCOMPARE(cells.count(QLatin1Char('\t')), kColumns - 1);
    QVERIFY(cells.contains(QStringLiteral("\tacmp/invoke\ttask\t")));
    QCOMPARE(textOf("{\"a\":\n1}"), QStringLiteral("{\"a\":\n1}"));
    QCOMPARE(textOf("a\xff"), QStringLiteral("a\\xff"));
    QCOMPARE(hexOf("event: message\nd"),
        QStringLiteral("0000  65 76 65 6e 74 3a 20 6d 65 73 73 61 67 65 0a 64  event: message.d\n"));
    QVERIFY(hexOf("event: message\ndata")
            .endsWith(QStringLiteral("\n0010  61 74 61") + QString(13 * 3 + 2, QLatin1Char(' '))
                + QStringLiteral("ata\n")));
}

QTEST_GUILESS_MAIN(TestTrafficModel)
#include "tst_trafficmodel.moc"
