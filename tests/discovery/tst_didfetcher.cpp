// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/didfetcher.h"
#include "tests/discovery/site.h"

#include <QTest>

using discovery::DidFetcher;

class TestDidFetcher final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void getsADocumentOfThisMachine();
    void followsNoRedirect();
    void readsNoMoreThanADocument();
    void callsMappedHostsOnly();
    void mayGoWhileItWaits();
    void knowsPublicAddresses_data();
    void knowsPublicAddresses();

private:
    identity::Resolver::Fetched get(const std::string& url)
    {
        const auto future = m_fetcher->get(url);
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 10'000)) {
            qFatal("no answer");
        }
        return future.result();
    }

    std::unique_ptr<Site> m_site;
    wire::NullSink m_sink;
    std::unique_ptr<DidFetcher> m_fetcher;
};

void TestDidFetcher::init()
{
    m_fetcher.reset();
    m_site = std::make_unique<Site>();
    m_fetcher = std::make_unique<DidFetcher>(m_site->clock, m_sink, http::ClientOptions());
}

void TestDidFetcher::getsADocumentOfThisMachine()
{
    m_site->answers["/.well-known/did.json"] = { "{}" };
    const auto got = get(m_site->origin() + "/.well-known/did.json");
    QVERIFY(got && *got == "{}");
    QVERIFY(m_site->seen.front().fields.find("Accept")->starts_with("application/did+json"));
    QCOMPARE(get(m_site->origin() + "/none/did.json").error().found, std::string("HTTP 404"));
}

void TestDidFetcher::followsNoRedirect()
{
    m_site->answers["/a/did.json"] = { {}, { { "Location", "/b/did.json" } }, 302 };
    m_site->answers["/b/did.json"] = { "{}" };
    QCOMPARE(get(m_site->origin() + "/a/did.json").error().found, std::string("HTTP 302"));
    QCOMPARE(m_site->seen.size(), 1U);
}

void TestDidFetcher::readsNoMoreThanADocument()
{
    m_site->answers["/a/did.json"] = { QByteArray(DidFetcher::kLongestDocument + 1, ' ') };
    QVERIFY(get(m_site->origin() + "/a/did.json").error().kind == wire::ErrorKind::TooLarge);
}

void TestDidFetcher::callsMappedHostsOnly()
{
    m_site->answers["/.well-known/did.json"] = { "{}" };
    const QUrl origin(QString::fromStdString(m_site->origin()));
    http::ClientOptions options;
    options.hostMap["agent.example"]
        = { origin.host().toStdString(), static_cast<std::uint16_t>(origin.port()) };
    DidFetcher mapped(m_site->clock, m_sink, options);
    const auto future = mapped.get("http://agent.example/.well-known/did.json");
    QTRY_VERIFY(future.isFinished());
    QVERIFY(future.result());
}

void TestDidFetcher::mayGoWhileItWaits()
{
    const auto future = m_fetcher->get(m_site->origin() + "/.well-known/did.json");
    m_fetcher.reset();
    QTRY_VERIFY(future.isCanceled());
}

void TestDidFetcher::knowsPublicAddresses_data()
{
    QTest::addColumn<bool>("isPublic");
    for (const char* address :
        { "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8" }) {
        QTest::newRow(address) << true;
    }
    for (const char* address :
        { "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
            "192.168.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1",
            "::ffff:127.0.0.1", "fd00::1", "fe80::1", "fec0::1", "ff02::1", "" }) {
        QTest::newRow(*address != 0 ? address : "none") << false;
    }
}

void TestDidFetcher::knowsPublicAddresses()
{
    QFETCH(const bool, isPublic);
    QCOMPARE(
        discovery::isPublicAddress(QHostAddress(QString::fromLatin1(QTest::currentDataTag()))), isPublic);
}

QTEST_GUILESS_MAIN(TestDidFetcher)
#include "tst_didfetcher.moc"
