// SPDX-License-Identifier: Apache-2.0
// The server side's transport rules, in the order that MCP wants them.
#include "protocol/binding/mcp/endpoint.h"
#include "protocol/json/document.h"
#include "protocol/json/writer.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/httpcall.h"

#include <QTest>

namespace {

const QByteArray kMeta = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                         "\"io.modelcontextprotocol/clientCapabilities\":{}}";

QByteArray message(
    const QByteArray& method, const QByteArray& params = "{" + kMeta + "}", const QByteArray& id = "7")
{
    return "{\"jsonrpc\":\"2.0\"," + (id.isEmpty() ? QByteArray() : "\"id\":" + id + ",") + "\"method\":\""
        + method + "\",\"params\":" + params + "}";
}

} // namespace

class TestEndpoint final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersAsMcpDemands_data();
    void answersAsMcpDemands();
    void lenientTakesWhatTheSpecificationPrints();
    void takesANotificationWith202();
    void refusesOtherMethodsOfHttp();
    void refusesAForeignHost();
    void asksForTheToken();
    void answersAsJsonWithoutNotifications();
    void answersAsStreamWithNotifications();
    void unaryNeverStreams();
    void cancelledNamesTheOpenCall();
    void tellsThatThePeerIsGone();
    void comparesMirroredParameters_data();
    void comparesMirroredParameters();

private:
    http::Request post(const QByteArray& body, const QByteArray& method = "test/echo") const
    {
        http::Request request;
        request.url = QUrl(QStringLiteral("http://127.0.0.1:%1/mcp").arg(m_server->port()));
        request.fields = { { "Content-Type", "application/json" }, { "MCP-Protocol-Version", "2026-07-28" },
            { "Mcp-Method", method.toStdString() } };
        request.body = body;
        return request;
    }
    void open(mcp::EndpointOptions options);
    static std::int64_t codeOf(const std::string& body)
    {
        const auto document = json::Document::parse(QByteArray::fromStdString(body));
        return document ? document->root()["error"]["code"].toInt64().value_or(0) : 1;
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_client;
    std::unique_ptr<http::Server> m_server;
    std::unique_ptr<mcp::Methods> m_methods;
    std::unique_ptr<mcp::Endpoint> m_endpoint;
    std::vector<std::string> m_notified;
    mcp::Call* m_held = nullptr;
    bool m_cancelled = false;
    bool m_gone = false;
};

void TestEndpoint::open(mcp::EndpointOptions options)
{
    m_server = std::make_unique<http::Server>(m_clock, m_sink);
    m_methods = std::make_unique<mcp::Methods>();
    m_endpoint = std::make_unique<mcp::Endpoint>(*m_methods, std::move(options));
    connect(m_server.get(), &http::Server::requestReceived, m_endpoint.get(), &mcp::Endpoint::handle);
    QVERIFY(m_server->listen(QHostAddress::LocalHost, 0));
    m_client = std::make_unique<http::Client>(m_clock, m_sink);
    const auto ok
        = [](json::Writer& writer) { writer.beginObject().key("resultType").string("complete").endObject(); };
    m_methods->onRequest(
        "test/echo", [ok](mcp::Call& call, const json::View&, const std::string&) { call.result(ok); });
    m_methods->onRequest(
        "tools/call", [ok](mcp::Call& call, const json::View&, const std::string&) { call.result(ok); });
    m_methods->onRequest("test/stream", [ok](mcp::Call& call, const json::View&, const std::string&) {
        for (int i = 0; i < 2; ++i)
            call.notify("test/note",
                [i](json::Writer& writer) { writer.beginObject().key("n").integer(i).endObject(); });
        call.result(ok);
    });
    m_methods->onRequest("test/hold", [this](mcp::Call& call, const json::View&, const std::string&) {
        m_held = &call;
        connect(&call, &mcp::Call::cancelled, this, [this] { m_cancelled = true; });
        connect(&call, &mcp::Call::peerGone, this, [this] { m_gone = true; });
    });
    m_methods->onNotification("test/note",
        [this](const json::View& params, const std::string&) { m_notified.emplace_back(params.lexeme()); });
}

void TestEndpoint::init()
{
    m_notified.clear();
    m_held = nullptr;
    m_cancelled = m_gone = false;
    open({});
}

void TestEndpoint::answersAsMcpDemands_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("header"); // "-Name" removes one, "Name: value" sets it
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QByteArray& body, const QByteArray& header, int status,
                         int code) { QTest::newRow(name) << body << header << status << code; };
    const QByteArray good = message("test/echo");
    row("all right", good, "", 200, 0);
    row("not JSON", "{\"jsonrpc\":", "", 400, -32700);
    row("no message", "{\"jsonrpc\":\"2.0\",\"id\":1}", "", 400, -32600);
    row("a batch", "[" + good + "]", "", 400, -32600);
    row("a response", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "", 400, -32600);
    row("null id", message("test/echo", "{" + kMeta + "}", "null"), "", 400, -32600);
    row("fractional id", message("test/echo", "{" + kMeta + "}", "1.5"), "", 400, -32600);
    row("no version header", good, "-MCP-Protocol-Version", 400, -32020);
    row("no method header", good, "-Mcp-Method", 400, -32020);
    row("another method in the header", good, "Mcp-Method: test/Echo", 400, -32020);
    row("versions differ", good, "MCP-Protocol-Version: 2025-11-25", 400, -32020);
    row("no params", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"test/echo\"}", "", 400, -32602);
    row("no _meta", message("test/echo", "{}"), "", 400, -32602);
    row("_meta without capabilities",
        message("test/echo", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"), "",
        400, -32602);
    row("an unsupported version",
        message("test/echo", QByteArray("{" + kMeta + "}").replace("2026-07-28", "1999-01-01")),
        "MCP-Protocol-Version: 1999-01-01", 400, -32022);
    row("unknown method", message("initialize"), "Mcp-Method: initialize", 404, -32601);
    const QByteArray note = message("test/note", "{}", {});
    row("another method in a notification's header", note, "Mcp-Method: test/echo", 400, -32020);
    row("no Mcp-Name", message("tools/call", "{\"name\":\"add\"," + kMeta + "}"), "Mcp-Method: tools/call",
        400, -32020);
}

void TestEndpoint::answersAsMcpDemands()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, header);
    QFETCH(int, status);
    QFETCH(int, code);
    http::Request request = post(body);
    const std::string change = header.toStdString();
    http::Fields fields;
    for (const http::Field& field : request.fields) {
        if (change != '-' + field.name && !change.starts_with(field.name + ": "))
            fields.add(field.name, field.value);
    }
    if (!change.empty() && change[0] != '-')
        fields.add(change.substr(0, change.find(':')), change.substr(change.find(':') + 2));
    request.fields = fields;
    const auto reply = support::call(*m_client, request);
    QCOMPARE(reply->status, status);
    QCOMPARE(codeOf(reply->body), code);
}

void TestEndpoint::lenientTakesWhatTheSpecificationPrints()
{
    mcp::EndpointOptions options;
    options.lenient = true;
    open(options);
    http::Request request = post(message("test/echo", "{\"task_id\":\"t\"}"));
    request.fields = { { "Content-Type", "application/json" } };
    QCOMPARE(support::call(*m_client, request)->status, 200);
}

void TestEndpoint::takesANotificationWith202()
{
    const auto reply = support::call(*m_client, post(message("test/note", "{\"a\":1.10}", {}), "test/note"));
    QCOMPARE(reply->status, 202);
    QVERIFY(reply->body.empty());
    QCOMPARE(m_notified, std::vector<std::string> { "{\"a\":1.10}" });
}

void TestEndpoint::refusesOtherMethodsOfHttp()
{
    for (const char* method : { "GET", "DELETE", "PUT" }) {
        http::Request request = post({});
        request.method = method;
        const auto reply = support::call(*m_client, request);
        QCOMPARE(reply->status, 405);
        QCOMPARE(reply->fields.find("Allow"), "POST");
    }
}

void TestEndpoint::refusesAForeignHost()
{
    http::Request request = post(message("test/echo"));
    request.fields.add("Host", "rebound.example");
    QCOMPARE(support::call(*m_client, request)->status, 403);
}

void TestEndpoint::asksForTheToken()
{
    mcp::EndpointOptions options;
    options.guard.token = "secret";
    open(options);
    http::Request request = post(message("test/echo"));
    const auto refused = support::call(*m_client, request);
    QCOMPARE(refused->status, 401);
    QVERIFY(refused->fields.find("WWW-Authenticate"));
    request.fields.add("Authorization", "Bearer secret");
    QCOMPARE(support::call(*m_client, request)->status, 200);
}

void TestEndpoint::answersAsJsonWithoutNotifications()
{
    const auto reply = support::call(*m_client, post(message("test/echo")));
    QCOMPARE(reply->fields.find("Content-Type"), "application/json");
    QCOMPARE(reply->body, "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"resultType\":\"complete\"}}");
}

void TestEndpoint::answersAsStreamWithNotifications()
{
    const auto reply = support::call(*m_client, post(message("test/stream"), "test/stream"));
    QCOMPARE(reply->fields.find("Content-Type"), "text/event-stream");
    QCOMPARE(reply->fields.find("X-Accel-Buffering"), "no");
    QCOMPARE(reply->events.size(), std::size_t(3));
    QCOMPARE(reply->events[1], "{\"jsonrpc\":\"2.0\",\"method\":\"test/note\",\"params\":{\"n\":1}}");
    QVERIFY(reply->events[2].starts_with("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\""));
    QVERIFY(!reply->error);
}

void TestEndpoint::unaryNeverStreams()
{
    mcp::EndpointOptions options;
    options.unary = true;
    open(options);
    const auto reply = support::call(*m_client, post(message("test/stream"), "test/stream"));
    QCOMPARE(reply->fields.find("Content-Type"), "application/json");
}

void TestEndpoint::cancelledNamesTheOpenCall()
{
    const auto reply = support::send(*m_client, post(message("test/hold"), "test/hold"));
    QTRY_VERIFY(m_held);
    support::call(*m_client,
        post(message("notifications/cancelled", "{\"requestId\":\"7\"}", {}), "notifications/cancelled"));
    QVERIFY(!m_cancelled); // 7 is not "7"
    support::call(*m_client,
        post(message("notifications/cancelled", "{\"requestId\":7}", {}), "notifications/cancelled"));
    QVERIFY(m_cancelled);
    m_held->error(-32000, "stopped", 200);
    QTRY_VERIFY(reply->ended);
}

void TestEndpoint::tellsThatThePeerIsGone()
{
    http::ClientExchange* exchange = m_client->send(post(message("test/hold"), "test/hold"));
    QTRY_VERIFY(m_held);
    exchange->abort();
    QTRY_VERIFY(m_gone);
}

void TestEndpoint::comparesMirroredParameters_data()
{
    QTest::addColumn<QByteArray>("value"); // in the message
    QTest::addColumn<QByteArray>("header"); // null: none
    QTest::addColumn<int>("status");
    const auto row = [](const char* name, const QByteArray& value, const QByteArray& header, int status) {
        QTest::newRow(name) << value << header << status;
    };
    row("the same", "\"us\"", "us", 200);
    row("the same, encoded", "\"us\"", "=?base64?dXM=?=", 200);
    row("broken base64", "\"us\"", "=?base64?dXM?=", 400);
    row("another", "\"us\"", "eu", 400);
    row("no header", "\"us\"", {}, 400);
    row("a header for null", "null", "us", 400);
    row("none for null", "null", {}, 200);
    row("a number otherwise written", "42", "42.0", 200);
    row("another number", "42", "43", 400);
    row("no number", "42", "many", 400);
}

void TestEndpoint::comparesMirroredParameters()
{
    QFETCH(const QByteArray, value);
    QFETCH(const QByteArray, header);
    QFETCH(const int, status);
    m_methods->onRequest(
        "test/mirror",
        [](mcp::Call& call, const json::View&, const std::string&) {
            call.result([](json::Writer& writer) { writer.beginObject().endObject(); });
        },
        [](const json::View& params) {
            const json::View region = params["region"];
            const bool isThere = region && !region.isNull();
            return std::vector<mcp::MirroredHeader> { { "Mcp-Param-Region",
                isThere ? std::optional(region.text().value_or(std::string(region.lexeme()))) : std::nullopt,
                region.isNumber() } };
        });
    http::Request request
        = post(message("test/mirror", "{\"region\":" + value + "," + kMeta + "}"), "test/mirror");
    if (!header.isNull())
        request.fields.add("mcp-param-region", header.toStdString());
    const auto reply = support::call(*m_client, request);
    QCOMPARE(reply->status, status);
    QCOMPARE(codeOf(reply->body), std::int64_t(status == 200 ? 0 : -32020));
}

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
