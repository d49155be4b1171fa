// SPDX-License-Identifier: Apache-2.0
// The MCP client against a peer whose bytes each test writes.
#include "protocol/binding/mcp/client.h"
#include "protocol/wire/systemclock.h"
#include "tests/binding/seen.h"
#include "tests/support/rawpeer.h"

#include <QPointer>
#include <QSignalSpy>
#include <QTest>

namespace {

const QByteArray kTask = "task_1";

QByteArray chunk(int seq, const QByteArray& data, bool final)
{
    return "{\"jsonrpc\":\"2.0\",\"method\":\"acmp/streamChunk\",\"params\":{\"task_id\":\"task_1\",\"seq\":"
        + QByteArray::number(seq) + ",\"chunk\":{\"type\":\"text\",\"data\":\"" + data
        + "\"},\"final\":" + (final ? "true" : "false") + "}}";
}

QByteArray result(const QByteArray& id, const QByteArray& more = {})
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id
        + ",\"result\":{\"task_id\":\"task_1\",\"output_streamed\":true,\"tokens_used\":4,\"cost_cu\":0.0030"
        + more + "}}";
}

QByteArray idOf(const QByteArray& request)
{
    const auto at = request.indexOf("\"id\":") + 5;
    return request.mid(at, request.indexOf(',', at) - at);
}

} // namespace

class TestClient final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sendsWhatMcpDemands();
    void deliversChunksThenTheResult();
    void keepsNumbersAsReceived();
    void namesTheTroubleWith_data();
    void namesTheTroubleWith();
    void reportsAnAnswerToAnotherRequest();
    void reportsWhatFollowsTheResponse();
    void showsASecondResponseAsLate();
    void blamesABatchForNothingElse();
    void showsABrokenChunkAndGoesOn();
    void takesAResultWithoutResultType();
    void recognisesAnAskForMore();
    void readsTheCapability();
    void sendsTheTokenEveryTime();
    void abortClosesTheStream();
    void mayGoWhileAChunkIsTold();

private:
    void open(support::RawPeer::Answer answer, const std::string& token = {})
    {
        m_peer = std::make_unique<support::RawPeer>(std::move(answer));
        m_http = std::make_unique<http::Client>(m_clock, m_sink);
        mcp::ClientOptions options;
        options.url = m_peer->url();
        options.token = token;
        m_client = std::make_unique<mcp::Client>(m_clock, *m_http, options);
    }
    binding::Exchange* invoke(Seen& seen)
    {
        acmp::Invoke request;
        request.taskId = "task_1";
        request.capability = "x";
        request.stream = true;
        binding::Exchange* exchange = m_client->start(request);
        listen(*exchange, seen);
        return exchange;
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    std::unique_ptr<support::RawPeer> m_peer;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<mcp::Client> m_client;
};

void TestClient::sendsWhatMcpDemands()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer(result(idOf(request))));
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    const QByteArray& request = m_peer->requests.front();
    for (const char* line :
        { "POST /mcp HTTP/1.1\r\n", "\r\nContent-Type: application/json\r\n",
            "\r\nAccept: application/json, text/event-stream\r\n", "\r\nMCP-Protocol-Version: 2026-07-28\r\n",
            "\r\nMcp-Method: acmp/invoke\r\n", "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"",
            "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"org.a2agora/"
            "acmp\":{\"version\":\"0.1.0\"" })
        QVERIFY2(request.contains(line), line);
    QVERIFY(!request.contains("Authorization"));
    QVERIFY(!request.contains("Mcp-Name"));
}

void TestClient::deliversChunksThenTheResult()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::streamHead() + support::event(chunk(0, "a", false))
            + support::event(chunk(1, "b", true))
            + support::event(result(idOf(request), ",\"resultType\":\"complete\"")));
        socket.disconnectFromHost();
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.messages.size(), std::size_t(3));
    QCOMPARE(std::get<acmp::StreamChunk>(seen.messages[1]).seq, 1);
    QCOMPARE(std::get<acmp::StreamChunk>(seen.messages[1]).chunk.data.toText(), "b");
    QVERIFY(std::holds_alternative<acmp::TaskResult>(seen.messages[2]));
    QVERIFY(seen.findings.empty());
}

void TestClient::keepsNumbersAsReceived()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer(result(idOf(request))));
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QCOMPARE(std::get<acmp::TaskResult>(seen.messages.front()).costCu.text(), "0.0030");
}

void TestClient::namesTheTroubleWith_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part"); // of the error's text
    using enum wire::ErrorKind;
    const auto row = [](const char* name, const QByteArray& answer, wire::ErrorKind kind, const char* part) {
        QTest::newRow(name) << answer << static_cast<int>(kind) << QString::fromUtf8(part);
    };
    row("HTML instead of JSON", support::answer("<html>Welcome</html>", "text/html"), Protocol,
        "text/html, <html>");
    row("500 with a body", support::answer("stack trace", "text/plain", "500 Oops"), Http, "HTTP 500");
    row("401", "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
        Refused, "Bearer realm");
    row("404 without JSON", support::answer("not here", "text/plain", "404 Not Found"), Http, "HTTP 404");
    row("202 for a request", "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n", Http, "HTTP 202");
    row("empty body", support::answer({}), Protocol, "empty");
    row("cut JSON", support::answer("{\"jsonrpc\":\"2.0\",\"id\":1,"), Protocol, "JSON-RPC response");
    row("a batch", support::answer("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]"), Protocol,
        "JSON-RPC response");
    row("a bomb", support::answer(QByteArray(100'000, '[')), Protocol, "JSON-RPC response");
    row("a result of another shape",
        support::answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task_id\":5}}"), Protocol,
        "/result/task_id");
    row("a result of an unknown type", support::answer(result("1", ",\"resultType\":\"surprise\"")), Protocol,
        "surprise");
    row("a stream without a response", support::streamHead() + support::event(chunk(0, "a", true)), Protocol,
        "the end of the stream");
    row("a body cut short",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{", Unreachable,
        "cut short");
    row("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", Protocol, "HTTP");
    row("nothing at all", "", Unreachable, "closed");
}

void TestClient::namesTheTroubleWith()
{
    QFETCH(QByteArray, answer);
    QFETCH(int, kind);
    QFETCH(QString, part);
    open([answer](const QByteArray&, QTcpSocket& socket) {
        socket.write(answer);
        socket.disconnectFromHost();
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.error);
    const std::string text = seen.error->toString();
    QVERIFY2(QString::fromStdString(text).contains(part), text.c_str());
    QVERIFY2(static_cast<int>(seen.error->kind) == kind, text.c_str());
}

void TestClient::reportsAnAnswerToAnotherRequest()
{
    open([](const QByteArray&, QTcpSocket& socket) { socket.write(support::answer(result("\"1\""))); });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.has("MCP-id-mismatch"));
    QCOMPARE(seen.error->expected, "id 1");
    QCOMPARE(seen.error->found, "id \"1\"");
    QCOMPARE(seen.messages.size(), std::size_t { 1 });
    QVERIFY(std::holds_alternative<acmp::Other>(seen.messages.front()));
}

void TestClient::reportsWhatFollowsTheResponse()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::streamHead() + support::event(result(idOf(request)))
            + support::event(chunk(0, "late", true)));
        socket.disconnectFromHost();
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QVERIFY(seen.has("MCP-after-response"));
    QVERIFY(seen.origins.back().late);
}

void TestClient::showsASecondResponseAsLate()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        const QByteArray answer = support::event(result(idOf(request)));
        socket.write(support::streamHead() + answer + answer);
        socket.disconnectFromHost();
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.messages.size(), std::size_t { 2 });
    QVERIFY(std::holds_alternative<acmp::TaskResult>(seen.messages.front()));
    QCOMPARE(std::get<acmp::Other>(seen.messages.back()).method, "result");
    QVERIFY(seen.origins.back().late);
}

void TestClient::blamesABatchForNothingElse()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer('[' + result(idOf(request)) + ']'));
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.has("MCP-batch"));
    QVERIFY(!seen.has("MCP-jsonrpc-version"));
}

void TestClient::showsABrokenChunkAndGoesOn()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::streamHead()
            + support::event(
                "{\"jsonrpc\":\"2.0\",\"method\":\"acmp/streamChunk\",\"params\":{\"seq\":\"0\"}}")
            + support::event("no json") + support::event(chunk(1, "b", true))
            + support::event(result(idOf(request))));
        socket.disconnectFromHost();
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.messages.size(), std::size_t(4));
    QCOMPARE(std::get<acmp::Other>(seen.messages[0]).method, "acmp/streamChunk");
    QCOMPARE(std::get<acmp::Other>(seen.messages[1]).message.text(), "no json");
    QVERIFY(seen.has("JSON-invalid"));
    const auto seq = std::find_if(seen.findings.begin(), seen.findings.end(),
        [](const auto& finding) { return finding.where.pointer == "/params/seq"; });
    QVERIFY(seq != seen.findings.end());
    QCOMPARE(seq->found, "\"0\"");
}

void TestClient::takesAResultWithoutResultType()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer(result(idOf(request))));
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
}

void TestClient::recognisesAnAskForMore()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer("{\"jsonrpc\":\"2.0\",\"id\":" + idOf(request)
            + ",\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{}}}"));
    });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(std::get<acmp::Other>(seen.messages.front()).method, "input_required");
    QVERIFY(seen.has("MCP-input-required"));
}

void TestClient::readsTheCapability()
{
    open([](const QByteArray& request, QTcpSocket& socket) {
        socket.write(support::answer("{\"jsonrpc\":\"2.0\",\"id\":" + idOf(request)
            + ",\"result\":{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"extensions\":{\"org."
              "a2agora/acmp\":"
              "{\"version\":\"0.1.0\",\"role\":\"provider\",\"accepts\":[\"acmp/"
              "invoke\"],\"emits\":[],\"features\":{}}}},"
              "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"p\",\"version\":\"7\"}}}}"));
    });
    auto future = m_client->discover();
    QTRY_VERIFY(future.isFinished());
    const auto found = future.result();
    QVERIFY(found);
    QCOMPARE(found->serverName, "p");
    QCOMPARE(found->versions, std::vector<std::string> { "2026-07-28" });
    QVERIFY(found->capability->doesAccept("acmp/invoke"));
    QVERIFY(!found->capability->doesAccept("acmp/cancel"));
}

void TestClient::sendsTheTokenEveryTime()
{
    open([](const QByteArray&,
             QTcpSocket& socket) { socket.write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"); },
        "tok");
    acmp::Cancel cancel;
    cancel.taskId = "task_1";
    for (int i = 0; i < 2; ++i) {
        auto future = m_client->notify(cancel);
        QTRY_VERIFY(future.isFinished());
        QVERIFY(future.result());
    }
    QCOMPARE(m_peer->requests.size(), std::size_t(2));
    for (const QByteArray& request : m_peer->requests)
        QVERIFY(request.contains("\r\nAuthorization: Bearer tok\r\n"));
}

void TestClient::abortClosesTheStream()
{
    open([](const QByteArray&, QTcpSocket& socket) {
        socket.write(support::streamHead() + support::event(chunk(0, "a", false)));
    });
    Seen seen;
    binding::Exchange* exchange = invoke(seen);
    QTRY_COMPARE(seen.messages.size(), std::size_t(1));
    exchange->abort();
    QTRY_COMPARE(seen.ended, 1);
    QCOMPARE(seen.error->kind, wire::ErrorKind::Cancelled);
    QTRY_COMPARE(m_peer->disconnected, 1);
}

void TestClient::mayGoWhileAChunkIsTold()
{
    open([](const QByteArray&, QTcpSocket& socket) {
        socket.write(support::streamHead() + support::event(chunk(0, "a", false))
            + support::event(chunk(1, "b", false)));
    });
    Seen seen;
    QPointer<binding::Exchange> exchange = invoke(seen);
    connect(exchange, &binding::Exchange::incoming, this, [this] { m_client.reset(); });
    QTRY_VERIFY(!exchange);
    QCOMPARE(seen.messages.size(), std::size_t(1));
    QTRY_COMPARE(m_peer->disconnected, 1);
}

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
