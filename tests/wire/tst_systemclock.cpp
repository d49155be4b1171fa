// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/systemclock.h"

#include <QDateTime>
#include <QTest>
#include <QTimer>

using namespace std::chrono_literals;

class TestSystemClock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neverGoesBack();
    void knowsTheTimeOfDay();
    void firesAfterItsDelayAndNotBefore();
    void firesInOrderOfTheirMoments();
    void anEarlierTimerStartedLaterIsNotHeldUp();
    void neverFiresWithinStartTimer();
    void destroyingATimerCancelsIt();
    void cancellingTheFirstLeavesTheOthersRunning();
    void aTimerThatRestartsItselfLeavesTheEventLoopItsTurn();
    void aTimerMayOutliveItsClock();
};

void TestSystemClock::neverGoesBack()
{
    const wire::SystemClock clock;
    wire::Instant last = clock.now();
    for (int i = 0; i < 10'000; ++i) {
        const wire::Instant now = clock.now();
        QVERIFY(now >= last);
        last = now;
    }
}

void TestSystemClock::knowsTheTimeOfDay()
{
    const wire::SystemClock clock;
    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    const std::int64_t now = clock.unixMs();
    QVERIFY(now >= before);
    QVERIFY(now <= QDateTime::currentMSecsSinceEpoch());
}

void TestSystemClock::firesAfterItsDelayAndNotBefore()
{
    wire::SystemClock clock;
    const wire::Instant start = clock.now();
    std::optional<wire::nanoseconds> after;
    const auto timer = clock.startTimer(30ms, [&] { after = clock.now() - start; });
    QTRY_VERIFY(after);
    QVERIFY(*after >= 30ms);
}

void TestSystemClock::firesInOrderOfTheirMoments()
{
    wire::SystemClock clock;
    std::string order;
    const auto c = clock.startTimer(30ms, [&] { order += 'c'; });
    const auto a = clock.startTimer(10ms, [&] { order += 'a'; });
    const auto b = clock.startTimer(20ms, [&] { order += 'b'; });
    QTRY_COMPARE(order.size(), std::size_t { 3 });
    QCOMPARE(order, std::string("abc"));
}

void TestSystemClock::anEarlierTimerStartedLaterIsNotHeldUp()
{
    wire::SystemClock clock;
    bool fired = false;
    const auto hour = clock.startTimer(1h, [] { });
    const auto soon = clock.startTimer(1ms, [&] { fired = true; });
    QTRY_VERIFY(fired);
}

void TestSystemClock::neverFiresWithinStartTimer()
{
    wire::SystemClock clock;
    int fired = 0;
    const auto now = clock.startTimer(0ms, [&] { ++fired; });
    const auto past = clock.startTimer(-1h, [&] { ++fired; });
    QCOMPARE(fired, 0);
    QTRY_COMPARE(fired, 2);
}

void TestSystemClock::destroyingATimerCancelsIt()
{
    wire::SystemClock clock;
    bool fired = false;
    bool later = false;
    auto timer = clock.startTimer(1ms, [&] { fired = true; });
    const auto guard = clock.startTimer(5ms, [&] { later = true; });
    timer.reset();
    QTRY_VERIFY(later);
    QVERIFY(!fired);
}

void TestSystemClock::cancellingTheFirstLeavesTheOthersRunning()
{
    wire::SystemClock clock;
    bool fired = false;
    auto first = clock.startTimer(10ms, [] { });
    const auto second = clock.startTimer(20ms, [&] { fired = true; });
    first.reset();
    QTRY_VERIFY(fired);
}

void TestSystemClock::aTimerThatRestartsItselfLeavesTheEventLoopItsTurn()
{
    wire::SystemClock clock;
    int fired = 0;
    bool turn = false;
    std::unique_ptr<wire::Timer> timer;
    std::function<void()> again = [&] {
        ++fired;
        timer = clock.startTimer(0ms, again);
    };
    timer = clock.startTimer(0ms, again);
    QTimer::singleShot(0, &clock, [&] { turn = true; });
    QTRY_VERIFY(turn && fired >= 100);
}

void TestSystemClock::aTimerMayOutliveItsClock()
{
    auto clock = std::make_unique<wire::SystemClock>();
    auto timer = clock->startTimer(1ms, [] { });
    clock.reset();
    timer.reset();
}

QTEST_GUILESS_MAIN(TestSystemClock)
#include "tst_systemclock.moc"
