// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/bytes.h"
#include "recording.h"

using capture::format::BlockKind;
using capture::format::kFileHeaderBytes;

namespace {

std::vector<capture::Gap> gapsOf(const capture::Record& record)
{
    std::vector<capture::Gap> gaps;
    for (const capture::Event& event : record.events(0)) {
        if (const auto* gap = std::get_if<capture::Gap>(&event.what))
            gaps.push_back(*gap);
    }
    return gaps;
}

} // namespace

class TestCaptureFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNoCapture_data();
    void refusesWhatIsNoCapture();
    void refusesWhatIsNoRegularFile();
    void opensAFileCutAtEveryByte();
    void survivesEveryByteBeingDamaged();
    void reportsDamageInTheMiddleAndGoesOn();
    void tellsOfADamagedRowWhenItIsRead();
    void skipsAndCountsUnknownKinds();
    void takesRecordedCapturesForBytes();
    void opensAFileThatIsBeingWritten();
    void opensAMillionRows();
};

void TestCaptureFile::refusesWhatIsNoCapture_data()
{
    const Recording recording;
    const QByteArray header = recording.fileBytes().first(kFileHeaderBytes);
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("{\"jsonrpc\":\"2.0\"}");
    QTest::newRow("zeros") << QByteArray(100'000, '\0');
    QTest::newRow("short header") << header.first(31);
    QTest::newRow("damaged header") << QByteArray(header).replace(16, 1, QByteArray(1, char(header[16] ^ 1)));
    QByteArray newer = header;
    capture::storeU32(newer.data() + 8, 2);
    QTest::newRow("another version") << newer;
}

void TestCaptureFile::refusesWhatIsNoCapture()
{
    QFETCH(const QByteArray, bytes);
    const Recording recording;
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path);
    QVERIFY(!opened);
    QVERIFY(!opened.error().expected.empty());
    QVERIFY(!opened.error().found.empty());
}

void TestCaptureFile::refusesWhatIsNoRegularFile()
{
    const Recording recording;
    QVERIFY(!capture::open(recording.directory.path().toStdString()));
    QVERIFY(!capture::open("/dev/null"));
    QVERIFY(!capture::open(recording.path + ".not-there"));
}

void TestCaptureFile::opensAFileCutAtEveryByte()
{
    const Recording recording;
    for (int i = 0; i < 5; ++i)
        recording.add("row " + std::to_string(i));
    QVERIFY(recording.recorder->close());
    const QByteArray whole = recording.fileBytes();
    std::uint64_t rows = 0;
    for (qsizetype length = kFileHeaderBytes; length < whole.size(); ++length) {
        recording.setFileBytes(whole.first(length));
        const auto opened = capture::open(recording.path);
        QVERIFY(opened);
        QVERIFY((*opened)->rowCount() >= rows);
        rows = (*opened)->rowCount();
        for (std::uint64_t row = 0; row < rows; ++row)
            QCOMPARE((*opened)->bytes(row).value(), "row " + std::to_string(row));
    }
    QCOMPARE(rows, 5U);
}

void TestCaptureFile::survivesEveryByteBeingDamaged()
{
    const Recording recording;
    recording.recorder->opened({ wire::Role::Client, "http", "a", "b" }, recording.clock.now());
    for (int i = 0; i < 5; ++i)
        recording.add("row " + std::to_string(i));
    QVERIFY(recording.recorder->close());
    const QByteArray whole = recording.fileBytes();
    for (qsizetype at = kFileHeaderBytes; at < whole.size(); ++at) {
        QByteArray damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
        recording.setFileBytes(damaged);
        for (const bool verify : { false, true }) {
            const auto opened = capture::open(recording.path, { .verify = verify });
            QVERIFY(opened);
            std::uint64_t readable = 0;
            for (std::uint64_t row = 0; row < (*opened)->rowCount(); ++row)
                readable += (*opened)->bytes(row) ? 1U : 0U;
            QVERIFY(readable >= 4);
            const std::uint64_t lost = (*opened)->rowCount() - readable;
            QVERIFY2(readable == 5 || lost + gapsOf(**opened).size() > 0, "a loss that nothing tells of");
        }
    }
}

void TestCaptureFile::reportsDamageInTheMiddleAndGoesOn()
{
    const Recording recording;
    for (int i = 0; i < 10; ++i)
        recording.add("row " + std::to_string(i));
    const capture::Row second = recording.recorder->row(2);
    const capture::Row fourth = recording.recorder->row(4);
    QVERIFY(recording.recorder->close());
    QByteArray bytes = recording.fileBytes();
    const auto from = static_cast<qsizetype>(second.offset);
    const auto length = static_cast<qsizetype>(fourth.offset - second.offset);
    bytes.replace(from, length, QByteArray(length, '?'));
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path, { .verify = true });
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), 8U);
    QCOMPARE((*opened)->bytes(2).value(), std::string("row 4"));
    const std::vector<capture::Gap> gaps = gapsOf(**opened);
    QCOMPARE(gaps.size(), std::size_t { 1 });
    QCOMPARE(gaps[0].offset, second.offset);
    QCOMPARE(gaps[0].bytes, fourth.offset - second.offset);
    QCOMPARE((*opened)->report().damagedBytes, gaps[0].bytes);
}

void TestCaptureFile::tellsOfADamagedRowWhenItIsRead()
{
    const Recording recording;
    recording.add("first");
    recording.add("second");
    QVERIFY(recording.recorder->close());
    QByteArray bytes = recording.fileBytes();
    bytes.replace("first", "fIrst");
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->report().indexedRows, 2U);
    const auto read = (*opened)->bytes(0);
    QVERIFY(!read);
    QCOMPARE(read.error().kind, wire::ErrorKind::Io);
    QCOMPARE((*opened)->bytes(1).value(), std::string("second"));
}

void TestCaptureFile::skipsAndCountsUnknownKinds()
{
    const Recording recording;
    recording.add("a");
    QVERIFY(recording.recorder->flush());
    QByteArray bytes = recording.fileBytes();
    appendBlock(bytes, BlockKind { 77 }, "a comment of a later version");
    appendBlock(bytes, BlockKind { 78 }, {});
    recording.setFileBytes(bytes);
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), 1U);
    QCOMPARE((*opened)->report().skippedBlocks, 2U);
    QCOMPARE((*opened)->report().gaps, 0U);
}

void TestCaptureFile::takesRecordedCapturesForBytes()
{
    const Recording inner;
    inner.add("a recorded row");
    QVERIFY(inner.recorder->close());
    const Recording outer;
    outer.add(inner.fileBytes().toStdString());
    QVERIFY(outer.recorder->flush());
    // Torn just behind the recorded file: the last index in these bytes is not ours.
    outer.setFileBytes(outer.fileBytes());
    const auto opened = capture::open(outer.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), 1U);
    QCOMPARE((*opened)->bytes(0).value(), inner.fileBytes().toStdString());

    // Damaged in front of it: what follows is still no block of this file.
    QByteArray bytes = outer.fileBytes();
    const auto row = static_cast<qsizetype>((*opened)->row(0).offset);
    bytes[row] = static_cast<char>(bytes[row] ^ 1);
    outer.setFileBytes(bytes);
    const auto damaged = capture::open(outer.path);
    QVERIFY(damaged);
    QCOMPARE((*damaged)->rowCount(), 0U);
    QCOMPARE(gapsOf(**damaged).size(), std::size_t { 1 });
}

void TestCaptureFile::opensAFileThatIsBeingWritten()
{
    const Recording recording;
    recording.add("a");
    QVERIFY(recording.recorder->flush());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    recording.add("b");
    QVERIFY(recording.recorder->flush());
    QCOMPARE((*opened)->rowCount(), 1U);
    QVERIFY(!(*opened)->report().ended);
    QCOMPARE((*opened)->bytes(0).value(), std::string("a"));
}

void TestCaptureFile::opensAMillionRows()
{
    const Recording recording;
    const std::string text(230, 'x');
    for (int i = 0; i < 1'000'000; ++i)
        recording.add(text);
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), 1'000'000U);
    QCOMPARE((*opened)->report().indexedRows, 1'000'000U);
    QCOMPARE((*opened)->bytes(999'999).value(), text);
}

QTEST_APPLESS_MAIN(TestCaptureFile)
#include "tst_capturefile.moc"
