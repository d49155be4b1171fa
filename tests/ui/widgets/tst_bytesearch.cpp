// SPDX-License-Identifier: GPL-3.0-or-later
// All matches, wherever an append cuts them; what is outdated never shows.
#include "ui/widgets/bytesearch.h"

#include <QSignalSpy>
#include <QTest>

using widgets::ByteSearch;

class TestByteSearch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAllWhateverTheirCase();
    void findsWhatAnAppendCompletes();
    void dropsTheOutdated();
};

namespace {

using Offsets = std::vector<qsizetype>;

} // namespace

void TestByteSearch::findsAllWhateverTheirCase()
{
    widgets::Generation generation;
    const auto find = [&](const QByteArray& bytes, const QByteArray& needle, std::size_t limit = 100) {
        return widgets::findAll(bytes, needle, limit, generation.next());
    };
    QCOMPARE(find("Task task TASK", "tAsk"), (Offsets { 0, 5, 10 }));
    QCOMPARE(find("aaaa", "aa"), (Offsets { 0, 1, 2 }));
    QCOMPARE(find("aaaa", "a", 2), (Offsets { 0, 1 }));
    QCOMPARE(find("a", "aa"), Offsets {});
    QCOMPARE(find("\xC3\xBC", "\xC3\x9C"), Offsets {}); // ASCII only
}

void TestByteSearch::findsWhatAnAppendCompletes()
{
    QByteArray bytes = "one tw";
    ByteSearch search(bytes);
    QSignalSpy changed(&search, &ByteSearch::matchesChanged);
    search.start("two");
    bytes += "o two";
    search.extend(); // while it runs, most likely
    QTRY_COMPARE(search.matches(), (Offsets { 4, 8 }));
    bytes += "w two";
    search.extend();
    QTRY_COMPARE(search.matches(), (Offsets { 4, 8, 13 }));
    QTRY_VERIFY(!search.isRunning());
    search.start({});
    QVERIFY(search.matches().empty() && !search.isOn());
}

void TestByteSearch::dropsTheOutdated()
{
    QByteArray bytes(8 << 20, 'a');
    ByteSearch search(bytes);
    QSignalSpy changed(&search, &ByteSearch::matchesChanged);
    search.start("a");
    search.start("ab");
    bytes += 'b';
    search.extend();
    QTRY_COMPARE(search.matches(), Offsets { (8 << 20) - 1 });
    QTRY_VERIFY(!search.isRunning());
    QVERIFY(changed.size() <= 2);
}

QTEST_GUILESS_MAIN(TestByteSearch)
#include "tst_bytesearch.moc"
