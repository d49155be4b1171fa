// SPDX-License-Identifier: Apache-2.0
// What else a registry is asked than to search: entries, facets, lists; and whose token goes with it.
#include "tests/discovery/registryfixture.h"

#include <QTest>

class TestRegistryEntries final : public RegistryFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void retrievesByOneSegment();
    void refusesAnotherEntry();
    void retrievedEntriesAreRemembered();
    void explores();
    void lists();
    void tokenStaysWithItsOrigin();
};

void TestRegistryEntries::retrievesByOneSegment()
{
    const std::string identifier = "urn:air:x.example:a/b?c#d%3A é";
    const QByteArray target = "/api/agents/urn%3Aair%3Ax.example%3Aa%2Fb%3Fc%23d%253A%20%C3%A9";
    m_site->answers[target.toStdString()]
        = { R"({"identifier": ")" + QByteArray::fromStdString(identifier) + R"("})" };
    const auto entry = await(m_client->retrieve(base(), identifier));
    QCOMPARE(m_site->seen.front().target, target.toStdString());
    QVERIFY(entry);
    QVERIFY2(
        ids(entry->findings).contains("ARD-4.2-required"), "a whole entry has all that an entry must have");
    for (const char* const none : { "", ".", ".." })
        QCOMPARE(await(m_client->retrieve(base(), none)).error().kind, ErrorKind::Usage);
}

void TestRegistryEntries::refusesAnotherEntry()
{
    m_site->answers["/api/agents/urn%3Aair%3Ax.example%3Aa"] = { R"({"identifier": "urn:air:x.example:A"})" };
    const auto entry = await(m_client->retrieve(base(), "urn:air:x.example:a"));
    QVERIFY(!entry);
    QCOMPARE(entry.error().kind, ErrorKind::Protocol);
}

void TestRegistryEntries::retrievedEntriesAreRemembered()
{
    m_site->answers["/api/agents/urn%3Aair%3Ax.example%3Aa"]
        = { R"({"identifier": "urn:air:x.example:a"})", { { "Cache-Control", "max-age=60" } } };
    QVERIFY(await(m_client->retrieve(base(), "urn:air:x.example:a")));
    QVERIFY(await(m_client->retrieve(base(), "urn:air:x.example:a")));
    QCOMPARE(m_site->seen.size(), 1U);
}

void TestRegistryEntries::explores()
{
    QByteArray body;
    m_site->questions["/api/explore"] = [&](const QByteArray& question) -> Site::Answer {
        body = question;
        return { R"({"resultType": "facets", "facets": {"type": {"buckets": [{"value": "a/b", "count": 3},
            {"value": "c/d"}, 7], "otherCount": 2}, "acmp:tier": {"buckets": {}}}})" };
    };
    const auto facets
        = await(m_client->explore(base(), {}, { { "type" }, { "acmp:tier", 5, 2 }, { "publisher" } }));
    QCOMPARE(body,
        QByteArray(
            R"({"query":{"@context":{"acmp":"https://a2agora.org/acmp/v0.1#"}},"resultType":{"facets":)"
            R"([{"field":"type","limit":20,"minCount":1},{"field":"acmp:tier","limit":5,"minCount":2},)"
            R"({"field":"publisher","limit":20,"minCount":1}]}})"));
    QVERIFY(facets);
    QCOMPARE(facets->facets.size(), 2U);
    const discovery::Facet& type = facets->facets.front();
    QCOMPARE(type.buckets.size(), 2U);
    QCOMPARE(type.buckets.front().count.value_or(0), 3);
    QVERIFY(!type.buckets.back().count);
    QCOMPARE(type.otherCount.value_or(0), 2);
    QCOMPARE(ids(facets->findings), QByteArray("ARD-5.3-answer ARD-5.3-answer ARD-5.3-answer"));
}

void TestRegistryEntries::lists()
{
    m_site->answers["/api/agents?filter=type%20%3D%20%27a%2Fb%26c%27&pageSize=2&pageToken=a%2Bb"]
        = { R"({"items": [{"identifier": "urn:air:x.example:a"}], "total": 9, "pageToken": "next"})" };
    discovery::ListQuery query;
    query.filter = "type = 'a/b&c'";
    query.pageSize = 2;
    query.pageToken = "a+b";
    const auto page = await(m_client->list(base(), query));
    QVERIFY2(page, m_site->seen.front().target.c_str());
    QCOMPARE(page->entries.size(), 1U);
    QVERIFY(page->entries.front().findings.empty() && page->findings.empty());
    QCOMPARE(page->total.value_or(0), 9);
    QCOMPARE(page->pageToken, std::string("next"));
}

void TestRegistryEntries::tokenStaysWithItsOrigin()
{
    Site elsewhere;
    m_site->answers["/api/search"] = { results({}) };
    m_site->answers["/api/agents?pageSize=100"] = { {}, { { "Location", elsewhere.origin() + "/l" } }, 302 };
    elsewhere.answers["/l"] = { R"({"items": []})" };
    elsewhere.answers["/search"] = { results({}) };
    RegistryClient client(
        *m_fetcher, *m_http, { .token = "s3cret", .tokenFor = base(), .followsOtherOrigins = true });
    QVERIFY(await(client.search(base(), words("x"))));
    QVERIFY(await(client.list(base())));
    QVERIFY(await(client.search(QUrl(QString::fromStdString(elsewhere.origin())), words("x"))));
    for (const http::RequestHead& head : m_site->seen)
        QCOMPARE(std::string(head.fields.find("Authorization").value_or("")), "Bearer s3cret");
    QCOMPARE(elsewhere.seen.size(), 2U);
    for (const http::RequestHead& head : elsewhere.seen)
        QVERIFY(!head.fields.find("Authorization"));
}

QTEST_GUILESS_MAIN(TestRegistryEntries)
#include "tst_registryentries.moc"
