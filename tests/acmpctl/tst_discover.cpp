// SPDX-License-Identifier: Apache-2.0
// discover: what it prints, what it filters, and the status it ends with.
#include "tests/acmpctl/ctl.h"
#include "tests/discovery/site.h"

using namespace Qt::StringLiterals;
using acmpctl::Ctl;

namespace {

QByteArray entry(const QByteArray& name, const QByteArray& more = {},
    const QByteArray& type = "application/mcp-server-card+json",
    const QByteArray& url = "https://x.example/card")
{
    return R"({"identifier": "urn:air:x.example:)" + name + R"(", "displayName": ")" + name
        + R"(", "type": ")" + type + R"(", "url": ")" + url + R"(", "representativeQueries": ["a", "b"])"
        + more + '}';
}

} // namespace

class TestDiscover final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void listsWhatADomainSays();
    void filters_data();
    void filters();
    void explains();
    void validates_data();
    void validates();
    void tellsWhyThereIsNothing_data();
    void tellsWhyThereIsNothing();
    void isNotStoppedByAHugeManifest();
    void goesElsewhereOnlyWhenAsked();

    void searchesARegistry();
    void listsARegistryWithoutWords();
    void tellsWhatARegistryRefuses_data();
    void tellsWhatARegistryRefuses();
    void aServedRegistryCanBePrivate();
    void asksReferralsOnlyWhenTold();
    void wantsOneOfTwoWays_data();
    void wantsOneOfTwoWays();

    void thoseWhoAreListedAreAskedForOffers();
    void quotesAreAskedForWhereAnEntrySays();

private:
    QString site() const { return QString::fromStdString(m_site.origin()); }

    Site m_site;
};

void TestDiscover::initTestCase()
{
    const QByteArray acmp = R"(, "capabilities": ["read"], "@context": {"x": "https://a2agora.org/acmp/v0.1#",
        "x:price_cu_indicative": {"@type": "@json"}}, "x:tier": "A", "x:price_basis": "b",
        "x:price_cu_indicative": {"read": 0.0030})";
    m_site.answers["/.well-known/ard.json"]
        = { R"({"entries": [)" + entry("seller", acmp) + ',' + entry("other") + "]}" };
    m_site.answers["/bad.json"] = { R"({"entries": [)" + entry("bad", R"(, "metadata": 7)") + "]}" };
    m_site.answers["/html"] = { "<html>no</html>", { { "Content-Type", "text/html" } } };
    m_site.answers["/text"] = { "hello", { { "Content-Type", "text/plain" } } };
}

void TestDiscover::listsWhatADomainSays()
{
    Ctl run({ u"discover"_s, site(), u"--json"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.named("step").size(), 6U);
    const auto entries = run.named("entry");
    QCOMPARE(entries.size(), 2U);
    QCOMPARE(entries[0].at("identifier").get<std::string>(), std::string("urn:air:x.example:seller"));
    QCOMPARE(entries[0].at("publisher").get<std::string>(), std::string("x.example"));
    QCOMPARE(entries[0].at("acmp").at("tier").get<std::string>(), std::string("A"));
    QVERIFY(run.output().contains(R"("price_cu_indicative":{"read":0.0030})"));
    QCOMPARE(entries[0].at("raw").at("x:tier").get<std::string>(), std::string("A"));
    QVERIFY(entries[1].at("acmp").is_null());
    Ctl human({ u"discover"_s, site() });
    VERIFY_EXIT(human, 0);
    QVERIFY(human.output().contains("indicative, not binding: read 0.0030 CU (b)"));
    QVERIFY(human.output().contains("2 entries, 0 errors"));
}

void TestDiscover::filters_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("count");
    QTest::newRow("acmp") << QStringList { u"--acmp-only"_s } << 1;
    QTest::newRow("capability") << QStringList { u"-c"_s, u"read"_s } << 1;
    QTest::newRow("price") << QStringList { u"--max-price"_s, u"0.003"_s } << 1;
    QTest::newRow("too dear") << QStringList { u"--max-price"_s, u"0.0029"_s } << 0;
    QTest::newRow("tier") << QStringList { u"--tier"_s, u"S"_s } << 0;
    QTest::newRow("proof") << QStringList { u"--proof"_s, u"result-hash"_s } << 0;
    QTest::newRow("words") << QStringList { u"--text"_s, u"OTHER"_s } << 1;
}

void TestDiscover::filters()
{
    QFETCH(const QStringList, options);
    QFETCH(const int, count);
    Ctl run(QStringList { u"discover"_s, site(), u"--json"_s } + options);
    VERIFY_EXIT(run, count > 0 ? 0 : 1);
    QCOMPARE(static_cast<int>(run.named("entry").size()), count);
}

void TestDiscover::explains()
{
    Ctl run({ u"discover"_s, site(), u"--explain"_s });
    VERIFY_EXIT(run, 0);
    for (const char* const step : { "ard.json", "home page", "robots.txt", "DNS _search", "ai-catalog.json" })
        QVERIFY2(run.output().contains(step), step);
}

void TestDiscover::validates_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("status");
    QTest::newRow("good") << u"/.well-known/ard.json"_s << 0;
    QTest::newRow("bad") << u"/bad.json"_s << 1;
    QTest::newRow("no manifest") << u"/text"_s << 4;
    QTest::newRow("not there") << u"/none"_s << 1;
}

void TestDiscover::validates()
{
    QFETCH(const QString, path);
    QFETCH(const int, status);
    Ctl run({ u"discover"_s, site() + path, u"--validate"_s });
    VERIFY_EXIT(run, status);
}

void TestDiscover::tellsWhyThereIsNothing_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nobody") << u"127.0.0.1:1"_s << 3 << QByteArray("refused");
    QTest::newRow("no target") << u"ftp://x"_s << 2
                               << QByteArray("a domain, an http or https URL, or a file");
    QTest::newRow("no file") << u"file:///nonexistent"_s << 2 << QByteArray("/nonexistent");
    QTest::newRow("a page without") << site() + u"/html"_s << 1 << QByteArray("link element");
}

void TestDiscover::tellsWhyThereIsNothing()
{
    QFETCH(const QString, what);
    QFETCH(const int, status);
    QFETCH(const QByteArray, text);
    Ctl run({ u"discover"_s, what });
    VERIFY_EXIT(run, status);
    QVERIFY2(run.output().contains(text), run.output().constData());
}

void TestDiscover::isNotStoppedByAHugeManifest()
{
    m_site.answers["/huge"] = { R"({"entries": [")" + QByteArray((33 << 20), 'x') + "\"]}" };
    Ctl run({ u"discover"_s, site() + u"/huge"_s });
    VERIFY_EXIT(run, 4);
    QVERIFY2(run.output().size() < 10'000, "it is cut");
    m_site.answers.erase("/huge");
}

void TestDiscover::goesElsewhereOnlyWhenAsked()
{
    Site elsewhere;
    elsewhere.answers["/c"] = { R"({"entries": [)" + entry("far") + "]}" };
    m_site.answers["/nested"] = { R"({"entries": [)"
        + entry(
            "sub", {}, "application/ai-catalog+json", QByteArray::fromStdString(elsewhere.origin()) + "/c")
        + "]}" };
    Ctl stays({ u"discover"_s, site() + u"/nested"_s });
    VERIFY_EXIT(stays, 0);
    QVERIFY(stays.output().contains("not opened"));
    QVERIFY(elsewhere.seen.empty());
    Ctl goes({ u"discover"_s, site() + u"/nested"_s, u"--follow"_s, u"--json"_s });
    VERIFY_EXIT(goes, 0);
    QCOMPARE(goes.named("entry").size(), 2U);
}

void TestDiscover::searchesARegistry()
{
    const QByteArray source = R"(, "score": 7, "source": "https://far.example/")";
    const QByteArray sells = R"(, "@context": {"x": "https://a2agora.org/acmp/v0.1#"}, "x:tier": "A")";
    int asked = 0;
    m_site.questions["/api/search"] = [&](const QByteArray& question) -> Site::Answer {
        ++asked;
        if (question.contains("acmp:"))
            return { R"({"errorCode": "INVALID_ARGUMENT", "message": "no such path"})", {}, 400 };
        return { R"({"results": [)" + entry("seller", source + sells) + ',' + entry("other", source) + "]}" };
    };
    const QStringList search { u"discover"_s, u"--registry"_s, site() + u"/api"_s, u"--text"_s, u"read"_s };
    Ctl all(search + QStringList { u"--json"_s });
    VERIFY_EXIT(all, 0);
    QCOMPARE(all.named("entry").size(), 2U);
    QCOMPARE(all.named("entry")[0].at("sources")[0].get<std::string>(), std::string("https://far.example/"));
    QCOMPARE(all.named("step").size(), 1U);
    Ctl some(search + QStringList { u"--tier"_s, u"A"_s });
    VERIFY_EXIT(some, 0);
    QCOMPARE(asked, 3);
    QVERIFY2(some.output().contains("1 entry of 2, 0 errors"), some.output().constData());
    QVERIFY(some.output().contains("can't filter by terms of ACMP"));
    Ctl none(search + QStringList { u"--tier"_s, u"S"_s });
    VERIFY_EXIT(none, 1);
}

void TestDiscover::listsARegistryWithoutWords()
{
    m_site.answers["/list/agents?pageSize=100"] = { R"({"items": [)" + entry("a") + "]}" };
    Ctl run({ u"discover"_s, u"--registry"_s, site() + u"/list"_s, u"--explain"_s });
    VERIFY_EXIT(run, 0);
    QVERIFY(run.output().contains("urn:air:x.example:a"));
    QVERIFY(run.output().contains("registry  1 entry"));
}

void TestDiscover::tellsWhatARegistryRefuses_data()
{
    QTest::addColumn<int>("answer");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("asked too often") << 429 << 1 << QByteArray("ask again in 7 s");
    QTest::newRow("no such thing") << 501 << 2 << QByteArray("can't do this");
    QTest::newRow("sent elsewhere") << 308 << 1 << QByteArray("never redirected");
    QTest::newRow("a page") << 200 << 4 << QByteArray("no JSON");
}

void TestDiscover::tellsWhatARegistryRefuses()
{
    QFETCH(const int, answer);
    QFETCH(const int, status);
    QFETCH(const QByteArray, text);
    m_site.answers["/bad/search"]
        = { "<html>", { { "Retry-After", "7" }, { "Location", "/api/search" } }, answer };
    Ctl run({ u"discover"_s, u"--registry"_s, site() + u"/bad"_s, u"--text"_s, u"x"_s });
    VERIFY_EXIT(run, status);
    QVERIFY2(run.output().contains(text), run.output().constData());
}

void TestDiscover::aServedRegistryCanBePrivate()
{
    Ctl open({ u"serve"_s, u"--private-registry"_s });
    VERIFY_EXIT(open, 2);
    Ctl market({ u"serve"_s, u"--json"_s, u"--private-registry"_s, u"--registry-rate"_s, u"1000"_s },
        { .bearerToken = u"s3cret"_s });
    QVERIFY(market.waitFor("listening"));
    const QStringList list { u"discover"_s, u"--registry"_s, market.url("registry") };
    Ctl stranger(list);
    VERIFY_EXIT(stranger, 1);
    QVERIFY2(stranger.output().contains("wants to know who asks"), stranger.output().constData());
    Ctl known(list + QStringList { u"--json"_s }, { .bearerToken = u"s3cret"_s });
    VERIFY_EXIT(known, 0);
    QCOMPARE(known.named("entry").size(), 2U);
}

void TestDiscover::asksReferralsOnlyWhenTold()
{
    Site elsewhere;
    const QByteArray source = R"(, "score": 7, "source": "https://far.example/")";
    elsewhere.answers["/search"] = { R"({"results": [)" + entry("far", source) + "]}" };
    const QByteArray url = QByteArray::fromStdString(elsewhere.origin()) + "/search";
    m_site.answers["/refers/search"] = { R"({"results": [)" + entry("near", source) + R"(], "referrals": [)"
        + entry("r", {}, "application/ai-registry+json", url) + "]}" };
    const QStringList search { u"discover"_s, u"--registry"_s, site() + u"/refers/search"_s, u"--text"_s,
        u"x"_s };
    Ctl stays(search);
    VERIFY_EXIT(stays, 0);
    QVERIFY(stays.output().contains("a registry that was not asked"));
    QVERIFY(elsewhere.seen.empty());
    Ctl goes(search + QStringList { u"--follow"_s, u"--json"_s });
    VERIFY_EXIT(goes, 0);
    QCOMPARE(goes.named("entry").size(), 2U);
    QCOMPARE(goes.named("step").size(), 2U);
}

void TestDiscover::wantsOneOfTwoWays_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("neither") << QStringList {};
    QTest::newRow("both") << QStringList { u"x.example"_s, u"--registry"_s, u"https://x.example/"_s };
    QTest::newRow("no URL") << QStringList { u"--registry"_s, u"x"_s };
    QTest::newRow("a query") << QStringList { u"--registry"_s, u"https://x.example/?key=1"_s };
}

void TestDiscover::wantsOneOfTwoWays()
{
    QFETCH(const QStringList, options);
    Ctl run(QStringList { u"discover"_s } + options);
    VERIFY_EXIT(run, 2);
}

void TestDiscover::thoseWhoAreListedAreAskedForOffers()
{
    const auto data = [](const char* name) -> QString {
        return QString::fromUtf8(TEST_DATA) + QLatin1Char('/') + QString::fromUtf8(name);
    };
    Ctl market({ u"serve"_s, u"--json"_s, data("shop.json"), data("unary.json") });
    QVERIFY(market.waitFor("listening"));
    const QString where = QString::fromStdString(market.first("listening")["ard"].get<std::string>());
    Ctl quote({ u"quote"_s, u"--json"_s, u"--from-discover"_s, where, u"-c"_s, u"quick"_s, u"--accept"_s,
        u"cheapest"_s });
    VERIFY_EXIT(quote, 0);
    // Each once, though it is listed by two bindings.
    QCOMPARE(quote.named("offer").size(), 2U);
    QCOMPARE(quote.first("accepted")["provider"], "agent:shop:local");
    Ctl none({ u"quote"_s, u"--from-discover"_s, where, u"-c"_s, u"nobody sells it"_s });
    VERIFY_EXIT(none, 1);
    Ctl gone({ u"quote"_s, u"--from-discover"_s, u"http://127.0.0.1:3"_s, u"-c"_s, u"quick"_s });
    VERIFY_EXIT(gone, 3);
    Ctl nobody({ u"quote"_s, u"-c"_s, u"x"_s });
    VERIFY_EXIT(nobody, 2);
}

void TestDiscover::quotesAreAskedForWhereAnEntrySays()
{
    Site provider;
    provider.answers["/quotes"] = { R"({"jsonrpc":"2.0","id":1,"error":{"code":-33001,"message":"no"}})",
        { { "Content-Type", "application/json" } } };
    const QByteArray there = QByteArray::fromStdString(provider.origin());
    m_site.answers["/listed.json"] = { R"({"entries": [)"
        + entry("seller",
            R"(, "capabilities": ["read"], "@context": {"x": "https://a2agora.org/acmp/v0.1#"},
               "x:negotiation_endpoint": ")"
                + there + R"(/quotes")",
            "application/mcp-server-card+json", there + "/card")
        + "]}" };
    Ctl quote({ u"quote"_s, u"--json"_s, u"--token"_s, u"secret"_s, u"--from-discover"_s,
        site() + u"/listed.json"_s, u"-c"_s, u"read"_s });
    // What is answered there is not what this is about: it is to another request.
    VERIFY_EXIT(quote, 4);
    bool wasAsked = false;
    for (const http::RequestHead& head : provider.seen) {
        // Decision D17: there alone, and without a token that was given for somebody else.
        QCOMPARE(head.target, "/quotes");
        QVERIFY(!head.fields.find("Authorization"));
        wasAsked |= head.fields.find("Mcp-Method") == "acmp/offerRequest";
    }
    QVERIFY(wasAsked);
}

QTEST_GUILESS_MAIN(TestDiscover)
#include "tst_discover.moc"
