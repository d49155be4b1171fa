// SPDX-License-Identifier: Apache-2.0
// A registry as its callers see it: what ARD's conformance suite probes, what must be refused, and the
// buyer's own client against it.
#include "protocol/discovery/registryclient.h"
#include "protocol/hosts/registry/registry.h"
#include "protocol/json/document.h"
#include "protocol/wire/manualclock.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/httpcall.h"

#include <QTest>

#include <algorithm>

using hosts::RegistryOptions;

namespace {

std::string entry(const QByteArray& name, const QByteArray& more = {})
{
    const QByteArray text = "{\"identifier\": \"urn:air:x.example:" + name + "\", \"displayName\": \"" + name
        + "\", \"type\": \"application/mcp-server-card+json\", \"url\": \"https://x.example/" + name
        + "\", \"representativeQueries\": [\"read this\", \"forecast the weather\"]" + more + "}";
    return text.toStdString();
}

std::vector<std::string> entries()
{
    const QByteArray acmp
        = R"(, "@context": {"a": "https://a2agora.org/acmp/v0.1#"}, "capabilities": ["reading"], "a:tier": )";
    return { entry("one", acmp + "\"A\", \"updatedAt\": \"2026-02-01T00:00:00Z\""),
        entry("two", acmp + "\"S\""), entry("three", ", \"updatedAt\": \"2026-01-01\"") };
}

QByteArray question(const QByteArray& text, const QByteArray& more = {})
{
    return "{\"query\": {\"text\": \"" + text + "\"}" + more + "}";
}

QByteArray withToken(const QByteArray& text, const QByteArray& token)
{
    return question(text, ", \"pageToken\": \"" + token + "\"");
}

/// A registry on a server of its own, below /api.
class Served final : public QObject {
public:
    /// `clock`: the registry's own; null: the system's.
    explicit Served(RegistryOptions options = {}, const std::vector<std::string>& all = entries(),
        wire::Clock* clock = nullptr)
        : m_registry(clock ? *clock : m_clock, m_sink, std::move(options))
    {
        connect(&m_server, &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
            const std::string_view target = exchange->head().target;
            bodies.emplace_back(exchange->body().view());
            m_registry.handle(exchange, target.substr(0, target.find('?')).substr(4));
        });
        if (!m_server.listen(QHostAddress::LocalHost, 0))
            qFatal("can't listen");
        m_registry.setEntries(url(), all);
    }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_server.port()) + "/api"; }

    std::vector<std::string> bodies;

private:
    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    hosts::Registry m_registry;
    http::Server m_server { m_clock, m_sink };
};

} // namespace

class TestRegistry final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
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
    void theBuyersClientFindsByTerms();
    void theBuyersClientFiltersWhatItCanNot();
    void theBuyersClientCompletesTerseResults();
    void doesNotExploreWhenTold();
    void namesOtherRegistries();
    void asksOtherRegistriesAndKeepsTheSource();
    void registriesThatKnowEachOtherEnd();
    void othersThatFailAreLeftOut();

private:
    struct Reply {
        int status = 0;
        json::Document document;
        http::Fields fields;
        std::string text(const char* pointer) const
        {
            return document.isValid() ? document.at(pointer).text().value_or("") : std::string();
        }
        std::size_t size(const char* pointer) const { return document.at(pointer).size(); }
    };
    Reply send(const Served& served, const char* method, const std::string& path, const QByteArray& body = {},
        const http::Fields& more = { { "Content-Type", "application/json" } })
    {
        http::Request request;
        request.method = method;
        request.url = QUrl::fromEncoded(QByteArray::fromStdString(served.url() + path));
        request.fields = more;
        request.body = body;
        const auto got = support::call(*m_http, request);
        Reply reply { got->status, {}, got->fields };
        if (auto document = json::Document::parse(QByteArray::fromStdString(got->body)))
            reply.document = std::move(*document);
        return reply;
    }
    Reply post(const Served& served, const std::string& path, const QByteArray& body)
    {
        return send(served, "POST", path, body);
    }
    template <typename T>
    static T await(const QFuture<T>& future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 20'000))
            qFatal("no answer");
        return future.result();
    }
    static QUrl urlOf(const Served& served) { return QUrl(QString::fromStdString(served.url())); }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    std::unique_ptr<discovery::RegistryClient> m_client;
};

void TestRegistry::init()
{
    m_client.reset();
    m_fetcher.reset();
    m_http = std::make_unique<http::Client>(m_clock, m_sink);
    m_fetcher = std::make_unique<discovery::Fetcher>(m_clock, *m_http);
    m_client = std::make_unique<discovery::RegistryClient>(*m_fetcher, *m_http);
}

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

void TestRegistry::theBuyersClientFindsByTerms()
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

void TestRegistry::theBuyersClientFiltersWhatItCanNot()
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

void TestRegistry::theBuyersClientCompletesTerseResults()
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

void TestRegistry::doesNotExploreWhenTold()
{
    const Served served({ .explores = false });
    const auto facets = await(m_client->explore(urlOf(served), {}, { { "type" } }));
    QCOMPARE(facets.error().kind, wire::ErrorKind::NotAdvertised);
}

void TestRegistry::namesOtherRegistries()
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

void TestRegistry::asksOtherRegistriesAndKeepsTheSource()
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

void TestRegistry::registriesThatKnowEachOtherEnd()
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

void TestRegistry::othersThatFailAreLeftOut()
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

QTEST_GUILESS_MAIN(TestRegistry)
#include "tst_registry.moc"
