// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/cursor.h"
#include "recording.h"

#include "protocol/wire/idsource.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <atomic>
#include <thread>

namespace {

QByteArrayView viewOf(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

using Stream = std::pair<std::uint32_t, wire::Direction>;
using Hashes = std::map<Stream, std::shared_ptr<QCryptographicHash>>;

void addTo(Hashes& hashes, std::uint32_t connection, wire::Direction direction, std::string_view bytes)
{
    auto& hash = hashes[{ connection, direction }];
    if (!hash)
        hash = std::make_shared<QCryptographicHash>(QCryptographicHash::Sha256);
    hash->addData(viewOf(bytes));
}

void compareStreams(const capture::Record& record, const Hashes& expected)
{
    Hashes read;
    for (wire::RecordNo row = 0; row < record.rowCount(); ++row) {
        const auto data = record.read(row);
        QVERIFY(data);
        addTo(read, static_cast<std::uint32_t>(data->row().connection), data->row().direction, data->bytes());
    }
    QCOMPARE(read.size(), expected.size());
    for (const auto& [stream, hash] : expected)
        QCOMPARE(read[stream]->result(), hash->result());
}

} // namespace

class TestRecorder final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesAFileThatOnlyItsOwnerReads();
    void refusesAFileThatExists();
    void replacesARegularFileOnlyWhenAsked();
    void saysWhyAFileCannotBeMade();
    void readsBackWhatIsNotYetWritten();
    void givesTheStreamsBackLiveAndFromTheFile();
    void keepsAPayloadWithinAndADetachedOne();
    void takesASliceLargerThanABuffer();
    void writesWithinATenthOfASecond();
    void keepsConnectionsAndMarksInOrder();
    void tellsTheTimeOfDayByTheNearestMark();
    void letsManyReadWhileOneWrites();
    void dropsAfterClose();
};

void TestRecorder::makesAFileThatOnlyItsOwnerReads()
{
    const Recording recording;
    QVERIFY(recording.recorder);
    const QFileInfo info(QString::fromStdString(recording.path));
    const QFile::Permissions others
        = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(info.permissions() & others));
}

void TestRecorder::refusesAFileThatExists()
{
    Recording recording;
    const auto second = capture::Recorder::create(recording.path, recording.clock, {});
    QVERIFY(!second);
    QCOMPARE(second.error().kind, wire::ErrorKind::Usage);
    QCOMPARE(second.error().where, recording.path);
}

void TestRecorder::replacesARegularFileOnlyWhenAsked()
{
    Recording recording;
    recording.add("old");
    QVERIFY(recording.recorder->close());
    capture::Recorder::Options overwrite;
    overwrite.overwrite = true;
    auto second = capture::Recorder::create(recording.path, recording.clock, overwrite);
    QVERIFY(second);
    QVERIFY((*second)->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), 0U);
    // The record of the old file still has its bytes.
    QCOMPARE(recording.recorder->bytes(0).value(), std::string("old"));

    const QString link = recording.directory.filePath(QStringLiteral("link"));
    QVERIFY(QFile::link(QString::fromStdString(recording.path), link));
    QVERIFY(!capture::Recorder::create(link.toStdString(), recording.clock, overwrite));
    QVERIFY(!capture::Recorder::create(recording.directory.path().toStdString(), recording.clock, overwrite));
}

void TestRecorder::saysWhyAFileCannotBeMade()
{
    Recording recording;
    const auto made = capture::Recorder::create(recording.path + "/inside", recording.clock, {});
    QVERIFY(!made);
    QCOMPARE(made.error().kind, wire::ErrorKind::Io);
    QVERIFY(!made.error().message.empty());
}

void TestRecorder::readsBackWhatIsNotYetWritten()
{
    const Recording recording;
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = "row " + std::to_string(i);
        QCOMPARE(recording.add(text), static_cast<wire::RecordNo>(i));
        QCOMPARE(recording.recorder->bytes(static_cast<wire::RecordNo>(i)).value(), text);
    }
    QVERIFY(!recording.recorder->bytes(20'000));
}

void TestRecorder::givesTheStreamsBackLiveAndFromTheFile()
{
    const Recording recording;
    wire::SeededIdSource random(3);
    Hashes hashes;
    std::string text;
    for (int i = 0; i < 40'000; ++i) {
        text.assign(random.next() % 400, static_cast<char>(random.next()));
        const auto connection = static_cast<std::uint32_t>(random.next() % 5);
        const wire::Direction direction { static_cast<std::uint8_t>(random.next() % 2) };
        recording.add(text, connection, direction);
        addTo(hashes, connection, direction, text);
    }
    compareStreams(*recording.recorder, hashes);
    QVERIFY(recording.recorder->close());
    compareStreams(*recording.recorder, hashes);
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QVERIFY((*opened)->report().ended);
    QCOMPARE((*opened)->report().indexedRows, 40'000U);
    QCOMPARE((*opened)->report().gaps, 0U);
    compareStreams(**opened, hashes);
    const auto verified = capture::open(recording.path, { .verify = true });
    QVERIFY(verified);
    QCOMPARE((*verified)->report().indexedRows, 0U);
    compareStreams(**verified, hashes);
}

void TestRecorder::keepsAPayloadWithinAndADetachedOne()
{
    const Recording recording;
    const std::string_view bytes = "data: {}\r\n\r\n";
    wire::Slice slice = recording.slice(bytes);
    slice.payload = bytes.substr(6, 2);
    recording.recorder->add(slice);
    slice.payload = "a copy";
    slice.flags = wire::kDetached;
    recording.recorder->add(slice);
    slice.flags = 0; // and one whose flag is missing
    recording.recorder->add(slice);
    slice.payload = {};
    recording.recorder->add(slice);
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    for (const capture::Record* record : { static_cast<const capture::Record*>(recording.recorder.get()),
             static_cast<const capture::Record*>(opened->get()) }) {
        for (wire::RecordNo row = 0; row < 4; ++row)
            QCOMPARE(record->bytes(row).value(), std::string(bytes));
        QCOMPARE(record->payload(0).value(), std::string("{}"));
        QCOMPARE(record->row(0).payloadOffset, 6U);
        QCOMPARE(record->payload(1).value(), std::string("a copy"));
        QCOMPARE(record->payload(2).value(), std::string("a copy"));
        QVERIFY(record->row(2).isDetached());
        QCOMPARE(record->payload(3).value(), std::string());
    }
}

void TestRecorder::takesASliceLargerThanABuffer()
{
    const Recording recording;
    const std::string large(5 * capture::WriteQueue::kBufferBytes + 3, 'x');
    recording.add("before");
    recording.add(large);
    recording.add("after");
    QCOMPARE(recording.recorder->bytes(1).value(), large);
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->bytes(0).value(), std::string("before"));
    QCOMPARE((*opened)->bytes(1).value(), large);
    QCOMPARE((*opened)->bytes(2).value(), std::string("after"));
}

void TestRecorder::writesWithinATenthOfASecond()
{
    const Recording recording;
    QVERIFY(recording.recorder->flush());
    const qsizetype before = recording.fileBytes().size();
    recording.add("a lone slice");
    QTRY_VERIFY_WITH_TIMEOUT(recording.fileBytes().size() > before, 250);
    QVERIFY(recording.fileBytes().endsWith("a lone slice"));
}

void TestRecorder::keepsConnectionsAndMarksInOrder()
{
    Recording recording;
    const wire::ConnectionFacts facts { wire::Role::Server, "https", "127.0.0.1:8080", "https://a/b" };
    const wire::ConnectionId id = recording.recorder->opened(facts, recording.clock.now());
    QCOMPARE(id, wire::ConnectionId { 1 });
    recording.add("x");
    recording.clock.advance(std::chrono::seconds(5));
    recording.recorder->mark(capture::MarkKind::MachineSlept, "machine slept 5 s");
    recording.recorder->closed(id, recording.clock.now(), "reset by peer");
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    for (const capture::Record* record : { static_cast<const capture::Record*>(recording.recorder.get()),
             static_cast<const capture::Record*>(opened->get()) }) {
        const std::vector<capture::Event> events = record->events(0);
        QCOMPARE(events.size(), std::size_t { 5 });
        QCOMPARE(std::get<capture::Mark>(events[0].what).kind, capture::MarkKind::Began);
        QCOMPARE(std::get<capture::Opened>(events[1].what).facts.target, std::string("https://a/b"));
        QCOMPARE(events[1].before, 0U);
        QCOMPARE(std::get<capture::Mark>(events[2].what).text, std::string("machine slept 5 s"));
        QCOMPARE(std::get<capture::Closed>(events[3].what).cause, std::string("reset by peer"));
        QCOMPARE(events[3].before, 1U);
        QCOMPARE(std::get<capture::Mark>(events[4].what).kind, capture::MarkKind::Ended);
        const auto state = record->connection(id);
        QVERIFY(state);
        QCOMPARE(state->facts.role, wire::Role::Server);
        QCOMPARE(state->facts.peer, std::string("127.0.0.1:8080"));
        QCOMPARE(*state->closed - state->opened, wire::nanoseconds(std::chrono::seconds(5)));
        QVERIFY(!record->connection(wire::ConnectionId { 2 }));
    }
}

void TestRecorder::tellsTheTimeOfDayByTheNearestMark()
{
    Recording recording;
    const wire::Instant start = recording.clock.now();
    const std::int64_t unixMs = recording.clock.unixMs();
    QCOMPARE(recording.recorder->unixMsAt(start + std::chrono::milliseconds(1500)), unixMs + 1500);
    QCOMPARE(recording.recorder->unixMsAt(start + std::chrono::milliseconds(-10)), unixMs - 10);
    QCOMPARE(recording.recorder->startedAt(), start);
}

void TestRecorder::letsManyReadWhileOneWrites()
{
    const Recording recording;
    constexpr int kRows = 30'000;
    std::atomic<int> wrong = 0;
    const auto readAll = [&] {
        capture::Cursor cursor(*recording.recorder);
        while (cursor.position() < kRows) {
            const capture::Cursor::Batch batch = cursor.next(100);
            for (std::size_t i = 0; i < batch.rows.size(); ++i) {
                const auto bytes = recording.recorder->bytes(batch.first + i);
                if (!bytes || *bytes != std::to_string(batch.first + i)
                    || batch.rows[i].length != bytes->size())
                    ++wrong;
            }
        }
    };
    std::thread first(readAll);
    std::thread second(readAll);
    for (int i = 0; i < kRows; ++i)
        recording.add(std::to_string(i));
    first.join();
    second.join();
    QCOMPARE(wrong.load(), 0);
}

void TestRecorder::dropsAfterClose()
{
    const Recording recording;
    recording.add("a");
    QVERIFY(recording.recorder->close());
    QVERIFY(recording.recorder->close());
    QCOMPARE(recording.add("b"), wire::kNoRecord);
    QCOMPARE(recording.recorder->rowCount(), 1U);
    QCOMPARE(recording.recorder->droppedSlices(), 1U);
    QCOMPARE(recording.recorder->bytes(0).value(), std::string("a"));
}

QTEST_APPLESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
