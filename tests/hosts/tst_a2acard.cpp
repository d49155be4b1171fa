// SPDX-License-Identifier: Apache-2.0
// The agent card that an A2A agent of ours serves.
#include "tests/hosts/a2apeer.h"

#include <QTest>

using namespace a2atest;

class TestA2aCard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servesItsCard();
    void revalidatesItsCard();
    void hasACardForEachOfTheMarket();
};

void TestA2aCard::servesItsCard()
{
    Peer peer(scenarioText());
    const Answer card = peer.ask(Binding::Rest, peer.request("GET", "/.well-known/agent-card.json"));
    QCOMPARE(card.status(), 200);
    QCOMPARE(card.http->fields.find("Content-Type"), "application/json");
    QVERIFY(card.http->fields.find("Cache-Control"));
    QCOMPARE(card.text("/name"), "shop");
    for (const char* member : { "/description", "/version", "/skills/0/id", "/skills/0/name",
             "/skills/0/description", "/skills/0/tags/0" })
        QVERIFY2(!card.text(member).empty(), member);
    QCOMPARE(card.text("/supportedInterfaces/0/url"), peer.base() + "/a2a/rpc");
    QCOMPARE(card.text("/supportedInterfaces/0/protocolBinding"), "JSONRPC");
    QCOMPARE(card.text("/supportedInterfaces/1/url"), peer.base() + "/a2a/rest");
    QCOMPARE(card.text("/supportedInterfaces/1/protocolBinding"), "HTTP+JSON");
    QCOMPARE(card.text("/supportedInterfaces/1/protocolVersion"), "1.0");
    QCOMPARE(card.at("/defaultInputModes"), R"(["application/acmp+json"])");
    QCOMPARE(card.at("/defaultOutputModes"), R"(["application/acmp+json"])");
    QCOMPARE(card.text("/capabilities/extensions/0/uri"), "https://a2agora.org/acmp/v0.1");
    QCOMPARE(card.at("/capabilities/extensions/0/required"), "false");
    const std::string params = "/capabilities/extensions/0/params";
    QCOMPARE(card.text(params + "/version"), "0.1.0");
    QCOMPARE(card.text(params + "/provider_id"), "agent:shop:local");
    QCOMPARE(card.at(params + "/features/output_streaming"), "true");
    QCOMPARE(card.at(params + "/features/input_streaming"), "false");
    QCOMPARE(card.at(params + "/features/heartbeat_interval_ms"), "20");
    QVERIFY(card.at(params + "/accepts").find("inputChunk") == std::string::npos);
}

void TestA2aCard::revalidatesItsCard()
{
    Peer peer(scenarioText());
    http::Request request = peer.request("GET", "/.well-known/agent-card.json");
    const Answer card = peer.ask(Binding::Rest, request);
    const std::string tag(card.http->fields.find("ETag").value_or(""));
    QVERIFY(tag.size() > 2 && tag.starts_with('"'));
    request.fields.add("If-None-Match", "\"other\", " + tag);
    const Answer same = peer.ask(Binding::Rest, request);
    QCOMPARE(same.status(), 304);
    QCOMPARE(same.http->fields.find("ETag"), tag);
    QVERIFY(same.http->body.empty());
    request.fields = { { "If-None-Match", "\"other\"" } };
    QCOMPARE(peer.ask(Binding::Rest, request).status(), 200);
    QCOMPARE(
        peer.ask(Binding::Rest, peer.request("POST", "/.well-known/agent-card.json", "{}")).status(), 405);
}

void TestA2aCard::hasACardForEachOfTheMarket()
{
    Peer peer(scenarioText());
    auto second = engine::Scenario::parse(scenarioText());
    second->name = "other";
    peer.market().add(*second);
    const auto stalls = peer.market().stalls();
    QCOMPARE(stalls[0].a2aUrl, peer.base() + "/.well-known/agent-card.json");
    QCOMPARE(stalls[1].a2aUrl, peer.base() + "/other/.well-known/agent-card.json");
    const Answer card = peer.ask(Binding::Rest, peer.request("GET", "/other/.well-known/agent-card.json"));
    QCOMPARE(card.text("/name"), "other");
    QCOMPARE(card.text("/supportedInterfaces/0/url"), peer.base() + "/other/a2a/rpc");
    QCOMPARE(card.text("/supportedInterfaces/1/url"), stalls[1].a2aRestUrl);
    http::Request request = peer.rest("POST", "/message:send", sendOf(invoke("t1", "now")));
    request.url = QUrl(QString::fromStdString(stalls[1].a2aRestUrl + "/message:send"));
    QCOMPARE(peer.ask(Binding::Rest, request).text("/task/status/state"), "TASK_STATE_COMPLETED");
    QCOMPARE(stalls[0].provider->facts().tasks, std::uint64_t { 0 });
}

QTEST_GUILESS_MAIN(TestA2aCard)
#include "tst_a2acard.moc"
