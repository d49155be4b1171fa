// SPDX-License-Identifier: Apache-2.0
// Every way by which a domain may say who trades there, each alone and all together; what is bounded; what is
// followed and what is not.
#include "protocol/discovery/fetcher.h"
#include "protocol/discovery/resolver.h"
#include "tests/discovery/site.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using discovery::Resolver;
using discovery::Source;
using discovery::Step;

namespace {

QByteArray entry(const QByteArray& name, const QByteArray& type = "application/mcp-server-card+json",
    const QByteArray& url = "https://x.example/card")
{
    return R"({"identifier": "urn:air:x.example:)" + name + R"(", "displayName": ")" + name
        + R"(", "type": ")" + type + R"(", "url": ")" + url + R"(", "representativeQueries": ["a", "b"]})";
}

QByteArray manifest(const QByteArray& entries)
{
    return R"({"entries": [)" + entries + "]}";
}

} // namespace

class TestResolver final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void triesEveryWay();
    void findsByOneWay_data();
    void findsByOneWay();
    void keepsOneOfEachIdentifier();
    void followsCatalogsOfTheSameOrigin();
    void leavesOtherOriginsToTheUser();
    void endsWhereCatalogsAreCyclic();
    void isBoundedInDepth();
    void namesRegistries();
    void asksTheNameServer();
    void readsAPage();
    void readsAFile();
    void readsFilesThatAreNone();
    void tellsWhatIsNoTarget();
    void marksThePredecessor();
    void stops();

private:
    void resolve(const std::string& what, discovery::ResolverOptions options = {})
    {
        m_resolver = std::make_unique<Resolver>(*m_fetcher, m_dns, options);
        QSignalSpy finished(m_resolver.get(), &Resolver::finished);
        m_resolver->start(what);
        QVERIFY(finished.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 10'000);
        QVERIFY(!m_resolver->isRunning());
    }
    QByteArray names() const
    {
        std::string names;
        for (const discovery::Listed& listed : m_resolver->entries())
            names += listed.entry.displayName + ' ';
        return QByteArray::fromStdString(names).trimmed();
    }
    const Step& step(std::string_view name) const
    {
        const auto found = std::ranges::find(m_resolver->steps(), name, &Step::name);
        if (found == m_resolver->steps().end())
            qFatal("no step of that name");
        return *found;
    }

    std::unique_ptr<Site> m_site;
    FakeDns m_dns;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    std::unique_ptr<Resolver> m_resolver;
};

void TestResolver::init()
{
    m_resolver.reset();
    m_fetcher.reset();
    m_http.reset();
    m_dns.answers.clear();
    m_dns.asked.clear();
    m_site = std::make_unique<Site>();
    m_http = std::make_unique<http::Client>(m_site->clock, m_sink);
    m_fetcher = std::make_unique<discovery::Fetcher>(m_site->clock, *m_http);
}

void TestResolver::triesEveryWay()
{
    resolve(m_site->origin());
    std::vector<std::string> steps;
    for (const Step& step : m_resolver->steps()) {
        steps.push_back(step.name);
        QVERIFY2(!step.detail.empty(), step.name.c_str());
        QVERIFY2(
            step.state == Step::State::Nothing || step.state == Step::State::Skipped, step.detail.c_str());
    }
    QCOMPARE(steps,
        (std::vector<std::string> {
            "ard.json", "home page", "robots.txt", "DNS _entries", "DNS _search", "ai-catalog.json" }));
    QVERIFY(m_resolver->entries().empty());
    // An address has no such names.
    QVERIFY(m_dns.asked.empty());
}

void TestResolver::findsByOneWay_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("step");
    const QByteArray none;
    QTest::newRow("ard.json") << QByteArray("/.well-known/ard.json") << manifest(entry("a")) << none
                              << QByteArray("ard.json");
    QTest::newRow("Link header") << QByteArray("/") << none << QByteArray("</m.json>; rel=\"ard\"")
                                 << QByteArray("Link header");
    QTest::newRow("link element") << QByteArray("/") << QByteArray("<link rel=ard href=m.json>") << none
                                  << QByteArray("link element");
    QTest::newRow("JSON-LD") << QByteArray("/")
                             << QByteArray("<script type='application/ld+json'>" + entry("a") + "</script>")
                             << none << QByteArray("JSON-LD");
    QTest::newRow("JSON-LD graph") << QByteArray("/")
                                   << QByteArray("<script type='application/ld+json'>{\"@graph\": [{}, "
                                          + entry("a") + "]}</script>")
                                   << none << QByteArray("JSON-LD");
    QTest::newRow("robots.txt") << QByteArray("/robots.txt") << QByteArray("Agentmap: /m.json") << none
                                << QByteArray("robots.txt");
    QTest::newRow("ai-catalog.json") << QByteArray("/.well-known/ai-catalog.json") << manifest(entry("a"))
                                     << none << QByteArray("ai-catalog.json");
    QTest::newRow("rel=ai-catalog") << QByteArray("/") << none << QByteArray("</m.json>; rel=\"ai-catalog\"")
                                    << QByteArray("Link header");
}

void TestResolver::findsByOneWay()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, header);
    QFETCH(const QByteArray, step);
    m_site->answers["/m.json"] = { manifest(entry("a")) };
    Site::Answer answer { body };
    if (!header.isEmpty())
        answer.fields.add("Link", header.toStdString());
    m_site->answers[path.toStdString()] = answer;
    resolve(m_site->origin());
    QCOMPARE(names(), QByteArray("a"));
    QVERIFY(this->step(step.toStdString()).state == Step::State::Found);
}

void TestResolver::keepsOneOfEachIdentifier()
{
    m_site->answers["/.well-known/ard.json"] = { manifest(entry("a") + ',' + entry("b")) };
    m_site->answers["/.well-known/ai-catalog.json"] = { manifest(entry("b") + ',' + entry("c")) };
    resolve(m_site->origin());
    QCOMPARE(names(), QByteArray("a b c"));
    const auto& b = m_resolver->entries().at(1);
    QCOMPARE(m_resolver->sources().at(static_cast<std::size_t>(b.source)).name, std::string("ard.json"));
    QCOMPARE(b.alsoIn.size(), 1U);
}

void TestResolver::followsCatalogsOfTheSameOrigin()
{
    m_site->answers["/.well-known/ard.json"] = { manifest(
        entry("sub", "application/ai-catalog+json", QByteArray::fromStdString(m_site->origin()) + "/s")) };
    m_site->answers["/s"] = { manifest(entry("a")) };
    resolve(m_site->origin());
    QCOMPARE(names(), QByteArray("sub a"));
    QCOMPARE(m_resolver->sources().back().parent, 0);
    QVERIFY(m_resolver->sources().back().state == Source::State::Read);
}

void TestResolver::leavesOtherOriginsToTheUser()
{
    Site other;
    other.answers["/s"] = { manifest(entry("a")) };
    m_site->answers["/.well-known/ard.json"] = { manifest(
        entry("sub", "application/ai-catalog+json", QByteArray::fromStdString(other.origin()) + "/s")) };
    resolve(m_site->origin());
    QCOMPARE(names(), QByteArray("sub"));
    QVERIFY(other.seen.empty());
    const int source = static_cast<int>(m_resolver->sources().size()) - 1;
    QVERIFY(m_resolver->sources().back().state == Source::State::Unopened);
    QSignalSpy finished(m_resolver.get(), &Resolver::finished);
    m_resolver->open(source);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(names(), QByteArray("sub a"));
    m_fetcher->forgetFreshness();
    resolve(m_site->origin(), { .followsOtherOrigins = true });
    QCOMPARE(names(), QByteArray("sub a"));
}

void TestResolver::endsWhereCatalogsAreCyclic()
{
    const QByteArray origin = QByteArray::fromStdString(m_site->origin());
    m_site->answers["/.well-known/ard.json"]
        = { manifest(entry("s", "application/ai-catalog+json", origin + "/s")) };
    m_site->answers["/s"] = { manifest(entry("t", "application/ai-catalog+json", origin + "/s") + ','
        + entry("u", "application/ai-catalog+json", origin + "/.well-known/ard.json")) };
    resolve(m_site->origin());
    QCOMPARE(names(), QByteArray("s t u"));
    QCOMPARE(m_site->count("/s"), 1U);
}

void TestResolver::isBoundedInDepth()
{
    const QByteArray origin = QByteArray::fromStdString(m_site->origin());
    for (int i = 0; i < 10; ++i) {
        const QByteArray next = QByteArray::number(i + 1);
        m_site->answers["/s" + std::to_string(i)]
            = { manifest(entry('n' + next, "application/ai-catalog+json", origin + "/s" + next)) };
    }
    resolve(m_site->origin() + "/s0", { .maxDepth = 3 });
    QCOMPARE(names(), QByteArray("n1 n2 n3 n4"));
    QVERIFY(m_resolver->sources().back().state == Source::State::Unopened);
}

void TestResolver::namesRegistries()
{
    m_site->answers["/.well-known/ard.json"]
        = { manifest(entry("r", "application/ai-registry+json", "https://r.example/api/search")) };
    resolve(m_site->origin());
    QVERIFY(m_resolver->sources().back().state == Source::State::Registry);
    QCOMPARE(m_resolver->sources().back().url, std::string("https://r.example/api/search"));
}

void TestResolver::asksTheNameServer()
{
    const auto port = static_cast<std::uint16_t>(QUrl(QString::fromStdString(m_site->origin())).port());
    m_dns.answers["_search._agents.shop.example"] = std::vector<discovery::Svcb> { { 1, "r.example", 8443 } };
    m_dns.answers["_entries._agents.shop.example"]
        = std::unexpected(wire::Error { wire::ErrorKind::Unreachable, "no name server", {}, {}, {}, true });
    // The domain's own names lead to the site of this test.
    http::ClientOptions options;
    options.hostMap["shop.example"] = { "127.0.0.1", port };
    http::Client client(m_site->clock, m_sink, options);
    discovery::Fetcher fetcher(m_site->clock, client);
    m_resolver = std::make_unique<Resolver>(fetcher, m_dns);
    QSignalSpy finished(m_resolver.get(), &Resolver::finished);
    m_resolver->start("http://shop.example");
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 10'000);
    QVERIFY(step("DNS _entries").state == Step::State::Failed);
    QVERIFY(step("DNS _search").state == Step::State::Found);
    QCOMPARE(m_resolver->sources().back().url, std::string("https://r.example:8443/"));
    m_resolver.reset();
}

void TestResolver::readsAPage()
{
    m_site->answers["/docs?x"]
        = { "<base href='/b/'><link rel=ard href=m>", { { "Content-Type", "text/html" } } };
    m_site->answers["/b/m"] = { manifest(entry("a")) };
    resolve(m_site->origin() + "/docs?x");
    QCOMPARE(names(), QByteArray("a"));
}

void TestResolver::readsAFile()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(manifest(entry("a")));
    file.close();
    resolve(file.fileName().toStdString());
    QCOMPARE(names(), QByteArray("a"));
    resolve("file://" + file.fileName().toStdString());
    QCOMPARE(names(), QByteArray("a"));
}

void TestResolver::readsFilesThatAreNone()
{
    resolve("file:///nonexistent/a.json");
    QVERIFY(m_resolver->sources().front().state == Source::State::Failed);
    QVERIFY(step("file").state == Step::State::Failed);
}

void TestResolver::tellsWhatIsNoTarget()
{
    for (const char* const what : { "", "a b", "ftp://x.example", "javascript:alert(1)", "user@x.example" }) {
        resolve(what);
        QCOMPARE(m_resolver->steps().size(), 1U);
        QVERIFY2(m_resolver->steps().front().state == Step::State::Failed, what);
    }
}

void TestResolver::marksThePredecessor()
{
    m_site->answers["/.well-known/ai-catalog.json"] = { manifest(entry("a")) };
    resolve(m_site->origin());
    QVERIFY(m_resolver->sources().front().isPredecessor);
    QVERIFY(step("ai-catalog.json").detail.find("AI Catalogs") != std::string::npos);
}

void TestResolver::stops()
{
    m_resolver = std::make_unique<Resolver>(*m_fetcher, m_dns);
    QSignalSpy finished(m_resolver.get(), &Resolver::finished);
    m_resolver->start(m_site->origin());
    m_resolver->stop();
    QCOMPARE(finished.count(), 1);
    QVERIFY(!m_resolver->isRunning());
    m_resolver.reset();
}

QTEST_GUILESS_MAIN(TestResolver)
#include "tst_resolver.moc"
