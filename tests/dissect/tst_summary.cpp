// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/summary.h"

#include <QTest>

using dissect::MessageKind;
using dissect::SliceView;
using dissect::Summary;

Q_DECLARE_METATYPE(dissect::Summary)

namespace {

SliceView payloadSlice(const QByteArray& bytes)
{
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return { wire::SliceKind::HttpBody, 0, wire::Direction::Received, view, view };
}

Summary summarizeHead(std::string_view bytes)
{
    return dissect::summarize({ wire::SliceKind::HttpHead, 0, wire::Direction::Sent, bytes, {} });
}

} // namespace

class TestSummary final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesEachKindOfMessage_data();
    void namesEachKindOfMessage();
    void readsWhatAMessageCarries();
    void readsAnErrorsCodeMessageAndTask();
    void readsTheIdAsWritten_data();
    void readsTheIdAsWritten();
    void survivesParamsOfAnyKind_data();
    void survivesParamsOfAnyKind();
    void reportsFlagsOfTheJson_data();
    void reportsFlagsOfTheJson();
    void saysWhyAPayloadIsNoJson();
    void readsEveryPrefixOfAMessage();
    void readsRequestHeads();
    void readsResponseHeads();
    void refusesWhatIsNoStartLine_data();
    void refusesWhatIsNoStartLine();
    void leavesPartialPayloadsUnread();
    void saysNothingOfSlicesWithoutPayload();
    void saysTheSameOfAScannedDocument();
    void cutsTextsThatAreTooLongForARow();
    void putsAllIntoOneLine();
    void readsWhatA2aCarries_data();
    void readsWhatA2aCarries();
    void findsTheBodyOfAMessage();
    void readsLinesAndFramesAsMessages_data();
    void readsLinesAndFramesAsMessages();
    void saysWhatHoldsNoMessage_data();
    void saysWhatHoldsNoMessage();
};

void TestSummary::namesEachKindOfMessage_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<MessageKind>("kind");
    QTest::newRow("request") << QByteArray(R"({"id":1,"method":"a"})") << MessageKind::Request;
    QTest::newRow("request with id null")
        << QByteArray(R"({"id":null,"method":"a"})") << MessageKind::Request;
    QTest::newRow("notification") << QByteArray(R"({"method":"a"})") << MessageKind::Notification;
    QTest::newRow("result") << QByteArray(R"({"id":1,"result":{}})") << MessageKind::Result;
    QTest::newRow("result null") << QByteArray(R"({"id":1,"result":null})") << MessageKind::Result;
    QTest::newRow("error") << QByteArray(R"({"id":1,"error":{"code":-1}})") << MessageKind::Error;
    QTest::newRow("error without id") << QByteArray(R"({"error":{}})") << MessageKind::Error;
    QTest::newRow("error that is no object") << QByteArray(R"({"error":5})") << MessageKind::OtherJson;
    QTest::newRow("batch") << QByteArray(R"([{"id":1,"method":"a"}])") << MessageKind::Batch;
    QTest::newRow("empty array") << QByteArray("[]") << MessageKind::Batch;
    QTest::newRow("other object") << QByteArray("{}") << MessageKind::OtherJson;
    QTest::newRow("method is a number") << QByteArray(R"({"method":5})") << MessageKind::OtherJson;
    QTest::newRow("string") << QByteArray(R"("acmp")") << MessageKind::OtherJson;
    QTest::newRow("text") << QByteArray("Not Found") << MessageKind::NotJson;
    QTest::newRow("truncated") << QByteArray(R"({"id":1,"method":)") << MessageKind::NotJson;
    QTest::newRow("two texts") << QByteArray("{}{}") << MessageKind::NotJson;
    QTest::newRow("binary") << QByteArray("\x00\xff\x80", 3) << MessageKind::NotJson;
}

void TestSummary::namesEachKindOfMessage()
{
    QFETCH(const QByteArray, payload);
    QFETCH(const MessageKind, kind);
    QCOMPARE(dissect::summarize(payloadSlice(payload)).message, kind);
}

void TestSummary::readsWhatAMessageCarries()
{
    const QByteArray payload
        = R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":"task_\u0031",)"
          R"("seq":7,"chunk":{"type":"text","data":"x"}}})";
    const Summary summary = dissect::summarize(payloadSlice(payload));
    QCOMPARE(summary.method, std::string("acmp/streamChunk"));
    QCOMPARE(summary.taskId, std::string("task_1"));
    QCOMPARE(summary.seq, std::optional<std::int64_t>(7));
    QVERIFY(summary.id.empty());
    QVERIFY(!summary.errorCode);
    QCOMPARE(summary.size, static_cast<std::size_t>(payload.size()));

    const Summary result = dissect::summarize(payloadSlice(R"({"id":1,"result":{"task_id":"task_2"}})"));
    QCOMPARE(result.taskId, std::string("task_2"));
}

void TestSummary::readsAnErrorsCodeMessageAndTask()
{
    const Summary summary = dissect::summarize(payloadSlice(
        R"({"id":"a","error":{"code":-33004,"message":"cancelled","data":{"task_id":"task_3"}}})"));
    QCOMPARE(summary.errorCode, std::optional<std::int64_t>(-33004));
    QCOMPARE(summary.errorMessage, std::string("cancelled"));
    QCOMPARE(summary.taskId, std::string("task_3"));
    QCOMPARE(dissect::summarize(payloadSlice(R"({"error":{"code":"x"}})")).errorCode, std::nullopt);
}

void TestSummary::readsTheIdAsWritten_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char* id :
        { "3", "\"3\"", "null", "1.5", "3.0", "99999999999999999999", "true", "{\"a\":1}", "\"\\u0041\"" })
        QTest::newRow(id) << QByteArray(id);
}

void TestSummary::readsTheIdAsWritten()
{
    QFETCH(const QByteArray, id);
    QCOMPARE(dissect::summarize(payloadSlice("{\"method\":\"a\",\"id\": " + id + " }")).id, id.toStdString());
}

void TestSummary::survivesParamsOfAnyKind_data()
{
    QTest::addColumn<QByteArray>("params");
    for (const char* params : { "[]", "[1,2]", "null", "\"task_id\"", "5", "{}",
             "{\"task_id\":5,\"seq\":\"1\"}", "{\"task_id\":{},\"seq\":1.5}", "{\"seq\":1e400}" })
        QTest::newRow(params) << QByteArray(params);
}

void TestSummary::survivesParamsOfAnyKind()
{
    QFETCH(const QByteArray, params);
    const Summary summary
        = dissect::summarize(payloadSlice("{\"id\":1,\"method\":\"a\",\"params\":" + params + '}'));
    QCOMPARE(summary.message, MessageKind::Request);
    QVERIFY(summary.taskId.empty());
    QVERIFY(!summary.seq);
}

void TestSummary::reportsFlagsOfTheJson_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<int>("flag");
    QTest::newRow("duplicate key") << QByteArray(R"({"a":1,"a":2})") << int(json::kDuplicateKey);
    QTest::newRow("lone surrogate") << QByteArray(R"({"a":"\ud800"})") << int(json::kLoneSurrogate);
    QTest::newRow("out of range") << QByteArray(R"({"a":1e400})") << int(json::kOutOfRange);
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{}") << int(json::kBom);
}

void TestSummary::reportsFlagsOfTheJson()
{
    QFETCH(const QByteArray, payload);
    QFETCH(const int, flag);
    QVERIFY((dissect::summarize(payloadSlice(payload)).jsonFlags & flag) != 0);
    QCOMPARE(dissect::summarize(payloadSlice("{}")).jsonFlags & flag, 0);
}

void TestSummary::saysWhyAPayloadIsNoJson()
{
    const Summary summary = dissect::summarize(payloadSlice("<html>"));
    QVERIFY2(summary.problem.find("byte 0") != std::string::npos, summary.problem.c_str());
    QVERIFY(dissect::summarize(payloadSlice("{}")).problem.empty());
}

void TestSummary::readsEveryPrefixOfAMessage()
{
    const QByteArray whole
        = R"({"jsonrpc":"2.0","id":"é","method":"acmp/invoke","params":{"task_id":"t","a":[{"b":"\u00e9"}]}})";
    json::Document scratch;
    for (qsizetype length = 1; length < whole.size(); ++length)
        QCOMPARE(
            dissect::summarize(payloadSlice(whole.first(length)), scratch).message, MessageKind::NotJson);
    QCOMPARE(dissect::summarize(payloadSlice(whole), scratch).taskId, std::string("t"));
}

void TestSummary::readsRequestHeads()
{
    const Summary summary = summarizeHead(
        "POST /mcp?x=1 HTTP/1.1\r\nHost: a\r\ncontent-TYPE:  application/json; charset=utf-8 \r\n\r\n");
    QVERIFY(summary.head);
    QCOMPARE(summary.head->method, std::string("POST"));
    QCOMPARE(summary.head->target, std::string("/mcp?x=1"));
    QCOMPARE(summary.head->status, 0);
    QCOMPARE(summary.head->contentType, std::string("application/json; charset=utf-8"));
}

void TestSummary::readsResponseHeads()
{
    const Summary summary = summarizeHead("HTTP/1.1 404 Not Found\nContent-Type: text/plain\n\n");
    QVERIFY(summary.head);
    QCOMPARE(summary.head->status, 404);
    QCOMPARE(summary.head->reason, std::string("Not Found"));
    QCOMPARE(summary.head->contentType, std::string("text/plain"));
    QCOMPARE(summarizeHead("HTTP/1.1 200").head->reason, std::string());
}

void TestSummary::refusesWhatIsNoStartLine_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char* bytes : { "", "\r\n", "GET", "GET /", "GET  HTTP/1.1", "GET / SIP/2.0", "G(T / HTTP/1.1",
             "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 x", "HTTP/1.1 abc x" })
        QTest::newRow(bytes) << QByteArray(bytes);
}

void TestSummary::refusesWhatIsNoStartLine()
{
    QFETCH(const QByteArray, bytes);
    QVERIFY(!summarizeHead({ bytes.constData(), static_cast<std::size_t>(bytes.size()) }).head);
}

void TestSummary::leavesPartialPayloadsUnread()
{
    SliceView slice = payloadSlice(R"({"method":"a"})");
    slice.flags = wire::kPartial;
    QCOMPARE(dissect::summarize(slice).message, MessageKind::Partial);
    QVERIFY(dissect::summarize(slice).method.empty());
}

void TestSummary::saysNothingOfSlicesWithoutPayload()
{
    const Summary summary
        = dissect::summarize({ wire::SliceKind::HttpTail, 0, wire::Direction::Sent, "0\r\n\r\n", {} });
    QCOMPARE(summary.message, MessageKind::None);
    QCOMPARE(summary.size, std::size_t { 5 });
}

void TestSummary::saysTheSameOfAScannedDocument()
{
    const QByteArray payload
        = R"({"id":3,"error":{"code":-33001,"message":"m","data":{"task_id":"t","task_id":"t"}}})";
    const auto document = json::Document::parse(payload);
    QVERIFY(document);
    QCOMPARE(dissect::summarizeScanned(payloadSlice(payload), document->root()),
        dissect::summarize(payloadSlice(payload)));
    QCOMPARE(dissect::summarizeScanned(payloadSlice("nothing"), json::View()).message, MessageKind::NotJson);
}

void TestSummary::cutsTextsThatAreTooLongForARow()
{
    const QByteArray longText = QByteArray("é").repeated(100'000);
    const Summary summary
        = dissect::summarize(payloadSlice("{\"method\":\"" + longText + "\",\"id\":\"" + longText + "\"}"));
    QVERIFY(summary.method.size() < 300);
    QVERIFY(summary.id.size() < 300);
    QVERIFY(QString::fromStdString(summary.method).indexOf(QChar::ReplacementCharacter) < 0);
}

void TestSummary::putsAllIntoOneLine()
{
    QCOMPARE(dissect::toLine(dissect::summarize(
                 payloadSlice(R"({"id":3,"method":"acmp/invoke","params":{"task_id":"t"}})"))),
        std::string("acmp/invoke id=3 task=t"));
    QCOMPARE(dissect::toLine(
                 dissect::summarize(payloadSlice(R"({"id":3,"error":{"code":-33004,"message":"gone\n"}})"))),
        std::string("error -33004 gone\\x0a id=3"));
    QCOMPARE(dissect::toLine(dissect::summarize(payloadSlice("[1,2]"))), std::string("batch of 2"));
    QCOMPARE(dissect::toLine(summarizeHead("GET /a HTTP/1.1\r\n\r\n")), std::string("GET /a"));
    QVERIFY(
        dissect::toLine(summarizeHead("GET /a\x1b[2J HTTP/1.1\r\n\r\n")).find('\x1b') == std::string::npos);
}

void TestSummary::readsWhatA2aCarries_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char* name, const QByteArray& payload, const char* line) {
        QTest::newRow(name) << payload << QByteArray(line);
    };
    const auto message = [](const char* data, const char* role = "ROLE_AGENT") -> QByteArray {
        return QByteArray(R"({"messageId":"m","role":")") + role + R"(","parts":[{"data":)" + data + "}]}";
    };
    const auto result = [](const QByteArray& object) -> QByteArray {
        return R"({"jsonrpc":"2.0","id":3,"result":)" + object + '}';
    };
    const auto status = [&message](const char* state, const char* data) -> QByteArray {
        return R"({"statusUpdate":{"taskId":"a","status":{"state":"TASK_STATE_)" + QByteArray(state)
            + R"(","message":)" + message(data) + "}}}";
    };
    const char* const chunk = R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"t","seq":2}})";
    const char* const invoke = R"({"acmp_method":"acmp/invoke","params":{"task_id":"t"}})";
    row("invoke",
        R"({"id":3,"method":"SendMessage","params":{"message":)" + message(invoke, "ROLE_USER") + "}}",
        "acmp/invoke id=3 task=t in SendMessage");
    row("invoke over HTTP+JSON", R"({"message":)" + message(invoke, "ROLE_USER") + '}',
        "acmp/invoke task=t in message");
    row("a chunk", result(status("WORKING", chunk)),
        "acmp/streamChunk id=3 task=t seq=2 in statusUpdate WORKING");
    row("a chunk over HTTP+JSON", status("WORKING", chunk),
        "acmp/streamChunk task=t seq=2 in statusUpdate WORKING");
    row("a result as artifact",
        R"({"artifactUpdate":{"artifact":{"parts":[{"data":{"acmp_result":{"task_id":"t"}}}]}}})",
        "result task=t in artifactUpdate");
    row("an error",
        status("COMPLETED", R"({"acmp_error":{"code":-33004,"message":"gone","data":{"task_id":"t"}}})"),
        "error -33004 gone task=t in statusUpdate COMPLETED");
    row("a snapshot with both",
        R"({"task":{"id":"a","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"data":)"
            + QByteArray(R"({"acmp_result":{"task_id":"t"}}},{"data":)") + chunk + "}]}]}}",
        "result task=t in task COMPLETED");
    row("nothing of ACMP", result(R"({"task":{"id":"a","status":{"state":"TASK_STATE_SUBMITTED"}}})"),
        "result id=3 in task SUBMITTED");
    row("a refusal",
        R"({"id":3,"error":{"code":-32001,"message":"no","data":[{"reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}})",
        "error -32001 no id=3 in A2A");
    row("GetTask", R"({"id":3,"method":"GetTask","params":{"id":"a"}})", "GetTask id=3");
}

void TestSummary::readsWhatA2aCarries()
{
    QFETCH(const QByteArray, payload);
    QFETCH(const QByteArray, line);
    QCOMPARE(QByteArray::fromStdString(dissect::toLine(dissect::summarize(payloadSlice(payload)))), line);
}

void TestSummary::findsTheBodyOfAMessage()
{
    const auto bodyOf = [](const QByteArray& text) {
        const auto document = json::Document::parse(text);
        return QByteArray::fromStdString(std::string(dissect::bodyOf(document->root()).lexeme()));
    };
    QCOMPARE(
        bodyOf(R"({"method":"acmp/heartbeat","params":{"progress":1}})"), QByteArray(R"({"progress":1})"));
    QCOMPARE(bodyOf(R"({"id":1,"error":{"code":1}})"), QByteArray(R"({"code":1})"));
    QCOMPARE(bodyOf(R"({"id":1,"result":{"message":{"parts":[{"data":{"acmp_result":{"cost_cu":1}}}]}}})"),
        QByteArray(R"({"cost_cu":1})"));
    QCOMPARE(bodyOf("[]"), QByteArray());
}

void TestSummary::readsLinesAndFramesAsMessages_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("flags");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("line");
    constexpr int kLine = static_cast<int>(wire::SliceKind::Line);
    constexpr int kFrame = static_cast<int>(wire::SliceKind::Frame);
    const QByteArray chunk = R"({"method":"acmp/streamChunk","params":{"task_id":"t","seq":2}})";
    QTest::newRow("line") << kLine << 0 << chunk << QByteArray("acmp/streamChunk task=t seq=2");
    QTest::newRow("frame") << kFrame << 0 << chunk << QByteArray("acmp/streamChunk task=t seq=2");
    QTest::newRow("piece") << kFrame << int(wire::kPartial) << chunk << QByteArray("partial");
    QTest::newRow("noise") << kLine << 0 << QByteArray("ready")
                           << QByteArray("not JSON expected a value, found 'r' at byte 0");
    QTest::newRow("empty line") << kLine << 0 << QByteArray() << QByteArray();
}

void TestSummary::readsLinesAndFramesAsMessages()
{
    QFETCH(const int, kind);
    QFETCH(const int, flags);
    QFETCH(const QByteArray, payload);
    QFETCH(const QByteArray, line);
    SliceView slice = payloadSlice(payload);
    slice.kind = static_cast<wire::SliceKind>(kind);
    slice.flags = static_cast<std::uint8_t>(flags);
    QCOMPARE(dissect::toLine(dissect::summarize(slice)), line.toStdString());
}

void TestSummary::saysWhatHoldsNoMessage_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("line");
    const auto control = [](const char* line, const QByteArray& bytes, const QByteArray& payload) {
        QTest::newRow(line) << static_cast<int>(wire::SliceKind::ControlFrame) << bytes << payload
                            << QByteArray(line);
    };
    control("ping 4 bytes",
        "\x89\x04"
        "abcd",
        "abcd");
    control("pong 0 bytes", "\x8a", "");
    control("ping 1 byte",
        "\x89\x01"
        "a",
        "a");
    control("close 1000 normal: bye", "\x88\x05", QByteArray("\x03\xe8", 2) + "bye");
    control("close 4001", "\x88\x02", "\x0f\xa1");
    control("close 1011 internal error: a\\x0ab\\xff", "\x88\x06", QByteArray("\x03\xf3", 2) + "a\nb\xff");
    control("close without a code", "\x88", "");
    control("close with half a code", "\x88\x01", "\x03");
    control("control frame 11 0 bytes", "\x8b", "");
    const auto log = [](const char* name, const QByteArray& text, const QByteArray& line) {
        QTest::newRow(name) << static_cast<int>(wire::SliceKind::LogLine) << QByteArray(text + '\n') << text
                            << line;
    };
    log("log", "ready on port 1", "stderr: ready on port 1");
    log("JSON is text there", R"({"id":1,"method":"x"})", R"(stderr: {"id":1,"method":"x"})");
    log("colours", "\x1b[31mred", "stderr: \\x1b[31mred");
    log("nothing", "", "stderr: ");
    log("long", QByteArray(1000, 'a'), "stderr: " + QByteArray(192, 'a') + "…");
}

void TestSummary::saysWhatHoldsNoMessage()
{
    QFETCH(const int, kind);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, payload);
    QFETCH(const QByteArray, line);
    SliceView slice = payloadSlice(payload);
    slice.kind = static_cast<wire::SliceKind>(kind);
    slice.bytes = { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
    const Summary summary = dissect::summarize(slice);
    QCOMPARE(summary.message, MessageKind::None);
    QCOMPARE(dissect::toLine(summary), line.toStdString());
    QCOMPARE(dissect::summarizeScanned(slice, json::View()), summary);
}

QTEST_APPLESS_MAIN(TestSummary)
#include "tst_summary.moc"
