// SPDX-License-Identifier: GPL-3.0-or-later
// Rows found piece by piece are those found at once, and can be asked for either way.
#include "ui/widgets/advances.h"
#include "ui/widgets/textrows.h"

#include <QApplication>
#include <QTest>

using widgets::Advances;
using widgets::TextRows;

class TestTextRows final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void breaksAtLineFeeds();
    void breaksLongLinesBetweenCharacters();
    void wrapsAfterSpaces();
    void isTheSameInPieces_data();
    void isTheSameInPieces();
    void findsRowsBothWays();
    void keepsItsTime();
};

namespace {

std::vector<qsizetype> starts(const TextRows& rows, const QByteArray& bytes)
{
    std::vector<qsizetype> list;
    for (qsizetype row = 0; row < rows.count(); ++row)
        list.push_back(rows.start(bytes, row));
    return list;
}

std::vector<qsizetype> startsOf(const QByteArray& bytes, qreal width = 0, const Advances* advances = nullptr)
{
    TextRows rows;
    rows.reset(width, advances);
    rows.index(bytes, QDeadlineTimer::Forever);
    return starts(rows, bytes);
}

using Offsets = std::vector<qsizetype>;

} // namespace

void TestTextRows::breaksAtLineFeeds()
{
    QCOMPARE(startsOf(""), Offsets { 0 });
    QCOMPARE(startsOf("a"), Offsets { 0 });
    QCOMPARE(startsOf("a\n"), (Offsets { 0, 2 }));
    QCOMPARE(startsOf("\n\nab\nc"), (Offsets { 0, 1, 2, 5 }));
}

void TestTextRows::breaksLongLinesBetweenCharacters()
{
    QByteArray bytes(TextRows::kMaxRowBytes - 1, 'x');
    bytes += "\xE4\xB8\xAD y";
    QCOMPARE(startsOf(bytes), (Offsets { 0, TextRows::kMaxRowBytes - 1 }));
    // Bytes that are no text have no characters to keep whole.
    QCOMPARE(startsOf(QByteArray(10'000, '\x80')).size(), std::size_t { 3 });
}

void TestTextRows::wrapsAfterSpaces()
{
    QFont font(QStringLiteral("monospace"));
    font.setPixelSize(12);
    const Advances advances(font);
    const qreal width = 10.5 * advances.of(U'x');
    QCOMPARE(startsOf("aaaa bbbb cccc dd", width, &advances), (Offsets { 0, 10 }));
    QCOMPARE(startsOf("aaaa bbbb  cccc", width, &advances), (Offsets { 0, 11 }));
    QCOMPARE(startsOf("aaaaaaaaaaaabb", width, &advances), (Offsets { 0, 10 }));
    QCOMPARE(startsOf("aaa\nbbbbbbbbbb\nc", width, &advances), (Offsets { 0, 4, 15 }));
    // What stands for a bad byte is four characters wide.
    QCOMPARE(startsOf("\xFF\xFF\xFF", width, &advances), (Offsets { 0, 2 }));
}

void TestTextRows::isTheSameInPieces_data()
{
    QTest::addColumn<qreal>("columns");
    QTest::newRow("unwrapped") << 0.0;
    QTest::newRow("wrapped") << 30.0;
}

void TestTextRows::isTheSameInPieces()
{
    QFETCH(qreal, columns);
    QFont font(QStringLiteral("monospace"));
    font.setPixelSize(12);
    const Advances advances(font);
    const qreal width = columns * advances.of(U'x');
    QByteArray all;
    for (int i = 0; i < 40; ++i) {
        all += "Revenue grew \xC3\xBC twelve \xE4\xB8\xAD percent\r\n"
            + QByteArray(i * 13, 'a' + char(i % 26)) + (i % 5 == 0 ? "\xFF\xE4\n" : " ");
    }
    const Offsets whole = startsOf(all, width, &advances);
    TextRows rows;
    rows.reset(width, &advances);
    for (qsizetype size = 0; size <= all.size(); ++size)
        rows.index(QByteArrayView(all).first(size), QDeadlineTimer::Forever);
    QCOMPARE(starts(rows, all), whole);
}

void TestTextRows::findsRowsBothWays()
{
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i)
        bytes += QByteArray(i % 7, 'x') + '\n';
    TextRows rows;
    rows.reset(0, nullptr);
    QVERIFY(rows.index(bytes, QDeadlineTimer::Forever));
    QCOMPARE(rows.count(), 1001);
    for (qsizetype row = 0; row < rows.count(); ++row) {
        const qsizetype start = rows.start(bytes, row);
        QCOMPARE(rows.rowOf(bytes, start), row);
        if (row > 0)
            QCOMPARE(rows.rowOf(bytes, start - 1), row - 1);
    }
}

void TestTextRows::keepsItsTime()
{
    const QByteArray bytes(20'000'000, '\n');
    TextRows rows;
    rows.reset(0, nullptr);
    int rounds = 1;
    while (!rows.index(bytes, QDeadlineTimer(1)))
        ++rounds;
    QVERIFY(rounds > 3);
    QCOMPARE(rows.count(), bytes.size() + 1);
}

QTEST_MAIN(TestTextRows)
#include "tst_textrows.moc"
