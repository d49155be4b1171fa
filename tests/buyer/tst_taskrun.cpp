// SPDX-License-Identifier: Apache-2.0
// A task's controls against a binding that each test plays, on a clock that it moves.
#include "protocol/buyer/taskrun.h"
#include "protocol/wire/manualclock.h"
#include "tests/buyer/fakeclient.h"

#include <QSignalSpy>
#include <QTest>

using namespace std::chrono_literals;
using buyer::Phase;
using session::End;

namespace {

acmp::StreamChunk chunk(std::int64_t seq, bool final = false)
{
    acmp::StreamChunk message;
    message.taskId = "task_1";
    message.seq = seq;
    message.chunk = { "text", json::Raw::string("x"), {} };
    message.final = final;
    return message;
}

acmp::TaskResult result()
{
    acmp::TaskResult message;
    message.taskId = "task_1";
    message.outputStreamed = true;
    message.tokensUsed = 1;
    return message;
}

acmp::TaskError error(std::int64_t code)
{
    acmp::TaskError message;
    message.code = code;
    message.message = "no";
    return message;
}

acmp::Capability provider(std::optional<std::int64_t> heartbeatMs, bool cancels = true)
{
    acmp::Capability peer;
    peer.version = "0.1.0";
    peer.accepts = cancels ? std::vector<std::string> { "acmp/invoke", "acmp/cancel" }
                           : std::vector<std::string> { "acmp/invoke" };
    peer.features = acmp::Features { true, false, heartbeatMs, {} };
    return peer;
}

} // namespace

class TestTaskRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWithTheResult();
    void cancelIsOnItsWayAtOnceAndConfirmed();
    void cancelClosesTheStreamAfterTheGrace();
    void cancelClosesAtOnceWhereThePeerHasNoCancel();
    void aResultThatWinsTheRaceIsTheResult();
    void failsAtTheDeadlineWhateverArrives();
    void failsEarlyWithoutASignOfLife();
    void theLivenessWindowStandsStillWhileReadingIsPaused();
    void aChunkIsASignOfLifeUnlessStrict();
    void measuresTheIntervalOfAnUnknownPeer();
    void namesALostConnection();
    void sendsTheSameTaskAgain();
    void sendsAgainWhatHasEnded();
    void sendsItsInputOnePieceAtATime();
    void endsOnceWhateverFollows();

private:
    void open(std::optional<acmp::Capability> peer, buyer::TaskOptions options = {},
        std::int64_t timeoutMs = 60'000)
    {
        m_clock = std::make_unique<wire::ManualClock>();
        m_client = std::make_unique<FakeClient>();
        acmp::Invoke request;
        request.taskId = "task_1";
        request.capability = "x";
        request.stream = true;
        request.timeoutMs = timeoutMs;
        m_run = std::make_unique<buyer::TaskRun>(*m_client, *m_clock, request, std::move(peer), options);
        m_ended.clear();
        connect(m_run.get(), &buyer::TaskRun::ended, this, [this](End how) { m_ended.push_back(how); });
        m_run->start();
    }
    FakeExchange& exchange() { return *m_client->exchanges.back(); }
    void receive(acmp::Incoming message, bool late = false)
    {
        acmp::Origin origin;
        origin.at = m_clock->now();
        origin.late = late;
        Q_EMIT exchange().incoming(message, origin);
    }

    std::unique_ptr<wire::ManualClock> m_clock;
    std::unique_ptr<FakeClient> m_client;
    std::unique_ptr<buyer::TaskRun> m_run;
    std::vector<End> m_ended;
};

void TestTaskRun::endsWithTheResult()
{
    open(provider(1000));
    receive(chunk(0));
    receive(chunk(1, true));
    receive(result());
    exchange().end({});
    QCOMPARE(m_ended, std::vector { End::Result });
    QCOMPARE(m_run->phase(), Phase::Ended);
    QVERIFY(m_run->track().output().isComplete());
    m_clock->advance(1h);
    QCOMPARE(m_ended.size(), std::size_t(1));
}

void TestTaskRun::cancelIsOnItsWayAtOnceAndConfirmed()
{
    open(provider(1000));
    m_run->cancel("enough");
    QCOMPARE(m_client->notifications.size(), std::size_t(1));
    QCOMPARE(std::get<acmp::Cancel>(m_client->notifications[0]).reason, "enough");
    QCOMPARE(exchange().aborts, 0);
    m_clock->advance(500ms);
    receive(error(-33004));
    QCOMPARE(m_ended, std::vector { End::Cancelled });
}

void TestTaskRun::cancelClosesTheStreamAfterTheGrace()
{
    open(provider({}));
    m_run->cancel();
    m_clock->advance(1999ms);
    QCOMPARE(exchange().aborts, 0);
    m_clock->advance(1ms);
    QCOMPARE(exchange().aborts, 1);
    QCOMPARE(m_ended, std::vector { End::CancelUnconfirmed });
}

void TestTaskRun::cancelClosesAtOnceWhereThePeerHasNoCancel()
{
    open(provider({}, false));
    m_run->cancel();
    QCOMPARE(m_client->notifications.size(), std::size_t(0));
    QCOMPARE(exchange().aborts, 1);
}

void TestTaskRun::aResultThatWinsTheRaceIsTheResult()
{
    open(provider({}));
    m_run->cancel();
    receive(result());
    QCOMPARE(m_ended, std::vector { End::Result });
}

void TestTaskRun::failsAtTheDeadlineWhateverArrives()
{
    open(provider(100), {}, 1000);
    for (int i = 0; i < 19; ++i) {
        m_clock->advance(50ms);
        receive(chunk(i));
    }
    m_clock->advance(50ms);
    QCOMPARE(m_ended, std::vector { End::DeadlinePassed });
    QCOMPARE(m_run->phase(), Phase::Closing);
    QCOMPARE(m_client->notifications.size(), std::size_t(1));
    QCOMPARE(m_run->track().chunksReceived(), std::uint64_t(19));
    m_clock->advance(2s);
    QCOMPARE(exchange().aborts, 1);
    QCOMPARE(m_run->phase(), Phase::Ended);
}

void TestTaskRun::failsEarlyWithoutASignOfLife()
{
    open(provider(100));
    m_clock->advance(299ms);
    QVERIFY(m_ended.empty());
    m_clock->advance(1ms);
    QCOMPARE(m_ended, std::vector { End::LivenessLost });
}

void TestTaskRun::theLivenessWindowStandsStillWhileReadingIsPaused()
{
    open(provider(100));
    m_clock->advance(200ms);
    m_run->pauseReading(true);
    m_clock->advance(10'000ms);
    QVERIFY(m_ended.empty());
    m_run->pauseReading(false);
    m_clock->advance(299ms);
    QVERIFY(m_ended.empty());
    m_clock->advance(1ms);
    QCOMPARE(m_ended, std::vector { End::LivenessLost });
}

void TestTaskRun::aChunkIsASignOfLifeUnlessStrict()
{
    for (const bool strict : { false, true }) {
        buyer::TaskOptions options;
        options.onlyHeartbeatsAreLife = strict;
        open(provider(100), options);
        for (int i = 0; i < 10; ++i) {
            m_clock->advance(90ms);
            if (m_ended.empty())
                receive(chunk(i));
        }
        QCOMPARE(m_ended.empty(), !strict);
    }
}

void TestTaskRun::measuresTheIntervalOfAnUnknownPeer()
{
    open(std::nullopt);
    QVERIFY(!m_run->livenessWindow());
    acmp::Heartbeat heartbeat;
    heartbeat.taskId = "task_1";
    m_clock->advance(5s);
    receive(heartbeat);
    QVERIFY(!m_run->livenessWindow());
    m_clock->advance(200ms);
    receive(heartbeat);
    QCOMPARE(*m_run->livenessWindow(), wire::nanoseconds(600ms));
    m_clock->advance(600ms);
    QCOMPARE(m_ended, std::vector { End::LivenessLost });
}

void TestTaskRun::namesALostConnection()
{
    open(provider({}));
    receive(chunk(0));
    exchange().end(wire::Error { wire::ErrorKind::Unreachable, "reset", {}, {}, {}, true });
    QCOMPARE(m_ended, std::vector { End::ConnectionLost });
    QCOMPARE(m_run->error()->message, "reset");
}

void TestTaskRun::sendsTheSameTaskAgain()
{
    open(provider({}));
    receive(chunk(0));
    exchange().end(wire::Error { wire::ErrorKind::Unreachable, "reset", {}, {}, {}, true });
    m_run->retry();
    QCOMPARE(m_client->exchanges.size(), std::size_t(2));
    QVERIFY(!m_run->error());
    QCOMPARE(m_run->track().output().nextSeq(), 0);
    receive(chunk(0));
    receive(chunk(1, true));
    receive(result());
    exchange().end({});
    QCOMPARE(m_ended, (std::vector { End::ConnectionLost, End::Result }));
}

void TestTaskRun::sendsAgainWhatHasEnded()
{
    open(provider({}));
    const auto play = [this](const char* cost) {
        receive(chunk(0, true));
        acmp::TaskResult message = result();
        message.costCu = *json::Decimal::parse(cost);
        receive(message);
        exchange().end({});
    };
    play("0.1");
    const auto before = m_run->track().findings().count();
    m_run->retry();
    QVERIFY(m_run->track().isRunning());
    QVERIFY(!m_run->track().result());
    play("0.1");
    QCOMPARE(m_ended, (std::vector { End::Result, End::Result }));
    QCOMPARE(m_run->track().findings().count(), before);
    m_run->retry();
    play("0.2");
    QCOMPARE(m_run->track().findings().count(), before + 1);
    QCOMPARE(m_run->track().findings().kept().back().rule->id, "L1-3.1.1-executed-twice");
}

void TestTaskRun::sendsItsInputOnePieceAtATime()
{
    open(provider({}));
    m_client->holdNotifications = true;
    const auto seqs = [this] {
        std::vector<std::int64_t> all;
        for (const acmp::BuyerNotification& each : m_client->notifications)
            all.push_back(std::get<acmp::InputChunk>(each).seq);
        return all;
    };
    for (const bool final : { false, false, true })
        QVERIFY(m_run->sendInput({ "text", json::Raw::string("x"), {} }, final));
    QVERIFY(!m_run->sendInput({ "text", json::Raw::string("x"), {} }, true));
    QCOMPARE(seqs(), (std::vector<std::int64_t> { 0 }));
    QCOMPARE(m_run->waitingInput(), std::size_t(3));
    m_client->takeHeld();
    QTRY_COMPARE(seqs(), (std::vector<std::int64_t> { 0, 1 }));
    // The stream breaks: the next attempt sends all again, once each.
    exchange().end(wire::Error { wire::ErrorKind::Unreachable, "reset", {}, {}, {}, true });
    m_run->retry();
    QCOMPARE(seqs(), (std::vector<std::int64_t> { 0, 1, 0 }));
    m_client->takeHeld();
    QTRY_COMPARE(seqs(), (std::vector<std::int64_t> { 0, 1, 0, 1 }));
    m_client->takeHeld();
    QTRY_COMPARE(seqs(), (std::vector<std::int64_t> { 0, 1, 0, 1, 2 }));
    m_client->takeHeld();
    QTRY_COMPARE(m_run->waitingInput(), std::size_t(0));
}

void TestTaskRun::endsOnceWhateverFollows()
{
    open(provider({}));
    receive(result());
    receive(error(-33099), true);
    m_run->cancel();
    exchange().end({});
    QCOMPARE(m_ended, std::vector { End::Result });
    QVERIFY(m_client->notifications.empty());
    QVERIFY(m_run->track().findings().count() > 0);
}

QTEST_GUILESS_MAIN(TestTaskRun)
#include "tst_taskrun.moc"
