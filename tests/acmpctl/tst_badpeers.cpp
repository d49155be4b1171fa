// SPDX-License-Identifier: Apache-2.0
// Peers that are not there, are something else, or break the protocol: what is wrong is named with
// expectation, finding and place, and what else they sent is printed.
#include "tests/acmpctl/ctl.h"
#include "tests/acmpctl/providerpeer.h"

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using acmpctl::ProviderPeer;
using nlohmann::json;

namespace {

using Bytes = std::function<QByteArray(const json& invoke)>;

QByteArray dump(const json& message)
{
    return QByteArray::fromStdString(message.dump());
}

/// A stream of these messages that ends with its connection.
QByteArray stream(const std::vector<json>& messages)
{
    QByteArray bytes = support::streamHead();
    for (const json& message : messages)
        bytes += acmpctl::eventOf(message);
    return bytes;
}

json streamedResultOf(const json& invoke)
{
    json result = acmpctl::resultOf(invoke);
    result["result"].erase("output");
    result["result"]["output_streamed"] = true;
    return result;
}

json heartbeatOf(const json& invoke, double progress)
{
    return { { "jsonrpc", "2.0" }, { "method", "acmp/heartbeat" },
        { "params", { { "task_id", invoke["params"]["task_id"] }, { "progress", progress } } } };
}

} // namespace

class TestBadPeers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWhatCantBeReached_data();
    void namesWhatCantBeReached();
    void namesAPeerThatSpeaksNoTls();
    void namesAnAnswerThatIsNone_data();
    void namesAnAnswerThatIsNone();
    void namesWhatIsWrongWithAResult_data();
    void namesWhatIsWrongWithAResult();
    void printsOneEventALineWhateverTheJsonLooksLike_data();
    void printsOneEventALineWhateverTheJsonLooksLike();
    void showsASecondResponseAsLate();
    void showsBytesThatAreNoUtf8();
    void boundsAnEventWithoutAnEnd();
    void tellsPeopleTheSame();
};

void TestBadPeers::namesWhatCantBeReached_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no URL") << u"nonsense"_s << 2 << QByteArray("HOST[:PORT]/PATH");
    QTest::newRow("another scheme") << u"ftp://127.0.0.1/"_s << 2 << QByteArray("ftp://127.0.0.1/");
    QTest::newRow("no host") << u"http:///mcp"_s << 2 << QByteArray("http:///mcp");
    QTest::newRow("refused") << u"http://127.0.0.1:3/mcp"_s << 3 << QByteArray("127.0.0.1:3");
    QTest::newRow("unknown name") << u"http://no-such-host.invalid/mcp"_s << 3
                                  << QByteArray("no-such-host.invalid");
}

void TestBadPeers::namesWhatCantBeReached()
{
    QFETCH(QString, target);
    QFETCH(int, status);
    QFETCH(QByteArray, part);
    Ctl run({ u"inspect"_s, u"--json"_s, target });
    VERIFY_EXIT(run, status);
    QVERIFY2(run.output().contains(part), run.report());
    const json error = run.first("error");
    QVERIFY(!error["message"].get<std::string>().empty());
}

void TestBadPeers::namesAPeerThatSpeaksNoTls()
{
    Ctl server({ u"serve"_s, u"--json"_s });
    QVERIFY2(server.waitFor("listening"), server.report());
    Ctl run({ u"inspect"_s, u"--json"_s, server.url().replace(u"http://"_s, u"https://"_s) });
    VERIFY_EXIT(run, 3);
    QCOMPARE(run.first("error")["name"], "tls");
    QVERIFY2(run.first("error").dump().find("127.0.0.1") != std::string::npos, run.report());
}

void TestBadPeers::namesAnAnswerThatIsNone_data()
{
    QTest::addColumn<Bytes>("answer");
    QTest::addColumn<QByteArray>("finding"); // the rule, or empty
    QTest::addColumn<QByteArray>("found"); // part of the error's or the finding's
    QTest::addColumn<QByteArray>("shown"); // part of what is printed besides
    const auto row
        = [](const char* name, Bytes answer, const char* finding, const char* found, const char* shown = "") {
              QTest::newRow(name) << std::move(answer) << QByteArray(finding) << QByteArray(found)
                                  << QByteArray(shown);
          };
    row(
        "HTML", [](const json&) { return support::answer("<html>no</html>", "text/html"); },
        "MCP-content-type", "<html>no");
    row(
        "HTTP 500", [](const json&) { return support::answer("it broke", "text/plain", "500 Oops"); }, "",
        "it broke");
    row("empty", [](const json&) { return support::answer({}); }, "", "empty");
    row(
        "HTTP 307",
        [](const json&) {
            return support::answer(
                {}, "text/plain", "307 Temporary Redirect\r\nLocation: https://elsewhere/");
        },
        "", "HTTP 307: it has moved to https://elsewhere/, which is not followed");
    row(
        "body cut short",
        [](const json&) {
            return QByteArray(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{");
        },
        "", "the connection's end");
    row(
        "stream cut within an event",
        [](const json& invoke) -> QByteArray {
            return stream({ acmpctl::chunkOf(invoke, 0) }) + "data: {\"json";
        },
        "", "the end of the body", "piece 0");
    row(
        "stream without an answer",
        [](const json& invoke) { return stream({ acmpctl::chunkOf(invoke, 0) }); }, "MCP-stream-ended",
        "the end of the stream", "piece 0");
    row(
        "100 000 brackets", [](const json&) { return support::answer(QByteArray(100'000, '[')); },
        "JSON-invalid", "[[[[", "at most 256 levels");
    row(
        "batch",
        [](const json& invoke) -> QByteArray {
            return support::answer('[' + dump(acmpctl::resultOf(invoke)) + ']');
        },
        "MCP-batch", "a batch of 1 message", "Guten Tag.");
    row(
        "answer to another request",
        [](const json& invoke) {
            json other = acmpctl::resultOf(invoke);
            other["id"] = 77;
            return acmpctl::answerOf(other);
        },
        "MCP-id-mismatch", "77", "Guten Tag.");
    row(
        "result without its members",
        [](const json& invoke) {
            json bare = acmpctl::resultOf(invoke);
            bare["result"].erase("cost_cu");
            return acmpctl::answerOf(bare);
        },
        "L1-3.2-field", "", "Guten Tag.");
    row(
        "no HTTP", [](const json&) { return QByteArray("SSH-2.0-OpenSSH_9\r\n"); }, "",
        "the answer is no HTTP/1.1");
}

void TestBadPeers::namesAnAnswerThatIsNone()
{
    QFETCH(Bytes, answer);
    QFETCH(QByteArray, finding);
    QFETCH(QByteArray, found);
    QFETCH(QByteArray, shown);
    ProviderPeer peer([&answer](const json& message, QTcpSocket& socket) {
        socket.write(answer(message));
        socket.disconnectFromHost();
    });
    Ctl run({ u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s, u"--stream"_s });
    // A connection that was lost is no breach of the protocol.
    VERIFY_EXIT(run, QByteArray(QTest::currentDataTag()).contains("cut") ? 3 : 4);
    if (!finding.isEmpty())
        QVERIFY2(run.found(finding.toStdString()), run.report());
    QVERIFY2(run.output().contains(found), run.report());
    QVERIFY2(run.output().contains(shown), run.report());
    const json error = run.first("error");
    QCOMPARE(error["task_id"], run.first("sent")["task_id"]);
    for (const char* member : { "expected", "found", "where" })
        QVERIFY2(!error["data"][member].get<std::string>().empty(), run.report());
}

void TestBadPeers::namesWhatIsWrongWithAResult_data()
{
    QTest::addColumn<Bytes>("answer");
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, Bytes answer, const char* rule, const char* where, int status) {
        QTest::newRow(name) << std::move(answer) << QByteArray(rule) << QByteArray(where) << status;
    };
    row(
        "cost above the ceiling",
        [](const json& invoke) {
            json dear = acmpctl::resultOf(invoke);
            dear["result"]["cost_cu"] = 99;
            return acmpctl::answerOf(dear);
        },
        "L1-3.2-cost-over-ceiling", "/result/cost_cu", 1);
    row(
        "progress 7.0",
        [](const json& invoke) {
            return stream(
                { heartbeatOf(invoke, 7.0), acmpctl::chunkOf(invoke, 0, true), streamedResultOf(invoke) });
        },
        "L1-3.6-progress-range", "/params/progress", 0);
    row(
        "gaps",
        [](const json& invoke) {
            return stream({ acmpctl::chunkOf(invoke, 0), acmpctl::chunkOf(invoke, 2),
                acmpctl::chunkOf(invoke, 5, true), streamedResultOf(invoke) });
        },
        "L1-3.5-seq-gap", "", 1);
    row(
        "chunk of another task",
        [](const json& invoke) {
            json foreign = acmpctl::chunkOf(invoke, 0, true);
            foreign["params"]["task_id"] = "task_other";
            return stream({ foreign, acmpctl::resultOf(invoke) });
        },
        "L1-3.5-foreign-task", "/params/task_id", 0);
}

void TestBadPeers::namesWhatIsWrongWithAResult()
{
    QFETCH(Bytes, answer);
    QFETCH(QByteArray, rule);
    QFETCH(QByteArray, where);
    QFETCH(int, status);
    ProviderPeer peer([&answer](const json& message, QTcpSocket& socket) {
        socket.write(answer(message));
        socket.disconnectFromHost();
    });
    peer.features["heartbeat_interval_ms"] = 60'000;
    Ctl run(
        { u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s, u"--stream"_s, u"--max-price"_s, u"1"_s });
    VERIFY_EXIT(run, status);
    const auto findings = run.named("finding");
    const auto finding = std::find_if(
        findings.begin(), findings.end(), [&](const json& one) { return one["id"] == rule.toStdString(); });
    QVERIFY2(finding != findings.end(), run.report());
    QVERIFY(!(*finding)["expected"].get<std::string>().empty());
    QVERIFY(!(*finding)["found"].get<std::string>().empty());
    QCOMPARE((*finding)["where"]["pointer"], where.toStdString());
    QCOMPARE((*finding)["where"]["offset"] != 0, !where.isEmpty());
    QVERIFY(!run.first("result").is_null());
}

void TestBadPeers::printsOneEventALineWhateverTheJsonLooksLike_data()
{
    QTest::addColumn<Bytes>("answer");
    QTest::newRow("indented") << Bytes([](const json& invoke) {
        return support::answer(QByteArray::fromStdString(acmpctl::resultOf(invoke).dump(2)));
    });
    QTest::newRow("CRLF") << Bytes([](const json& invoke) {
        return support::answer(
            QByteArray::fromStdString(acmpctl::resultOf(invoke).dump(2)).replace("\n", "\r\n"));
    });
    QTest::newRow("byte order mark") << Bytes([](const json& invoke) -> QByteArray {
        return support::answer("\xef\xbb\xbf" + dump(acmpctl::resultOf(invoke)) + "\n");
    });
    QTest::newRow("event of several lines") << Bytes([](const json& invoke) -> QByteArray {
        const QByteArray text = QByteArray::fromStdString(acmpctl::resultOf(invoke).dump(2));
        return support::streamHead() + "data: " + QByteArray(text).replace("\n", "\ndata: ") + "\n\n";
    });
}

void TestBadPeers::printsOneEventALineWhateverTheJsonLooksLike()
{
    QFETCH(Bytes, answer);
    json asked;
    ProviderPeer peer([&](const json& message, QTcpSocket& socket) {
        asked = message;
        socket.write(answer(message));
        socket.disconnectFromHost();
    });
    Ctl run({ u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("result")["raw"], acmpctl::resultOf(asked));
}

void TestBadPeers::showsASecondResponseAsLate()
{
    ProviderPeer peer([](const json& message, QTcpSocket& socket) {
        socket.write(stream(
            { acmpctl::resultOf(message), acmpctl::chunkOf(message, 0, true), acmpctl::resultOf(message) }));
        socket.disconnectFromHost();
    });
    Ctl run({ u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s, u"--stream"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.named("late").size(), std::size_t { 2 });
    QCOMPARE(run.named("late")[0]["seq"], 0);
    QCOMPARE(run.named("late")[1]["raw"]["result"]["output"]["data"], "Guten Tag.");
    QVERIFY(run.found("MCP-after-response"));
    QVERIFY(run.found("RPC-second-answer"));
}

void TestBadPeers::showsBytesThatAreNoUtf8()
{
    ProviderPeer peer(
        [](const json&, QTcpSocket& socket) { socket.write(support::answer("{\"a\":\"\xff\xfe\"}")); });
    Ctl run({ u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s });
    VERIFY_EXIT(run, 4);
    QVERIFY(run.found("JSON-invalid"));
    QCOMPARE(run.first("other")["raw"], "{\"a\":\"\\xff\\xfe\"}");
}

void TestBadPeers::boundsAnEventWithoutAnEnd()
{
    constexpr qint64 kBlock = qint64 { 1 } << 20;
    constexpr std::size_t kMemoryLimit = std::size_t { 400 } << 20;
    qint64 sent = 0;
    ProviderPeer peer([&sent](const json&, QTcpSocket& socket) {
        socket.write(support::streamHead() + "data: ");
        const auto more = [&sent, &socket] {
            while (socket.isOpen() && socket.bytesToWrite() < 4 * kBlock && sent < 1'000 * kBlock) {
                socket.write(QByteArray(kBlock, 'x'));
                sent += kBlock;
            }
        };
        QObject::connect(&socket, &QTcpSocket::bytesWritten, &socket, more);
        more();
    });
    Ctl run({ u"invoke"_s, u"--json"_s, peer.url(), u"-c"_s, u"x"_s, u"--stream"_s },
        { .memoryLimit = kMemoryLimit });
    VERIFY_EXIT(run, 4);
    QCOMPARE(run.first("error")["name"], "too_large");
    QVERIFY2(sent < 200 * kBlock, "it stops reading there");
}

void TestBadPeers::tellsPeopleTheSame()
{
    ProviderPeer peer([](const json& message, QTcpSocket& socket) {
        json other = acmpctl::resultOf(message);
        other["id"] = 77;
        socket.write(acmpctl::answerOf(other));
    });
    Ctl run({ u"invoke"_s, peer.url(), u"-c"_s, u"x"_s });
    VERIFY_EXIT(run, 4);
    QVERIFY2(
        run.output().contains("the answer is to another request: expected id 2, found id 77"), run.report());
    QVERIFY2(run.output().contains("MCP-id-mismatch"), run.report());
    QVERIFY2(run.output().contains("Guten Tag."), run.report());
}

QTEST_GUILESS_MAIN(TestBadPeers)
#include "tst_badpeers.moc"
