// SPDX-License-Identifier: Apache-2.0
// Buyer and provider of this program: signatures, the did.json, acmp/proveIdentity, over loopback.
#include "protocol/binding/a2a/client.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/buyer/connection.h"
#include "protocol/discovery/didfetcher.h"
#include "protocol/hosts/market.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

using identity::State;

class TestIdentity final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void verifiesWhatItsProviderSigns_data();
    void verifiesWhatItsProviderSigns();
    void fetchesNothingThatOnlyAnOfferNames();
    void noticesASpoiledSignature();
    void noticesAnotherDidThanDeclared();
    void publishesOnlyWhatIsItsOwn();
    void leavesProofToThoseWhoCarryIt();
    void provesItOverA2aAsWell();

private:
    static engine::Scenario scenario(const std::string& name, const std::string& key)
    {
        const auto parsed = engine::Scenario::parse(R"({"format":1,"name":")" + name
            + R"(","capabilities":[{"name":"c","price_cu":0.003}])" + (key.empty() ? "" : ",\"key\":" + key)
            + '}');
        if (!parsed)
            qFatal("%s", parsed.error().front().toString().c_str());
        return *parsed;
    }
    template <class T>
    T wait(QFuture<T> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 10'000))
            qFatal("no answer");
        return future.result();
    }
    std::unique_ptr<buyer::Connection> connectTo(std::size_t stall, bool hasResolver = true)
    {
        mcp::ClientOptions options;
        options.url = QUrl(QString::fromStdString(m_market->stalls()[stall].mcpUrl));
        auto connection = std::make_unique<buyer::Connection>(
            std::make_unique<mcp::Client>(m_clock, *m_http, options), m_clock);
        if (hasResolver)
            connection->setResolver(m_resolver.get());
        if (!wait(connection->discover()))
            qFatal("not discovered");
        wait(connection->resolution());
        return connection;
    }
    std::unique_ptr<buyer::Connection> connectToAgent(std::size_t stall)
    {
        a2a::ClientOptions options;
        options.url = QUrl(QString::fromStdString(m_market->stalls()[stall].a2aUrl));
        auto connection = std::make_unique<buyer::Connection>(
            std::make_unique<a2a::Client>(m_clock, m_ids, *m_http, options), m_clock);
        connection->setResolver(m_resolver.get());
        if (!wait(connection->discover()))
            qFatal("not discovered");
        wait(connection->resolution());
        return connection;
    }
    buyer::Quote quote(buyer::Connection& connection)
    {
        acmp::OfferRequest request;
        request.capability = "c";
        return wait(connection.quote(request));
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<hosts::Market> m_market;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::DidFetcher> m_fetcher;
    std::unique_ptr<identity::Resolver> m_resolver;
    std::vector<std::string> m_fetched;
};

void TestIdentity::init()
{
    m_fetched.clear();
    m_market = std::make_unique<hosts::Market>(m_clock, m_ids, m_sink, hosts::MarketOptions {});
    m_market->add(scenario("web", R"({"did":"did:web"})"));
    m_market->add(scenario("second", R"({"did":"did:web","type":"p-256"})"));
    QVERIFY(m_market->listen());
    m_market->add(scenario("key", "{}"));
    m_market->add(scenario("spoiled", R"({"bad_signature":true})"));
    m_market->add(scenario("plain", ""));
    m_http = std::make_unique<http::Client>(m_clock, m_sink);
    m_fetcher = std::make_unique<discovery::DidFetcher>(m_clock, m_sink, http::ClientOptions());
    m_resolver = std::make_unique<identity::Resolver>(m_clock, [this](const std::string& url) {
        m_fetched.push_back(url);
        return m_fetcher->get(url);
    });
}

void TestIdentity::verifiesWhatItsProviderSigns_data()
{
    QTest::addColumn<int>("stall");
    QTest::addColumn<int>("fetches");
    QTest::newRow("did:web of the host") << 0 << 1;
    QTest::newRow("did:web of a path, ES256") << 1 << 1;
    QTest::newRow("did:key") << 2 << 0;
}

void TestIdentity::verifiesWhatItsProviderSigns()
{
    QFETCH(const int, stall);
    QFETCH(const int, fetches);
    const auto connection = connectTo(static_cast<std::size_t>(stall));
    const buyer::Quote quoted = quote(*connection);
    QVERIFY2(quoted.signature.state == State::Verified, quoted.signature.reason.c_str());
    QVERIFY(quoted.findings.empty());

    acmp::Invoke request;
    request.taskId = "task_1";
    request.capability = "c";
    request.input = acmp::Content { "text", json::Raw::string("x"), {} };
    request.outputType = "text";
    const auto run = connection->prepare(request).value();
    run->start();
    QTRY_VERIFY(run->track().ended() == session::End::Result);
    QVERIFY(run->signature() && run->signature()->state == State::Verified);
    const session::Verdict last = run->track().verdicts().back();
    QCOMPARE(last.id, std::string_view("signature"));
    QVERIFY(last.state == session::VerdictState::Ok);
    QCOMPARE(run->track().findings().count(), std::size_t(0));

    QVERIFY(connection->offersProof());
    const auto proof = wait(connection->proveIdentity("a nonce"));
    QVERIFY(proof && proof->state == State::Verified);
    QCOMPARE(m_fetched.size(), static_cast<std::size_t>(fetches));
}

void TestIdentity::fetchesNothingThatOnlyAnOfferNames()
{
    // Its DID was not looked up when it was connected to: nothing is made up for later.
    const auto connection = connectTo(0, false);
    connection->setResolver(m_resolver.get());
    const buyer::Quote quoted = quote(*connection);
    QVERIFY(quoted.signature.state == State::NotChecked);
    QVERIFY(wait(connection->proveIdentity("n")).value().state == State::NotChecked);
    QVERIFY(m_fetched.empty());
}

void TestIdentity::noticesASpoiledSignature()
{
    const auto connection = connectTo(3);
    const buyer::Quote quoted = quote(*connection);
    QVERIFY(quoted.signature.state == State::Bad);
    QCOMPARE(quoted.findings.size(), 1U);
    QCOMPARE(quoted.findings.front().rule->id, std::string_view("L7-4-signature"));
    const auto proof = wait(connection->proveIdentity("n"));
    QVERIFY(proof && proof->state == State::Bad);
    QCOMPARE(proof->code, identity::code::kIdentityProofFailed);
}

void TestIdentity::noticesAnotherDidThanDeclared()
{
    // What one provider signed, in the mouth of another.
    const auto one = connectTo(2);
    const auto other = connectTo(0);
    const buyer::Quote quoted = quote(*one);
    QVERIFY(one->checkSignature(quoted.raw).state == State::Verified);
    const identity::Verdict substituted = other->checkSignature(quoted.raw);
    QVERIFY(substituted.state == State::Bad);
    QCOMPARE(substituted.code, identity::code::kIdentityProofFailed);
}

void TestIdentity::publishesOnlyWhatIsItsOwn()
{
    const QUrl origin(QString::fromStdString(m_market->stalls().front().mcpUrl));
    const auto get = [&](const char* path) {
        return wait(
            m_fetcher->get(origin.resolved(QUrl(QString::fromLatin1(path))).toString().toStdString()));
    };
    QVERIFY(get("/.well-known/did.json"));
    QVERIFY(get("/second/did.json"));
    for (const char* none : { "/web/did.json", "/key/did.json", "/plain/did.json", "/did.json" })
        QVERIFY2(!get(none), none);
}

void TestIdentity::leavesProofToThoseWhoCarryIt()
{
    const auto plain = connectTo(4);
    QVERIFY(!plain->offersProof());
    const auto refused = wait(plain->proveIdentity("n"));
    QVERIFY(!refused);
    QVERIFY(refused.error().kind == wire::ErrorKind::Refused);

    const auto agent = connectToAgent(4);
    QVERIFY(!agent->offersProof());
    const auto unknown = wait(agent->proveIdentity("n"));
    QVERIFY(!unknown && unknown.error().kind == wire::ErrorKind::Refused);
    QVERIFY(unknown.error().found.find("-32601") != std::string::npos);
}

void TestIdentity::provesItOverA2aAsWell()
{
    const auto web = connectToAgent(0);
    QVERIFY(quote(*web).signature.state == State::Verified);
    const auto proof = wait(web->proveIdentity("n"));
    QVERIFY2(proof && proof->state == State::Verified, proof ? proof->reason.c_str() : "");
    const auto spoiled = wait(connectToAgent(3)->proveIdentity("n"));
    QVERIFY(spoiled && spoiled->state == State::Bad);
}

QTEST_GUILESS_MAIN(TestIdentity)
#include "tst_identity.moc"
