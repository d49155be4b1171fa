// SPDX-License-Identifier: Apache-2.0
// How the A2A client comes by an agent's card, and what it makes of it.
#include "protocol/binding/connect.h"
#include "tests/binding/a2afixture.h"

class TestA2aCard final : public A2aFixture {
    Q_OBJECT

private Q_SLOTS:
    void fetchesTheCard_data() { bindings(); }
    void fetchesTheCard();
    void asksWhetherTheCardHasChanged();
    void followsARedirectedCard();
    void keepsTheTokenFromAnotherOrigin();
    void isReachedByAnHttpTarget();
    void failsWithTheCardsError();
    void anAddressWithoutACardIsTheInterfaceItself();
};

void TestA2aCard::fetchesTheCard()
{
    QFETCH(bool, isRest);
    open();
    QCOMPARE(m_client->transportName(), std::string("A2A"));
    const auto found = discovered();
    QVERIFY2(found, found ? "" : found.error().toString().c_str());
    QCOMPARE(found->serverName, std::string("peer"));
    QCOMPARE(found->serverVersion, std::string("7"));
    QVERIFY(found->capability);
    QVERIFY(found->capability->outputStreaming());
    QVERIFY(found->findings.empty());
    QCOMPARE(m_client->transportName(), std::string(isRest ? "A2A over HTTP+JSON" : "A2A over JSON-RPC"));
    QCOMPARE(m_client->target(), m_peer->interfaceUrl().toString().toStdString());
}

void TestA2aCard::asksWhetherTheCardHasChanged()
{
    QByteArray asked;
    QByteArray card;
    support::RawPeer peer([&](const QByteArray& request, QTcpSocket& socket) {
        asked = request;
        if (request.contains("If-None-Match: \"v1\""))
            socket.write("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n");
        else
            socket.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"v1\"\r\nContent-Length: "
                + QByteArray::number(card.size()) + "\r\n\r\n" + card);
    });
    openOver(false);
    card = m_peer->ownCard();
    a2a::ClientOptions options;
    options.url = peer.url(QString());
    m_client = std::make_unique<a2a::Client>(m_clock, m_ids, *m_http, options);
    QVERIFY(discovered());
    QVERIFY(!asked.contains("If-None-Match"));
    const auto again = discovered();
    QVERIFY(again);
    QVERIFY(asked.contains("If-None-Match"));
    QCOMPARE(again->serverName, std::string("peer"));
}

void TestA2aCard::followsARedirectedCard()
{
    openOver(false);
    const QByteArray to = m_peer->url().toEncoded() + "/.well-known/agent-card.json";
    support::RawPeer peer([&](const QByteArray&, QTcpSocket& socket) {
        socket.write("HTTP/1.1 302 Found\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n");
    });
    a2a::ClientOptions options;
    options.url = peer.url(QString());
    m_client = std::make_unique<a2a::Client>(m_clock, m_ids, *m_http, options);
    const auto found = discovered();
    QVERIFY2(found, found ? "" : found.error().toString().c_str());
    QCOMPARE(found->serverName, std::string("peer"));
}

void TestA2aCard::keepsTheTokenFromAnotherOrigin()
{
    ScriptedAgent other(false);
    openOver(false, [&other](ScriptedAgent& peer) { peer.card = other.ownCard(); }, "secret");
    other.on("SendMessage", one(task("COMPLETED", { kResult })));
    const auto found = discovered();
    QVERIFY(found);
    QCOMPARE(found->findings.front().rule->id, std::string_view("A2A-interface-origin"));
    Seen seen;
    invoke(seen, false);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(!other.requestsOf("SendMessage").value(0).contains("secret"));
}

void TestA2aCard::isReachedByAnHttpTarget()
{
    openOver(false, {}, "secret");
    m_peer->on("SendMessage", one(task("COMPLETED", { kResult })));
    QUrl card = m_peer->url();
    card.setPath(QStringLiteral("/agent-card.json"));
    binding::EndpointSettings settings;
    settings.token = "secret";
    const auto client
        = binding::makeClient(binding::HttpTarget { card }, { m_clock, m_ids, m_sink }, settings);
    QCOMPARE(client->transportName(), std::string("MCP over HTTP"));
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY2(found.result(), found.result() ? "" : found.result().error().toString().c_str());
    QVERIFY(found.result()->isAgentCard);
    QCOMPARE(client->transportName(), std::string("A2A over JSON-RPC"));
    acmp::Invoke request;
    request.taskId = "task_1";
    request.capability = "x";
    int ended = 0;
    connect(client->start(request), &binding::Exchange::ended, this, [&ended] { ++ended; });
    QTRY_COMPARE(ended, 1);
    QVERIFY(m_peer->requestsOf("SendMessage").value(0).contains("Bearer secret"));
}

void TestA2aCard::failsWithTheCardsError()
{
    openOver(
        false, [](ScriptedAgent& peer) { peer.card = R"({"url":"http://x/","protocolVersion":"0.3.0"})"; });
    Seen seen;
    invoke(seen, false);
    QTRY_COMPARE(seen.ended, 1);
    QVERIFY(seen.error);
    QVERIFY(seen.error->found.find("0.3.0") != std::string::npos);
}

/// Decision D17: where JSON-RPC is asked for by name, and nowhere else.
void TestA2aCard::anAddressWithoutACardIsTheInterfaceItself()
{
    std::vector<QByteArray> gets, posts;
    support::RawPeer peer([&](const QByteArray& request, QTcpSocket& socket) {
        (request.startsWith("GET") ? gets : posts).push_back(request);
        socket.write(support::answer("{}", "application/json", "404 Not Found"));
    });
    openOver(false);
    a2a::ClientOptions options;
    options.url = peer.url(QStringLiteral("/quotes"));
    options.token = "secret";
    acmp::OfferRequest request;
    request.capability = "x";
    for (const auto preference : { a2a::Preference::CardsOrder, a2a::Preference::JsonRpc }) {
        options.preference = preference;
        m_client = std::make_unique<a2a::Client>(m_clock, m_ids, *m_http, options);
        const auto found = discovered();
        QVERIFY(!found);
        QVERIFY(found.error().kind == wire::ErrorKind::Http);
        gets.clear();
        Seen quote;
        start(quote, request);
        QTRY_COMPARE(quote.ended, 1);
        QVERIFY(quote.error);
        const bool isInterface = preference == a2a::Preference::JsonRpc;
        QCOMPARE(posts.size(), isInterface ? 1U : 0U);
        QCOMPARE(gets.empty(), isInterface); // what is known is not asked for again
    }
    QVERIFY(posts.front().startsWith("POST /quotes "));
    QVERIFY(posts.front().contains("acmp/offerRequest"));
    QVERIFY(posts.front().contains("Bearer secret"));
}

QTEST_GUILESS_MAIN(TestA2aCard)
#include "tst_a2acard.moc"
