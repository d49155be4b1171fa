// SPDX-License-Identifier: Apache-2.0
// A search over several registries: it ends, however their pages and referrals go round.
#include "protocol/discovery/registrysearch.h"
#include "tests/discovery/site.h"

#include <QSignalSpy>
#include <QTest>

using discovery::AskedRegistry;
using discovery::RegistrySearch;
using State = discovery::AskedRegistry::State;

namespace {

QByteArray result(const QByteArray& name)
{
    return R"({"identifier": "urn:air:x.example:)" + name
        + R"(", "score": 50, "source": "https://elsewhere.example/"})";
}

QByteArray answer(const QByteArray& results, const QByteArray& token, const Site* referral = nullptr)
{
    QByteArray text = R"({"results": [)" + results + ']';
    if (!token.isEmpty())
        text += ", \"pageToken\": \"" + token + "\"";
    if (referral) {
        text += R"(, "referrals": [{"identifier": "urn:air:y.example:r", "displayName": "R",
            "type": "application/ai-registry+json", "url": ")"
            + QByteArray::fromStdString(referral->origin()) + "/search\"}]";
    }
    return text + '}';
}

} // namespace

class TestRegistrySearch final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsPageByPage();
    void endsWhereTokensGoRound();
    void asksReferralsOnlyWhenTold();
    void endsWhereReferralsGoRound();
    void listsWithoutWords();
    void tellsWhatFailedAndAsksAgain();
    void whatCanNotBeAskedFails();
    void stops();

private:
    RegistrySearch& open(discovery::RegistrySearchOptions options = {})
    {
        m_search = std::make_unique<RegistrySearch>(*m_client, options);
        m_finished = std::make_unique<QSignalSpy>(m_search.get(), &RegistrySearch::finished);
        return *m_search;
    }
    void wait()
    {
        ++m_runs;
        QTRY_COMPARE_WITH_TIMEOUT(m_finished->size(), m_runs, 20'000);
    }
    void start(const char* words = "x", discovery::RegistrySearchOptions options = {})
    {
        discovery::RegistryQuery query;
        query.filter.words = words;
        open(options).start(QUrl(QString::fromStdString(m_site->origin())), query);
        wait();
    }
    const AskedRegistry& registry(std::size_t index) const { return m_search->registries().at(index); }

    std::unique_ptr<Site> m_site;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    std::unique_ptr<discovery::RegistryClient> m_client;
    std::unique_ptr<RegistrySearch> m_search;
    std::unique_ptr<QSignalSpy> m_finished;
    int m_runs = 0;
};

void TestRegistrySearch::init()
{
    m_finished.reset();
    m_search.reset();
    m_client.reset();
    m_fetcher.reset();
    m_http.reset();
    m_runs = 0;
    m_site = std::make_unique<Site>();
    m_http = std::make_unique<http::Client>(m_site->clock, m_sink);
    m_fetcher = std::make_unique<discovery::Fetcher>(m_site->clock, *m_http);
    m_client = std::make_unique<discovery::RegistryClient>(*m_fetcher, *m_http);
}

void TestRegistrySearch::readsPageByPage()
{
    m_site->questions["/search"] = [](const QByteArray& question) -> Site::Answer {
        if (question.contains(R"("pageToken":"2")"))
            return { answer(result("c") + ',' + result("a"), {}) };
        return { answer(result("a") + ',' + result("b"), "2") };
    };
    start();
    QCOMPARE(m_search->found().size(), 2U);
    QVERIFY(registry(0).state == State::Answered);
    QCOMPARE(registry(0).pageToken, std::string("2"));
    m_search->more(0);
    wait();
    QCOMPARE(m_search->found().size(), 3U);
    QVERIFY2(m_search->found().front().alsoIn.empty(), "it is the same registry");
    QCOMPARE(registry(0).pages, 2);
    QVERIFY(registry(0).pageToken.empty());
    m_search->more(0);
    QVERIFY2(!m_search->isRunning(), "there is no more");
}

void TestRegistrySearch::endsWhereTokensGoRound()
{
    m_site->questions["/search"] = [](const QByteArray& question) -> Site::Answer {
        return { answer(result("a"), question.contains(R"("pageToken":"b")") ? "a" : "b") };
    };
    start("x", { .pages = 1000 });
    QCOMPARE(registry(0).pages, 3);
    QCOMPARE(m_search->found().size(), 1U);
    QVERIFY(std::ranges::any_of(registry(0).findings,
        [](const acmp::Finding& finding) { return finding.rule->id == "ARD-5.3-page"; }));
}

void TestRegistrySearch::asksReferralsOnlyWhenTold()
{
    Site other;
    m_site->answers["/search"] = { answer(result("a"), {}, &other) };
    other.answers["/search"] = { answer(result("a") + ',' + result("b"), {}) };
    start();
    QVERIFY(other.seen.empty());
    QCOMPARE(m_search->registries().size(), 2U);
    QVERIFY(registry(1).state == State::Unopened);
    QCOMPARE(registry(1).name, std::string("R"));
    QCOMPARE(registry(1).url, other.origin());
    m_search->open(1);
    wait();
    QVERIFY(registry(1).state == State::Answered);
    QCOMPARE(m_search->found().size(), 2U);
    QCOMPARE(m_search->found().front().alsoIn, std::vector<int> { 1 });
    QCOMPARE(m_search->found().back().registry, 1);
}

void TestRegistrySearch::endsWhereReferralsGoRound()
{
    Site other;
    m_site->answers["/search"] = { answer(result("a"), {}, &other) };
    other.answers["/search"] = { answer(result("b"), {}, m_site.get()) };
    start("x", { .followsReferrals = true });
    QCOMPARE(m_search->registries().size(), 2U);
    QCOMPARE(m_search->found().size(), 2U);
    QCOMPARE(m_site->seen.size(), 1U);
}

void TestRegistrySearch::listsWithoutWords()
{
    m_site->answers["/agents?pageSize=100"]
        = { R"({"items": [{"identifier": "urn:air:x.example:a"}], "total": 2, "pageToken": "n"})" };
    m_site->answers["/agents?pageSize=100&pageToken=n"]
        = { R"({"items": [{"identifier": "urn:air:x.example:b"}]})" };
    start("", { .pages = 5 });
    QCOMPARE(m_search->found().size(), 2U);
    QVERIFY(!m_search->found().front().hit.score);
    QCOMPARE(m_search->found().front().hit.source, m_site->origin());
}

void TestRegistrySearch::tellsWhatFailedAndAsksAgain()
{
    m_site->answers["/search"] = { "{}", {}, 500 };
    start();
    QVERIFY(registry(0).state == State::Failed);
    QVERIFY(registry(0).error && registry(0).error->transient);
    m_site->answers["/search"] = { answer(result("a"), {}) };
    m_search->open(0);
    wait();
    QVERIFY(registry(0).state == State::Answered);
    QVERIFY(!registry(0).error);
    m_search->open(0);
    QVERIFY2(!m_search->isRunning(), "it has answered");
}

void TestRegistrySearch::whatCanNotBeAskedFails()
{
    open().start(QUrl(QStringLiteral("ftp://x.example/")), {});
    QVERIFY2(m_finished->isEmpty(), "never from within");
    wait();
    QVERIFY(registry(0).state == State::Failed);
    QCOMPARE(registry(0).error->kind, wire::ErrorKind::Usage);
}

void TestRegistrySearch::stops()
{
    m_site->answers["/search"] = { answer(result("a"), {}) };
    discovery::RegistryQuery query;
    query.filter.words = "x";
    open().start(QUrl(QString::fromStdString(m_site->origin())), query);
    m_search->stop();
    QCOMPARE(m_finished->size(), 1);
    QVERIFY(registry(0).state == State::Unopened);
    QTRY_VERIFY(!m_site->seen.empty());
    m_search->open(0);
    m_runs = 1;
    wait();
    QCOMPARE(m_search->found().size(), 1U);
    QCOMPARE(registry(0).pages, 1);
}

QTEST_GUILESS_MAIN(TestRegistrySearch)
#include "tst_registrysearch.moc"
