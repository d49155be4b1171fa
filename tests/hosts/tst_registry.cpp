// SPDX-License-Identifier: Apache-2.0
// A registry as its callers see it: what ARD's conformance suite probes, and what must be refused.
#include "protocol/wire/manualclock.h"
#include "tests/hosts/servedregistry.h"

namespace {

QByteArray withToken(const QByteArray& text, const QByteArray& token)
{
    return question(text, ", \"pageToken\": \"" + token + "\"");
}

} // namespace

class TestRegistry final : public QObject, private RegistryAsker {
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void passesTheProbesOfTheConformanceSuite();
    void answersBadQuestions_data();
    void answersBadQuestions();
    void isLenientWhenTold();
    void pagesThroughAll();
    void aTokenIsOfItsQuestion();
    void countsFacets();
    void listsInOrder_data();
    void listsInOrder();
    void retrievesWithValidators();
    void isNotServedUnderForeignNames();
    void asksWhoAsks();
    void answersSoManyASecond();
};

void TestRegistry::passesTheProbesOfTheConformanceSuite()
{
    const Served served;
    const Reply list = send(served, "GET", "/agents");
    QCOMPARE(list.status, 200);
    QCOMPARE(list.size("/items"), 3U);
    const Reply search = post(served, "/search",
        R"({"query": {"text": "weather forecast tools", "filter": {"type": ["application/mcp-server-card+json"]}},
            "federation": "none", "pageSize": 2})");
    QCOMPARE(search.status, 200);
    QCOMPARE(search.size("/results"), 2U);
    for (const json::View result : search.document.at("/results").elements()) {
        const auto score = result["score"].toInt64();
        QVERIFY(score && *score >= 0 && *score <= 100);
        QVERIFY(result["source"].equals(served.url()));
        QVERIFY(result["identifier"] && result["displayName"] && result["type"] && result["url"]);
        QVERIFY(!result["representativeQueries"]);
    }
    const Reply known = send(served, "GET", "/agents/urn%3Aair%3Ax.example%3Aone");
    QCOMPARE(known.status, 200);
    QCOMPARE(known.text("/identifier"), std::string("urn:air:x.example:one"));
    QVERIFY(known.document.at("/representativeQueries") && !known.document.at("/score"));
    const Reply unknown
        = send(served, "GET", "/agents/urn%3Aair%3Aard-conformance.invalid%3Aprobe%3Anot-found");
    QCOMPARE(unknown.status, 404);
    QCOMPARE(unknown.text("/errorCode"), std::string("NOT_FOUND"));
    const Reply malformed = send(served, "GET", "/agents/not-a-valid-ard-urn");
    QCOMPARE(malformed.status, 400);
    QCOMPARE(malformed.text("/errorCode"), std::string("INVALID_ARGUMENT"));
    const Reply explore = post(served, "/explore",
        R"({"query": {"text": "weather"}, "resultType": {"facets": [{"field": "type"}]}})");
    QCOMPARE(explore.status, 200);
    QCOMPARE(explore.text("/resultType"), std::string("facets"));
    QCOMPARE(explore.document.at("/facets/type/buckets/0/count").toInt64().value_or(0), 3);
}

void TestRegistry::answersBadQuestions_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    const auto search = [](const char* name, const QByteArray& body) {
        QTest::newRow(name) << QByteArray("POST") << QByteArray("/search") << body << 400;
    };
    const auto explore = [](const char* name, const QByteArray& body) {
        QTest::newRow(name) << QByteArray("POST") << QByteArray("/explore") << body << 400;
    };
    const auto get = [](const char* name, const QByteArray& path, int status = 400) {
        QTest::newRow(name) << QByteArray("GET") << path << QByteArray() << status;
    };
    search("empty", "");
    search("no JSON", "{");
    search("deep", QByteArray(100'000, '['));
    search("an array", "[]");
    search("no query", "{}");
    search("no text", R"({"query": {}})");
    search("text without words", R"({"query": {"text": " ! "}})");
    search("text, a number", R"({"query": {"text": 7}})");
    search("a member that is not there", R"({"query": {"text": "x"}, "page": 1})");
    search("one of the query", R"({"query": {"text": "x", "words": "y"}})");
    search("federation", R"({"query": {"text": "x"}, "federation": "all"})");
    search("pageSize 0", R"({"query": {"text": "x"}, "pageSize": 0})");
    search("pageSize, a string", R"({"query": {"text": "x"}, "pageSize": "5"})");
    search("pageToken made up", R"({"query": {"text": "x"}, "pageToken": "MTA"})");
    search("pageToken, a number", R"({"query": {"text": "x"}, "pageToken": 10})");
    search("filter, a string", R"({"query": {"text": "x", "filter": "type"}})");
    search("filter with a number", R"({"query": {"text": "x", "filter": {"type": 7}}})");
    search("filter with a list of numbers", R"({"query": {"text": "x", "filter": {"type": ["a", 7]}}})");
    search("filter by no term", R"({"query": {"text": "x", "filter": {"@type": "a"}}})");
    search("a context to be fetched",
        R"({"query": {"text": "x", "@context": "https://x.example/c", "filter": {"type": "a"}}})");
    explore("no facets", R"({"query": {}})");
    explore("facets empty", R"({"resultType": {"facets": []}})");
    explore("facet, a string", R"({"resultType": {"facets": ["type"]}})");
    explore("facet without field", R"({"resultType": {"facets": [{}]}})");
    explore("limit 0", R"({"resultType": {"facets": [{"field": "type", "limit": 0}]}})");
    get("bad escape", "/agents/urn%3Aair%3Ax.example%3Aone%2");
    get("encoded twice", "/agents/urn%253Aair%253Ax.example%253Aone");
    get("two segments", "/agents/urn%3Aair%3Ax.example%3Aone/x");
    get("no identifier", "/agents/");
    get("another case", "/agents/urn%3Aair%3Ax.example%3AOne", 404);
    get("filter without end", "/agents?filter=type%20%3D%20%27x");
    get("filter by something else", "/agents?filter=color%20%3D%20%27x%27");
    get("filter with OR", "/agents?filter=type%3D%27x%27%20OR%20type%3D%27y%27");
    get("no time", "/agents?filter=updatedAfter%20%3E%20%27yesterday%27");
    get("order by something else", "/agents?orderBy=color");
    get("page of a list", "/agents?pageSize=-1");
    get("token of a list", "/agents?pageToken=x");
    get("a parameter that is not there", "/agents?page=2");
    get("nothing there", "/else", 404);
    get("base", "", 404);
    get("GET of a search", "/search", 405);
    QTest::newRow("POST of a list") << QByteArray("POST") << QByteArray("/agents") << QByteArray("{}") << 405;
}

void TestRegistry::answersBadQuestions()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, body);
    const Served served;
    const Reply reply = send(served, method.constData(), path.toStdString(), body);
    QTEST(reply.status, "status");
    QVERIFY(!reply.text("/errorCode").empty());
    QVERIFY(!reply.text("/message").empty() && reply.text("/message").size() < 500);
    if (reply.status == 400)
        QCOMPARE(reply.text("/errorCode"), std::string("INVALID_ARGUMENT"));
}

void TestRegistry::isLenientWhenTold()
{
    const Served served({ .rules = { .isLenient = true } });
    QCOMPARE(post(served, "/search", question("read", ", \"page\": 1")).status, 200);
    QCOMPARE(send(served, "GET", "/agents?page=1").status, 200);
}

void TestRegistry::pagesThroughAll()
{
    std::vector<std::string> many;
    for (int i = 0; i < 25; ++i)
        many.push_back(entry("e" + QByteArray::number(i)));
    const Served served({}, many);
    std::vector<std::string> seen;
    QByteArray token;
    for (const std::size_t expected : { 10U, 10U, 5U }) {
        const Reply page = post(served, "/search", withToken("read", token));
        QCOMPARE(page.status, 200);
        QCOMPARE(page.size("/results"), expected);
        for (const json::View result : page.document.at("/results").elements())
            seen.push_back(result["identifier"].text().value_or(""));
        token = QByteArray::fromStdString(page.text("/pageToken"));
    }
    QVERIFY(token.isEmpty());
    std::ranges::sort(seen);
    QCOMPARE(std::ranges::unique(seen).size(), 0U);
    QCOMPARE(seen.size(), 25U);
    // More than may be asked for is the most that there is.
    QCOMPARE(post(served, "/search", question("read", ", \"pageSize\": 1000")).size("/results"), 25U);
}

void TestRegistry::aTokenIsOfItsQuestion()
{
    const Served served;
    const QByteArray token = QByteArray::fromStdString(
        post(served, "/search", question("read", ", \"pageSize\": 1")).text("/pageToken"));
    QVERIFY(!token.isEmpty());
    QCOMPARE(post(served, "/search", withToken("read", token)).status, 200);
    QCOMPARE(post(served, "/search", withToken("weather", token)).status, 400);
}

void TestRegistry::countsFacets()
{
    const Served served;
    const Reply reply = post(served, "/explore",
        R"({"query": {"@context": {"t": "https://a2agora.org/acmp/v0.1#"}, "filter": {"capabilities": "reading"}},
            "resultType": {"facets": [{"field": "t:tier"}, {"field": "identifier", "limit": 1},
                {"field": "publisher", "minCount": 3}, {"field": "none"}]}})");
    QCOMPARE(reply.status, 200);
    const json::View facets = reply.document.at("/facets");
    QCOMPARE(facets["t:tier"]["buckets"].size(), 2U);
    QVERIFY(!facets["t:tier"]["otherCount"]);
    QCOMPARE(facets["identifier"]["buckets"].size(), 1U);
    QCOMPARE(facets["identifier"]["otherCount"].toInt64().value_or(0), 1);
    QCOMPARE(facets["publisher"]["buckets"].size(), 0U);
    QVERIFY(facets["none"]["buckets"].isArray());
}

void TestRegistry::listsInOrder_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("as they came") << QByteArray() << QByteArray("one two three");
    QTest::newRow("by name") << QByteArray("?orderBy=displayName") << QByteArray("one three two");
    QTest::newRow("by name, from the end")
        << QByteArray("?orderBy=displayName%20DESC") << QByteArray("two three one");
    QTest::newRow("by two") << QByteArray("?orderBy=type,updatedAt%20DESC") << QByteArray("one three two");
    QTest::newRow("name") << QByteArray("?filter=displayName%20%3D%20%27T%27") << QByteArray("two three");
    QTest::newRow("type, one of two")
        << QByteArray("?filter=type+%3D+%27a/b%2C+application/mcp-server-card%2Bjson%27&orderBy=displayName")
        << QByteArray("one three two");
    QTest::newRow("publisher") << QByteArray("?filter=publisherId%3Dy.example") << QByteArray();
    QTest::newRow("updated") << QByteArray("?filter=updatedAfter%20%3E%20'2026-01-15'") << QByteArray("one");
    QTest::newRow("both") << QByteArray("?filter=displayName='o'%20AND%20updatedAfter='2025-12-31T23:59:59Z'")
                          << QByteArray("one");
    QTest::newRow("created, which none says")
        << QByteArray("?filter=createdAfter>'2020-01-01'") << QByteArray();
    QTest::newRow("a page") << QByteArray("?pageSize=2") << QByteArray("one two");
}

void TestRegistry::listsInOrder()
{
    QFETCH(const QByteArray, query);
    const Served served;
    const Reply reply = send(served, "GET", "/agents" + query.toStdString());
    QCOMPARE(reply.status, 200);
    QByteArray names;
    for (const json::View item : reply.document.at("/items").elements())
        names += QByteArray::fromStdString(item["displayName"].text().value_or("")) + ' ';
    QTEST(names.trimmed(), "names");
    if (reply.text("/pageToken").empty())
        return;
    const Reply rest = send(served, "GET", "/agents?pageSize=2&pageToken=" + reply.text("/pageToken"));
    QCOMPARE(rest.size("/items"), 1U);
    QCOMPARE(rest.document.at("/total").toInt64().value_or(0), 3);
}

void TestRegistry::retrievesWithValidators()
{
    const Served served;
    const Reply first = send(served, "GET", "/agents/urn:air:x.example:one");
    QCOMPARE(first.status, 200);
    const auto tag = first.fields.find("ETag");
    QVERIFY(tag && first.fields.find("Cache-Control"));
    const Reply again = send(
        served, "GET", "/agents/urn%3Aair%3Ax.example%3Aone", {}, { { "If-None-Match", std::string(*tag) } });
    QCOMPARE(again.status, 304);
    const Reply unknown = send(served, "GET", "/agents/urn%3Aair%3Ax.example%3Anone");
    QCOMPARE(std::string(unknown.fields.find("Cache-Control").value_or("")), "no-cache");
}

void TestRegistry::isNotServedUnderForeignNames()
{
    const Served served;
    for (const char* const path : { "/agents", "/search" }) {
        const Reply reply = send(served, "GET", path, {}, { { "Host", "evil.example" } });
        QCOMPARE(reply.status, 403);
    }
}

void TestRegistry::asksWhoAsks()
{
    const Served served({ .token = "s3cret" });
    const Reply reply = send(served, "GET", "/agents", {});
    QCOMPARE(reply.status, 401);
    QCOMPARE(reply.text("/errorCode"), std::string("UNAUTHENTICATED"));
    QVERIFY(reply.fields.find("WWW-Authenticate").value_or("").starts_with("Bearer"));
    QCOMPARE(send(served, "GET", "/agents", {}, { { "Authorization", "Bearer s3cre7" } }).status, 401);
    QCOMPARE(send(served, "GET", "/agents", {}, { { "Authorization", "Bearer s3cret" } }).status, 200);
    const auto page = await(m_client->list(urlOf(served)));
    QVERIFY2(page.error().message.starts_with("the registry wants to know who asks"),
        page.error().message.c_str());
}

void TestRegistry::answersSoManyASecond()
{
    wire::ManualClock clock;
    const Served served({ .perSecond = 2 }, entries(), &clock);
    QCOMPARE(send(served, "GET", "/agents", {}).status, 200);
    QCOMPARE(send(served, "GET", "/agents", {}).status, 200);
    const auto page = await(m_client->list(urlOf(served)));
    QVERIFY(!page && page.error().transient);
    QCOMPARE(page.error().message,
        std::string("the registry was asked too often (too many questions); ask again in 1 s"));
    clock.advance(wire::milliseconds(500));
    QCOMPARE(send(served, "GET", "/agents", {}).status, 200);
    QCOMPARE(send(served, "GET", "/agents", {}).status, 429);
}

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
