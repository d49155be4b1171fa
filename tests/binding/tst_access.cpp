// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/access.h"

#include <QTest>

using binding::Access;
using Use = transport::ProxySettings::Use;

class TestAccess final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheProxyThatIsSet();
    void leavesTlsOutWhereThereIsNone();
    void trustsTheDevelopmentCaForThisMachineOnly();
    void givesAProgramWhatIsItsOwn();
    void takesHeadersToTheirServer();
    void refusesHeadersThatCannotBe();

private:
    static std::expected<binding::EndpointSettings, wire::Error> made(
        const Access& access, const binding::Surroundings& surroundings = { {}, "/no/ca" })
    {
        return binding::settingsOf(access, *binding::parseTarget(access.url), surroundings);
    }
};

void TestAccess::takesTheProxyThatIsSet()
{
    binding::Surroundings surroundings { {}, "/no/ca" };
    surroundings.proxies.https = transport::ProxyAddress { .host = "env", .port = 1 };
    Access access { "https://a/", {} };
    const auto system = made(access, surroundings);
    QVERIFY(system);
    QVERIFY(system->http.proxy.use == Use::System);
    QVERIFY(system->http.proxy.environment.https == surroundings.proxies.https);
    access.proxy = "none";
    QVERIFY(made(access, surroundings)->http.proxy.use == Use::Direct);
    access.proxy = "socks5://p:1080";
    const auto given = made(access, surroundings);
    QVERIFY(given->http.proxy.use == Use::Given);
    QCOMPARE(given->http.proxy.proxy->toString(), std::string("socks5://p:1080"));
}

void TestAccess::leavesTlsOutWhereThereIsNone()
{
    // What is left of another address must not stand in the way.
    QVERIFY(made({ "http://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(made({ "ws://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(made({ "stdio:a", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(!made({ "https://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(!made({ "wss://a/", {}, { .caFile = "/no/such/file" } }));
}

void TestAccess::trustsTheDevelopmentCaForThisMachineOnly()
{
    const std::string pin(64, 'b');
    const auto settings = made({ "https://a/", {}, { .pin = pin } });
    QVERIFY(settings);
    QCOMPARE(settings->http.tls.pin, pin);
    QCOMPARE(settings->http.tlsFor.size(), 3U);
    for (const char* host : { "localhost", "127.0.0.1", "::1" })
        QCOMPARE(settings->http.tlsFor.at(host).pin, pin);
}

void TestAccess::givesAProgramWhatIsItsOwn()
{
    const Access access { "stdio:agent", "s3cret", {}, {}, {}, "/srv", { { "A", "1" } } };
    const auto settings = made(access);
    QVERIFY(settings);
    QCOMPARE(settings->token, std::string("s3cret"));
    QCOMPARE(settings->directory, std::string("/srv"));
    QVERIFY(settings->environment == access.environment);
}

void TestAccess::takesHeadersToTheirServer()
{
    Access access { "https://a:8443/mcp" };
    access.headers = { { "X-API-Key", "k" } };
    const auto settings = made(access);
    QVERIFY(settings);
    QCOMPARE(settings->http.own.to(QUrl(QStringLiteral("https://a:8443/other"))).find("x-api-key"), "k");
    QVERIFY(settings->http.own.to(QUrl(QStringLiteral("https://a/mcp"))).isEmpty());
    QVERIFY(settings->http.own.to(QUrl(QStringLiteral("http://a:8443/mcp"))).isEmpty());
    access.url = "stdio:a";
    QVERIFY(made(access)->http.own.fields.isEmpty());
}

void TestAccess::refusesHeadersThatCannotBe()
{
    Access access { "http://a/" };
    access.headers = { { "Host", "b" } };
    QCOMPARE(made(access).error().message, std::string("this header is the protocol's own"));
    access.headers = { { "authorization", "Basic YTpi" } };
    QVERIFY(made(access));
    access.token = "t";
    QCOMPARE(made(access).error().found, std::string("both"));
}

QTEST_GUILESS_MAIN(TestAccess)
#include "tst_access.moc"
