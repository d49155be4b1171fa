// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/card.h"
#include "protocol/json/document.h"

#include <QTest>

using a2a::Preference;

namespace {

const QByteArray kAcmp
    = R"({"uri":"https://a2agora.org/acmp/v0.1","params":{"version":"0.1.0","role":"provider","accepts":["acmp/invoke","acmp/offerRequest","acmp/accept"],)"
      R"("emits":["acmp/streamChunk","acmp/heartbeat"],)"
      R"("features":{"output_streaming":true,"input_streaming":false,"heartbeat_interval_ms":5000}}})";
const QByteArray kRpc
    = R"({"url":"https://a.example/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"})";
const QByteArray kRest
    = R"({"url":"https://a.example/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0","tenant":"t"})";
const QByteArray kGrpc = R"({"url":"a.example:443","protocolBinding":"GRPC","protocolVersion":"1.0"})";

QByteArray cardWith(const QByteArray& interfaces, const QByteArray& extensions = kAcmp,
    const char* streaming = "true", const QByteArray& more = {})
{
    return R"({"name":"n","description":"d","version":"2","supportedInterfaces":[)" + interfaces
        + R"(],"capabilities":{"streaming":)" + streaming + R"(,"extensions":[)" + extensions
        + R"(]},"defaultInputModes":["application/acmp+json"],"defaultOutputModes":["application/acmp+json"],)"
          R"("skills":[{"id":"s","name":"s","description":"d","tags":["x"]}])"
        + more + '}';
}

std::expected<a2a::AgentCard, wire::Error> read(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    if (!document)
        qFatal("no JSON: %s", text.constData());
    return a2a::readCard(document->root());
}

QByteArray rulesOf(const a2a::AgentCard& card)
{
    QByteArrayList all;
    for (const acmp::Finding& finding : card.findings)
        all += QByteArray::fromStdString(std::string(finding.rule->id) + ' ' + finding.where.pointer);
    return all.join("; ");
}

} // namespace

class TestCard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatACardSays();
    void choosesAnInterface_data();
    void choosesAnInterface();
    void findsWhatIsWrong_data();
    void findsWhatIsWrong();
    void refusesWhatIsNoCard_data();
    void refusesWhatIsNoCard();
    void looksForTheCard_data();
    void looksForTheCard();
};

void TestCard::readsWhatACardSays()
{
    const auto card = read(cardWith(kRpc + ',' + kRest));
    QVERIFY(card);
    QCOMPARE(card->name, std::string("n"));
    QCOMPARE(card->version, std::string("2"));
    QVERIFY(card->streams);
    QVERIFY(card->capability);
    QCOMPARE(card->capability->heartbeatInterval(), std::chrono::milliseconds(5000));
    QVERIFY2(card->findings.empty(), rulesOf(*card).constData());
    QCOMPARE(card->interfaces.size(), std::size_t { 2 });
    QCOMPARE(card->interfaces[1].tenant, std::string("t"));
    const auto plain = read(cardWith(kRpc, {}));
    QVERIFY(plain && !plain->capability);
    QVERIFY(plain->findings.empty());
}

void TestCard::choosesAnInterface_data()
{
    QTest::addColumn<QByteArray>("interfaces");
    QTest::addColumn<int>("preference");
    QTest::addColumn<QByteArray>("chosen"); // its binding, or what the error found
    const auto row
        = [](const char* name, const QByteArray& interfaces, Preference preference, const char* chosen) {
              QTest::newRow(name) << interfaces << static_cast<int>(preference) << QByteArray(chosen);
          };
    using enum Preference;
    row("the first", kRest + ',' + kRpc, CardsOrder, "HTTP+JSON");
    row("the first that is spoken", kGrpc + ',' + kRpc, CardsOrder, "JSONRPC");
    row("told to take JSON-RPC", kRest + ',' + kRpc, JsonRpc, "JSONRPC");
    row("told to take HTTP+JSON", kRpc + ',' + kRest, Rest, "HTTP+JSON");
    row("none of the kind", kRpc, Rest, "found JSONRPC 1.0");
    row("gRPC only", kGrpc, CardsOrder, "found GRPC 1.0");
    row("another version", R"({"url":"http://x/","protocolBinding":"JSONRPC","protocolVersion":"0.3"})",
        CardsOrder, "found JSONRPC 0.3");
    row("none", {}, CardsOrder, "found none that can be read");
}

void TestCard::choosesAnInterface()
{
    QFETCH(const QByteArray, interfaces);
    QFETCH(const int, preference);
    QFETCH(const QByteArray, chosen);
    const auto card = read(cardWith(interfaces));
    QVERIFY(card);
    const auto found = a2a::chooseInterface(*card, static_cast<Preference>(preference));
    const QByteArray text
        = QByteArray::fromStdString(found ? found->protocolBinding : found.error().toString());
    QVERIFY2(text.contains(chosen), text.constData());
}

void TestCard::findsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("card");
    QTest::addColumn<QByteArray>("rules");
    const auto row = [](const char* name, const QByteArray& card, const char* rules) {
        QTest::newRow(name) << card << QByteArray(rules);
    };
    row("hardly anything there", R"({"supportedInterfaces":[]})",
        "A2A-card-field /name; A2A-card-field /description; A2A-card-field /version; "
        "A2A-card-field /supportedInterfaces; A2A-card-field /capabilities; "
        "A2A-card-field /defaultInputModes; A2A-card-field /defaultOutputModes; A2A-card-field /skills");
    row("an interface without version", cardWith(R"({"url":"http://x/","protocolBinding":"JSONRPC"})"),
        "A2A-card-field /supportedInterfaces/0/protocolVersion");
    row("an address that is none",
        cardWith(R"({"url":"file:///etc/passwd","protocolBinding":"JSONRPC","protocolVersion":"1.0"})"),
        "A2A-card-field /supportedInterfaces/0/url");
    row("a scheme as its library has it",
        cardWith(kRpc, kAcmp, "true",
            R"(,"securitySchemes":{"b":{"scheme":{"$case":"httpAuthSecurityScheme","value":{}}}})"),
        "A2A-card-form /securitySchemes/b/scheme/$case");
    row("another ACMP version", cardWith(kRpc, R"({"uri":"https://a2agora.org/acmp/v0.2"})"),
        "A2A-other-extension /capabilities/extensions/0/uri");
    row("input streaming",
        cardWith(kRpc,
            R"({"uri":"https://a2agora.org/acmp/v0.1","params":{"version":"0.1.0","accepts":["acmp/invoke","acmp/inputChunk","acmp/offerRequest","acmp/accept"],"features":{"input_streaming":true}}})"),
        "A2A-input-streaming /capabilities/extensions/0/params/features/input_streaming");
    row("heartbeats without a stream", cardWith(kRpc, kAcmp, "false"),
        "A2A-heartbeat-unstreamed /capabilities/extensions/0/params/features/heartbeat_interval_ms");
    row("a declaration that is none",
        cardWith(kRpc, R"({"uri":"https://a2agora.org/acmp/v0.1","params":{"version":7}})"),
        "L1-1-field /capabilities/extensions/0/params/version");
    row("no declaration", cardWith(kRpc, R"({"uri":"https://a2agora.org/acmp/v0.1"})"), "L1-1-field ");
    row("extensions that are none", cardWith(kRpc, R"(7,"x",null)"), "");
}

void TestCard::findsWhatIsWrong()
{
    QFETCH(const QByteArray, card);
    QFETCH(const QByteArray, rules);
    const auto found = read(card);
    QVERIFY(found);
    QCOMPARE(rulesOf(*found), rules);
}

void TestCard::refusesWhatIsNoCard_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("of A2A 0.3") << QByteArray(R"({"name":"x","url":"http://x/","protocolVersion":"0.3.0"})")
                                << QByteArray("a card of A2A 0.3.0");
    QTest::newRow("of an older one") << QByteArray(R"({"url":"http://x/","skills":[]})")
                                     << QByteArray("before 1.0");
    QTest::newRow("another document") << QByteArray(R"({"hello":1})") << QByteArray("no agent card");
    QTest::newRow("an array") << QByteArray("[]") << QByteArray("no agent card");
}

void TestCard::refusesWhatIsNoCard()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, error);
    const auto card = read(text);
    QVERIFY(!card);
    QVERIFY2(card.error().toString().find(error.toStdString()) != std::string::npos,
        card.error().toString().c_str());
}

void TestCard::looksForTheCard_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("urls");
    const auto row = [](const char* target, const QStringList& urls) {
        QTest::newRow(target) << QString::fromLatin1(target) << urls;
    };
    const QString known = QStringLiteral("https://a.example/.well-known/agent-card.json");
    row("https://a.example", { known });
    row("https://a.example/?x=1", { known });
    row("https://a.example/agents/one",
        { QStringLiteral("https://a.example/agents/one"),
            QStringLiteral("https://a.example/agents/one/.well-known/agent-card.json") });
    row("https://a.example/one/",
        { QStringLiteral("https://a.example/one/"),
            QStringLiteral("https://a.example/one/.well-known/agent-card.json") });
    row("https://a.example/my-card.json?v=2", { QStringLiteral("https://a.example/my-card.json?v=2") });
}

void TestCard::looksForTheCard()
{
    QFETCH(const QString, target);
    QFETCH(const QStringList, urls);
    QStringList found;
    for (const QUrl& url : a2a::cardUrls(QUrl(target)))
        found.append(url.toString());
    QCOMPARE(found, urls);
}

QTEST_GUILESS_MAIN(TestCard)
#include "tst_card.moc"
