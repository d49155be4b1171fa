// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/analysis.h"
#include "written.h"

#include "protocol/capture/capturefile.h"

#include <QTest>

using wire::Direction;

class TestAnalysis final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksWhatIsThereAndWhatComes();
    void findsByRow();
    void checksAFile();
    void stopsWithoutFinishing();
    void publishesAgainWhenSomethingCame();
    void letsTheRecordGrowWhileItReads();
};

void TestAnalysis::checksWhatIsThereAndWhatComes()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "a", 2);
    analysis::Analysis analysis(*written.recorder);
    QTRY_COMPARE(analysis.snapshot()->tasks.size(), 1U);
    QTRY_COMPARE(analysis.checkedTo(), written.recorder->rowCount());
    written.task(connection, 2, "b", 2);
    analysis.wake();
    QTRY_COMPARE(analysis.checkedTo(), written.recorder->rowCount());
    QTRY_COMPARE(analysis.snapshot()->checkedTo, written.recorder->rowCount());
    QCOMPARE(analysis.snapshot()->tasks.size(), 2U);
    QCOMPARE(toString(analysis.snapshot()->tasks[1].ended), toString(session::End::Result));
}

void TestAnalysis::findsByRow()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.event(connection, Direction::Received, 1, R"({"jsonrpc":)");
    written.event(connection, Direction::Received, 1, Written::chunk("x", 0));
    const wire::RecordNo twice = written.event(connection, Direction::Received, 1,
        R"({"jsonrpc":"2.0","id":null,"id":null,"result":{"resultType":"complete"}})");
    analysis::Analysis analysis(*written.recorder);
    QTRY_COMPARE(analysis.checkedTo(), 3U);
    QCOMPARE(analysis.worstOf(0)->finding.rule->id, std::string_view("JSON-invalid"));
    const auto [first, end] = analysis.findingsOf(twice);
    QVERIFY(end - first > 1);
    for (std::uint64_t i = first; i < end; ++i) {
        QCOMPARE(analysis.findings()[i].finding.where.record, twice);
        QVERIFY(analysis.findings()[i].finding.rule->level <= analysis.worstOf(twice)->finding.rule->level);
    }
    QVERIFY(!analysis.worstOf(99));
}

void TestAnalysis::checksAFile()
{
    Written written;
    written.task(written.open(), 1, "a", 100);
    QVERIFY(written.recorder->close());
    const auto file = capture::open(written.path);
    QVERIFY(file);
    const analysis::Analysis analysis(**file);
    QTRY_COMPARE(analysis.snapshot()->checkedTo, (*file)->rowCount());
    QCOMPARE(analysis.snapshot()->tasks[0].chunks, 100U);
}

void TestAnalysis::stopsWithoutFinishing()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    for (int i = 0; i < 200'000; ++i)
        written.event(connection, Direction::Received, 1, Written::chunk("x", i));
    for (int i = 0; i < 20; ++i) {
        const analysis::Analysis analysis(*written.recorder);
        QVERIFY(analysis.checkedTo() < written.recorder->rowCount());
    }
    QVERIFY(written.recorder->close());
}

void TestAnalysis::publishesAgainWhenSomethingCame()
{
    Written written;
    written.task(written.open(), 1, "a", 1);
    analysis::Analysis analysis(*written.recorder);
    QTRY_COMPARE(analysis.snapshot()->checkedTo, written.recorder->rowCount());
    const auto before = analysis.snapshot();
    written.task(written.open(), 1, "b", 1);
    analysis.wake();
    QTRY_VERIFY(analysis.snapshot() != before);
    QCOMPARE(analysis.snapshot()->tasks.size(), 2U);
}

void TestAnalysis::letsTheRecordGrowWhileItReads()
{
    Written written;
    analysis::Analysis analysis(*written.recorder);
    const wire::ConnectionId connection = written.open();
    for (std::uint32_t i = 1; i <= 2'000; ++i) {
        written.task(connection, i, "task_" + std::to_string(i), 3);
        analysis.wake();
    }
    QTRY_COMPARE(analysis.snapshot()->checkedTo, written.recorder->rowCount());
    const auto snapshot = analysis.snapshot();
    QCOMPARE(snapshot->tasks.size(), 2'000U);
    for (std::size_t i = 0; i < snapshot->tasks.size(); ++i)
        QCOMPARE(snapshot->tasks[i].chunks, 3U);
    QCOMPARE(analysis.findings().size(), 0U);
}

QTEST_GUILESS_MAIN(TestAnalysis)
#include "tst_analysis.moc"
