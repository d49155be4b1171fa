// SPDX-License-Identifier: Apache-2.0
// A target that is a document: what it is, and where it leads.
#include "protocol/binding/mcp/card.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/binding/mcp/endpoint.h"
#include "protocol/json/writer.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

namespace {

QByteArray cardTo(const http::Server& server)
{
    return "{\"name\":\"a/b\",\"remotes\":[{\"type\":\"sse\",\"url\":\"http://x/\"},"
           "{\"type\":\"streamable-http\",\"url\":\"http://127.0.0.1:"
        + QByteArray::number(server.port()) + "/mcp\"}]}";
}

} // namespace

class TestCard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatADocumentIs_data();
    void saysWhatADocumentIs();
    void followsAServerCard();
    void followsAManifest();
    void keepsTheTokenFromAnotherOrigin();
    void staysWithTheFirstErrorWhereThereIsNoDocument();
    void waitsForNoEventStream();
    void asksForTheDocumentOnce();

private:
    /// An endpoint at /mcp, a card at /card that leads to `to`.
    std::unique_ptr<http::Server> serve(QByteArray card)
    {
        auto server = std::make_unique<http::Server>(m_clock, m_sink);
        connect(
            server.get(), &http::Server::requestReceived, this, [this, card](http::ServerExchange* exchange) {
                m_seen.push_back(exchange->head());
                if (exchange->head().target == "/mcp")
                    return m_endpoint.handle(exchange);
                if (exchange->head().method == "GET")
                    return exchange->respond(
                        200, { { "Content-Type", "application/json" } }, card.toStdString());
                exchange->respond(405, {}, "<html>no</html>");
            });
        if (!server->listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
        return server;
    }
    std::unique_ptr<mcp::Client> clientOf(const http::Server& server)
    {
        mcp::ClientOptions options;
        options.url = QUrl(QStringLiteral("http://127.0.0.1:%1/card").arg(server.port()));
        options.token = "secret";
        return std::make_unique<mcp::Client>(m_clock, m_http, options);
    }
    std::size_t count(std::string_view method) const
    {
        return static_cast<std::size_t>(
            std::ranges::count(m_seen, method, [](const http::RequestHead& head) { return head.method; }));
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    http::Client m_http { m_clock, m_sink };
    mcp::Methods m_methods;
    mcp::Endpoint m_endpoint { m_methods, {} };
    std::vector<http::RequestHead> m_seen;

public:
    TestCard()
    {
        m_methods.onRequest(
            std::string("server/discover"), [](mcp::Call& call, const json::View&, const std::string&) {
                call.result([](json::Writer& writer) {
                    writer.beginObject()
                        .key("supportedVersions")
                        .beginArray()
                        .string("2026-07-28")
                        .endArray();
                    writer.endObject();
                });
            });
    }
};

void TestCard::saysWhatADocumentIs_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const char* document, const char* url, const char* error) {
        QTest::newRow(name) << QByteArray(document) << QString::fromUtf8(url) << QString::fromUtf8(error);
    };
    row("server card", R"({"remotes":[{"type":"streamable-http","url":"https://a.example/mcp"}]})",
        "https://a.example/mcp", "");
    row("variables", R"({"remotes":[{"type":"streamable-http","url":"https://{tenant}.example/mcp"}]})", "",
        "variables");
    row("no http", R"({"remotes":[{"type":"streamable-http","url":"file:///etc/passwd"}]})", "",
        "without a good address");
    row("no remote", R"({"$schema":"https://x/schemas/v1/server-card.schema.json","name":"a/b"})", "",
        "without a remote");
    row("agent card", R"({"supportedInterfaces":[],"skills":[]})", "agent", "");
    row("catalog", R"({"entries":[{},{}]})", "", "catalog of 2 entries");
    row("catalog, a server and an agent",
        R"({"entries":[{"type":"application/a2a-agent-card+json","url":"https://a.example/agent"},
            {"type":"application/mcp-server-card+json","url":"https://a.example/card"}]})",
        "https://a.example/card", "");
    row("catalog, an agent",
        R"({"entries":[{"mediaType":"application/a2a-agent-card+json","url":"https://a.example/agent"}]})",
        "https://a.example/agent", "");
    row("catalog, two servers",
        R"({"entries":[{"type":"application/mcp-server-card+json","url":"https://a.example/1"},
            {"type":"application/mcp-server-card+json","url":"https://a.example/2"}]})",
        "", "catalog of 2 entries");
    row("catalog, no http",
        R"({"entries":[{"type":"application/mcp-server-card+json","url":"file:///etc/passwd"}]})", "",
        "catalog of 1 entries");
    row("something else", R"({"hello":1})", "", "");
    row("an array", "[]", "", "");
}

void TestCard::saysWhatADocumentIs()
{
    QFETCH(QByteArray, document);
    QFETCH(QString, url);
    QFETCH(QString, error);
    const auto parsed = json::Document::parse(document);
    QVERIFY(parsed);
    const auto leads = mcp::followDocument(parsed->root());
    QCOMPARE(leads.has_value(), !url.isEmpty() || !error.isEmpty());
    if (!leads)
        return;
    const QUrl* const endpoint = leads->has_value() ? std::get_if<QUrl>(&**leads) : nullptr;
    QCOMPARE(endpoint ? endpoint->toString() : *leads ? QStringLiteral("agent") : QString(), url);
    if (!error.isEmpty())
        QVERIFY2(leads->error().message.find(error.toStdString()) != std::string::npos,
            leads->error().message.c_str());
}

void TestCard::followsAServerCard()
{
    m_seen.clear();
    // The card stands beside its endpoint.
    const auto server = std::make_unique<http::Server>(m_clock, m_sink);
    connect(server.get(), &http::Server::requestReceived, this, [&](http::ServerExchange* exchange) {
        m_seen.push_back(exchange->head());
        if (exchange->head().target == "/mcp")
            return m_endpoint.handle(exchange);
        exchange->respond(exchange->head().method == "GET" ? 200 : 404, {}, cardTo(*server).toStdString());
    });
    QVERIFY(server->listen(QHostAddress::LocalHost, 0));
    const auto client = clientOf(*server);
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY2(found.result(), found.result() ? "" : found.result().error().toString().c_str());
    QCOMPARE(found.result()->versions, std::vector<std::string> { "2026-07-28" });
    QVERIFY(client->target().ends_with("/mcp"));
    QCOMPARE(std::string(m_seen.back().fields.find("Authorization").value_or("")), "Bearer secret");
    QVERIFY(std::string(m_seen.at(1).fields.find("Accept").value_or("")).find("server-card")
        != std::string::npos);
}

void TestCard::followsAManifest()
{
    m_seen.clear();
    QByteArray manifest;
    const auto server = std::make_unique<http::Server>(m_clock, m_sink);
    connect(server.get(), &http::Server::requestReceived, this, [&](http::ServerExchange* exchange) {
        m_seen.push_back(exchange->head());
        const std::string& target = exchange->head().target;
        if (target == "/mcp")
            return m_endpoint.handle(exchange);
        if (exchange->head().method != "GET")
            return exchange->respond(404, {}, {});
        exchange->respond(200, {}, (target == "/card" ? manifest : cardTo(*server)).toStdString());
    });
    QVERIFY(server->listen(QHostAddress::LocalHost, 0));
    manifest = "{\"entries\":[{\"type\":\"application/mcp-server-card+json\",\"url\":\"http://127.0.0.1:"
        + QByteArray::number(server->port()) + "/server-card\"}]}";
    const auto client = clientOf(*server);
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY2(found.result(), found.result() ? "" : found.result().error().toString().c_str());
    QVERIFY(client->target().ends_with("/mcp"));
    // The manifest, its card; an endpoint that fails then is looked behind no more.
    QCOMPARE(count("GET"), 2U);
}

void TestCard::keepsTheTokenFromAnotherOrigin()
{
    m_seen.clear();
    const auto there = serve({});
    const auto here = serve(cardTo(*there));
    const auto client = clientOf(*here);
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result());
    QCOMPARE(m_seen.back().target, "/mcp");
    QVERIFY(!m_seen.back().fields.find("Authorization"));
}

void TestCard::staysWithTheFirstErrorWhereThereIsNoDocument()
{
    const auto server = serve("<html>hello</html>");
    const auto client = clientOf(*server);
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QCOMPARE(found.result().error().kind, wire::ErrorKind::Http);
    QVERIFY(found.result().error().message.find("405") != std::string::npos);
}

void TestCard::waitsForNoEventStream()
{
    http::Server server(m_clock, m_sink);
    connect(&server, &http::Server::requestReceived, this, [](http::ServerExchange* exchange) {
        if (exchange->head().method != "GET")
            return exchange->respond(405, {}, {});
        // Nothing ever comes.
        exchange->startStream(200, { { "Content-Type", "text/event-stream" } });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost, 0));
    const auto client = clientOf(server);
    auto found = client->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result().error().message.find("405") != std::string::npos);
}

void TestCard::asksForTheDocumentOnce()
{
    m_seen.clear();
    const auto server = serve(R"({"entries":[]})");
    const auto client = clientOf(*server);
    for (int i = 0; i < 2; ++i) {
        auto found = client->discover();
        QTRY_VERIFY(found.isFinished());
        QVERIFY(!found.result());
    }
    QCOMPARE(count("GET"), 1U);
}

QTEST_GUILESS_MAIN(TestCard)
#include "tst_card.moc"
