// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/analysis/analysis.h"
#include "ui/traffic/items.h"
#include "ui/traffic/searcher.h"

#include <QTest>

using traffic::Filter;
using wire::Direction;

namespace {

/// The rows among what was found.
std::vector<wire::RecordNo> rowsOf(const traffic::Search& search, const capture::Record& record)
{
    traffic::Items items(record);
    items.catchUp();
    std::vector<wire::RecordNo> rows;
    for (std::uint64_t i = 0; i < search.found.size(); ++i) {
        if (const auto place = items.at(search.found[i]); !place.isEvent)
            rows.push_back(place.number);
    }
    return rows;
}

using Rows = std::vector<wire::RecordNo>;

} // namespace

class TestSearcher final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsLines_data();
    void findsLines();
    void goesOnAsTheRecordGrows();
    void findsWhatLintFindsLater();
    void findsARuleByItsId();
    void givesWayToANewSearch();
};

void TestSearcher::findsLines_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<Rows>("rows");
    QTest::newRow("method, whatever the case") << QStringLiteral("ACMP/Invoke") << Rows { 1, 6 };
    QTest::newRow("task") << QStringLiteral("task_b") << Rows { 6, 8, 9 };
    QTest::newRow("all words") << QStringLiteral("task_b streamchunk") << Rows { 8 };
    QTest::newRow("start line") << QStringLiteral("\"post /mcp\"") << Rows { 0, 5 };
    QTest::newRow("header") << QStringLiteral("x-TWICE") << Rows { 0, 5 };
    QTest::newRow("id") << QStringLiteral("req_task_a") << Rows { 1, 4 };
    QTest::newRow("peer") << QStringLiteral("10.0.0.9") << Rows { 10, 11, 12 };
    QTest::newRow("a method written with an escape") << QStringLiteral("acmp/escaped") << Rows { 10 };
    QTest::newRow("a payload cut by framing") << QStringLiteral("scattered") << Rows { 11 };
    QTest::newRow("exchange") << QStringLiteral("exchange:1/2") << Rows { 5, 6, 7, 8, 9 };
    QTest::newRow("exchange and word") << QStringLiteral("exchange:1/2 result") << Rows { 9 };
    QTest::newRow("connection") << QStringLiteral("connection:2") << Rows { 10, 11, 12 };
    QTest::newRow("nothing") << QStringLiteral("nowhere") << Rows {};
}

void TestSearcher::findsLines()
{
    QFETCH(QString, filter);
    QFETCH(Rows, rows);
    Written written;
    const wire::ConnectionId first = written.open();
    written.task(first, 1, "task_a", 1); // rows 0–4: head, invoke, head, chunk, result
    written.task(first, 2, "task_b", 1); // rows 5–9
    const wire::ConnectionId second = written.open(wire::Role::Server, "10.0.0.9:50001");
    written.body(second, Direction::Received, 1, R"({"jsonrpc":"2.0","method":"acmp\/escaped"})");
    written.add({ .connection = second,
        .direction = Direction::Received,
        .kind = wire::SliceKind::SseEvent,
        .flags = wire::kDetached,
        .at = {},
        .exchange = 1,
        .bytes = "5\r\n\"scat\r\n6\r\ntered\"\r\n",
        .payload = "\"scattered\"" });
    written.body(second, Direction::Received, 1, std::string_view("\xff\x00{", 3));
    analysis::Analysis analysis(*written.recorder);
    traffic::Searcher searcher(*written.recorder, analysis);
    const auto search = searcher.begin(Filter::parse(filter));
    QTRY_VERIFY((searcher.wake(), search->isThrough()));
    QCOMPARE(rowsOf(*search, *written.recorder), rows);
}

void TestSearcher::goesOnAsTheRecordGrows()
{
    Written written;
    analysis::Analysis analysis(*written.recorder);
    traffic::Searcher searcher(*written.recorder, analysis);
    const auto search = searcher.begin(Filter::parse(QStringLiteral("streamchunk")));
    const wire::ConnectionId connection = written.open();
    for (std::uint32_t i = 1; i <= 300; ++i) {
        written.task(connection, i, "task", 3);
        searcher.wake();
    }
    QTRY_COMPARE(search->found.size(), 900U);
    for (std::uint64_t i = 1; i < search->found.size(); ++i)
        QVERIFY(search->found[i - 1] < search->found[i]);
}

void TestSearcher::findsWhatLintFindsLater()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "fine", 2);
    analysis::Analysis analysis(*written.recorder);
    traffic::Searcher searcher(*written.recorder, analysis);
    const auto warnings = searcher.begin(Filter::parse({}, acmp::Level::Warning));
    QTRY_VERIFY((searcher.wake(), warnings->isThrough()));
    QCOMPARE(warnings->found.size(), 0U);
    const wire::RecordNo bad = written.body(connection, Direction::Sent, 2, "{]");
    analysis.wake();
    QTRY_COMPARE(analysis.checkedTo(), written.recorder->rowCount());
    searcher.wake();
    QTRY_COMPARE(rowsOf(*warnings, *written.recorder), Rows { bad });
    const auto withWord = searcher.begin(Filter::parse(QStringLiteral("other"), acmp::Level::Warning));
    QTRY_VERIFY((searcher.wake(), withWord->isThrough()));
    QCOMPARE(withWord->found.size(), 0U);
}

void TestSearcher::findsARuleByItsId()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.task(connection, 1, "fine", 2);
    const wire::RecordNo bad = written.body(connection, Direction::Sent, 2, "{]");
    analysis::Analysis analysis(*written.recorder);
    traffic::Searcher searcher(*written.recorder, analysis);
    const auto search = searcher.begin(Filter::parse(QStringLiteral("json-invalid")));
    QTRY_COMPARE(analysis.checkedTo(), written.recorder->rowCount());
    searcher.wake();
    QTRY_COMPARE(rowsOf(*search, *written.recorder), Rows { bad });
}

void TestSearcher::givesWayToANewSearch()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    for (int i = 0; i < 50'000; ++i)
        written.event(connection, Direction::Received, 1, Written::chunk("x", i));
    analysis::Analysis analysis(*written.recorder);
    traffic::Searcher searcher(*written.recorder, analysis);
    const auto first = searcher.begin(Filter::parse(QStringLiteral("x")));
    const auto second = searcher.begin(Filter::parse(QStringLiteral(":49999,")));
    QTRY_VERIFY((searcher.wake(), second->isThrough()));
    QVERIFY(!first->isThrough());
    const std::uint64_t left = first->found.size();
    searcher.end();
    searcher.wake();
    QCOMPARE(first->found.size(), left);
}

QTEST_GUILESS_MAIN(TestSearcher)
#include "tst_searcher.moc"
