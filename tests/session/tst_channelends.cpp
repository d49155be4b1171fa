// SPDX-License-Identifier: Apache-2.0
// How requests on a shared channel end, and what comes after that.
#include "tests/session/channels.h"

#include <QTest>

using session::End;

class TestChannelEnds final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksWhatComesAfterTheEnd();
    void countsWhatComesLongAfterTheEnd();
    void keepsOnlyTheLastClosedTasks();
    void endsATaskThatItsAskerGaveUp();
    void leavesACancelThatCrossedTheAnswer();
    void aConnectionTakesAllItsOpenTasksAlong();
    void aLostTaskMayBeAskedForAgain();
    void forgetsRequestsThatAreNeverAnswered();
};

void TestChannelEnds::marksWhatComesAfterTheEnd()
{
    Channels record;
    record.sent(invoke("t", "1"));
    record.received(chunk("t", 0, true));
    record.received(result("t", "1"));
    const auto late = record.received(chunk("t", 1));
    QVERIFY(late.task);
    QCOMPARE(rulesOf(late.task->allFindings()), QByteArray("L1-3.7-late"));
    record.received(result("t", "1"));
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray("L1-3.7-late RPC-second-answer"));
    QCOMPARE(record.track(0).chunksReceived(), 1U);
    QCOMPARE(record.end(0), QByteArray("result"));
}

/// Of tasks whose track is gone it is still known that they were.
void TestChannelEnds::countsWhatComesLongAfterTheEnd()
{
    Channels record;
    for (std::size_t i = 0; i < Sessions::kKeptTracks + 1; ++i) {
        const QByteArray number = QByteArray::number(i);
        record.sent(invoke(number, number));
        record.received(chunk(number, 0, true));
        record.received(result(number, number));
    }
    const Sessions::Task& first = record.sessions.tasks().front();
    QVERIFY(!first.track);
    const auto late = record.received(chunk("0", 1));
    QCOMPARE(late.task, &first);
    record.received(result("0", "0"));
    QCOMPARE(rulesOf(first.findings), QByteArray("L1-3.7-late RPC-second-answer"));
    const auto cancel = record.sent(R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"0"}})");
    QCOMPARE(rulesOf(cancel.findings), QByteArray());
    record.sent(R"({"jsonrpc":"2.0","method":"acmp/inputChunk","params":{"task_id":"0","seq":0,)"
                R"("chunk":{"type":"text","data":"x"}}})");
    QCOMPARE(rulesOf(first.findings), QByteArray("L1-3.7-late RPC-second-answer L1-3.7-late"));
}

void TestChannelEnds::keepsOnlyTheLastClosedTasks()
{
    Channels record;
    const auto ask = [&](std::size_t i) {
        const QByteArray number = QByteArray::number(i);
        record.sent(invoke(number, number));
        record.received(chunk(number, 0, true));
        record.received(result(number, number));
    };
    record.sent(invoke("long", "\"long\""));
    for (std::size_t i = 0; i < session::SharedChannel::kKeptClosed; ++i) {
        ask(i);
    }
    QCOMPARE(rulesOf(record.received(chunk("0", 1)).findings), QByteArray()); // its task's
    record.received(R"({"jsonrpc":"2.0","id":"long","error":{"code":-33001,"message":""}})");
    QCOMPARE(rulesOf(record.received(chunk("0", 1)).findings), QByteArray("L1-3.5-foreign-task"));
    // Begun first, but the last to end.
    QCOMPARE(record.received(chunk("long", 1)).task->taskId, std::string("long"));
}

void TestChannelEnds::endsATaskThatItsAskerGaveUp()
{
    Channels record;
    record.sent(invoke("at once", "1"));
    record.sent(invoke("after the grace", "2"));
    record.sent(R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"after the grace"}})");
    record.sent(cancelled("1"));
    record.sent(cancelled("2"));
    for (const std::size_t i : { 0U, 1U }) {
        QCOMPARE(record.end(i), QByteArray("cancelled, unconfirmed"));
    }
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray());
    QCOMPARE(rulesOf(record.track(1).findings()), QByteArray("L1-3.7-not-cancelled"));
    record.received(chunk("at once", 0));
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray("L1-3.7-late"));
    // The end of the connection is no more its end.
    QVERIFY(record.sessions.closed(wire::ConnectionId { 1 }, record.now).empty());
}

void TestChannelEnds::leavesACancelThatCrossedTheAnswer()
{
    Channels record;
    record.sent(invoke("t", "1"));
    record.received(chunk("t", 0, true));
    record.received(result("t", "1"));
    QCOMPARE(rulesOf(record.sent(cancelled("1")).findings), QByteArray());
    QCOMPARE(record.end(0), QByteArray("result"));
    QCOMPARE(rulesOf(record.sent(cancelled("2")).findings), QByteArray("MCP-notification-unmatched"));
    QCOMPARE(rulesOf(record.sent(cancelled("\"1\"")).findings), QByteArray("MCP-notification-unmatched"));
}

void TestChannelEnds::aConnectionTakesAllItsOpenTasksAlong()
{
    Channels record;
    for (const char* const task : { "a", "b", "c", "done" }) {
        record.sent(invoke(task, '"' + QByteArray(task) + '"'));
    }
    record.sent(R"({"jsonrpc":"2.0","id":1,"method":"acmp/offerRequest","params":{"capability":"c"}})");
    record.sent(invoke("elsewhere", "1"), 2);
    record.received(chunk("done", 0, true));
    record.received(result("done", "\"done\""));
    const auto lost = record.sessions.closed(wire::ConnectionId { 1 }, record.now);
    QCOMPARE(lost.size(), 4U);
    for (const std::size_t i : { 0U, 1U, 2U }) {
        QCOMPARE(lost[i].task, &record.sessions.tasks()[i]);
        QCOMPARE(record.end(i), QByteArray("connection lost"));
    }
    QCOMPARE(toString(lost[3].deal->track.state()), toString(session::OfferTrack::State::Failed));
    QCOMPARE(record.end(3), QByteArray("result"));
    QCOMPARE(record.end(4), QByteArray("running"));
    QVERIFY(record.sessions.closed(wire::ConnectionId { 1 }, record.now).empty());
}

void TestChannelEnds::aLostTaskMayBeAskedForAgain()
{
    Channels record;
    record.sent(invoke("t", "1"));
    record.received(chunk("t", 0));
    record.sessions.closed(wire::ConnectionId { 1 }, record.now);
    record.sent(invoke("t", "1"), 2);
    QVERIFY(record.track(0).isRunning());
    record.received(chunk("t", 0), 2);
    record.received(chunk("t", 1, true), 2);
    record.received(result("t", "1"), 2);
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(record.end(0), QByteArray("result"));
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray());
}

void TestChannelEnds::forgetsRequestsThatAreNeverAnswered()
{
    Channels record;
    const auto ask = [&](std::size_t id) {
        record.sent(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"x","params":{}})");
    };
    constexpr std::size_t kMany = session::SharedChannel::kKeptOpen + 1;
    for (std::size_t i = 0; i < kMany; ++i) {
        ask(i);
    }
    const auto answer = [&](std::size_t id) {
        return rulesOf(
            record.received(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":{}})")
                .findings);
    };
    QCOMPARE(answer(0), QByteArray("MCP-id-mismatch"));
    QCOMPARE(answer(1), QByteArray());
    QCOMPARE(answer(kMany - 1), QByteArray());
}

QTEST_GUILESS_MAIN(TestChannelEnds)
#include "tst_channelends.moc"
