// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/appendlog.h"

#include <QTest>

#include <thread>
#include <vector>

namespace {

// What from() gives when asked until it gives nothing, in pieces of at most `atMost`.
template <class Log>
std::vector<int> readAll(const Log& log, std::size_t atMost)
{
    std::vector<int> all;
    for (auto piece = log.from(0, atMost); !piece.empty(); piece = log.from(all.size(), atMost)) {
        all.insert(all.end(), piece.begin(), piece.end());
    }
    return all;
}

} // namespace

class AppendLogTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsItsOrderAcrossAllPieces_data();
    void keepsItsOrderAcrossAllPieces();
    void holdsExactlyItsRoom();
    void neverMovesWhatWasPublished();
    void showsReadersOnlyWhatIsWhole();
};

void AppendLogTest::keepsItsOrderAcrossAllPieces_data()
{
    QTest::addColumn<std::size_t>("atOnce");
    QTest::newRow("one by one") << std::size_t { 1 };
    QTest::newRow("runs over the ends of pieces") << std::size_t { 301 };
    QTest::newRow("a run longer than a piece") << std::size_t { 5'000 };
}

void AppendLogTest::keepsItsOrderAcrossAllPieces()
{
    QFETCH(const std::size_t, atOnce);
    wire::AppendLog<int, 1024, 16> log;
    std::vector<int> expected;
    QVERIFY(log.from(0).empty());
    while (expected.size() < 9'000) {
        std::vector<int> run;
        while (run.size() < atOnce) {
            run.push_back(static_cast<int>(expected.size() + run.size()));
        }
        QVERIFY(log.append(run));
        expected.insert(expected.end(), run.begin(), run.end());
    }
    QCOMPARE(log.size(), std::uint64_t { expected.size() });
    QCOMPARE(readAll(log, SIZE_MAX), expected);
    QCOMPARE(readAll(log, 7), expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(log[i], expected[i]);
    }
}

void AppendLogTest::holdsExactlyItsRoom()
{
    wire::AppendLog<int, 4, 3> log;
    QVERIFY(log.append(std::vector<int>(11, 1)));
    // All or nothing.
    QVERIFY(!log.append(std::vector<int>(2, 2)));
    QCOMPARE(log.size(), std::uint64_t { 11 });
    QVERIFY(log.append(3));
    QVERIFY(!log.append(4));
    QCOMPARE(log[11], 3);
}

void AppendLogTest::neverMovesWhatWasPublished()
{
    wire::AppendLog<int, 1024, 16> log;
    QVERIFY(log.append(7));
    const int* const first = &log[0];
    QVERIFY(log.append(std::vector<int>(4'000, 8)));
    QCOMPARE(&log[0], first);
    QCOMPARE(*first, 7);
}

void AppendLogTest::showsReadersOnlyWhatIsWhole()
{
    constexpr std::uint64_t kItems = 200'000;
    wire::AppendLog<std::uint64_t, 1024, 1024> log;
    std::uint64_t wrong = 0;
    std::jthread reader([&] {
        std::uint64_t next = 0;
        while (next < kItems) {
            for (const std::uint64_t item : log.from(next)) {
                wrong += item == next++ ? 0U : 1U;
            }
        }
    });
    for (std::uint64_t i = 0; i < kItems; ++i) {
        if (!log.append(i)) {
            break;
        }
    }
    reader.join();
    QCOMPARE(wrong, std::uint64_t { 0 });
}

QTEST_GUILESS_MAIN(AppendLogTest)
#include "tst_appendlog.moc"
