// SPDX-License-Identifier: Apache-2.0
// Searches of a registry as they stand on the wire, and what becomes of its answers, good and bad.
#include "protocol/json/document.h"
#include "tests/discovery/registryfixture.h"

#include <QTest>

class TestRegistryClient final : public RegistryFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void asksInTheWordsOfTheSpecification();
    void takesTheBaseAsItIsGiven_data();
    void takesTheBaseAsItIsGiven();
    void readsResultsAndReferrals();
    void aResultNeedSayNothingElse();
    void filtersItselfWhatTheRegistryCannot();
    void aRefusalOfAnythingElseIsOne();
    void trustsTheRegistryInWhatItFiltered();
    void completesWhatDoesNotSay();
    void doesNotCompleteElsewhere();
    void namesRefusals_data();
    void namesRefusals();
    void neverGoesWhereAPostIsSentOn();
    void answersThatAreNone_data();
    void answersThatAreNone();
    void tellsWhatIsWrong_data();
    void tellsWhatIsWrong();
};

void TestRegistryClient::asksInTheWordsOfTheSpecification()
{
    QByteArray body;
    m_site->questions["/api/search"] = [&](const QByteArray& question) {
        body = question;
        return Site::Answer { results({}) };
    };
    RegistryQuery query = words("read \"this\"");
    QVERIFY(search(query));
    const QByteArray plain(R"({"query":{"text":"read \"this\""},"federation":"referrals","pageSize":20})");
    QCOMPARE(body, plain);
    query.filter.capability = "reading";
    query.filter.tier = "A";
    query.filter.maxPriceCu = json::Decimal::parse("1");
    query.constraints = { { "type", { "a/b", "c/d" } } };
    query.federation = discovery::Federation::None;
    query.pageSize = 1000;
    query.pageToken = "t";
    QVERIFY(search(query));
    const QByteArray full(
        R"({"query":{"@context":{"acmp":"https://a2agora.org/acmp/v0.1#"},"text":"read \"this\"",)"
        R"("filter":{"type":["a/b","c/d"],"capabilities":["reading"],"acmp:tier":["A"]}},)"
        R"("federation":"none","pageSize":100,"pageToken":"t"})");
    QCOMPARE(body, full);
    QCOMPARE(m_site->seen.back().method, std::string("POST"));
    QCOMPARE(std::string(m_site->seen.back().fields.find("Content-Type").value_or("")), "application/json");
    QCOMPARE(await(m_client->search(base(), {})).error().kind, ErrorKind::Usage);
}

void TestRegistryClient::takesTheBaseAsItIsGiven_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("root") << QByteArray("") << QByteArray("/search");
    QTest::newRow("root with slash") << QByteArray("/") << QByteArray("/search");
    QTest::newRow("slash") << QByteArray("/api/v1/") << QByteArray("/api/v1/search");
    QTest::newRow("search") << QByteArray("/api/search") << QByteArray("/api/search");
    QTest::newRow("search and slash") << QByteArray("/api/search/") << QByteArray("/api/search");
    QTest::newRow("search at the root") << QByteArray("/search") << QByteArray("/search");
    QTest::newRow("no search") << QByteArray("/research") << QByteArray("/research/search");
    QTest::newRow("escaped") << QByteArray("/a%20b%2Fc") << QByteArray("/a%20b%2Fc/search");
    QTest::newRow("fragment") << QByteArray("/api#x") << QByteArray("/api/search");
    QTest::newRow("query") << QByteArray("/api?key=1") << QByteArray();
}

void TestRegistryClient::takesTheBaseAsItIsGiven()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, target);
    const QUrl url = QUrl::fromEncoded(QByteArray::fromStdString(m_site->origin()) + path);
    m_site->answers[target.toStdString()] = { results({}) };
    const auto page = await(m_client->search(url, words("x")));
    QCOMPARE(page.has_value(), !target.isEmpty());
    if (page)
        QCOMPARE(m_site->seen.front().target, target.toStdString());
    else
        QCOMPARE(page.error().kind, ErrorKind::Usage);
}

void TestRegistryClient::readsResultsAndReferrals()
{
    answer(results(result("one", R"(, "displayName": "One", )" + kAcmp),
        R"(, "referrals": [{"identifier": "urn:air:y.example:r", "displayName": "R",
            "type": "application/ai-registry+json", "url": "https://y.example/search"}], "pageToken": "next")"));
    const auto page = search(words("x"));
    QVERIFY(page);
    QVERIFY2(page->findings.empty(), ids(page->findings).constData());
    QCOMPARE(page->hits.size(), 1U);
    const discovery::Hit& hit = page->hits.front();
    QCOMPARE(hit.entry.displayName, std::string("One"));
    QCOMPARE(hit.entry.acmp.tier.value_or(""), std::string("A"));
    QCOMPARE(hit.score.value_or(-1), 50);
    QCOMPARE(hit.source, std::string("https://elsewhere.example/"));
    QCOMPARE(page->referrals.front().url, std::string("https://y.example/search"));
    QCOMPARE(page->pageToken, std::string("next"));
}

void TestRegistryClient::aResultNeedSayNothingElse()
{
    answer(results(result("one")));
    const auto page = search(words("x"));
    QVERIFY(page);
    QVERIFY2(page->hits.front().entry.findings.empty(), ids(page->hits.front().entry.findings).constData());
}

void TestRegistryClient::filtersItselfWhatTheRegistryCannot()
{
    std::vector<QByteArray> asked;
    m_site->questions["/api/search"] = [&](const QByteArray& question) -> Site::Answer {
        asked.push_back(question);
        if (question.contains("acmp:"))
            return { R"({"errorCode": "INVALID_ARGUMENT", "message": "no such path"})", {}, 400 };
        return { results(result("a", ", " + kAcmp) + ',' + result("b") + ','
            + result("c", R"(, "@context": {"x": "https://a2agora.org/acmp/v0.1#"}, "x:tier": "S")")) };
    };
    RegistryQuery query = words("x");
    query.filter.tier = "A";
    query.constraints = { { "type", { "a/b" } } };
    auto page = search(query);
    QVERIFY(page);
    QCOMPARE(asked.size(), 2U);
    QVERIFY(asked.at(1).contains(R"("filter":{"type":["a/b"]})"));
    QVERIFY(!asked.at(1).contains("@context"));
    QVERIFY(page->refusal && page->refusal->found == "HTTP 400 INVALID_ARGUMENT");
    QCOMPARE(page->hits.size(), 1U);
    QCOMPARE(page->leftOut, 2U);
    QCOMPARE(page->undecided, 1U);
    // It is not asked for the same a second time, and that is still said.
    page = search(query);
    QCOMPARE(asked.size(), 3U);
    QVERIFY(page && page->refusal && page->hits.size() == 1);
}

void TestRegistryClient::aRefusalOfAnythingElseIsOne()
{
    int asked = 0;
    m_site->questions["/api/search"] = [&](const QByteArray&) -> Site::Answer {
        ++asked;
        return { R"({"errorCode": "INVALID_ARGUMENT", "message": "no"})", {}, 400 };
    };
    RegistryQuery query = words("x");
    query.constraints = { { "metadata.x", { "y" } } };
    QVERIFY(!search(query));
    QCOMPARE(asked, 1);
    query.filter.tier = "A";
    QVERIFY(!search(query));
    QCOMPARE(asked, 3);
    QVERIFY2(!search(query), "nothing was learnt from that");
    QCOMPARE(asked, 5);
}

void TestRegistryClient::trustsTheRegistryInWhatItFiltered()
{
    answer(results(result("a") + ',' + result("b", R"(, "capabilities": ["other"])")));
    RegistryQuery query = words("x");
    query.filter.tier = "A";
    query.filter.capability = "reading";
    const auto page = search(query);
    QVERIFY(page && !page->refusal);
    QCOMPARE(page->hits.size(), 1U);
    QCOMPARE(page->hits.front().entry.identifier, std::string("urn:air:x.example:a"));
    QVERIFY2(m_site->seen.size() == 1, "nothing had to be retrieved");
}

void TestRegistryClient::completesWhatDoesNotSay()
{
    const auto ours = [this](const QByteArray& name) -> QByteArray {
        return R"({"identifier": "urn:air:x.example:)" + name + R"(", "score": 9, "source": ")"
            + QByteArray::fromStdString(m_site->origin()) + R"(/api/"})";
    };
    const auto whole = [](const QByteArray& name, const QByteArray& more) -> QByteArray {
        return R"({"identifier": "urn:air:x.example:)" + name + R"(", "displayName": "N")" + more + '}';
    };
    answer(results(ours("a") + ',' + ours("b") + ',' + ours("gone") + ',' + ours("a")));
    m_site->answers["/api/agents/urn%3Aair%3Ax.example%3Aa"]
        = { whole("a", ", " + kAcmp), { { "Cache-Control", "max-age=60" } } };
    m_site->answers["/api/agents/urn%3Aair%3Ax.example%3Ab"] = { whole("b", {}) };
    RegistryQuery query = words("x");
    query.filter.onlyTrading = true;
    const auto page = search(query);
    QVERIFY(page);
    QCOMPARE(page->hits.size(), 2U);
    QCOMPARE(page->hits.front().entry.displayName, std::string("N"));
    QCOMPARE(page->hits.front().score.value_or(0), 9);
    QVERIFY(page->hits.front().isWhole);
    QCOMPARE(page->leftOut, 2U);
    QCOMPARE(page->undecided, 1U);
}

void TestRegistryClient::doesNotCompleteElsewhere()
{
    Site elsewhere;
    answer(results(R"({"identifier": "urn:air:x.example:a", "score": 9, "source": ")"
        + QByteArray::fromStdString(elsewhere.origin()) + R"("})"));
    elsewhere.answers["/agents/urn%3Aair%3Ax.example%3Aa"]
        = { R"({"identifier": "urn:air:x.example:a", )" + kAcmp + '}' };
    RegistryQuery query = words("x");
    query.filter.onlyTrading = true;
    const auto stays = search(query);
    QVERIFY(stays && stays->hits.empty() && stays->undecided == 1);
    QVERIFY(elsewhere.seen.empty());
    RegistryClient follows(*m_fetcher, *m_http, { .token = {}, .tokenFor = {}, .followsOtherOrigins = true });
    const auto went = await(follows.search(base(), query));
    QVERIFY(went);
    QCOMPARE(went->hits.size(), 1U);
}

void TestRegistryClient::namesRefusals_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("isTransient");
    QTest::addColumn<QByteArray>("text");
    const auto error = [](const QByteArray& code) -> QByteArray {
        return R"({"errorCode": ")" + code + R"(", "message": "so it is"})";
    };
    QTest::newRow("400") << 400 << error("INVALID_ARGUMENT") << ErrorKind::Refused << false
                         << QByteArray("(so it is)");
    QTest::newRow("401") << 401 << error("UNAUTHENTICATED") << ErrorKind::Refused << false
                         << QByteArray("it takes Bearer");
    QTest::newRow("404") << 404 << error("NOT_FOUND") << ErrorKind::Refused << false
                         << QByteArray("HTTP 404 NOT_FOUND");
    QTest::newRow("429") << 429 << error("RATE_LIMIT_EXCEEDED") << ErrorKind::Refused << true
                         << QByteArray("ask again in 7 s");
    QTest::newRow("500") << 500 << error("INTERNAL_ERROR") << ErrorKind::Refused << true
                         << QByteArray("INTERNAL_ERROR");
    QTest::newRow("501") << 501 << error("NOT_IMPLEMENTED") << ErrorKind::NotAdvertised << false
                         << QByteArray("can't do this");
    QTest::newRow("a server's own page")
        << 404 << QByteArray("<html>no</html>") << ErrorKind::Http << false << QByteArray("HTTP 404");
    QTest::newRow("codes of wrong types") << 400 << QByteArray(R"({"errorCode": 7, "message": {}})")
                                          << ErrorKind::Http << false << QByteArray("HTTP 400");
}

void TestRegistryClient::namesRefusals()
{
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    const Site::Answer answer { body,
        { { "Retry-After", "7" }, { "WWW-Authenticate", "Bearer realm=\"x\"" } }, status };
    m_site->answers["/api/search"] = answer;
    m_site->answers["/api/agents/urn%3Aair%3Ax.example%3Aa"] = answer;
    for (const wire::Error& error :
        { search(words("x")).error(), await(m_client->retrieve(base(), "urn:air:x.example:a")).error() }) {
        QTEST(error.kind, "kind");
        QTEST(error.transient, "isTransient");
        QFETCH(const QByteArray, text);
        QVERIFY2(error.toString().find(text.toStdString()) != std::string::npos, error.toString().c_str());
    }
}

void TestRegistryClient::neverGoesWhereAPostIsSentOn()
{
    m_site->answers["/api/search"] = { {}, { { "Location", "/other/search" } }, 307 };
    m_site->answers["/other/search"] = { results({}) };
    const auto page = search(words("x"));
    QVERIFY(!page);
    QCOMPARE(page.error().kind, ErrorKind::Refused);
    QVERIFY(page.error().found.find("/other/search") != std::string::npos);
    QCOMPARE(m_site->seen.size(), 1U);
}

void TestRegistryClient::answersThatAreNone_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("body");
    const QByteArray json = "application/json";
    QTest::newRow("empty") << json << QByteArray();
    QTest::newRow("a page") << QByteArray("text/html") << QByteArray("<html>Welcome</html>");
    QTest::newRow("a stream") << QByteArray("text/event-stream") << QByteArray("data: {}\n\n");
    QTest::newRow("half") << json << QByteArray(R"({"results": [)");
    QTest::newRow("deep") << json << QByteArray(100'000, '[');
    QTest::newRow("array") << json << QByteArray("[]");
    QTest::newRow("null") << json << QByteArray("null");
    QTest::newRow("no results") << json << QByteArray("{}");
    QTest::newRow("results are no array") << json << QByteArray(R"({"results": {}})");
    QTest::newRow("too long") << json << R"({"results": [")" + QByteArray(9 << 20, 'x') + R"("]})";
}

void TestRegistryClient::answersThatAreNone()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, body);
    m_site->answers["/api/search"] = { body, { { "Content-Type", type.toStdString() } } };
    const auto page = search(words("x"));
    QVERIFY(!page);
    QVERIFY2(page.error().kind == ErrorKind::Protocol || page.error().kind == ErrorKind::TooLarge,
        page.error().toString().c_str());
    QVERIFY(page.error().toString().size() < 1000);
}

void TestRegistryClient::tellsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("ofPage");
    QTest::addColumn<QByteArray>("ofHit");
    const auto row = [](const char* name, const QByteArray& body, const QByteArray& ofPage,
                         const QByteArray& ofHit = {}) { QTest::newRow(name) << body << ofPage << ofHit; };
    const QByteArray id = R"({"identifier": "urn:air:x.example:a")";
    row("good", results(result("a")), {});
    row("a string", results(R"("text")"), {}, "ARD-4.2-field");
    row("no identifier", results(R"({"score": 1, "source": "https://x.example/"})"), {}, "ARD-4.2-required");
    row("no score", results(id + R"(, "source": "https://x.example/"})"), {}, "ARD-5.3.2-score");
    row("score is text", results(id + R"(, "score": "9", "source": "https://x.example/"})"), {},
        "ARD-5.3.2-score");
    row("score too high", results(id + R"(, "score": 101, "source": "https://x.example/"})"), {},
        "ARD-5.3.2-score");
    row("score no integer", results(id + R"(, "score": 0.5, "source": "https://x.example/"})"), {},
        "ARD-5.3.2-score");
    row("no source", results(id + R"(, "score": 1})"), {}, "ARD-5.3.2-source");
    row("source elsewhere", results(id + R"(, "score": 1, "source": "file:///etc"})"), {},
        "ARD-5.3.2-source");
    row("same page again", results({}, R"(, "pageToken": "t")"), "ARD-5.3-page");
    row("token of another type", results({}, R"(, "pageToken": 7)"), "ARD-5.3-answer");
    row("endless token", results({}, R"(, "pageToken": ")" + QByteArray(9000, 'x') + '"'), "ARD-5.3-page");
    row("more than asked", results(result("a") + ',' + result("b") + ',' + result("c")), "ARD-5.3-page");
    row("referrals are none", results({}, R"(, "referrals": 7)"), "ARD-5.3-answer");
    row("a referral to a file", results({}, R"(, "referrals": [{"identifier": "urn:air:x.example:r",
            "type": "application/ai-registry+json", "url": "file:///x"}, "x"])"),
        "ARD-5.4-referral ARD-5.4-referral");
}

void TestRegistryClient::tellsWhatIsWrong()
{
    QFETCH(const QByteArray, body);
    answer(body);
    RegistryQuery query = words("x");
    query.pageToken = "t";
    query.pageSize = 2;
    const auto page = search(query);
    QVERIFY(page);
    QTEST(ids(page->findings), "ofPage");
    if (!page->hits.empty())
        QTEST(ids(page->hits.front().entry.findings), "ofHit");
    QVERIFY(page->referrals.empty());
    QVERIFY(page->pageToken.empty());
    for (const discovery::Hit& hit : page->hits)
        QVERIFY(hit.source.starts_with("http"));
}

QTEST_GUILESS_MAIN(TestRegistryClient)
#include "tst_registryclient.moc"
