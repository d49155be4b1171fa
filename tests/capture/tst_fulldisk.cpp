// SPDX-License-Identifier: Apache-2.0
// A disk that is full for a while, played by the limit on file sizes.
#include "recording.h"

#include <atomic>
#include <csignal>
#include <sys/resource.h>

namespace {

/// Lets this process write no file beyond `bytes`.
class FileSizeLimit final {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { lift(); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)
    void lift() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before {};
};

} // namespace

class TestFullDisk final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stopsOnAFullDiskAndSaysWhatWasLost();
    void keepsEventsThatCameWhileTheDiskWasFull();
    void saysOnClosingThatTheDiskIsFull();
};

void TestFullDisk::stopsOnAFullDiskAndSaysWhatWasLost()
{
    std::atomic<int> failures = 0;
    std::atomic<int> pressures = 0;
    capture::Recorder::Options options;
    options.failed
        = [&](const wire::Error& error) { failures += error.kind == wire::ErrorKind::Io ? 1 : 1000; };
    options.pressureChanged = [&](bool pressure) { pressures += pressure ? 1 : 0; };
    const Recording recording(options);
    const std::string text(100'000, 'x');
    wire::RecordNo kept = 0;
    {
        FileSizeLimit limit(1 << 20);
        while (recording.add(text) != wire::kNoRecord)
            ++kept;
        QVERIFY(recording.recorder->hasFailed());
        recording.add(text);
        QCOMPARE(recording.recorder->droppedSlices(), 2U);
        // What was kept can be read though it is not in the file.
        QCOMPARE(recording.recorder->bytes(kept - 1).value(), text);
        QVERIFY(!recording.recorder->flush());
    }
    QTRY_VERIFY(!recording.recorder->hasFailed());
    QCOMPARE(failures.load(), 1);
    QCOMPARE(recording.add("after"), kept);
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path, { .verify = true });
    QVERIFY(opened);
    QCOMPARE((*opened)->rowCount(), kept + 1);
    QCOMPARE((*opened)->report().gaps, 0U);
    QCOMPARE((*opened)->bytes(kept - 1).value(), text);
    QCOMPARE((*opened)->bytes(kept).value(), std::string("after"));
    const capture::Event dropped = (*opened)->events(1).front();
    QCOMPARE(dropped.before, kept);
    QCOMPARE(std::get<capture::Mark>(dropped.what).slices, 2U);
    QCOMPARE(std::get<capture::Mark>(dropped.what).bytes, 200'000U);
}

void TestFullDisk::keepsEventsThatCameWhileTheDiskWasFull()
{
    const Recording recording;
    wire::ConnectionId id {};
    {
        const FileSizeLimit limit(100);
        recording.add(std::string(200, 'x'));
        QVERIFY(!recording.recorder->flush());
        id = recording.recorder->opened({ wire::Role::Client, "http", "a", "b" }, recording.clock.now());
        recording.recorder->closed(id, recording.clock.now(), "gone");
        QVERIFY(recording.recorder->connection(id));
    }
    QTRY_VERIFY(!recording.recorder->hasFailed());
    QVERIFY(recording.recorder->close());
    const auto opened = capture::open(recording.path);
    QVERIFY(opened);
    QCOMPARE((*opened)->eventCount(), std::size_t { 4 });
    QCOMPARE((*opened)->connection(id).value().cause, std::string("gone"));
    QCOMPARE((*opened)->report().gaps, 0U);
}

void TestFullDisk::saysOnClosingThatTheDiskIsFull()
{
    const Recording recording;
    const FileSizeLimit limit(100);
    recording.add(std::string(200, 'x'));
    const auto closed = recording.recorder->close();
    QVERIFY(!closed);
    QCOMPARE(closed.error().kind, wire::ErrorKind::Io);
    QVERIFY(closed.error().transient);
    QCOMPARE(recording.recorder->bytes(0).value(), std::string(200, 'x'));
}

QTEST_APPLESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"
