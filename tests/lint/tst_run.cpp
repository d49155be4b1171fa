// SPDX-License-Identifier: Apache-2.0
#include "protocol/lint/run.h"

#include "protocol/json/document.h"

#include <QTest>

#include <array>

namespace {

session::MessageFacts facts(wire::RecordNo record, wire::Direction direction, const QByteArray& payload)
{
    session::MessageFacts out;
    out.connection = wire::ConnectionId { 1 };
    out.exchange = 1;
    out.direction = direction;
    out.at = { { wire::milliseconds(1) }, 1'783'017'900'000 };
    out.record = record;
    out.payload = payload;
    return out;
}

QByteArray invoke(const QByteArray& meta)
{
    return R"({"jsonrpc":"2.0","id":1,"method":"acmp/invoke","params":{"task_id":"t","capability":"c",)"
           R"("input":{"type":"text","data":"x"},"output_type":"text","stream":true)"
        + meta + "}}";
}

constexpr char kMeta[] = R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                         R"("io.modelcontextprotocol/clientCapabilities":{}})";

QByteArray rulesOf(const std::vector<acmp::Finding>& findings)
{
    QByteArrayList out;
    for (const acmp::Finding& finding : findings) {
        out += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
    }
    return out.join(' ');
}

} // namespace

class TestRun final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingInACleanTask();
    void findsWhatIsWrongWithOneMessage_data();
    void findsWhatIsWrongWithOneMessage();
    void tellsTheByteOfEachPlace();
    void sortsFindingsByRecordAndTask();
    void passesOverWhatIsNoMessage();
    void countsBeyondWhatItReports();
    void findsWhatIsWrongOnASharedChannel_data();
    void findsWhatIsWrongOnASharedChannel();
    void goesOnAfterNoise();
    void asksNothingOfMcpOverARawWebSocket();
    void reportsTheTaskOfEachFindingOnASharedChannel();
};

void TestRun::findsNothingInACleanTask()
{
    lint::Run run;
    run.add(facts(0, wire::Direction::Sent, invoke(kMeta)));
    run.add(facts(1, wire::Direction::Received,
        R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"t","seq":0,)"
        R"("chunk":{"type":"text","data":"d"},"final":true}})"));
    run.add(facts(2, wire::Direction::Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","task_id":"t","output_streamed":true,)"
        R"("tokens_used":1,"cost_cu":0.1}})"));
    QCOMPARE(rulesOf(run.ofTask("t")), QByteArray());
    QCOMPARE(run.reported().size(), 0U);
    QCOMPARE(run.messages(), 3U);
    QCOMPARE(toString(run.sessions().tasks()[0].track->ended()), toString(session::End::Result));
}

void TestRun::findsWhatIsWrongWithOneMessage_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("rules");
    QTest::newRow("not JSON") << QByteArray("{\"jsonrpc\":") << QByteArray("JSON-invalid");
    QTest::newRow("no _meta") << invoke("") << QByteArray("MCP-meta-missing MCP-meta-missing");
    QTest::newRow("half a _meta") << invoke(R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"x"})")
                                  << QByteArray("MCP-meta-missing");
    QTest::newRow("no jsonrpc") << QByteArray(R"({"method":"notifications/x"})")
                                << QByteArray("MCP-jsonrpc-version");
    QTest::newRow("a duplicate key") << QByteArray(R"({"jsonrpc":"2.0","method":"x","method":"y"})")
                                     << QByteArray("JSON-duplicate-key");
    QTest::newRow("an id of null") << invoke(kMeta).replace("\"id\":1", "\"id\":null")
                                   << QByteArray("MCP-id-odd");
    QTest::newRow("an empty task_id")
        << invoke(kMeta).replace("\"t\"", "\"\"") << QByteArray("L1-3.1-task-id");
    // The example of the A2A binding, three things of which A2A 1.0 forbids.
    QTest::newRow("A2A to the letter of the binding") << QByteArray(
        R"({"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"message_id":"m",)"
        R"("role":"user","task_id":"t","parts":[{"data":{"acmp_method":"acmp/invoke","params":{)"
        R"("task_id":"t","capability":"c","input":{"type":"text","data":"x"}}},)"
        R"("media_type":"application/acmp+json"}]}}})")
                                                      << QByteArray("A2A-snake-case A2A-enum A2A-ab-literal");
    QTest::newRow("A2A as it should be")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":7}})") << QByteArray();
    QTest::newRow("a batch") << QByteArray("[{}]") << QByteArray("MCP-batch");
}

void TestRun::findsWhatIsWrongWithOneMessage()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, rules);
    lint::Run run;
    run.add(facts(5, wire::Direction::Sent, message));
    QCOMPARE(rulesOf(run.ofRecord(5)), rules);
    QCOMPARE(run.reported().size(),
        rules.isEmpty() ? std::size_t { 0 } : static_cast<std::size_t>(rules.count(' ') + 1));
}

void TestRun::tellsTheByteOfEachPlace()
{
    const std::array messages {
        invoke(R"(,"max_price_cu":0.05,"proof_method":"result-hash","escrow_id":"")"),
        QByteArray(
            R"({"jsonrpc":"2.0","method":"acmp/heartbeat","params":{"progress":2,"task_id":"other"}})"),
        QByteArray(R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"t","seq":3,)"
                   R"("chunk":{"type":"text","data":"d"},"final":true}})"),
        QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","task_id":"T",)"
                   R"("output":{"type":"json","data":1},"tokens_used":-1,"cost_cu":0.1}})"),
    };
    lint::Run run;
    wire::RecordNo record = 0;
    for (const QByteArray& message : messages) {
        run.add(facts(record, record == 0 ? wire::Direction::Sent : wire::Direction::Received, message));
        ++record;
    }
    std::size_t placed = 0;
    for (const lint::Reported& reported : run.reported()) {
        const acmp::Where& where = reported.finding.where;
        if (where.pointer.empty())
            continue;
        const auto document = json::Document::parse(messages.at(where.record));
        QVERIFY(document);
        const json::View place = document->nearest(where.pointer);
        QVERIFY2(place.offset() > 0, where.pointer.c_str());
        QCOMPARE(where.offset, place.offset());
        ++placed;
    }
    QVERIFY2(placed >= 8, std::to_string(placed).c_str());
}

void TestRun::sortsFindingsByRecordAndTask()
{
    lint::Run run;
    run.add(facts(0, wire::Direction::Sent, invoke(kMeta)));
    run.add(facts(1, wire::Direction::Received,
        R"({"jsonrpc":"2.0","method":"acmp/heartbeat","params":{"task_id":"t","progress":2}})"));
    run.add(facts(2, wire::Direction::Received, R"({"jsonrpc":"2.0","id":1,"result":{"task_id":"t"}})"));
    QCOMPARE(rulesOf(run.ofRecord(0)), QByteArray());
    QCOMPARE(rulesOf(run.ofRecord(1)), QByteArray("L1-3.6-progress-range"));
    QCOMPARE(rulesOf(run.ofRecord(2)), QByteArray("MCP-result-type-missing L1-3.2-field L1-3.2-field"));
    QCOMPARE(run.ofTask("t").size(), 4U);
    QCOMPARE(toString(run.sessions().tasks()[0].track->ended()), toString(session::End::ProtocolBroken));
    QCOMPARE(run.count(acmp::Level::Error), 2U);
}

void TestRun::passesOverWhatIsNoMessage()
{
    lint::Run run;
    session::MessageFacts head = facts(0, wire::Direction::Sent, "POST / HTTP/1.1\r\n\r\n");
    head.kind = wire::SliceKind::HttpHead;
    session::MessageFacts partial = facts(1, wire::Direction::Sent, "{\"jsonrpc\"");
    partial.flags = wire::kPartial;
    run.add(head);
    run.add(partial);
    run.add(facts(2, wire::Direction::Sent, ""));
    QCOMPARE(run.messages(), 0U);
    QCOMPARE(run.reported().size(), 0U);
}

void TestRun::countsBeyondWhatItReports()
{
    lint::Run run;
    for (wire::RecordNo i = 0; i < lint::Run::kReportedPerRule + 5; ++i) {
        run.add(facts(i, wire::Direction::Sent, "garbage"));
    }
    QCOMPARE(run.reported().size(), lint::Run::kReportedPerRule);
    QCOMPARE(run.count(acmp::rule("JSON-invalid")), lint::Run::kReportedPerRule + 5);
}

void TestRun::findsWhatIsWrongOnASharedChannel_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("rules");
    const auto line = [](const char* name, const QByteArray& message, const char* rules) {
        QTest::newRow(name) << static_cast<int>(wire::SliceKind::Line) << message << QByteArray(rules);
    };
    const auto frame = [](const char* name, const QByteArray& message, const char* rules) {
        QTest::newRow(name) << static_cast<int>(wire::SliceKind::Frame) << message << QByteArray(rules);
    };
    line("a banner", "Agent 1.0 ready", "STDIO-noise");
    line("colours", "\x1b[32m[INFO]\x1b[0m up", "STDIO-noise");
    line("an empty line", "", "STDIO-noise");
    line("noise that is no UTF-8", "\xff\xfe", "STDIO-noise");
    line("a message cut off", R"({"jsonrpc":"2.0","id":)", "JSON-invalid");
    line("a message that is no UTF-8", "{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}", "JSON-invalid");
    line("no _meta over MCP's stdio", invoke(""), "MCP-meta-missing MCP-meta-missing");
    line("a batch", "[{}]", "MCP-batch");
    line("JSON that is no message", "42", "RPC-malformed");
    frame("no _meta over a raw WebSocket", invoke(""), "");
    frame("no jsonrpc", R"({"method":"x"})", "MCP-jsonrpc-version");
    frame("no JSON", "hello", "JSON-invalid");
    frame("an id of null", invoke(kMeta).replace("\"id\":1", "\"id\":null"), "MCP-id-odd");
    frame("a duplicate key", R"({"jsonrpc":"2.0","method":"x","method":"y"})", "JSON-duplicate-key");
}

void TestRun::findsWhatIsWrongOnASharedChannel()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, rules);
    lint::Run run;
    session::MessageFacts of = facts(5, wire::Direction::Sent, message);
    of.kind = static_cast<wire::SliceKind>(kind);
    of.exchange = 0;
    run.add(of);
    QCOMPARE(rulesOf(run.ofRecord(5)), rules);
    QCOMPARE(run.messages(), 1U);
}

void TestRun::goesOnAfterNoise()
{
    lint::Run run;
    const auto line = [&](wire::RecordNo record, wire::Direction direction, const QByteArray& text) {
        session::MessageFacts of = facts(record, direction, text);
        of.kind = wire::SliceKind::Line;
        of.exchange = 0;
        run.add(of);
    };
    line(0, wire::Direction::Sent, invoke(kMeta));
    line(1, wire::Direction::Received, "npm WARN deprecated");
    line(2, wire::Direction::Received,
        R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"t","seq":0,)"
        R"("chunk":{"type":"text","data":"d"},"final":true}})");
    line(3, wire::Direction::Received, "");
    line(4, wire::Direction::Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","task_id":"t","output_streamed":true,)"
        R"("tokens_used":1,"cost_cu":0.1}})");
    QCOMPARE(toString(run.sessions().tasks()[0].track->ended()), toString(session::End::Result));
    QCOMPARE(
        rulesOf(run.ofRecord(1)) + ' ' + rulesOf(run.ofRecord(3)), QByteArray("STDIO-noise STDIO-noise"));
    QCOMPARE(run.reported().size(), 2U);
    QCOMPARE(run.reported()[0].finding.found, std::string("npm WARN deprecated"));
    QCOMPARE(run.reported()[1].finding.found, std::string("an empty line"));
}

// Works with peers that send no _meta and no resultType.
void TestRun::asksNothingOfMcpOverARawWebSocket()
{
    for (const wire::SliceKind kind : { wire::SliceKind::Frame, wire::SliceKind::Line }) {
        lint::Run run;
        run.opened(wire::ConnectionId { 1 },
            { wire::Role::Client, "ws", "127.0.0.1:8402", "ws://127.0.0.1:8402/?party_id=p" });
        const auto add = [&](wire::RecordNo record, wire::Direction direction, const QByteArray& text) {
            session::MessageFacts of = facts(record, direction, text);
            of.kind = kind;
            of.exchange = 0;
            run.add(of);
        };
        add(0, wire::Direction::Sent, invoke(""));
        add(1, wire::Direction::Received,
            R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"t","seq":0,)"
            R"("chunk":{"type":"text","data":"d"},"final":true}})");
        add(2, wire::Direction::Received,
            R"({"jsonrpc":"2.0","id":1,"result":{"task_id":"t","output_streamed":true,)"
            R"("tokens_used":1,"cost_cu":0.1}})");
        QCOMPARE(toString(run.sessions().tasks()[0].track->ended()), toString(session::End::Result));
        const bool isMcp = kind == wire::SliceKind::Line;
        QCOMPARE(run.reported().size(), isMcp ? 3U : 0U);
        QCOMPARE(run.count(acmp::rule("MCP-result-type-missing")), isMcp ? 1U : 0U);
    }
}

void TestRun::reportsTheTaskOfEachFindingOnASharedChannel()
{
    lint::Run run;
    const auto add
        = [&](wire::RecordNo record, wire::Direction direction, QByteArray text, const char* task) {
              session::MessageFacts of
                  = facts(record, direction, text.replace("\"t\"", QByteArray('"' + QByteArray(task) + '"')));
              of.kind = wire::SliceKind::Frame;
              of.exchange = 0;
              run.add(of);
          };
    const QByteArray gap = R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"t","seq":7,)"
                           R"("chunk":{"type":"text","data":"d"}}})";
    add(0, wire::Direction::Sent, invoke(""), "a");
    add(1, wire::Direction::Sent, invoke("").replace("\"id\":1", "\"id\":2"), "b");
    add(2, wire::Direction::Received, gap, "b");
    QCOMPARE(run.ofTask("a").size(), 0U);
    QVERIFY(run.ofTask("b").size() > 0);
    QCOMPARE(run.ofTask("b")[0].where.record, 2U);
}

QTEST_GUILESS_MAIN(TestRun)
#include "tst_run.moc"
