// SPDX-License-Identifier: Apache-2.0
// Tasks and negotiations of a record of A2A, over JSON-RPC and over HTTP+JSON.
#include "protocol/session/sessions.h"

#include <QTest>

using session::End;
using session::Sessions;
using wire::Direction;

namespace {

/// Feeds messages as a buyer's record would.
class Record final {
public:
    explicit Record(bool isRest)
        : m_isRest(isRest)
    {
    }

    /// A request of A2A: {"message":…}, {"id":…}.
    Sessions::Folded ask(std::uint32_t connection, const char* method, const QByteArray& params)
    {
        m_now.sinceBoot += wire::milliseconds(1);
        return add(connection, Direction::Sent,
            m_isRest ? params
                     : QByteArray(R"({"jsonrpc":"2.0","id":1,"method":")") + method + R"(","params":)"
                    + params + '}',
            wire::SliceKind::HttpBody);
    }
    /// What comes: an object of A2A.
    Sessions::Folded hear(std::uint32_t connection, const QByteArray& object, bool isStream = true)
    {
        m_now.sinceBoot += wire::milliseconds(1);
        return add(connection, Direction::Received,
            m_isRest ? object : R"({"jsonrpc":"2.0","id":1,"result":)" + object + '}',
            isStream ? wire::SliceKind::SseEvent : wire::SliceKind::HttpBody);
    }
    Sessions::Folded refuse(std::uint32_t connection)
    {
        return add(connection, Direction::Received,
            m_isRest
                ? R"({"error":{"code":400,"message":"no","details":[{"reason":"UNSUPPORTED_OPERATION","domain":"a2a-protocol.org"}]}})"
                : R"({"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"no"}})",
            wire::SliceKind::HttpBody);
    }
    void close(std::uint32_t connection) { sessions.closed(wire::ConnectionId { connection }, m_now); }
    const Sessions::Task& task(std::size_t n = 0) const { return sessions.tasks().at(n); }
    QByteArray found() const { return m_found; }
    bool isRest() const { return m_isRest; }

    Sessions sessions;

private:
    Sessions::Folded add(
        std::uint32_t connection, Direction direction, const QByteArray& message, wire::SliceKind kind)
    {
        const auto document = json::Document::parse(message);
        if (!document)
            qFatal("no JSON: %s", message.constData());
        session::MessageFacts facts;
        facts.connection = wire::ConnectionId { connection };
        facts.exchange = 1;
        facts.direction = direction;
        facts.kind = kind;
        facts.at = { m_now, 1'783'017'900'000 };
        facts.record = m_next++;
        facts.payload = message;
        Sessions::Folded folded = sessions.add(facts, *document);
        for (const acmp::Finding& finding : folded.findings)
            m_found += QByteArray::fromStdString(
                std::string(finding.rule->id) + ' ' + finding.where.pointer + "; ");
        return folded;
    }

    const bool m_isRest;
    wire::Instant m_now { wire::milliseconds(1) };
    wire::RecordNo m_next = 0;
    QByteArray m_found;
};

QByteArray part(const QByteArray& data)
{
    return R"({"data":)" + data + R"(,"mediaType":"application/acmp+json"})";
}

QByteArray sending(const QByteArray& method, const QByteArray& params)
{
    return R"({"message":{"messageId":"q","role":"ROLE_USER","parts":[)"
        + part(R"({"acmp_method":")" + method + R"(","params":)" + params + '}') + "]}}";
}

QByteArray invoke()
{
    return sending("acmp/invoke",
        R"({"task_id":"t","capability":"c","input":{"type":"text","data":"x"},"stream":true,"output_type":"text"})");
}

QByteArray said(const QByteArray& data, const QByteArray& id = "m")
{
    return R"({"messageId":")" + id + R"(","contextId":"c","role":"ROLE_AGENT","parts":[)" + part(data)
        + "]}";
}

QByteArray chunk(int seq, bool final = false)
{
    return R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"t","seq":)" + QByteArray::number(seq)
        + R"(,"chunk":{"type":"text","data":"d"},"final":)" + (final ? "true" : "false") + "}}";
}

const QByteArray kResult
    = R"({"acmp_result":{"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":0.1}})";
const QByteArray kCancelled = R"({"acmp_error":{"code":-33004,"message":"x","data":{"task_id":"t"}}})";

QByteArray status(const char* state, const QByteArray& data = {})
{
    return R"({"statusUpdate":{"taskId":"a","contextId":"c","status":{"state":"TASK_STATE_)"
        + QByteArray(state) + "\""
        + (data.isEmpty() ? QByteArray() : QByteArray(R"(,"message":)" + said(data))) + "}}}";
}

QByteArray artifact(const QByteArray& data)
{
    return R"({"artifactUpdate":{"taskId":"a","contextId":"c","artifact":{"artifactId":"r","parts":[)"
        + part(data) + "]}}}";
}

QByteArray bareTask(const char* state, const QByteArray& parts = {})
{
    return R"({"id":"a","contextId":"c","status":{"state":"TASK_STATE_)" + QByteArray(state)
        + R"("},"artifacts":[{"artifactId":"r","parts":[)" + parts + "]}]}";
}

QByteArray task(const char* state, const QByteArray& parts = {})
{
    return R"({"task":)" + bareTask(state, parts) + '}';
}

} // namespace

class TestSessionsA2a final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void followsATask();
    void countsMirrorsOnce();
    void takesAnAnswerWithoutAStream();
    void goesOnAfterABrokenStream();
    void matchesTheCancel();
    void endsWhatTheAgentRefuses();
    void endsWhatEndsWithoutAnAnswer();
    void stopsWhereTheAgentAsksForMore();
    void followsANegotiation();
    void learnsFromTheCard();
    void placesWhatIsWrong();

private:
    Record open()
    {
        QFETCH_GLOBAL(bool, isRest);
        return Record(isRest);
    }
};

void TestSessionsA2a::initTestCase_data()
{
    QTest::addColumn<bool>("isRest");
    QTest::newRow("JSON-RPC") << false;
    QTest::newRow("HTTP+JSON") << true;
}

void TestSessionsA2a::followsATask()
{
    Record record = open();
    QVERIFY(record.ask(1, "SendStreamingMessage", invoke()).task);
    record.hear(1, task("SUBMITTED"));
    record.hear(1, status("WORKING", chunk(0)));
    record.hear(1, status("WORKING", chunk(1, true)));
    const auto folded = record.hear(1, status("COMPLETED", kResult));
    QCOMPARE(toString(folded.task->track->ended()), toString(End::Result));
    QCOMPARE(*folded.task->track->output().text(), std::string("dd"));
    QCOMPARE(folded.task->allFindings().count(), 0U);
    QCOMPARE(record.found(), QByteArray());
}

void TestSessionsA2a::countsMirrorsOnce()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.hear(1, task("SUBMITTED"));
    record.hear(1, status("WORKING", chunk(0, true)));
    record.hear(1, artifact(kResult));
    record.hear(1, status("COMPLETED", kResult));
    record.hear(1, task("COMPLETED", part(chunk(0, true)) + ',' + part(kResult)));
    QCOMPARE(record.task().track->chunksReceived(), 1U);
    QCOMPARE(toString(record.task().track->ended()), toString(End::Result));
    QCOMPARE(record.task().allFindings().count(), 0U);
}

void TestSessionsA2a::takesAnAnswerWithoutAStream()
{
    Record record = open();
    record.ask(1, "SendMessage", invoke());
    record.hear(1, task("COMPLETED", part(chunk(0, true)) + ',' + part(kResult)), false);
    QCOMPARE(toString(record.task().track->ended()), toString(End::Result));
    QCOMPARE(record.task().allFindings().count(), 0U);
}

void TestSessionsA2a::goesOnAfterABrokenStream()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.hear(1, task("WORKING"));
    record.hear(1, status("WORKING", chunk(0)));
    record.close(1);
    QCOMPARE(toString(record.task().track->ended()), toString(End::ConnectionLost));
    if (!record.isRest()) // which asks by the path alone
        record.ask(2, "SubscribeToTask", R"({"id":"a"})");
    record.hear(2, task("WORKING", part(chunk(0))));
    record.hear(2, status("WORKING", chunk(1, true)));
    record.hear(2, status("COMPLETED", kResult));
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(toString(record.task().track->ended()), toString(End::Result));
    QCOMPARE(*record.task().track->output().text(), std::string("dd"));
}

void TestSessionsA2a::matchesTheCancel()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.hear(1, task("WORKING"));
    record.ask(2, "SendMessage", sending("acmp/cancel", R"({"task_id":"t"})"));
    QVERIFY(record.task().track->cancelSentAt());
    record.hear(2, task("WORKING"), false);
    record.hear(1, status("COMPLETED", kCancelled));
    QCOMPARE(toString(record.task().track->ended()), toString(End::Cancelled));
    QCOMPARE(record.found(), QByteArray());
}

void TestSessionsA2a::endsWhatTheAgentRefuses()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.refuse(1);
    QCOMPARE(toString(record.task().track->ended()), toString(End::Refused));
    // It was never begun: the same may be asked for in another way.
    record.ask(2, "SendMessage", invoke());
    record.hear(2, task("COMPLETED", part(chunk(0, true)) + ',' + part(kResult)), false);
    QCOMPARE(record.sessions.tasks().size(), 1U);
    QCOMPARE(toString(record.task().track->ended()), toString(End::Result));
}

void TestSessionsA2a::endsWhatEndsWithoutAnAnswer()
{
    Record record = open();
    record.ask(1, "SendMessage", invoke());
    record.hear(1, task("FAILED"), false);
    QCOMPARE(toString(record.task().track->ended()), toString(End::ProtocolBroken));
}

void TestSessionsA2a::stopsWhereTheAgentAsksForMore()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.hear(1, task("WORKING"));
    record.hear(1, status("AUTH_REQUIRED"));
    QCOMPARE(toString(record.task().track->ended()), toString(End::AsksForMore));
}

void TestSessionsA2a::followsANegotiation()
{
    Record record = open();
    record.ask(1, "SendMessage", sending("acmp/offerRequest", R"({"capability":"c"})"));
    record.hear(1,
        R"({"message":)"
            + said(
                R"({"acmp_result":{"offer_id":"o","capability":"c","price_cu":0.1,"valid_until_ms":1783017999000}})")
            + '}',
        false);
    QCOMPARE(record.sessions.deals().size(), 1U);
    QVERIFY(record.sessions.deals()[0].track.offer());
    record.ask(2, "SendMessage", sending("acmp/accept", R"({"offer_id":"o"})"));
    record.hear(2, R"({"message":)" + said(R"({"acmp_result":{"offer_id":"o"}})") + '}', false);
    QVERIFY(record.sessions.deals()[0].track.ack());
    QCOMPARE(record.found(), QByteArray());
}

void TestSessionsA2a::learnsFromTheCard()
{
    Record record(true); // a card is no JSON-RPC
    record.hear(1,
        R"({"name":"n","description":"d","version":"1","supportedInterfaces":[{"url":"http://a/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],)"
        R"("capabilities":{"extensions":[{"uri":"https://a2agora.org/acmp/v0.1","params":{"version":"0.1.0","role":"provider","accepts":["acmp/invoke","acmp/offerRequest","acmp/accept"]}}]},)"
        R"("defaultInputModes":["a"],"defaultOutputModes":["a"],"skills":[{"id":"s","name":"s","description":"d","tags":["x"]}]})",
        false);
    record.ask(1, "SendMessage", invoke()); // with stream, which was not advertised
    QCOMPARE(record.found(), QByteArray("L1-1-not-advertised-stream /message/parts/0/data/params/stream; "));
}

void TestSessionsA2a::placesWhatIsWrong()
{
    Record record = open();
    record.ask(1, "SendStreamingMessage", invoke());
    record.hear(1, task("WORKING"));
    record.hear(
        1, status("COMPLETED", R"({"acmp_result":{"task_id":"other","tokens_used":1,"cost_cu":0.1}})"));
    const std::string root = record.isRest() ? "" : "/result";
    const auto placeOf = [](const session::FindingList& findings, std::string_view rule) {
        const auto& kept = findings.kept();
        const auto found
            = std::ranges::find_if(kept, [&](const acmp::Finding& one) { return one.rule->id == rule; });
        return found == kept.end() ? acmp::Where() : found->where;
    };
    const acmp::Where result = placeOf(record.task().allFindings(), "L1-3.2-task-id");
    QCOMPARE(result.pointer, root + "/statusUpdate/status/message/parts/0/data/acmp_result/task_id");
    QVERIFY(result.offset > 0);

    record.ask(2, "SendMessage", sending("acmp/offerRequest", R"({"capability":"c"})"));
    const QByteArray offer
        = R"({"acmp_result":{"offer_id":"o","capability":"d","price_cu":0.1,"valid_until_ms":1783017999000}})";
    record.hear(2, R"({"message":)" + said(offer) + '}', false);
    const acmp::Where deal = placeOf(record.sessions.deals()[0].track.findings(), "L6-2.1-capability");
    QCOMPARE(deal.pointer, root + "/message/parts/0/data/acmp_result/capability");
    QVERIFY(deal.offset > 0);
}

QTEST_GUILESS_MAIN(TestSessionsA2a)
#include "tst_sessionsa2a.moc"
