// SPDX-License-Identifier: Apache-2.0
// What a program writes without end, or does not read, costs no memory to speak of, and nobody is held up.
#include "childfixture.h"

#include "tests/support/eventloopchecker.h"

class TestFloods final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesALineWithoutEnd();
    void readsTheLogWhilePaused();
    void leavesInThePipeWhatNobodyTakes();
    void tellsThatAProgramDoesNotRead();
    void keepsNoMoreThanTheEndOfTheLog();

private:
    wire::SystemClock m_clock;
};

namespace {

constexpr int kMiB = 1 << 20;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMeasuresMemory = false; // A sanitizer keeps what is freed.
#else
constexpr bool kMeasuresMemory = true;
#endif

/// Asks at each slice how much memory there is, as the most is used then.
class MeasuringSink final : public wire::Sink {
public:
    CountingSink counted;
    qint64 most = 0;

    wire::ConnectionId opened(const wire::ConnectionFacts& facts, wire::Instant at) override
    {
        return counted.opened(facts, at);
    }
    wire::RecordNo add(const wire::Slice& slice) override
    {
        most = std::max(most, residentBytes());
        return counted.add(slice);
    }
    void closed(wire::ConnectionId, wire::Instant, std::string_view) override { }
};

} // namespace

void TestFloods::survivesALineWithoutEnd()
{
    constexpr int kFlood = 256 * kMiB;
    MeasuringSink sink;
    Child child(m_clock, sink, peer("flood", kFlood));
    const EventLoopChecker loop;
    const qint64 before = residentBytes();
    QTRY_COMPARE_WITH_TIMEOUT(child.lines, QByteArrayList { "after" }, 60'000);
    QCOMPARE(child.odd, QByteArrayList { "STDIO-line-limit" });
    QCOMPARE(sink.counted.received, std::uint64_t { kFlood } + 7);
    QCOMPARE(sink.counted.largest, fd::LineFramer::kLongestPiece);
    QVERIFY2(!kMeasuresMemory || sink.most - before < static_cast<qint64>(fd::kLineLimit) + 12 * kMiB,
        qPrintable(QString::number((sink.most - before) / kMiB)));
    QVERIFY2(loop.longestWorkMs() < EventLoopChecker::kFrozenMs,
        qPrintable(QString::number(loop.longestWorkMs())));
    child.channel->send("still there");
    QTRY_COMPARE(child.lines, (QByteArrayList { "after", "still there" }));
    QVERIFY2(!kMeasuresMemory || residentBytes() - before < 12 * kMiB,
        qPrintable(QString::number((residentBytes() - before) / kMiB)));
}

void TestFloods::readsTheLogWhilePaused()
{
    constexpr int kFlood = 100 * kMiB;
    MeasuringSink sink;
    Child child(m_clock, sink, peer("floodlog", kFlood));
    child.keep = false;
    child.channel->pauseReading(true);
    const qint64 before = residentBytes();
    // But for the last piece of what is one long line.
    QTRY_VERIFY_WITH_TIMEOUT(sink.counted.received + (1 << 16) >= std::uint64_t { kFlood }, 60'000);
    QVERIFY2(!kMeasuresMemory || sink.most - before < 12 * kMiB,
        qPrintable(QString::number((sink.most - before) / kMiB)));
    QVERIFY(child.odd.isEmpty());
    child.keep = true;
    child.channel->pauseReading(false);
    QTRY_COMPARE(child.lines, QByteArrayList { "after" });
}

void TestFloods::leavesInThePipeWhatNobodyTakes()
{
    constexpr int kFlood = 100 * kMiB;
    CountingSink sink;
    auto options = peer("flood", kFlood);
    Child child(m_clock, sink, options);
    connect(child.channel.get(), &fd::ChildChannel::opened, child.channel.get(),
        [&child] { child.channel->pauseReading(true); });
    QTRY_VERIFY(child.channel->isOpen());
    // It is stuck: a write that does not return.
    const auto waits = [&child] {
        QFile file(QStringLiteral("/proc/%1/syscall").arg(child.channel->processId()));
        return file.open(QIODevice::ReadOnly) && file.readAll().startsWith("1 ");
    };
    QTRY_VERIFY(waits());
    QCOMPARE(sink.received, std::uint64_t { 0 });
    child.channel->pauseReading(false);
    QTRY_COMPARE_WITH_TIMEOUT(child.lines, QByteArrayList { "after" }, 60'000);
    QCOMPARE(sink.received, std::uint64_t { kFlood } + 7);
}

void TestFloods::tellsThatAProgramDoesNotRead()
{
    constexpr int kMost = 100 * kMiB;
    CountingSink sink;
    auto options = peer("deaf");
    options.closeGrace = 1ms;
    Child child(m_clock, sink, options);
    QTRY_COMPARE(child.lines, QByteArrayList { "up" });
    const std::string message(10'000, 'x');
    int sent = 0;
    // As who heeds isWritable() does.
    for (; child.channel->isWritable() && sent < kMost; sent += 10'001)
        QVERIFY(child.channel->send(message) != wire::kNoRecord);
    QVERIFY2(sent < kMiB, qPrintable(QString::number(sent)));
    child.channel->close();
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.why(), QByteArray("closed on this side; the program was ended by SIGTERM, Terminated"));
}

void TestFloods::keepsNoMoreThanTheEndOfTheLog()
{
    CountingSink sink;
    auto options = peer("");
    options.program = "sh";
    options.arguments = { "-c", "i=0; while [ $i -lt 1000 ]; do echo line $i; i=$((i+1)); done >&2; exit 3" };
    Child child(m_clock, sink, options);
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.log.size(), 1000);
    QCOMPARE(child.error.found, std::string("stderr: line 995 | line 996 | line 997 | line 998 | line 999"));
}

QTEST_GUILESS_MAIN(TestFloods)
#include "tst_floods.moc"
