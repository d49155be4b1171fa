// SPDX-License-Identifier: Apache-2.0
// A2A agents, most of them not as they should be: what the doctor says of their cards.
#include "tests/binding/scriptedagent.h"
#include "tests/buyer/examined.h"

class DoctorAgentsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingWrong_data();
    void findsNothingWrong();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void namesAMissingCard();
    void warnsOfAMissingToken();
};

void DoctorAgentsTest::findsNothingWrong_data()
{
    QTest::addColumn<bool>("isRest");
    QTest::newRow("JSON-RPC") << false;
    QTest::newRow("HTTP+JSON") << true;
}

void DoctorAgentsTest::findsNothingWrong()
{
    QFETCH(const bool, isRest);
    ScriptedAgent peer(isRest);
    Examined examined("a2a:" + peer.url().toEncoded());
    examined.complete();
    QCOMPARE(examined.summary(),
        QByteArray("name ok, TCP ok, proxy skipped, HTTP ok, discovery ok, version ok, authentication ok, "
                   "ACMP extension ok, capability ok"));
    QVERIFY2(examined.has(Kind::Discovery, "agent card of peer 7"), examined.report().constData());
    QVERIFY2(examined.has(Kind::Discovery, isRest ? "uses HTTP+JSON 1.0 at" : "uses JSONRPC 1.0 at"),
        examined.report().constData());
    QVERIFY(examined.has(Kind::Version, "A2A 1.0"));
    QCOMPARE(peer.operations().size(), 0);
}

void DoctorAgentsTest::namesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("card");
    QTest::addColumn<int>("step");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QByteArray& card, Kind step, const char* words) {
        QTest::newRow(name) << card << static_cast<int>(step) << QByteArray(words);
    };
    const QByteArray good = ScriptedAgent(false).ownCard();
    row("of A2A 0.3", R"({"name":"x","url":"http://x/","protocolVersion":"0.3.0","skills":[]})",
        Kind::Discovery, "before 1.0|a card of A2A 0.3.0|MCP endpoint's is without a2a:");
    row("another document", R"({"hello":1})", Kind::Discovery, "no agent card|supportedInterfaces");
    row("no JSON", "<html>hello</html>", Kind::Discovery, "it is no JSON");
    row("gRPC alone", QByteArray(good).replace("JSONRPC", "GRPC"), Kind::Discovery,
        "no interface that can be used|GRPC 1.0");
    row("no ACMP", QByteArray(good).replace("a2agora.org/acmp/v0.1", "other.example/x"), Kind::Extension,
        "does not trade|other.example/x|https://a2agora.org/acmp/v0.1");
    row("another ACMP", QByteArray(good).replace("acmp/v0.1", "acmp/v0.9"), Kind::Extension,
        "another ACMP version|acmp/v0.9");
    row("a declaration that is none", QByteArray(good).replace("\"0.1.0\"", "7"), Kind::Extension,
        "can't be read|/params/version");
}

void DoctorAgentsTest::namesWhatIsWrong()
{
    QFETCH(const QByteArray, card);
    QFETCH(const int, step);
    QFETCH(const QByteArray, words);
    ScriptedAgent peer(false);
    peer.card = card;
    Examined examined("a2a:" + peer.url().toEncoded());
    VERIFY_FAILED(examined, static_cast<Kind>(step), words);
}

void DoctorAgentsTest::namesAMissingCard()
{
    support::RawPeer peer([](const QByteArray&, QTcpSocket& socket) {
        socket.write(support::answer("not here", "text/plain", "404 Not Found"));
    });
    Examined examined("a2a:" + peer.url(QString()).toEncoded());
    VERIFY_FAILED(examined, Kind::Http, "404|/.well-known/agent-card.json");
}

void DoctorAgentsTest::warnsOfAMissingToken()
{
    ScriptedAgent peer(false);
    peer.card = peer.ownCard();
    peer.card.chop(1);
    peer.card += R"(,"securityRequirements":[{"schemes":{"bearer":{"list":[]}}}]})";
    Examined without("a2a:" + peer.url().toEncoded());
    without.complete();
    QVERIFY(without.at(Kind::Authentication).state == State::Warning);
    QVERIFY(without.has(Kind::Authentication, "asks for bearer"));
    binding::EndpointSettings settings;
    settings.token = "secret";
    Examined with("a2a:" + peer.url().toEncoded(), settings);
    with.complete();
    QVERIFY(with.at(Kind::Authentication).state == State::Ok);
    QCOMPARE(peer.cardRequests, 2); // asked once each
}

QTEST_GUILESS_MAIN(DoctorAgentsTest)
#include "tst_doctoragents.moc"
