// SPDX-License-Identifier: Apache-2.0
#include "recording.h"

using capture::format::BlockKind;
using capture::format::kBlockHeaderBytes;
using capture::format::kFileHeaderBytes;

class TestIndexChain final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scansWhenTheIndexIsDamaged_data();
    void scansWhenTheIndexIsDamaged();
    void refusesAnIndexThatPointsElsewhere_data();
    void refusesAnIndexThatPointsElsewhere();
};

void TestIndexChain::scansWhenTheIndexIsDamaged_data()
{
    QTest::addColumn<int>("which");
    QTest::newRow("the first") << 0;
    QTest::newRow("one in the middle") << 1;
    QTest::newRow("the last") << 2;
}

void TestIndexChain::scansWhenTheIndexIsDamaged()
{
    QFETCH(const int, which);
    const Recording recording;
    for (int i = 0; i < 40'000; ++i)
        recording.add(std::to_string(i));
    QVERIFY(recording.recorder->close());
    QByteArray bytes = recording.fileBytes();
    std::vector<qsizetype> indexes;
    const QByteArray magic(capture::format::kBlockMagic.data(), 4);
    for (qsizetype at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
        if (bytes[at + 4] == static_cast<char>(BlockKind::Index))
            indexes.push_back(at);
    }
    QCOMPARE(indexes.size(), std::size_t { 3 });
    const qsizetype at = indexes[static_cast<std::size_t>(which)] + qsizetype { kBlockHeaderBytes } + 100;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->report().indexedRows, static_cast<std::uint64_t>(which) * 16'384);
    QCOMPARE((*opened)->rowCount(), 40'000U);
    for (wire::RecordNo row = 0; row < 40'000; row += 7)
        QCOMPARE((*opened)->bytes(row).value(), std::to_string(row));
}

void TestIndexChain::refusesAnIndexThatPointsElsewhere_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint32>("length");
    QTest::addColumn<quint64>("previous");
    QTest::newRow("into the header") << quint64 { 0 } << 1U << quint64 { 0 };
    QTest::newRow("beyond the end") << quint64 { 1 } << 1U << quint64 { 0 };
    QTest::newRow("far beyond the end") << ~quint64 { 0 } << 1U << quint64 { 0 };
    QTest::newRow("a length that wraps") << quint64 { kFileHeaderBytes } << 0xFFFFFFFFU << quint64 { 0 };
    QTest::newRow("a chain to itself") << quint64 { kFileHeaderBytes } << 1U << quint64 { 1 };
    QTest::newRow("a chain into the rows")
        << quint64 { kFileHeaderBytes } << 1U << quint64 { kFileHeaderBytes };
    QTest::newRow("a chain beyond the end") << quint64 { kFileHeaderBytes } << 1U << ~quint64 { 0 };
}

void TestIndexChain::refusesAnIndexThatPointsElsewhere()
{
    QFETCH(const quint64, offset);
    QFETCH(const quint32, length);
    QFETCH(const quint64, previous);
    const Recording recording;
    recording.add("a");
    QVERIFY(recording.recorder->flush());
    QByteArray bytes = recording.fileBytes();
    const auto here = static_cast<std::uint64_t>(bytes.size());
    capture::format::IndexBlock index;
    index.previous = previous == 1 ? here : previous;
    capture::Row row;
    row.offset = offset == 1 ? here + 1000 : offset;
    row.length = length;
    index.rows = { row, row };
    appendBlock(bytes, BlockKind::Index, capture::format::indexBody(index));
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->report().indexedRows, 0U);
    QCOMPARE((*opened)->rowCount(), 1U);
    QCOMPARE((*opened)->bytes(0).value(), std::string("a"));
}

QTEST_APPLESS_MAIN(TestIndexChain)
#include "tst_indexchain.moc"
