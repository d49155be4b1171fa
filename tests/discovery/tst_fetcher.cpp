// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/fetcher.h"
#include "tests/discovery/site.h"

#include <QTest>

using discovery::Fetcher;

class TestFetcher final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void getsADocument();
    void followsRedirects();
    void refusesRedirects_data();
    void refusesRedirects();
    void tellsTheStatus();
    void asksAgainByETag();
    void takesWhatIsFresh();
    void keepsNothingThatMayNotBeKept();
    void givesUpOnWhatNeverEnds();
    void isBounded();

private:
    Fetcher::Outcome get(const std::string& path)
    {
        const auto future
            = m_fetcher->get(QUrl(QString::fromStdString(m_site->origin() + path)), "application/json");
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 10'000))
            qFatal("no answer");
        return future.result();
    }

    std::unique_ptr<Site> m_site;
    wire::NullSink m_sink;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<Fetcher> m_fetcher;
};

void TestFetcher::init()
{
    m_fetcher.reset();
    m_http.reset();
    m_site = std::make_unique<Site>();
    http::ClientOptions options;
    options.limits.bodyBytes = 1000;
    m_http = std::make_unique<http::Client>(m_site->clock, m_sink, options);
    m_fetcher = std::make_unique<Fetcher>(m_site->clock, *m_http);
}

void TestFetcher::getsADocument()
{
    m_site->answers["/a"] = { "{}", { { "Content-Type", "Application/JSON; charset=utf-8" } } };
    const auto got = get("/a");
    QVERIFY(got);
    QCOMPARE(got->body, QByteArray("{}"));
    QCOMPARE(got->mediaType, std::string("application/json"));
    QVERIFY(got->fetchedAtMs > 0 && got->redirects.empty() && !got->isRemembered);
    QCOMPARE(std::string(m_site->seen.front().fields.find("Accept").value_or("")), "application/json");
}

void TestFetcher::followsRedirects()
{
    m_site->answers["/a"] = { {}, { { "Location", "b?x=1#f" } }, 302 };
    m_site->answers["/b?x=1"] = { {}, { { "Location", m_site->origin() + "/c" } }, 308 };
    m_site->answers["/c"] = { "{}" };
    const auto got = get("/a");
    QVERIFY(got);
    QCOMPARE(got->redirects.size(), 2U);
    QVERIFY(got->url.path() == QStringLiteral("/c"));
}

void TestFetcher::refusesRedirects_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::newRow("nowhere") << QByteArray();
    QTest::newRow("file:") << QByteArray("file:///etc/passwd");
    QTest::newRow("for ever") << QByteArray("/a");
}

void TestFetcher::refusesRedirects()
{
    QFETCH(const QByteArray, location);
    m_site->answers["/a"] = { {}, { { "Location", location.toStdString() } }, 301 };
    const auto got = get("/a");
    QVERIFY(!got);
    QVERIFY(got.error().kind == wire::ErrorKind::Refused);
    QVERIFY(m_site->seen.size() <= 1U + 5U);
}

void TestFetcher::tellsTheStatus()
{
    m_site->answers["/a"] = { "broken", {}, 500 };
    QCOMPARE(get("/a").error().found, std::string("HTTP 500"));
    QVERIFY(get("/a").error().transient);
    QCOMPARE(get("/none").error().found, std::string("HTTP 404"));
}

void TestFetcher::asksAgainByETag()
{
    m_site->answers["/a"] = { "one", { { "ETag", "\"1\"" } } };
    QCOMPARE(get("/a")->body, QByteArray("one"));
    const auto again = get("/a");
    QCOMPARE(again->body, QByteArray("one"));
    QVERIFY(again->isRemembered);
    QCOMPARE(m_site->count("/a"), 2U);
    m_site->answers["/a"] = { "two", { { "ETag", "\"2\"" } } };
    QCOMPARE(get("/a")->body, QByteArray("two"));
}

void TestFetcher::takesWhatIsFresh()
{
    m_site->answers["/a"] = { "one", { { "Cache-Control", "public, max-age=3600" } } };
    get("/a");
    QVERIFY(get("/a")->isRemembered);
    QCOMPARE(m_site->count("/a"), 1U);
    m_fetcher->forgetFreshness();
    QVERIFY(!get("/a")->isRemembered);
    QCOMPARE(m_site->count("/a"), 2U);
}

void TestFetcher::keepsNothingThatMayNotBeKept()
{
    m_site->answers["/a"] = { "one", { { "Cache-Control", "no-store, max-age=3600" }, { "ETag", "\"1\"" } } };
    get("/a");
    QVERIFY(!get("/a")->isRemembered);
    QVERIFY(!m_site->seen.back().fields.find("If-None-Match"));
}

void TestFetcher::givesUpOnWhatNeverEnds()
{
    http::Server server(m_site->clock, m_sink);
    connect(&server, &http::Server::requestReceived, this, [](http::ServerExchange* exchange) {
        exchange->startStream(200, { { "Content-Type", "text/event-stream" } });
        exchange->writeEvent("{}");
    });
    QVERIFY(server.listen(QHostAddress::LocalHost, 0));
    const auto future
        = m_fetcher->get(QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(server.port())), "x/y");
    QTRY_VERIFY(future.isFinished());
    QCOMPARE(future.result().error().found, std::string("text/event-stream"));
}

void TestFetcher::isBounded()
{
    m_site->answers["/a"] = { QByteArray(1001, 'x') };
    QVERIFY(get("/a").error().kind == wire::ErrorKind::TooLarge);
}

QTEST_GUILESS_MAIN(TestFetcher)
#include "tst_fetcher.moc"
