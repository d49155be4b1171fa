// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/sessions.h"

#include <QTest>

using session::End;
using session::Sessions;

namespace {

// Feeds messages as a buyer's record of MCP over HTTP would.
class Record final {
public:
    Sessions::Folded sent(std::uint32_t connection, std::uint32_t exchange, const QByteArray& message)
    {
        return add(connection, exchange, wire::Direction::Sent, message);
    }
    Sessions::Folded received(std::uint32_t connection, std::uint32_t exchange, const QByteArray& message)
    {
        return add(connection, exchange, wire::Direction::Received, message);
    }
    Sessions::Folded add(std::uint32_t connection, std::uint32_t exchange, wire::Direction direction,
        const QByteArray& message)
    {
        const auto document = json::Document::parse(message);
        Q_ASSERT(document);
        session::MessageFacts facts;
        facts.connection = wire::ConnectionId { connection };
        facts.exchange = exchange;
        facts.direction = direction;
        facts.at = { now, 1'783'017'900'000 + now.sinceBoot.count() / 1'000'000 };
        facts.record = m_next++;
        facts.payload = message;
        return sessions.add(facts, *document);
    }

    Sessions sessions;
    wire::Instant now { wire::milliseconds(1) };

private:
    wire::RecordNo m_next = 0;
};

QByteArray invoke(const QByteArray& task, const QByteArray& more = {})
{
    return R"({"jsonrpc":"2.0","id":1,"method":"acmp/invoke","params":{"task_id":")" + task
        + R"(","capability":"c","input":{"type":"text","data":"x"},"stream":true,"output_type":"text")" + more
        + "}}";
}

QByteArray chunk(const QByteArray& task, int seq, bool final = false)
{
    return R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":")" + task + R"(","seq":)"
        + QByteArray::number(seq) + R"(,"chunk":{"type":"text","data":"d"},"final":)"
        + (final ? "true" : "false") + "}}";
}

QByteArray result(const QByteArray& task, const QByteArray& cost = "0.1", const QByteArray& more = {})
{
    return R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","task_id":")" + task
        + R"(","output_streamed":true,"tokens_used":1,"cost_cu":)" + cost + more + "}}";
}

QByteArray rulesOf(const std::vector<acmp::Finding>& findings)
{
    QByteArrayList out;
    for (const acmp::Finding& finding : findings) {
        out += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
    }
    return out.join(' ');
}

} // namespace

class TestSessions final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsATaskThroughItsExchange();
    void followsTheOtherRoleToo();
    void keepsTasksOfTwoConnectionsApart();
    void tellsTheTwoEndsOfOneConnectionApart();
    void matchesCancelAndInputByTask();
    void learnsWhatThePeerDeclares();
    void aResendReplaysTheTask();
    void twoOpenRequestsForATaskMirrorEachOther();
    void aRepetitionAfterTheEndIsToldApart();
    void followsANegotiation();
    void holdsATaskToWhatWasNegotiated();
    void aClosedConnectionEndsItsTask();
    void reportsWhatFitsNowhere_data();
    void reportsWhatFitsNowhere();
    void dropsTracksOfLongAgo();
};

void TestSessions::followsATaskThroughItsExchange()
{
    Record record;
    QVERIFY(record.sent(1, 1, invoke("t")).task);
    record.received(1, 1, chunk("t", 0));
    record.received(1, 1, chunk("t", 1, true));
    const auto folded = record.received(1, 1, result("t"));
    QCOMPARE(toString(folded.task->track->ended()), toString(End::Result));
    QCOMPARE(*folded.task->track->output().text(), std::string("dd"));
    QCOMPARE(folded.task->allFindings().count(), 0U);
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(record.sessions.tasks()[0].invoke, 0U);
}

void TestSessions::followsTheOtherRoleToo()
{
    Record record;
    record.received(1, 1, invoke("t"));
    record.sent(1, 1, chunk("t", 0, true));
    const auto folded = record.sent(1, 1, result("t"));
    QCOMPARE(toString(folded.task->track->ended()), toString(End::Result));
    QCOMPARE(folded.task->asked, wire::Direction::Received);
}

void TestSessions::keepsTasksOfTwoConnectionsApart()
{
    Record record;
    record.sent(1, 1, invoke("a"));
    record.sent(2, 1, invoke("b"));
    record.received(2, 1, chunk("b", 0, true));
    record.received(1, 1, chunk("a", 0, true));
    record.received(1, 1, result("a"));
    QCOMPARE(toString(record.sessions.tasks()[0].track->ended()), toString(End::Result));
    QCOMPARE(toString(record.sessions.tasks()[1].track->ended()), toString(End::None));
    QCOMPARE(record.sessions.tasks()[1].track->chunksReceived(), 1U);
    // A stranger on the stream is that stream's, and reported.
    record.received(2, 1, chunk("a", 1));
    QCOMPARE(rulesOf(record.sessions.tasks()[1].track->findings().kept()),
        QByteArray("L1-3.5-foreign-task L1-3.5-after-final"));
}

/// Our buyer asks our mock: both ends are on one record.
void TestSessions::tellsTheTwoEndsOfOneConnectionApart()
{
    Record record;
    record.sent(1, 1, invoke("t"));
    record.received(2, 1, invoke("t"));
    record.sent(2, 1, chunk("t", 0, true));
    record.received(1, 1, chunk("t", 0, true));
    record.sent(2, 1, result("t"));
    QVERIFY(record.sessions.tasks()[0].track->isRunning());
    record.received(1, 1, result("t"));
    QCOMPARE(record.sessions.tasks().size(), 2U);
    for (const Sessions::Task& task : record.sessions.tasks()) {
        QVERIFY(task.track->ended() == End::Result);
        QCOMPARE(task.track->chunksReceived(), 1U);
        QCOMPARE(task.track->findings().count(), 0U);
    }
}

void TestSessions::matchesCancelAndInputByTask()
{
    Record record;
    record.sent(1, 1, invoke("t", R"(,"input_stream":true)"));
    record.sent(2, 1,
        R"({"jsonrpc":"2.0","method":"acmp/inputChunk","params":{"task_id":"t","seq":1,)"
        R"("chunk":{"type":"text","data":"x"}}})");
    const auto cancelled
        = record.sent(2, 2, R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"t"}})");
    QVERIFY(cancelled.task->track->cancelSentAt());
    QCOMPARE(rulesOf(cancelled.task->track->findings().kept()), QByteArray("L1-3.4-seq-start"));
    record.received(
        1, 1, R"({"jsonrpc":"2.0","id":1,"error":{"code":-33004,"message":"","data":{"task_id":"t"}}})");
    QCOMPARE(toString(record.sessions.tasks()[0].track->ended()), toString(End::Cancelled));
}

void TestSessions::learnsWhatThePeerDeclares()
{
    Record record;
    for (const std::uint32_t connection : { 1U, 2U }) {
        record.sessions.opened(wire::ConnectionId { connection },
            { wire::Role::Client, "http", "127.0.0.1:80", "http://127.0.0.1/" });
    }
    record.sent(1, 1, R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})");
    record.received(1, 1,
        R"({"jsonrpc":"2.0","id":1,"result":{"capabilities":{"extensions":{"org.a2agora/acmp":)"
        R"({"version":"0.1.0","role":"provider","accepts":["acmp/invoke"],"emits":[]}}}}})");
    const auto folded = record.sent(2, 1, invoke("t"));
    QCOMPARE(rulesOf(folded.findings), QByteArray("L1-1-not-advertised-stream"));
    QVERIFY(folded.task->track->peer());
}

void TestSessions::aResendReplaysTheTask()
{
    Record record;
    record.sent(1, 1, invoke("t"));
    record.received(1, 1, chunk("t", 0));
    QCOMPARE(
        toString(record.sessions.closed(wire::ConnectionId { 1 }, record.now).at(0).task->track->ended()),
        toString(End::ConnectionLost));
    const auto again = record.sent(2, 1, invoke("t"));
    QVERIFY(again.task->track->isRunning());
    record.received(2, 1, chunk("t", 0));
    record.received(2, 1, chunk("t", 1, true));
    record.received(2, 1, result("t"));
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(toString(again.task->track->ended()), toString(End::Result));
    QCOMPARE(again.task->track->findings().count(), 0U);
}

void TestSessions::twoOpenRequestsForATaskMirrorEachOther()
{
    Record record;
    record.sent(1, 1, invoke("t"));
    record.received(1, 1, chunk("t", 0));
    record.sent(2, 1, invoke("t"));
    record.received(2, 1, chunk("t", 0));
    for (const std::uint32_t connection : { 1U, 2U }) {
        record.received(connection, 1, chunk("t", 1, true));
    }
    for (const std::uint32_t connection : { 1U, 2U }) {
        record.received(connection, 1, result("t"));
    }
    const auto& track = *record.sessions.tasks()[0].track;
    QCOMPARE(toString(track.ended()), toString(End::Result));
    QCOMPARE(*track.output().text(), std::string("dd"));
    QCOMPARE(rulesOf(track.findings().kept()), QByteArray());
    // But not twice on one.
    record.received(1, 1, result("t"));
    QCOMPARE(rulesOf(track.findings().kept()), QByteArray("RPC-second-answer"));
}

void TestSessions::aRepetitionAfterTheEndIsToldApart()
{
    Record record;
    for (const std::uint32_t exchange : { 1U, 2U, 3U }) {
        record.sent(1, exchange, invoke("t"));
        record.received(1, exchange, chunk("t", 0, true));
        record.received(1, exchange, result("t", exchange == 3 ? "0.2" : "0.1"));
    }
    QCOMPARE(record.sessions.tasks().size(), 3U);
    QCOMPARE(rulesOf(record.sessions.tasks()[1].track->findings().kept()), QByteArray());
    QCOMPARE(
        rulesOf(record.sessions.tasks()[2].track->findings().kept()), QByteArray("L1-3.1.1-executed-twice"));
    QCOMPARE(rulesOf(record.sent(1, 4, invoke("t", R"(,"escrow_id":"e")")).findings),
        QByteArray("L1-3.1.1-differs"));
}

void TestSessions::followsANegotiation()
{
    Record record;
    record.sent(1, 1, R"({"jsonrpc":"2.0","id":1,"method":"acmp/offerRequest","params":{"capability":"c"}})");
    record.received(1, 1,
        R"({"jsonrpc":"2.0","id":1,"result":{"offer_id":"o","capability":"c","price_cu":0.1,)"
        R"("valid_until_ms":1783017900500}})");
    record.sent(2, 1, R"({"jsonrpc":"2.0","id":1,"method":"acmp/accept","params":{"offer_id":"o"}})");
    const auto folded
        = record.received(2, 1, R"({"jsonrpc":"2.0","id":1,"result":{"offer_id":"o","price_cu":0.1}})");
    QCOMPARE(toString(folded.deal->track.state()), toString(session::OfferTrack::State::Acked));
    QCOMPARE(record.sessions.deals().size(), 1U);
}

void TestSessions::holdsATaskToWhatWasNegotiated()
{
    Record record;
    record.sent(1, 1, R"({"jsonrpc":"2.0","id":1,"method":"acmp/offerRequest","params":{"capability":"c"}})");
    record.received(1, 1,
        R"({"jsonrpc":"2.0","id":1,"result":{"offer_id":"o","capability":"c","price_cu":0.1,)"
        R"("valid_until_ms":1783017900500,"latency_sla_ms":10,"proof_method":"result-hash"}})");
    record.sent(
        1, 2, R"({"jsonrpc":"2.0","id":1,"method":"acmp/accept","params":{"offer_id":"o","escrow_id":"e"}})");
    record.received(
        1, 2, R"({"jsonrpc":"2.0","id":1,"result":{"offer_id":"o","escrow_id":"e","price_cu":0.1}})");
    record.sent(1, 3, invoke("t", R"(,"escrow_id":"e")"));
    record.now = record.now + wire::milliseconds(11);
    record.received(1, 3, chunk("t", 0, true));
    const auto folded = record.received(1, 3, result("t", "0.11"));
    QCOMPARE(rulesOf(folded.task->track->findings().kept()),
        QByteArray("L6-4-cost-over-price L6-4-proof L6-4-sla-missed"));
}

void TestSessions::aClosedConnectionEndsItsTask()
{
    Record record;
    record.sent(1, 1, invoke("t"));
    record.received(1, 1, chunk("t", 0, true));
    record.received(1, 1, result("t"));
    QVERIFY(record.sessions.closed(wire::ConnectionId { 1 }, record.now).empty());
    QCOMPARE(toString(record.sessions.tasks()[0].track->ended()), toString(End::Result));
    QVERIFY(record.sessions.closed(wire::ConnectionId { 9 }, record.now).empty());
}

void TestSessions::reportsWhatFitsNowhere_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<bool>("sent");
    QTest::addColumn<QByteArray>("rule");
    // All on a connection whose first exchange asked server/discover with the id 1.
    QTest::newRow("an answer with another id")
        << QByteArray(R"({"jsonrpc":"2.0","id":"1","result":{}})") << false << QByteArray("MCP-id-mismatch");
    QTest::newRow("an error without id")
        << QByteArray(R"({"jsonrpc":"2.0","error":{"code":-32600,"message":""}})") << false << QByteArray();
    QTest::newRow("an answer of the asker")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{}})") << true << QByteArray("MCP-id-mismatch");
    QTest::newRow("a chunk") << chunk("t", 0) << false << QByteArray("MCP-notification-unmatched");
    QTest::newRow("a request of the server")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"sampling/x"})") << false
        << QByteArray("MCP-server-request");
    QTest::newRow("a batch") << QByteArray("[{},{}]") << false << QByteArray("MCP-batch");
    QTest::newRow("no JSON-RPC") << QByteArray("{}") << false << QByteArray("RPC-malformed");
    QTest::newRow("an invoke without members")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"acmp/invoke","params":{}})") << true
        << QByteArray("L1-3.1-field L1-3.1-field");
    QTest::newRow("a cancel of an unknown task")
        << QByteArray(R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"t"}})") << true
        << QByteArray("MCP-notification-unmatched");
}

void TestSessions::reportsWhatFitsNowhere()
{
    QFETCH(QByteArray, message);
    QFETCH(bool, sent);
    QFETCH(QByteArray, rule);
    Record record;
    record.sent(1, 1, R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})");
    const auto folded = sent ? record.sent(1, 1, message) : record.received(1, 1, message);
    QCOMPARE(rulesOf(folded.findings), rule);
    for (const acmp::Finding& finding : folded.findings) {
        QCOMPARE(finding.where.record, 1U);
    }
}

void TestSessions::dropsTracksOfLongAgo()
{
    Record record;
    for (std::uint32_t i = 0; i < Sessions::kKeptTracks + 1; ++i) {
        const QByteArray task = QByteArray::number(i);
        record.sent(1, i + 1, invoke(task));
        record.received(1, i + 1, result(task));
    }
    const Sessions::Task& first = record.sessions.tasks().front();
    QVERIFY(!first.track);
    QCOMPARE(toString(first.ended), toString(End::Result));
    QCOMPARE(first.verdicts.size(), 6U);
    QVERIFY(record.sessions.tasks().back().track);
}

QTEST_GUILESS_MAIN(TestSessions)
#include "tst_sessions.moc"
