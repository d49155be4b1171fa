// SPDX-License-Identifier: Apache-2.0
// Requests of no type of their own over A2A, such as acmp/proveIdentity.
#include "protocol/binding/asktimeout.h"
#include "protocol/wire/manualclock.h"
#include "tests/binding/a2afixture.h"

#include <QTest>

class TestA2aAsking final : public A2aFixture {
    Q_OBJECT

private Q_SLOTS:
    void sendsOneMessage_data() { bindings(); }
    void sendsOneMessage();
    void takesTheResultFrom_data();
    void takesTheResultFrom();
    void namesTheTroubleWith_data();
    void namesTheTroubleWith();
    void carriesNothingElse();
    void givesUpInTime();

private:
    using Outcome = std::expected<json::Raw, wire::Error>;

    Outcome ask()
    {
        auto future = m_client->ask("acmp/proveIdentity", { { "nonce", json::Raw::string("n") } });
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }))
            qFatal("no answer");
        return future.result();
    }
};

namespace {

const QByteArray kProof = R"({"acmp_result":{"envelope":{"did":"did:key:z","created_ms":1.0}}})";

QByteArray inMessage(const QByteArray& data)
{
    return R"({"message":)" + message(data) + '}';
}

} // namespace

void TestA2aAsking::sendsOneMessage()
{
    QFETCH(bool, isRest);
    open({}, "secret");
    m_peer->on("SendMessage", one(inMessage(kProof)));
    const Outcome answer = ask();
    QVERIFY2(answer, answer ? "" : answer.error().toString().c_str());
    QCOMPARE(answer->text(), std::string_view(R"({"envelope":{"did":"did:key:z","created_ms":1.0}})"));
    QCOMPARE(m_peer->operations(), QList<QByteArray> { "SendMessage" });
    const QByteArray request = m_peer->requestsOf("SendMessage").value(0);
    for (const QByteArray& line :
        { isRest ? QByteArray("POST /a2a/message:send HTTP/1.1\r\n") : QByteArray("POST /a2a HTTP/1.1\r\n"),
            QByteArray("\r\nA2A-Extensions: " + kUri + "\r\n"),
            QByteArray("\r\nAuthorization: Bearer secret\r\n"), QByteArray(R"("role":"ROLE_USER")"),
            QByteArray(R"("data":{"acmp_method":"acmp/proveIdentity","params":{"nonce":"n"}})"),
            QByteArray(R"("mediaType":"application/acmp+json")") })
        QVERIFY2(request.contains(line), QByteArray(line + " in " + request).constData());
    QVERIFY(!request.contains("taskId"));
}

void TestA2aAsking::takesTheResultFrom_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("a message") << inMessage(kProof);
    QTest::newRow("a task that was made for it") << task("COMPLETED", { kProof });
    QTest::newRow("the first of two") << task("COMPLETED", { kProof, R"({"acmp_result":{}})" });
}

void TestA2aAsking::takesTheResultFrom()
{
    QFETCH(QByteArray, event);
    for (const bool isRest : { false, true }) {
        openOver(isRest);
        m_peer->on("SendMessage", one(event));
        const Outcome answer = ask();
        QVERIFY(answer && answer->text().starts_with(R"({"envelope")"));
    }
}

void TestA2aAsking::namesTheTroubleWith_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<wire::ErrorKind>("kind");
    QTest::addColumn<QByteArray>("found");
    QTest::newRow("ACMP's no") << inMessage(
        R"({"acmp_error":{"code":-36001,"message":"identity_proof_failed"}})")
                               << wire::ErrorKind::Refused << QByteArray("-36001");
    QTest::newRow("a call in place of an answer")
        << inMessage(R"({"acmp_method":"acmp/proveIdentity","params":{}})") << wire::ErrorKind::Protocol
        << QByteArray();
    QTest::newRow("words without ACMP") << QByteArray(
        R"({"message":{"messageId":"m","contextId":"c","role":"ROLE_AGENT","parts":[{"text":"hi"}]}})")
                                        << wire::ErrorKind::Protocol << QByteArray();
    QTest::newRow("a task that runs on") << task("WORKING") << wire::ErrorKind::Protocol << QByteArray();
    QTest::newRow("an answer of no form")
        << QByteArray(R"({"strange":1})") << wire::ErrorKind::Protocol << QByteArray();
}

void TestA2aAsking::namesTheTroubleWith()
{
    QFETCH(QByteArray, event);
    QFETCH(wire::ErrorKind, kind);
    QFETCH(QByteArray, found);
    for (const bool isRest : { false, true }) {
        openOver(isRest);
        m_peer->on("SendMessage", one(event));
        const Outcome answer = ask();
        QVERIFY(!answer);
        QVERIFY2(answer.error().kind == kind, answer.error().toString().c_str());
        QVERIFY(QByteArray::fromStdString(answer.error().found).contains(found));
    }
    openOver(false);
    m_peer->on(
        "SendMessage", { .error = ScriptedAgent::Error { -32005, "CONTENT_TYPE_NOT_SUPPORTED", "no" } });
    const Outcome refused = ask();
    QVERIFY(!refused && refused.error().kind == wire::ErrorKind::Refused);
}

void TestA2aAsking::carriesNothingElse()
{
    openOver(false);
    auto future = m_client->ask("tools/list", {});
    QVERIFY(future.isFinished() && !future.result());
    QCOMPARE(future.result().error().kind, wire::ErrorKind::Refused);
    QVERIFY(m_peer->operations().isEmpty());
}

void TestA2aAsking::givesUpInTime()
{
    openOver(false);
    wire::ManualClock clock;
    a2a::ClientOptions options;
    options.url = m_peer->url();
    m_client = std::make_unique<a2a::Client>(clock, m_ids, *m_http, options);
    QVERIFY(discovered());
    m_peer->on("SendMessage", { .events = { task("WORKING") }, .isStream = true, .staysOpen = true });
    auto future = m_client->ask("acmp/proveIdentity", {});
    QTRY_COMPARE(m_peer->operations().size(), 1);
    clock.advance(binding::kAskTimeout);
    QTRY_VERIFY(future.isFinished());
    QVERIFY(!future.result());
    QCOMPARE(future.result().error().kind, wire::ErrorKind::Deadline);
}

QTEST_GUILESS_MAIN(TestA2aAsking)
#include "tst_a2aasking.moc"
