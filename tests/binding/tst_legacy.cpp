// SPDX-License-Identifier: Apache-2.0
// Servers of MCP before 2026-07-28 over HTTP: how they are recognised, what is asked of them. And the lists
// that any MCP server has.
#include "protocol/binding/mcp/client.h"
#include "protocol/binding/mcp/stocktaking.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/rawpeer.h"

#include <QTest>

using mcp::Stocktaking;

namespace {

QByteArray idOf(const QByteArray& request)
{
    const auto at = request.indexOf("\"id\":") + 5;
    return request.mid(at, request.indexOf(',', at) - at);
}

QByteArray methodOf(const QByteArray& request)
{
    const auto at = request.indexOf("\"method\":\"") + 10;
    return at < 10 ? request.left(request.indexOf(' ')) : request.mid(at, request.indexOf('"', at) - at);
}

QByteArray result(const QByteArray& request, const QByteArray& members)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + idOf(request) + ",\"result\":{" + members + "}}";
}

QByteArray error(const QByteArray& code, const QByteArray& message, const QByteArray& more = {})
{
    return "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":" + code + ",\"message\":\"" + message + '"' + more
        + "},\"id\":null}";
}

constexpr char kInitialized[]
    = "\"protocolVersion\":\"2025-06-18\",\"serverInfo\":{\"name\":\"old\",\"version\":\"1\"},"
      "\"capabilities\":{\"tools\":{},\"logging\":{},\"experimental\":{}}";

} // namespace

class TestLegacy final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recognises_data();
    void recognises();
    void isTakenAtItsWord_data();
    void isTakenAtItsWord();
    void keepsTheFirstErrorWhereTheHandshakeFails();
    void keepsTheSessionAndEndsIt();
    void takesAnswersAsAStream();
    void namesTheOldestTransport();
    void listsInPages();
    void endsAListThatDoesNot_data();
    void endsAListThatDoesNot();
    void tellsAListThatFails();
    void marksAToolThatMayNotBeUsed();

private:
    using Answers = std::function<QByteArray(const QByteArray& method, const QByteArray& request)>;

    /// Answers by method; an empty answer: 202.
    void open(Answers answers)
    {
        m_peer = std::make_unique<support::RawPeer>([answers](const QByteArray& request, QTcpSocket& socket) {
            const QByteArray bytes = answers(methodOf(request), request);
            socket.write(bytes.isEmpty() ? support::answer({}, "text/plain", "202 Accepted") : bytes);
        });
        m_http = std::make_unique<http::Client>(m_clock, m_sink);
        mcp::ClientOptions options;
        options.url = m_peer->url();
        m_client = std::make_unique<mcp::Client>(m_clock, *m_http, options);
    }
    mcp::Client::Outcome discover()
    {
        auto found = m_client->discover();
        [&] { QTRY_VERIFY(found.isFinished()); }();
        return found.result();
    }
    binding::Inventory inventory(const binding::Discovered& found)
    {
        auto all = m_client->inventory(found);
        [&] { QTRY_VERIFY(all.isFinished()); }();
        return all.result();
    }
    /// Of a modern server with nothing but tools.
    binding::Inventory toolsFrom(Answers answers)
    {
        open(std::move(answers));
        binding::Discovered found;
        found.capabilities = { "tools" };
        return inventory(found);
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    std::unique_ptr<support::RawPeer> m_peer;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<mcp::Client> m_client;
};

void TestLegacy::recognises_data()
{
    QTest::addColumn<QByteArray>("answer"); // to server/discover
    const auto row = [](const char* name, const QByteArray& answer) { QTest::newRow(name) << answer; };
    row("not initialized",
        support::answer(
            error("-32000", "Bad Request: Server not initialized"), "application/json", "400 Bad Request"));
    row("wants a session, in JSON",
        support::answer(error("-32000", "Bad Request: Mcp-Session-Id header is required"), "application/json",
            "400 Bad Request"));
    row("wants a session, in plain text",
        support::answer("Bad Request: No valid session ID provided", "text/plain", "400 Bad Request"));
    row("an empty 400", support::answer({}, "text/plain", "400 Bad Request"));
    row("method unknown", support::answer(error("-32601", "Method not found")));
    row("before initialization",
        support::answer(error("-32602", "Received request before initialization was complete")));
    row("only older versions",
        support::answer(error("-32022", "Unsupported protocol version",
                            R"(,"data":{"supported":["2025-06-18"],"requested":"2026-07-28"})"),
            "application/json", "400 Bad Request"));
}

void TestLegacy::recognises()
{
    QFETCH(const QByteArray, answer);
    open([answer](const QByteArray& method, const QByteArray& request) {
        if (method == "initialize")
            return support::answer(result(request, kInitialized));
        return method == "server/discover" ? answer : QByteArray();
    });
    const auto found = discover();
    QVERIFY2(found.has_value(), found ? "" : found.error().toString().c_str());
    QVERIFY(found->isLegacy);
    QVERIFY(!found->capability);
    QCOMPARE(found->serverName, "old");
    QCOMPARE(found->versions, std::vector<std::string> { "2025-06-18" });
    QCOMPARE(found->capabilities, (std::vector<std::string> { "tools", "logging" }));
    QCOMPARE(found->findings.size(), std::size_t(1));
    QCOMPARE(found->findings.front().rule->id, "MCP-legacy");
    // Known from the first answer: nothing stands between it and the handshake.
    QCOMPARE(methodOf(m_peer->requests.at(0)), QByteArray("server/discover"));
    QCOMPARE(methodOf(m_peer->requests.at(1)), QByteArray("initialize"));
    QVERIFY(m_peer->requests.at(1).contains("\"protocolVersion\":\"2025-11-25\""));
    QVERIFY(!m_peer->requests.at(1).contains("_meta"));
    QTRY_VERIFY(m_peer->requests.size() > 2);
    QCOMPARE(methodOf(m_peer->requests.at(2)), QByteArray("notifications/initialized"));
    QVERIFY(m_peer->requests.at(2).contains("MCP-Protocol-Version: 2025-06-18\r\n"));
}

void TestLegacy::isTakenAtItsWord_data()
{
    QTest::addColumn<QByteArray>("answer");
    const auto row = [](const char* name, const QByteArray& code, const QByteArray& more = {}) {
        QTest::newRow(name) << support::answer(
            error(code, "no", more), "application/json", "400 Bad Request");
    };
    row("a header mismatch", "-32020");
    row("a missing capability", "-32021");
    row("a later version", "-32022", R"(,"data":{"supported":["2027-01-01","2025-11-25"]})");
    row("no versions", "-32022");
    row("an error of ACMP", "-33099");
}

void TestLegacy::isTakenAtItsWord()
{
    QFETCH(const QByteArray, answer);
    open([answer](const QByteArray&, const QByteArray&) { return answer; });
    const auto found = discover();
    QVERIFY(!found);
    QCOMPARE(found.error().kind, wire::ErrorKind::Refused);
    QCOMPARE(m_peer->requests.size(), std::size_t(1));
}

void TestLegacy::keepsTheFirstErrorWhereTheHandshakeFails()
{
    open([](const QByteArray& method, const QByteArray&) {
        return method == "initialize" ? support::answer(error("-32600", "not that either"))
                                      : support::answer(error("-32601", "Method not found"));
    });
    const auto found = discover();
    QVERIFY(!found);
    QVERIFY2(
        found.error().found.find("Method not found") != std::string::npos, found.error().toString().c_str());
    QCOMPARE(m_peer->requests.size(), std::size_t(2));
}

void TestLegacy::keepsTheSessionAndEndsIt()
{
    open([](const QByteArray& method, const QByteArray& request) {
        if (method == "server/discover")
            return support::answer(
                "Bad Request: No valid session ID provided", "text/plain", "400 Bad Request");
        if (method == "initialize")
            return support::answer(result(request, kInitialized))
                .replace("Content-Type", "Mcp-Session-Id: s-1\r\nContent-Type");
        if (method == "tools/list")
            return support::answer(
                result(request, R"("tools":[{"name":"echo","description":"says it again"}])"));
        return QByteArray();
    });
    const auto found = discover();
    QVERIFY(found.has_value());
    // Once ended, it is begun anew.
    for (int visit = 0; visit < 2; ++visit) {
        const binding::Inventory all = inventory(*found);
        QCOMPARE(all.size(), std::size_t(1));
        QVERIFY(!all.front().error);
        QCOMPARE(all.front().items.front().name, "echo");
        QTRY_COMPARE(m_peer->requests.size(), std::size_t(5));
        for (std::size_t i = 2; i < 5; ++i)
            QVERIFY2(
                m_peer->requests[i].contains("Mcp-Session-Id: s-1\r\n"), m_peer->requests[i].constData());
        QCOMPARE(methodOf(m_peer->requests[3]), QByteArray("tools/list"));
        QVERIFY(!m_peer->requests[3].contains("_meta"));
        QVERIFY(m_peer->requests[4].startsWith("DELETE /mcp"));
        m_peer->requests.clear();
    }
}

void TestLegacy::takesAnswersAsAStream()
{
    open([](const QByteArray& method, const QByteArray& request) {
        if (method == "initialize")
            return support::answer(support::event(result(request, kInitialized)), "text/event-stream");
        return method == "server/discover" ? support::answer({}, "text/plain", "400 Bad Request")
                                           : QByteArray();
    });
    const auto found = discover();
    QVERIFY2(found.has_value(), found ? "" : found.error().toString().c_str());
    QVERIFY(found->isLegacy);
}

void TestLegacy::namesTheOldestTransport()
{
    open([](const QByteArray& method, const QByteArray&) {
        return method == "GET" ? support::streamHead() + "event: endpoint\ndata: /messages?id=1\n\n"
                               : support::answer("Cannot POST", "text/html", "404 Not Found");
    });
    const auto found = discover();
    QVERIFY(!found);
    QCOMPARE(found.error().kind, wire::ErrorKind::Refused);
    QVERIFY2(found.error().message.find("2024-11-05") != std::string::npos, found.error().toString().c_str());
}

void TestLegacy::listsInPages()
{
    const auto all = toolsFrom([](const QByteArray&, const QByteArray& request) {
        if (!request.contains("\"cursor\":\"next\""))
            return support::answer(
                result(request, R"("tools":[{"name":"a"},{"name":"b"}],"nextCursor":"next")"));
        return support::answer(result(request, R"("tools":[{"name":"c","title":"C"}])"));
    });
    QCOMPARE(all.size(), std::size_t(1));
    QCOMPARE(all[0].kind, "tools");
    QCOMPARE(all[0].items.size(), std::size_t(3));
    QCOMPARE(all[0].items[2].title, "C");
    QCOMPARE(all[0].items[2].raw.text(), R"({"name":"c","title":"C"})");
    QVERIFY(!all[0].isCut);
    QVERIFY(!all[0].error);
    QVERIFY(m_peer->requests.at(0).contains("\"_meta\":{"));
}

void TestLegacy::endsAListThatDoesNot_data()
{
    QTest::addColumn<int>("perPage");
    QTest::addColumn<bool>("isCircle");
    QTest::newRow("in a circle") << 1 << true;
    QTest::newRow("of empty pages") << 0 << false;
    QTest::newRow("of many items") << 300 << false;
}

void TestLegacy::endsAListThatDoesNot()
{
    QFETCH(const int, perPage);
    QFETCH(const bool, isCircle);
    int page = 0;
    const auto all = toolsFrom([&](const QByteArray&, const QByteArray& request) {
        QByteArray items;
        for (int i = 0; i < perPage; ++i)
            items += (i > 0 ? "," : "") + QByteArray(R"({"name":"t"})");
        const QByteArray cursor = isCircle ? QByteArray("same") : QByteArray::number(++page);
        return support::answer(
            result(request, R"("tools":[)" + items + R"(],"nextCursor":")" + cursor + '"'));
    });
    QVERIFY(all[0].items.size() <= Stocktaking::kMaxItems);
    QVERIFY(m_peer->requests.size() <= Stocktaking::kMaxPages);
    QCOMPARE(all[0].isCut, !isCircle);
    QCOMPARE(all[0].error.has_value(), isCircle);
}

void TestLegacy::tellsAListThatFails()
{
    open([](const QByteArray& method, const QByteArray& request) {
        if (method == "tools/list")
            return support::answer(error("-32603", "broken"));
        if (method == "resources/list")
            return support::answer(result(request, R"("resources":"none")"));
        if (method == "resources/templates/list")
            return support::answer("gone", "text/plain", "500 Internal Server Error");
        return support::answer(result(request, R"("prompts":[{"name":"p"}])"));
    });
    binding::Discovered found;
    found.capabilities = { "prompts", "resources", "tools" };
    const binding::Inventory all = inventory(found);
    QCOMPARE(all.size(), std::size_t(4));
    QVERIFY(all[0].error && all[0].error->found.find("broken") != std::string::npos);
    QVERIFY(all[1].error && all[1].error->kind == wire::ErrorKind::Protocol);
    QVERIFY(all[2].error && all[2].error->kind == wire::ErrorKind::Http);
    QVERIFY(!all[3].error);
    QCOMPARE(all[3].items.front().name, "p");
}

void TestLegacy::marksAToolThatMayNotBeUsed()
{
    const auto all = toolsFrom([](const QByteArray&, const QByteArray& request) {
        return support::answer(result(request,
            R"("tools":[{"name":"bad","inputSchema":{"type":"object","properties":{"n":{"type":"number","x-mcp-header":"N"}}}},{"name":"good","inputSchema":{"type":"object"}}])"));
    });
    QCOMPARE(all[0].items.size(), std::size_t(2));
    QVERIFY(!all[0].items[0].mistake.empty());
    QVERIFY(all[0].items[1].mistake.empty());
}

QTEST_GUILESS_MAIN(TestLegacy)
#include "tst_legacy.moc"
