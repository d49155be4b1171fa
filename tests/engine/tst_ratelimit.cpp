// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/ratelimit.h"

#include <QTest>

using namespace std::chrono_literals;
using engine::Caller;
using engine::RateLimit;

class TestRateLimit final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void grantsASecondsPartAtOnceThenOneByOne();
    void eachCallerHasItsOwn();
    void noLimitGrantsAll();
    void isFlatInMemory();
};

void TestRateLimit::grantsASecondsPartAtOnceThenOneByOne()
{
    RateLimit limit(4);
    const Caller caller { "a" };
    const wire::Instant now { 100s };
    for (int i = 0; i < 4; ++i)
        QVERIFY(!limit.take(caller, now));
    QVERIFY(limit.take(caller, now) == wire::nanoseconds(250ms));
    QVERIFY(limit.take(caller, now + 249ms) == wire::nanoseconds(1ms));
    QVERIFY(!limit.take(caller, now + 250ms));
    QVERIFY(limit.take(caller, now + 250ms));
    // Idle for long, it has no more than a second's.
    for (int i = 0; i < 4; ++i)
        QVERIFY(!limit.take(caller, now + 100s));
    QVERIFY(limit.take(caller, now + 100s));
}

void TestRateLimit::eachCallerHasItsOwn()
{
    RateLimit limit(1);
    const wire::Instant now { 100s };
    QVERIFY(!limit.take({ "a" }, now));
    QVERIFY(limit.take({ "a" }, now));
    QVERIFY(!limit.take({ "b" }, now));
}

void TestRateLimit::noLimitGrantsAll()
{
    RateLimit limit(0);
    for (int i = 0; i < 1000; ++i)
        QVERIFY(!limit.take({ "a" }, {}));
    QCOMPARE(limit.callers(), std::size_t { 0 });
}

void TestRateLimit::isFlatInMemory()
{
    RateLimit limit(1);
    wire::Instant now { 100s };
    for (int i = 0; i < 20'000; ++i) {
        QVERIFY(!limit.take({ std::to_string(i) }, now));
        now = now + 1us;
        QVERIFY(limit.callers() <= RateLimit::kMaxCallers);
    }
    // The newest are still limited.
    QVERIFY(limit.take({ "19999" }, now));
}

QTEST_GUILESS_MAIN(TestRateLimit)
#include "tst_ratelimit.moc"
