// SPDX-License-Identifier: Apache-2.0
// The buyer's own client against a registry of ours, and registries that know each other.
#include "tests/hosts/servedregistry.h"

class TestRegistryClients final : public QObject, private RegistryAsker {
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void theBuyersClientFindsByTerms();
    void theBuyersClientFiltersWhatItCanNot();
    void theBuyersClientCompletesTerseResults();
    void doesNotExploreWhenTold();
    void namesOtherRegistries();
    void asksOtherRegistriesAndKeepsTheSource();
    void registriesThatKnowEachOtherEnd();
    void othersThatFailAreLeftOut();
};

void TestRegistryClients::theBuyersClientFindsByTerms()
{
    const Served served;
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.filter.tier = "A";
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page && !page->refusal);
    QCOMPARE(page->hits.size(), 1U);
    QCOMPARE(page->hits.front().entry.displayName, std::string("one"));
    QVERIFY(page->hits.front().entry.findings.empty() && page->findings.empty());
    const auto whole = await(m_client->retrieve(
        QUrl(QString::fromStdString(page->hits.front().source)), page->hits.front().entry.identifier));
    QVERIFY(whole);
    QCOMPARE(whole->representativeQueries.size(), 2U);
}

void TestRegistryClients::theBuyersClientFiltersWhatItCanNot()
{
    const Served served({ .rules = { .unfilterable = { "https://a2agora.org/acmp/" } } });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.filter.tier = "A";
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page && page->refusal);
    QVERIFY2(page->refusal->message.find("acmp:tier") != std::string::npos, page->refusal->message.c_str());
    QCOMPARE(served.bodies.size(), 3U); // twice asked, and the third, which says nothing, retrieved
    QCOMPARE(page->hits.size(), 1U);
    QCOMPARE(page->leftOut, 2U);
}

void TestRegistryClients::theBuyersClientCompletesTerseResults()
{
    const Served served({ .isTerse = true });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.filter.onlyTrading = true;
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page);
    QCOMPARE(page->hits.size(), 2U);
    QVERIFY(page->hits.front().isWhole && page->hits.front().entry.trades());
}

void TestRegistryClients::doesNotExploreWhenTold()
{
    const Served served({ .explores = false });
    const auto facets = await(m_client->explore(urlOf(served), {}, { { "type" } }));
    QCOMPARE(facets.error().kind, wire::ErrorKind::NotAdvertised);
}

void TestRegistryClients::namesOtherRegistries()
{
    const Served served({ .upstreams = { { "urn:air:y.example:r", "R", "https://y.example/api" } } });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page && page->findings.empty());
    QCOMPARE(page->referrals.size(), 1U);
    QCOMPARE(page->referrals.front().url, std::string("https://y.example/api/search"));
    query.federation = discovery::Federation::None;
    QVERIFY(await(m_client->search(urlOf(served), query))->referrals.empty());
}

void TestRegistryClients::asksOtherRegistriesAndKeepsTheSource()
{
    const Served other({ .rules = { .unfilterable = { "https://a2agora.org/acmp/" } } },
        { entries().at(0),
            entry("four", R"(, "@context": {"b": "https://a2agora.org/acmp/v0.1#"}, "b:tier": "A")"),
            entry("five") });
    const Served served({ .upstreams = { { "urn:air:y.example:r", "R", other.url() } } });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.filter.tier = "A";
    query.federation = discovery::Federation::Auto;
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page);
    QCOMPARE(page->hits.size(), 2U);
    for (const discovery::Hit& hit : page->hits)
        QCOMPARE(hit.source, hit.entry.displayName == "one" ? served.url() : other.url());
    QVERIFY(other.bodies.front().find("\"federation\":\"none\"") != std::string::npos);
    QVERIFY2(other.bodies.front().find("\"https://a2agora.org/acmp/v0.1#tier\":[\"A\"]") != std::string::npos,
        other.bodies.front().c_str());
}

void TestRegistryClients::registriesThatKnowEachOtherEnd()
{
    // Its own address is known only once it listens: it knows itself through a second one.
    const Served inner;
    const Served outer({ .upstreams
        = { { "urn:air:y.example:a", "A", inner.url() }, { "urn:air:y.example:b", "B", inner.url() } } });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.federation = discovery::Federation::Auto;
    query.pageSize = 2;
    const auto page = await(m_client->search(urlOf(outer), query));
    QVERIFY(page && !page->pageToken.empty());
    query.pageToken = page->pageToken;
    const auto last = await(m_client->search(urlOf(outer), query));
    QVERIFY(last && last->pageToken.empty());
    QCOMPARE(page->hits.size() + last->hits.size(), 3U);
}

void TestRegistryClients::othersThatFailAreLeftOut()
{
    http::Server silent(m_clock, m_sink);
    QVERIFY(silent.listen(QHostAddress::LocalHost, 0));
    const Served served(
        { .upstreams = { { "urn:air:y.example:a", "A", "http://127.0.0.1:1/" },
              { "urn:air:y.example:b", "B", "http://127.0.0.1:" + std::to_string(silent.port()) } },
            .upstreamTimeout = std::chrono::milliseconds(50) });
    discovery::RegistryQuery query;
    query.filter.words = "read";
    query.federation = discovery::Federation::Auto;
    const auto page = await(m_client->search(urlOf(served), query));
    QVERIFY(page);
    QCOMPARE(page->hits.size(), 3U);
}

QTEST_GUILESS_MAIN(TestRegistryClients)
#include "tst_registryclients.moc"
