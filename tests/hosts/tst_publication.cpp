// SPDX-License-Identifier: Apache-2.0
// What a market publishes of its providers is found by every way that a buyer looks, without a finding.
#include "protocol/binding/mcp/client.h"
#include "protocol/buyer/comparison.h"
#include "protocol/discovery/registryclient.h"
#include "protocol/discovery/resolver.h"
#include "protocol/hosts/directory.h"
#include "protocol/hosts/market.h"
#include "protocol/json/document.h"
#include "protocol/wire/systemclock.h"

#include <QSignalSpy>
#include <QTest>

using discovery::Entry;
using discovery::Step;

namespace {

class NoDns final : public discovery::Dns {
public:
    QFuture<Outcome> svcb(const std::string&) override
    {
        qFatal("this machine has no such names");
        return {};
    }
};

engine::Scenario scenario(const char* name)
{
    const QByteArray text
        = R"({"format": 1, "name": ")" + QByteArray(name) + R"(", "provider_id": "agent:a:local",
        "capabilities": [{"name": "read", "price_cu": 0.0030, "tier": "A", "latency_sla_ms": 800,
            "proofs": ["result-hash"]}, {"name": "sum", "price_cu": 2, "tier": "A"}]})";
    const auto read = engine::Scenario::parse(text.toStdString());
    if (!read)
        qFatal("%s", read.error().front().toString().c_str());
    return *read;
}

} // namespace

class TestPublication final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isFoundByEveryWay();
    void saysWhatTheProvidersSay();
    void leadsToCards();
    void leadsToARegistryOfTheSameEntries();
    void saysTheSameEverywhere();
    void asksForItsTokenInTheCard();
    void isNotServedUnderForeignNames();
    void listsSeveralMarketsTogether();

private:
    hosts::Market& open(const std::string& token = {})
    {
        hosts::MarketOptions options;
        options.token = token;
        m_market = std::make_unique<hosts::Market>(m_clock, m_ids, m_sink, options);
        m_market->add(scenario("one"));
        m_market->add(scenario("another one"));
        if (!m_market->listen())
            qFatal("can't listen");
        return *m_market;
    }
    void resolve()
    {
        m_resolver = std::make_unique<discovery::Resolver>(*m_fetcher, m_dns);
        QSignalSpy finished(m_resolver.get(), &discovery::Resolver::finished);
        const QUrl url(QString::fromStdString(m_market->stalls().front().ardUrl));
        m_resolver->start(url.adjusted(QUrl::RemovePath).toString().toStdString());
        QTRY_COMPARE(finished.count(), 1);
    }
    json::Document get(const std::string& url)
    {
        const auto got = m_fetcher->get(QUrl(QString::fromStdString(url)), "application/json");
        if (!QTest::qWaitFor([&] { return got.isFinished(); }, 10'000) || !got.result())
            qFatal("%s: nothing", url.c_str());
        return *json::Document::parse(got.result()->body);
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<hosts::Market> m_market;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    NoDns m_dns;
    std::unique_ptr<discovery::Resolver> m_resolver;
};

void TestPublication::init()
{
    m_resolver.reset();
    m_fetcher.reset();
    m_http = std::make_unique<http::Client>(m_clock, m_sink);
    m_fetcher = std::make_unique<discovery::Fetcher>(m_clock, *m_http);
    open();
}

void TestPublication::isFoundByEveryWay()
{
    resolve();
    for (const char* const name :
        { "ard.json", "home page", "Link header", "link element", "robots.txt", "ai-catalog.json" }) {
        const auto step = std::ranges::find(m_resolver->steps(), name, &Step::name);
        QVERIFY2(step != m_resolver->steps().end(), name);
        QVERIFY2(step->state == Step::State::Found, step->detail.c_str());
    }
    QCOMPARE(m_resolver->entries().size(), 5U);
    for (const discovery::Listed& listed : m_resolver->entries()) {
        QVERIFY2(listed.entry.findings.empty(), listed.entry.identifier.c_str());
        QCOMPARE(listed.alsoIn.size(), 1U);
    }
    for (const discovery::Source& source : m_resolver->sources())
        QVERIFY(source.findings.empty() && !source.error);
}

void TestPublication::saysWhatTheProvidersSay()
{
    resolve();
    const Entry& entry = m_resolver->entries().front().entry;
    QCOMPARE(entry.identifier, std::string("urn:air:agents.localhost:acmp:one"));
    QCOMPARE(entry.capabilities, (std::vector<std::string> { "read", "sum" }));
    QCOMPARE(entry.priceOf("read")->text(), std::string("0.0030"));
    QCOMPARE(entry.acmp.tier.value_or(""), std::string("A"));
    QCOMPARE(entry.acmp.latencyP99Ms->text(), std::string("800"));
    QCOMPARE(entry.acmp.proofMethods, std::vector<std::string> { "result-hash" });
    QCOMPARE(entry.acmp.negotiationEndpoint.value_or(""), m_market->stalls().front().mcpUrl);
    // A path can't hold the blank of its name.
    QCOMPARE(m_resolver->entries().at(2).entry.identifier,
        std::string("urn:air:agents.localhost:acmp:another-one"));
    QCOMPARE(m_resolver->entries().at(2).entry.displayName, std::string("another one"));
}

void TestPublication::leadsToCards()
{
    resolve();
    const std::vector<hosts::Market::Stall> stalls = m_market->stalls();
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        const json::Document server = get(m_resolver->entries().at(2 * i).entry.url);
        QVERIFY(server.at("/remotes/0/url").equals(stalls[i].mcpUrl));
        QVERIFY(!server.at("/remotes/0/headers"));
        const json::Document agent = get(m_resolver->entries().at(2 * i + 1).entry.url);
        QVERIFY(agent.at("/supportedInterfaces/1/url").equals(stalls[i].a2aRestUrl));
    }
}

void TestPublication::leadsToARegistryOfTheSameEntries()
{
    resolve();
    const auto registry = std::ranges::find(
        m_resolver->sources(), discovery::Source::State::Registry, &discovery::Source::state);
    QVERIFY(registry != m_resolver->sources().end());
    QCOMPARE(registry->url, m_market->stalls().front().registryUrl);
    m_market->add(scenario("late"));
    discovery::RegistryClient client(*m_fetcher, *m_http);
    const auto listed = client.list(QUrl(QString::fromStdString(registry->url)));
    QTRY_VERIFY(listed.isFinished());
    QVERIFY(listed.result());
    QCOMPARE(listed.result()->entries.size(), 6U);
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(listed.result()->entries.at(i).raw, m_resolver->entries().at(i).entry.raw);
    const auto page = listed.result();
    for (const Entry& entry : page->entries)
        QVERIFY2(entry.findings.empty(), entry.identifier.c_str());
}

void TestPublication::saysTheSameEverywhere()
{
    resolve();
    const std::vector<hosts::Market::Stall> stalls = m_market->stalls();
    for (std::size_t i = 0; i < stalls.size(); ++i) {
        const Entry& entry = m_resolver->entries().at(2 * i).entry;
        mcp::ClientOptions options;
        options.url = QUrl(QString::fromStdString(stalls[i].mcpUrl));
        mcp::Client client(m_clock, *m_http, options);
        const auto found = client.discover();
        QTRY_VERIFY(found.isFinished());
        QVERIFY(found.result());
        const buyer::Live live { *found.result(), stalls[i].mcpUrl, false };
        std::size_t same = 0;
        const json::Document card = get(entry.url);
        for (const buyer::Compared& row : buyer::compare(entry, card.root(), &live)) {
            QVERIFY2(row.verdict != buyer::Compared::Verdict::Differs,
                (row.what + ": " + row.entry + " | " + row.card + " | " + row.live).c_str());
            same += row.verdict == buyer::Compared::Verdict::Same ? 1U : 0U;
        }
        QVERIFY(same >= 4);
    }
}

void TestPublication::asksForItsTokenInTheCard()
{
    open("s3cret");
    const json::Document card = get(m_market->stalls().front().mcpUrl + hosts::kServerCardPath);
    QVERIFY(card.at("/remotes/0/headers/0/name").equals("Authorization"));
    QCOMPARE(card.at("/remotes/0/headers/0/isSecret").boolean().value_or(false), true);
    QVERIFY(card.text().find("s3cret") == std::string_view::npos);
}

void TestPublication::isNotServedUnderForeignNames()
{
    http::ClientOptions options;
    const QUrl url(QString::fromStdString(m_market->stalls().front().ardUrl));
    options.hostMap["evil.example"] = { "127.0.0.1", static_cast<std::uint16_t>(url.port()) };
    http::Client http(m_clock, m_sink, options);
    discovery::Fetcher fetcher(m_clock, http);
    const auto got
        = fetcher.get(QUrl(QStringLiteral("http://evil.example/.well-known/ard.json")), "application/json");
    QTRY_VERIFY(got.isFinished());
    QCOMPARE(got.result().error().found, std::string("HTTP 403"));
}

void TestPublication::listsSeveralMarketsTogether()
{
    hosts::Market other(m_clock, m_ids, m_sink, {});
    other.add(scenario("one"));
    QVERIFY(other.listen());
    hosts::Directory directory(m_clock, m_sink);
    QVERIFY(directory.listen());
    std::vector<hosts::Publication> all = m_market->publications();
    std::ranges::copy(other.publications(), std::back_inserter(all));
    directory.set(all);
    // Of the same name, each is to be found.
    const json::Document manifest = get(directory.ardUrl());
    QCOMPARE(manifest.root()["entries"].size(), 7U);
    QVERIFY(manifest.at("/entries/0/identifier").equals("urn:air:agents.localhost:acmp:one"));
    QVERIFY(manifest.at("/entries/4/identifier").equals("urn:air:agents.localhost:acmp:one-2"));
    QVERIFY(manifest.at("/entries/4/url").equals(other.stalls().front().mcpUrl + hosts::kServerCardPath));
    QVERIFY(manifest.at("/entries/6/url").equals(directory.registryUrl()));
    discovery::RegistryClient client(*m_fetcher, *m_http);
    const auto list = [&] {
        const auto listed = client.list(QUrl(QString::fromStdString(directory.registryUrl())));
        if (!QTest::qWaitFor([&] { return listed.isFinished(); }, 10'000) || !listed.result())
            qFatal("nothing is listed");
        return listed.result()->entries.size();
    };
    QCOMPARE(list(), 6U);
    directory.set(other.publications());
    m_fetcher->forgetFreshness();
    QCOMPARE(list(), 2U);
}

QTEST_GUILESS_MAIN(TestPublication)
#include "tst_publication.moc"
