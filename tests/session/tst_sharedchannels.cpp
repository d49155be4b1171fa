// SPDX-License-Identifier: Apache-2.0
// Sessions over channels that many requests share: stdio, WebSocket.
#include "tests/session/channels.h"

#include <QTest>

using session::End;

class TestSharedChannels final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsInterleavedTasksApart();
    void followsBothDirectionsWithTheSameIds();
    void tellsANumberFromAString();
    void followsManyOffersAtOnce();
    void saysWhichRequestAMessageIsOf();
    void mirrorsADuplicateOnTheSameChannel();
    void matchesCancelAndInputByTask();
    void tellsRequestsOfOneIdApartByTheirTask();
    void learnsWhatThePeerDeclaresNotWhatWeDo();
    void reportsWhatFitsNowhere_data();
    void reportsWhatFitsNowhere();
    void allowsAWebSocketPeerToAsk();
    void takesSubstratesOwnNotificationsByTheirToken();
};

void TestSharedChannels::keepsInterleavedTasksApart()
{
    Channels record;
    record.open();
    record.sent(invoke("a", "1"));
    record.sent(invoke("b", "2"));
    record.received(chunk("b", 0, false, "B"));
    record.received(chunk("a", 0, false, "A"));
    record.received(chunk("b", 1, true, "B"));
    record.received(result("b", "2"));
    QCOMPARE(record.end(0), QByteArray("running"));
    record.received(chunk("a", 1, true, "A"));
    record.received(result("a", "1"));
    QCOMPARE(record.sessions.tasks().size(), 2U);
    for (const std::size_t i : { 0U, 1U }) {
        QCOMPARE(record.end(i), QByteArray("result"));
        QCOMPARE(*record.track(i).output().text(), std::string(i == 0 ? "AA" : "BB"));
        QCOMPARE(rulesOf(record.track(i).findings()), QByteArray());
        QCOMPARE(record.sessions.tasks()[i].index, i);
    }
}

void TestSharedChannels::followsBothDirectionsWithTheSameIds()
{
    Channels record;
    record.kind = wire::SliceKind::Frame;
    record.sent(invoke("t", "1"));
    QCOMPARE(rulesOf(record.received(invoke("t", "1")).findings), QByteArray());
    record.sent(chunk("t", 0, true, "ours"));
    record.received(chunk("t", 0, true, "theirs"));
    record.sent(result("t", "1"));
    QVERIFY(record.track(0).isRunning());
    QCOMPARE(record.end(1), QByteArray("result"));
    record.received(result("t", "1"));
    QCOMPARE(record.end(0), QByteArray("result"));
    QCOMPARE(*record.track(0).output().text(), std::string("theirs"));
    QCOMPARE(*record.track(1).output().text(), std::string("ours"));
    QCOMPARE(record.track(0).findings().count() + record.track(1).findings().count(), 0U);
    QCOMPARE(record.sessions.tasks()[1].asked, Direction::Received);
}

void TestSharedChannels::tellsANumberFromAString()
{
    Channels record;
    record.sent(invoke("number", "3"));
    record.sent(invoke("string", "\"3\""));
    const auto folded = record.received(R"({"jsonrpc":"2.0","id":"3","error":{"code":-33001,"message":""}})");
    QCOMPARE(folded.task->taskId, std::string("string"));
    QVERIFY(record.track(0).isRunning());
    QCOMPARE(record.received(result("number", "3")).task->taskId, std::string("number"));
}

void TestSharedChannels::followsManyOffersAtOnce()
{
    Channels record;
    for (int i = 0; i < 3; ++i) {
        record.sent(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(i)
            + R"(,"method":"acmp/offerRequest","params":{"capability":"c"}})");
    }
    record.sent(invoke("t", "9"));
    for (const int i : { 2, 0 }) {
        const QByteArray number = QByteArray::number(i);
        record.received(R"({"jsonrpc":"2.0","id":)" + number + R"(,"result":{"offer_id":"o)" + number
            + R"(","capability":"c","price_cu":0.1,"valid_until_ms":1783017999000}})");
    }
    record.sent(R"({"jsonrpc":"2.0","id":"accept","method":"acmp/accept","params":{"offer_id":"o2"}})");
    record.received(R"({"jsonrpc":"2.0","id":1,"error":{"code":-34001,"message":"no"}})");
    record.received(R"({"jsonrpc":"2.0","id":"accept","result":{"offer_id":"o2","price_cu":0.1}})");
    using State = session::OfferTrack::State;
    const auto& deals = record.sessions.deals();
    QCOMPARE(toString(deals[0].track.state()), toString(State::Offered));
    QCOMPARE(toString(deals[1].track.state()), toString(State::Refused));
    QCOMPARE(toString(deals[2].track.state()), toString(State::Acked));
    QVERIFY(record.track(0).isRunning());
}

void TestSharedChannels::saysWhichRequestAMessageIsOf()
{
    Channels record;
    using Part = Sessions::Part;
    const auto asked = record.sent(invoke("a", "1"));
    QCOMPARE(asked.exchange, 1U);
    QVERIFY(asked.part == Part::Request);
    QCOMPARE(record.sent(invoke("b", "2")).exchange, 2U);
    const auto chunked = record.received(chunk("a", 0, true));
    QCOMPARE(chunked.exchange, 1U);
    QVERIFY(chunked.part == Part::Between);
    const auto answered = record.received(result("b", "2"));
    QCOMPARE(answered.exchange, 2U);
    QVERIFY(answered.part == Part::Answer);
    QCOMPARE(record.received(chunk("b", 0)).exchange, 2U); // late
    QCOMPARE(record.received(chunk("?", 0)).exchange, 0U);
}

/// Decision D5: a live chunk is sent once, each request has its answer.
void TestSharedChannels::mirrorsADuplicateOnTheSameChannel()
{
    Channels record;
    record.sent(invoke("t", "1"));
    record.received(chunk("t", 0));
    record.sent(invoke("t", "2"));
    record.received(chunk("t", 1)); // of the first stream still
    record.received(chunk("t", 0));
    record.received(chunk("t", 1));
    record.received(chunk("t", 2, true));
    record.received(result("t", "1"));
    QCOMPARE(record.end(0), QByteArray("result"));
    record.received(result("t", "2"));
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(*record.track(0).output().text(), std::string("ddd"));
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray());
    record.received(chunk("t", 3));
    record.received(result("t", "2"));
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray("L1-3.7-late RPC-second-answer"));
}

void TestSharedChannels::matchesCancelAndInputByTask()
{
    Channels record;
    record.sent(invoke("a", "1").replace("\"stream\":true", "\"stream\":true,\"input_stream\":true"));
    record.sent(invoke("b", "2"));
    record.sent(R"({"jsonrpc":"2.0","method":"acmp/inputChunk","params":{"task_id":"a","seq":1,)"
                R"("chunk":{"type":"text","data":"x"}}})");
    record.sent(R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"a"}})");
    QCOMPARE(rulesOf(record.track(0).findings()), QByteArray("L1-3.4-seq-start"));
    record.received(
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-33004,"message":"","data":{"task_id":"a"}}})");
    QCOMPARE(record.end(0), QByteArray("cancelled"));
    QVERIFY(record.track(1).isRunning());
    QVERIFY(!record.track(1).cancelSentAt());
}

void TestSharedChannels::tellsRequestsOfOneIdApartByTheirTask()
{
    Channels record;
    QCOMPARE(rulesOf(record.sent(invoke("a", "1")).findings), QByteArray());
    QCOMPARE(rulesOf(record.sent(invoke("b", "1")).findings), QByteArray("MCP-id-reused"));
    record.received(chunk("b", 0, true));
    QCOMPARE(record.received(result("b", "1")).task->taskId, std::string("b"));
    record.received(chunk("a", 0, true));
    QCOMPARE(record.received(result("a", "1")).task->taskId, std::string("a"));
    QCOMPARE(rulesOf(record.track(0).findings()) + rulesOf(record.track(1).findings()), QByteArray());
    // Free again.
    QCOMPARE(rulesOf(record.sent(invoke("c", "1")).findings), QByteArray());
}

void TestSharedChannels::learnsWhatThePeerDeclaresNotWhatWeDo()
{
    const QByteArray discover = R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})";
    const QByteArray declared
        = R"({"jsonrpc":"2.0","id":1,"result":{"capabilities":{"extensions":{"org.a2agora/acmp":)"
          R"({"version":"0.1.0","role":"provider","accepts":["acmp/invoke"],"emits":[]}}}}})";
    Channels record;
    record.kind = wire::SliceKind::Frame;
    record.open();
    record.received(discover);
    record.sent(declared);
    QVERIFY(!record.sent(invoke("t", "1")).task->track->peer());
    record.sent(QByteArray(discover).replace("\"id\":1", "\"id\":2"));
    record.received(QByteArray(declared).replace("\"id\":1", "\"id\":2"));
    const auto folded = record.sent(invoke("u", "3"));
    QVERIFY(folded.task->track->peer());
    QCOMPARE(rulesOf(folded.findings), QByteArray("L1-1-not-advertised-stream"));
}

void TestSharedChannels::reportsWhatFitsNowhere_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<bool>("sent");
    QTest::addColumn<QByteArray>("rule");
    // All on a channel of a client that asked for the task "t" under the id 1.
    QTest::newRow("an answer with another id") << result("t", "2") << false << QByteArray("MCP-id-mismatch");
    QTest::newRow("an answer of the asker") << result("t", "1") << true << QByteArray("MCP-id-mismatch");
    QTest::newRow("an error without an id")
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-32700,"message":""}})") << false
        << QByteArray("MCP-id-mismatch");
    QTest::newRow("an error without an id, but with the task")
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-33001,"message":"","data":{"task_id":"t"}}})")
        << false << QByteArray();
    QTest::newRow("a chunk of another task") << chunk("u", 0) << false << QByteArray("L1-3.5-foreign-task");
    QTest::newRow("a heartbeat of another task")
        << QByteArray(R"({"jsonrpc":"2.0","method":"acmp/heartbeat","params":{"task_id":"u"}})") << false
        << QByteArray("L1-3.6-foreign-task");
    QTest::newRow("a chunk of the asker") << chunk("t", 0) << true << QByteArray("L1-3.5-foreign-task");
    QTest::newRow("a cancel of the asked")
        << QByteArray(R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"t"}})") << false
        << QByteArray("MCP-notification-unmatched");
    QTest::newRow("an input chunk of another task")
        << QByteArray(R"({"jsonrpc":"2.0","method":"acmp/inputChunk","params":{"task_id":"u","seq":0,)"
                      R"("chunk":{"type":"text","data":"x"}}})")
        << true << QByteArray("L1-3.4-foreign-task");
    QTest::newRow("a request of the server")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"sampling/x"})") << false
        << QByteArray("MCP-server-request");
    QTest::newRow("a notification of the server")
        << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/x"})") << false
        << QByteArray("MCP-notification-unmatched");
    QTest::newRow("a notification of the client")
        << QByteArray(R"({"jsonrpc":"2.0","method":"notifications/x"})") << true << QByteArray();
    QTest::newRow("a batch") << QByteArray("[{},{}]") << false << QByteArray("MCP-batch");
    QTest::newRow("no JSON-RPC") << QByteArray("{}") << false << QByteArray("RPC-malformed");
}

void TestSharedChannels::reportsWhatFitsNowhere()
{
    QFETCH(QByteArray, message);
    QFETCH(bool, sent);
    QFETCH(QByteArray, rule);
    Channels record;
    record.open();
    record.sent(invoke("t", "1"));
    const auto folded = sent ? record.sent(message) : record.received(message);
    QCOMPARE(rulesOf(folded.findings), rule);
}

void TestSharedChannels::allowsAWebSocketPeerToAsk()
{
    Channels record;
    record.kind = wire::SliceKind::Frame;
    record.open();
    const auto folded = record.received(invoke("t", "1"));
    QCOMPARE(rulesOf(folded.findings), QByteArray());
    QCOMPARE(folded.task->asked, Direction::Received);
}

void TestSharedChannels::takesSubstratesOwnNotificationsByTheirToken()
{
    Channels record;
    record.open();
    record.sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":"p"}}})");
    record.sent(R"({"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{}})");
    const auto progress = record.received(
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}})");
    QCOMPARE(progress.exchange, 1U);
    const auto changed
        = record.received(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":)"
                          R"({"_meta":{"io.modelcontextprotocol/subscriptionId":2}}})");
    QCOMPARE(changed.exchange, 2U);
    QCOMPARE(rulesOf(progress.findings) + rulesOf(changed.findings), QByteArray());
    QCOMPARE(rulesOf(record
                     .received(R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                               R"({"progressToken":"q","progress":1}})")
                     .findings),
        QByteArray("MCP-notification-unmatched"));
}

QTEST_GUILESS_MAIN(TestSharedChannels)
#include "tst_sharedchannels.moc"
