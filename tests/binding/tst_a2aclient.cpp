// SPDX-License-Identifier: Apache-2.0
// The A2A client against an agent whose answers each test writes, over JSON-RPC and over HTTP+JSON.
#include "protocol/binding/connect.h"
#include "tests/binding/a2afixture.h"

#include <QTest>

class TestA2aClient final : public A2aFixture {
    Q_OBJECT

private Q_SLOTS:
    void sendsWhatA2aDemands_data() { bindings(); }
    void sendsWhatA2aDemands();
    void sendsTheTenant_data() { bindings(); }
    void sendsTheTenant();
    void deliversFromEveryCarrier_data();
    void deliversFromEveryCarrier();
    void waitsWithoutAStreamWhereNoneIsWanted_data() { bindings(); }
    void waitsWithoutAStreamWhereNoneIsWanted();
    void tellsWhatBreaksA2a_data();
    void tellsWhatBreaksA2a();
    void namesTheTroubleWith_data();
    void namesTheTroubleWith();
    void lacksNothingOfAnErrorInTheMiddle_data() { bindings(); }
    void lacksNothingOfAnErrorInTheMiddle();
    void subscribesAgainAfterABreak_data() { bindings(); }
    void subscribesAgainAfterABreak();
    void leavesTheRetryToTheBuyerWhereChunksAreLost_data() { bindings(); }
    void leavesTheRetryToTheBuyerWhereChunksAreLost();
    void looksAtTheTaskWhereItCantSubscribe_data() { bindings(); }
    void looksAtTheTaskWhereItCantSubscribe();
    void looksForAnAnswerThatTheStreamLacked_data() { bindings(); }
    void looksForAnAnswerThatTheStreamLacked();
    void saysHowATaskEndedWithoutAnAnswer_data() { bindings(); }
    void saysHowATaskEndedWithoutAnAnswer();
    void sendsWithoutAStreamWhereItIsRefused_data() { bindings(); }
    void sendsWithoutAStreamWhereItIsRefused();
    void stopsWhereTheAgentAsksForMore_data() { bindings(); }
    void stopsWhereTheAgentAsksForMore();
    void cancelsByAMessageToTheTask_data() { bindings(); }
    void cancelsByAMessageToTheTask();
    void cancelsByTaskIdWhereMessagesToTheTaskAreRefused_data() { bindings(); }
    void cancelsByTaskIdWhereMessagesToTheTaskAreRefused();
    void abortIsTheHardCancel_data() { bindings(); }
    void abortIsTheHardCancel();
    void closesAStreamThatStaysOpen_data() { bindings(); }
    void closesAStreamThatStaysOpen();
    void carriesNoInputChunks();
    void negotiatesByMessages_data() { bindings(); }
    void negotiatesByMessages();
};

void TestA2aClient::sendsWhatA2aDemands()
{
    QFETCH(bool, isRest);
    open({}, "secret");
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("COMPLETED", kResult) }));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY2(!seen.error, seen.error ? seen.error->toString().c_str() : "");
    const QByteArray request = m_peer->requestsOf("SendStreamingMessage").value(0);
    const QList<QByteArray> lines { isRest ? "POST /a2a/message:stream HTTP/1.1\r\n"
                                           : "POST /a2a HTTP/1.1\r\n",
        isRest ? "\r\nContent-Type: application/a2a+json\r\n" : "\r\nContent-Type: application/json\r\n",
        "\r\nA2A-Version: 1.0\r\n", "\r\nA2A-Extensions: " + kUri + "\r\n", "text/event-stream",
        "\r\nAuthorization: Bearer secret\r\n", R"("role":"ROLE_USER")", R"("extensions":[")" + kUri + "\"]",
        R"("mediaType":"application/acmp+json")",
        R"("acmp_method":"acmp/invoke","params":{"task_id":"task_1")" };
    for (const QByteArray& line : lines)
        QVERIFY2(request.contains(line), QByteArray(line + " in " + request).constData());
    QVERIFY(!request.contains("taskId")); // A2A §3.4.2: the server makes it
    QVERIFY(!request.contains("tenant"));
}

void TestA2aClient::sendsTheTenant()
{
    QFETCH(bool, isRest);
    open([](ScriptedAgent& peer) { peer.tenant = "t 1"; });
    m_peer->on("SendMessage", one(task("COMPLETED", { kResult })));
    Seen seen;
    invoke(seen, false);
    QTRY_COMPARE(seen.ended, 1);
    const QByteArray request = m_peer->requestsOf("SendMessage").value(0);
    QVERIFY2(request.contains(R"("tenant":"t 1")"), request.constData());
    if (isRest)
        QVERIFY2(request.startsWith("POST /a2a/t%201/message:send "), request.constData());
}

void TestA2aClient::deliversFromEveryCarrier_data()
{
    QTest::addColumn<bool>("isRest");
    QTest::addColumn<QList<QByteArray>>("events");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const QList<QByteArray>& events, const char* told) {
        for (const bool isRest : { false, true })
            QTest::addRow("%s, %s", name, isRest ? "HTTP+JSON" : "JSON-RPC")
                << isRest << events << QByteArray(told);
    };
    row("status messages",
        { task("SUBMITTED"), status("WORKING", chunk(0), "a"), status("WORKING", chunk(1, true), "b"),
            status("COMPLETED", kResult, "c") },
        "chunk 0, chunk 1, result");
    row("artifacts",
        { task("SUBMITTED"), artifact(chunk(0)), artifact(chunk(1, true), true), artifact(kResult),
            status("COMPLETED") },
        "chunk 0, chunk 1, result");
    row("a result mirrored as artifact",
        { task("WORKING"), status("WORKING", chunk(0, true)), artifact(kResult),
            status("COMPLETED", kResult) },
        "chunk 0, result, (result)");
    row("a snapshot at the end",
        { task("WORKING"), status("WORKING", chunk(0, true)),
            task("COMPLETED", { chunk(0, true), kResult }) },
        "chunk 0, (chunk 0), result");
    row("one message", { R"({"message":)" + message(kResult) + '}' }, "result");
    row("an error", { task("WORKING"), status("COMPLETED", kCancelled) }, "error");
    row("snake_case",
        { R"({"task":{"id":"a2a-1","context_id":"c","status":{"state":"TASK_STATE_WORKING"}}})",
            R"({"status_update":{"task_id":"a2a-1","context_id":"c","status":{"state":"TASK_STATE_COMPLETED",)"
            R"("message":{"message_id":"m","role":"agent","parts":[{"data":)"
                + kResult + R"(,"media_type":"application/acmp+json"}]}}}})" },
        "result");
}

void TestA2aClient::deliversFromEveryCarrier()
{
    QFETCH(const QList<QByteArray>, events);
    QFETCH(const QByteArray, told);
    open();
    m_peer->on("SendStreamingMessage", stream(events));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY2(!seen.error, seen.error ? seen.error->toString().c_str() : "");
    QCOMPARE(seen.told(), told);
    QCOMPARE(m_peer->operations().size(), 1);
}

void TestA2aClient::waitsWithoutAStreamWhereNoneIsWanted()
{
    open();
    m_peer->on("SendMessage", one(task("COMPLETED", { kResult })));
    Seen seen;
    invoke(seen, false);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.told(), QByteArray("result"));
    QCOMPARE(std::get<acmp::TaskResult>(seen.messages.front()).costCu.text(), "0.0030");
    QVERIFY2(seen.findings.empty(), seen.rules().constData());
    QVERIFY(seen.origins.front().body.ends_with("/artifacts/0/parts/0/data/acmp_result"));
}

void TestA2aClient::tellsWhatBreaksA2a_data()
{
    QTest::addColumn<QList<QByteArray>>("events");
    QTest::addColumn<QByteArray>("rule");
    const auto row = [](const char* rule, const QList<QByteArray>& events) {
        QTest::newRow(rule) << events << QByteArray(rule);
    };
    const QByteArray end = status("COMPLETED", kResult);
    row("A2A-snake-case",
        { task("WORKING"), R"({"status_update":{"taskId":"a2a-1","contextId":"c","status":{}}})", end });
    row("A2A-enum", { R"({"task":{"id":"a2a-1","contextId":"c","status":{"state":"working"}}})", end });
    row("A2A-legacy-member",
        { task("WORKING"),
            R"({"statusUpdate":{"kind":"status-update","taskId":"a2a-1","contextId":"c","status":{}}})",
            end });
    row("A2A-context-id", { task("WORKING"), R"({"statusUpdate":{"taskId":"a2a-1","status":{}}})", end });
    row("A2A-missing-member", { task("WORKING"), R"({"statusUpdate":{"contextId":"c","status":{}}})", end });
    row("A2A-stream-order", { status("WORKING"), end });
    row("A2A-task-id",
        { task("WORKING"), R"({"statusUpdate":{"taskId":"a2a-2","contextId":"c","status":{}}})", end });
    row("A2A-after-terminal", { task("WORKING"), end, artifact(chunk(9)) });
    row("A2A-event-form", { task("WORKING"), R"({"hello":1})", end });
    row("A2A-media-type",
        { task("WORKING"),
            R"({"statusUpdate":{"taskId":"a2a-1","contextId":"c","status":{"state":"TASK_STATE_COMPLETED",)"
            R"("message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":)"
                + kResult + "}]}}}}" });
    row("A2A-number",
        { task("WORKING"),
            status(
                "COMPLETED", R"({"acmp_result":{"task_id":"task_1","tokens_used":4.0,"cost_cu":0.003}})") });
    row("A2A-state", { task("WORKING"), status("FAILED", kResult) });
    row("L1-3.2-field", { task("WORKING"), status("COMPLETED", R"({"acmp_result":{"task_id":7}})") });
}

void TestA2aClient::tellsWhatBreaksA2a()
{
    QFETCH(const QList<QByteArray>, events);
    QFETCH(const QByteArray, rule);
    openOver(false);
    m_peer->on("SendStreamingMessage", stream(events));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY2(seen.has(rule.toStdString()), seen.rules().constData());
}

void TestA2aClient::namesTheTroubleWith_data()
{
    QTest::addColumn<bool>("isRest");
    QTest::addColumn<QByteArray>("whole");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part"); // of the error's text
    using enum wire::ErrorKind;
    const auto row
        = [](const char* name, bool isRest, const QByteArray& whole, wire::ErrorKind kind, const char* part) {
              QTest::newRow(name) << isRest << whole << static_cast<int>(kind) << QString::fromUtf8(part);
          };
    const auto rpc = [](const char* error) -> QByteArray {
        return support::answer(R"({"jsonrpc":"2.0","id":1,"error":)" + QByteArray(error) + '}');
    };
    row("an A2A error", false, rpc(R"({"code":-32005,"message":"no such type"})"), Refused,
        "-32005 ContentTypeNotSupported: no such type");
    row("JSON-RPC's own", false, rpc(R"({"code":-32602,"message":"bad"})"), Refused, "-32602 InvalidParams");
    row("an error with an id null", false,
        support::answer(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}})"), Refused,
        "-32700 ParseError");
    row("an error with HTTP 400", false,
        support::answer(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"x"}})",
            "application/json", "400 Bad Request"),
        Refused, "-32600 InvalidRequest");
    row("another id", false, support::answer(R"({"jsonrpc":"2.0","id":"1","result":{}})"), Protocol,
        "another request");
    row("401", false, "HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
        Refused, "Bearer realm");
    row("403 with an error", true,
        support::answer(R"({"error":{"code":403,"message":"not you"}})", "application/json", "403 Forbidden"),
        Refused, "refuses this caller");
    row("HTML", false, support::answer("<html>Welcome</html>", "text/html"), Protocol, "text/html, <html>");
    row("500", true, support::answer("stack trace", "text/plain", "500 Oops"), Http, "HTTP 500");
    row("a status of google.rpc", true,
        support::answer(
            R"({"error":{"code":400,"status":"FAILED_PRECONDITION","message":"only 1.0","details":[{"reason":"VERSION_NOT_SUPPORTED"}]}})",
            "application/json", "400 Bad Request"),
        Refused, "-32009 VersionNotSupported: only 1.0");
    row("a problem", true,
        support::answer(
            R"({"type":"https://a2a-protocol.org/errors/content-type-not-supported","title":"Type","status":400})",
            "application/problem+json", "400 Bad Request"),
        Refused, "-32005 ContentTypeNotSupported: Type");
    row("a message without ACMP", false,
        support::answer(
            R"({"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","contextId":"c","role":"ROLE_AGENT","parts":[{"text":"hello"}]}}})"),
        Protocol,
        "holds no ACMP message: expected an ACMP result or error in a data Part (Layer 1 A2A binding "
        "§1), found hello");
    row("nothing at all", false, "", Unreachable, "closed");
    row("a bomb", true, support::answer(QByteArray(100'000, '[')), Protocol, "none of A2A");
}

void TestA2aClient::namesTheTroubleWith()
{
    QFETCH(const bool, isRest);
    QFETCH(QByteArray, whole);
    QFETCH(const int, kind);
    QFETCH(const QString, part);
    openOver(isRest);
    if (whole.isEmpty())
        whole = " "; // something is needed to close after
    m_peer->on("SendMessage", { .whole = whole });
    Seen seen;
    invoke(seen, false);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.error);
    const std::string text = seen.error->toString();
    QVERIFY2(whole == " " || QString::fromStdString(text).contains(part), text.c_str());
    QVERIFY2(whole == " " || static_cast<int>(seen.error->kind) == kind, text.c_str());
}

void TestA2aClient::lacksNothingOfAnErrorInTheMiddle()
{
    open();
    m_peer->on("SendStreamingMessage",
        { .events = { task("WORKING"), status("WORKING", chunk(0)) },
            .isStream = true,
            .staysOpen = true,
            .error = ScriptedAgent::Error { -32006, "INVALID_AGENT_RESPONSE", "it fell over" } });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QCOMPARE(seen.told(), QByteArray("chunk 0"));
    QVERIFY(seen.error);
    QVERIFY2(seen.error->found.find("-32006 InvalidAgentResponse: it fell over") != std::string::npos,
        seen.error->toString().c_str());
}

void TestA2aClient::subscribesAgainAfterABreak()
{
    open();
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("WORKING", chunk(0)) }));
    m_peer->on("SubscribeToTask",
        stream({ task("WORKING", { chunk(0), chunk(1) }), status("WORKING", chunk(2, true)),
            status("COMPLETED", kResult) }));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY2(!seen.error, seen.error ? seen.error->toString().c_str() : "");
    QCOMPARE(seen.told(), QByteArray("chunk 0, (chunk 0), chunk 1, chunk 2, result"));
    QVERIFY(seen.has("A2A-stream-broken"));
}

void TestA2aClient::leavesTheRetryToTheBuyerWhereChunksAreLost()
{
    open();
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("WORKING", chunk(0)) }));
    m_peer->on("SubscribeToTask", stream({ task("WORKING"), status("WORKING", chunk(5)) }));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.error);
    QVERIFY(seen.error->transient);
    QCOMPARE(seen.told(), QByteArray("chunk 0"));
}

void TestA2aClient::looksAtTheTaskWhereItCantSubscribe()
{
    open();
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("WORKING", chunk(0, true)) }));
    m_peer->on("SubscribeToTask",
        { .error = ScriptedAgent::Error { -32004, "UNSUPPORTED_OPERATION", "the task has ended" } });
    m_peer->on("GetTask", one(bareTask("COMPLETED", { chunk(0, true), kResult })));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY2(!seen.error, seen.error ? seen.error->toString().c_str() : "");
    QCOMPARE(seen.told(), QByteArray("chunk 0, (chunk 0), result"));
}

void TestA2aClient::looksForAnAnswerThatTheStreamLacked()
{
    open();
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("COMPLETED") }));
    m_peer->on("GetTask", one(bareTask("COMPLETED", { kResult })));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.told(), QByteArray("result"));
}

void TestA2aClient::saysHowATaskEndedWithoutAnAnswer()
{
    open();
    m_peer->on("SendStreamingMessage", stream({ task("WORKING"), status("REJECTED") }));
    m_peer->on("GetTask", one(bareTask("REJECTED")));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.error);
    QCOMPARE(seen.error->kind, wire::ErrorKind::Refused);
    QVERIFY(seen.error->message.find("TASK_STATE_REJECTED") != std::string::npos);
}

void TestA2aClient::sendsWithoutAStreamWhereItIsRefused()
{
    open();
    m_peer->on("SendStreamingMessage",
        { .error = ScriptedAgent::Error { -32004, "UNSUPPORTED_OPERATION", "no streams" } });
    m_peer->on("SendMessage", one(task("COMPLETED", { kResult })));
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(seen.told(), QByteArray("result"));
    QVERIFY(seen.has("A2A-streaming-refused"));
}

void TestA2aClient::stopsWhereTheAgentAsksForMore()
{
    open();
    m_peer->on("SendStreamingMessage",
        { .events = { task("WORKING"), status("INPUT_REQUIRED") }, .isStream = true, .staysOpen = true });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QCOMPARE(std::get<acmp::Other>(seen.messages.front()).method, std::string("input_required"));
    QVERIFY(seen.has("A2A-asks-for-more"));
}

void TestA2aClient::cancelsByAMessageToTheTask()
{
    open();
    m_peer->on(
        "SendStreamingMessage", { .events = { task("WORKING") }, .isStream = true, .staysOpen = true });
    m_peer->on("SendMessage", one(task("WORKING")));
    Seen seen;
    binding::Exchange* const exchange = invoke(seen);
    bool alive = false;
    connect(exchange, &binding::Exchange::alive, this, [&alive] { alive = true; });
    QTRY_VERIFY(alive);
    QVERIFY(cancelled());
    const QByteArray request = m_peer->requestsOf("SendMessage").value(0);
    for (const char* text : { R"("taskId":"a2a-1")", R"("contextId":"c")", R"("returnImmediately":true)",
             R"("acmp_method":"acmp/cancel","params":{"task_id":"task_1")" })
        QVERIFY2(request.contains(text), request.constData());
    QCOMPARE(seen.ended, 0);
}

void TestA2aClient::cancelsByTaskIdWhereMessagesToTheTaskAreRefused()
{
    open();
    m_peer->on(
        "SendStreamingMessage", { .events = { task("WORKING") }, .isStream = true, .staysOpen = true });
    m_peer->on("SendMessage",
        { .error = ScriptedAgent::Error { -32004, "UNSUPPORTED_OPERATION", "no messages while it runs" } });
    m_peer->on("SendMessage", one(R"({"message":)" + message(R"({"acmp_result":{}})") + '}'));
    Seen seen;
    binding::Exchange* const exchange = invoke(seen);
    bool alive = false;
    connect(exchange, &binding::Exchange::alive, this, [&alive] { alive = true; });
    QTRY_VERIFY(alive);
    QVERIFY(cancelled());
    const QList<QByteArray> requests = m_peer->requestsOf("SendMessage");
    QCOMPARE(requests.size(), 2);
    QVERIFY(requests[0].contains("taskId"));
    QVERIFY(!requests[1].contains("taskId"));
}

void TestA2aClient::abortIsTheHardCancel()
{
    open();
    m_peer->on(
        "SendStreamingMessage", { .events = { task("WORKING") }, .isStream = true, .staysOpen = true });
    m_peer->on("CancelTask", one(bareTask("CANCELED", { kCancelled })));
    Seen seen;
    binding::Exchange* const exchange = invoke(seen);
    bool alive = false;
    connect(exchange, &binding::Exchange::alive, this, [&alive] { alive = true; });
    QTRY_VERIFY(alive);
    exchange->abort();
    QTRY_COMPARE(seen.ended, 1);
    QCOMPARE(seen.told(), QByteArray("error"));
    QVERIFY(!seen.error);
    QCOMPARE(m_peer->requestsOf("CancelTask").size(), 1);
    QVERIFY(!seen.has("A2A-state")); // CANCELED is what was asked for
}

void TestA2aClient::closesAStreamThatStaysOpen()
{
    open();
    m_peer->on("SendStreamingMessage",
        { .events = { task("WORKING"), status("COMPLETED", kResult) }, .isStream = true, .staysOpen = true });
    Seen seen;
    invoke(seen);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!seen.error);
    QVERIFY(seen.has("A2A-stream-open"));
}

void TestA2aClient::carriesNoInputChunks()
{
    openOver(false);
    auto future = m_client->notify(acmp::InputChunk {});
    QVERIFY(future.isFinished());
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().kind, wire::ErrorKind::NotAdvertised);
    QVERIFY(m_peer->operations().isEmpty());
}

void TestA2aClient::negotiatesByMessages()
{
    open();
    m_peer->on("SendMessage",
        one(R"({"message":)"
            + message(
                R"({"acmp_result":{"offer_id":"o","capability":"x","price_cu":0.003,"valid_until_ms":5}})")
            + '}'));
    m_peer->on("SendMessage",
        one(R"({"message":)" + message(R"({"acmp_error":{"code":-34002,"message":"expired"}})") + '}'));
    Seen quote;
    acmp::OfferRequest request;
    request.capability = "x";
    start(quote, request);
    QTRY_COMPARE(quote.ended, 1);
    QVERIFY(!quote.error);
    QCOMPARE(quote.told(), QByteArray("offer"));
    Seen deal;
    acmp::Accept accept;
    accept.offerId = "o";
    start(deal, accept);
    QTRY_COMPARE(deal.ended, 1);
    QVERIFY(!deal.error);
    QCOMPARE(deal.told(), QByteArray("error"));
    const QList<QByteArray> requests = m_peer->requestsOf("SendMessage");
    QVERIFY(!requests[0].contains("returnImmediately"));
}

QTEST_GUILESS_MAIN(TestA2aClient)
#include "tst_a2aclient.moc"
