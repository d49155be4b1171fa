// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/manualclock.h"

#include <QTest>

using namespace std::chrono_literals;

class TestManualClock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesOnlyWhenTold();
    void firesInOrderEachAtItsMoment();
    void firesEqualMomentsInTheOrderTheyWereStarted();
    void firesNothingBeforeItsMoment();
    void firesOnce();
    void destroyingATimerCancelsIt();
    void aTimerMayDestroyItselfAndOthersWhileItFires();
    void aTimerStartedWhileFiringFiresInTheSameAdvanceIfItIsDue();
    void neverFiresWithinStartTimer();
    void aTimerMayOutliveItsClock();
};

void TestManualClock::movesOnlyWhenTold()
{
    wire::ManualClock clock(5'000);
    const wire::Instant start = clock.now();
    QCOMPARE(clock.unixMs(), 5'000);
    clock.advance(1500us);
    QVERIFY(clock.now() - start == 1500us);
    QCOMPARE(clock.unixMs(), 5'001);
    QCOMPARE(wire::toMs(clock.now() - start), 1.5);
}

void TestManualClock::firesInOrderEachAtItsMoment()
{
    wire::ManualClock clock;
    const wire::Instant start = clock.now();
    std::vector<wire::nanoseconds> fired;
    const auto note = [&] { fired.push_back(clock.now() - start); };
    const auto late = clock.startTimer(30ms, note);
    const auto early = clock.startTimer(10ms, note);
    const auto middle = clock.startTimer(20ms, note);

    clock.advance(1s);
    QVERIFY((fired == std::vector<wire::nanoseconds> { 10ms, 20ms, 30ms }));
    QVERIFY(clock.now() - start == 1s);
}

void TestManualClock::firesEqualMomentsInTheOrderTheyWereStarted()
{
    wire::ManualClock clock;
    std::string order;
    const auto first = clock.startTimer(10ms, [&] { order += 'a'; });
    const auto second = clock.startTimer(10ms, [&] { order += 'b'; });
    clock.advance(10ms);
    QCOMPARE(order, std::string("ab"));
}

void TestManualClock::firesNothingBeforeItsMoment()
{
    wire::ManualClock clock;
    int fired = 0;
    const auto timer = clock.startTimer(10ms, [&] { ++fired; });
    clock.advance(10ms - 1ns);
    QCOMPARE(fired, 0);
    clock.advance(1ns);
    QCOMPARE(fired, 1);
}

void TestManualClock::firesOnce()
{
    wire::ManualClock clock;
    int fired = 0;
    const auto timer = clock.startTimer(10ms, [&] { ++fired; });
    clock.advance(1s);
    clock.advance(1s);
    QCOMPARE(fired, 1);
}

void TestManualClock::destroyingATimerCancelsIt()
{
    wire::ManualClock clock;
    int fired = 0;
    auto timer = clock.startTimer(10ms, [&] { ++fired; });
    timer.reset();
    clock.advance(1s);
    QCOMPARE(fired, 0);
}

void TestManualClock::aTimerMayDestroyItselfAndOthersWhileItFires()
{
    wire::ManualClock clock;
    std::string order;
    std::unique_ptr<wire::Timer> self;
    std::unique_ptr<wire::Timer> other;
    self = clock.startTimer(10ms, [&] {
        self.reset();
        other.reset();
        order += "self";
    });
    other = clock.startTimer(10ms, [&] { order += "other"; });
    clock.advance(1s);
    QCOMPARE(order, std::string("self"));
}

void TestManualClock::aTimerStartedWhileFiringFiresInTheSameAdvanceIfItIsDue()
{
    wire::ManualClock clock;
    int fired = 0;
    std::unique_ptr<wire::Timer> timer;
    std::function<void()> again = [&] {
        ++fired;
        timer = clock.startTimer(10ms, again);
    };
    timer = clock.startTimer(10ms, again);
    clock.advance(55ms);
    QCOMPARE(fired, 5);
}

void TestManualClock::neverFiresWithinStartTimer()
{
    wire::ManualClock clock;
    int fired = 0;
    const auto now = clock.startTimer(0ms, [&] { ++fired; });
    const auto past = clock.startTimer(-5ms, [&] { ++fired; });
    QCOMPARE(fired, 0);
    const wire::Instant start = clock.now();
    clock.advance(0ms);
    QCOMPARE(fired, 2);
    QVERIFY(clock.now() == start);
}

void TestManualClock::aTimerMayOutliveItsClock()
{
    auto clock = std::make_unique<wire::ManualClock>();
    auto timer = clock->startTimer(10ms, [] { });
    clock.reset();
    timer.reset();
}

QTEST_GUILESS_MAIN(TestManualClock)
#include "tst_manualclock.moc"
