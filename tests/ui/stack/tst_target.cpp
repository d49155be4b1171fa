// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/target.h"

#include <QTest>

using stack::Target;
using Use = transport::ProxySettings::Use;

class TestTarget final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesTheProxyThatIsSet();
    void leavesTlsOutWhereThereIsNone();
    void trustsTheDevelopmentCaForThisMachineOnly();
    void givesAProgramWhatIsItsOwn();

private:
    static std::expected<binding::EndpointSettings, wire::Error> made(
        const Target& target, const stack::Surroundings& surroundings = { {}, "/no/ca" })
    {
        return stack::settingsOf(target, *binding::parseTarget(target.url), surroundings);
    }
};

void TestTarget::takesTheProxyThatIsSet()
{
    stack::Surroundings surroundings { {}, "/no/ca" };
    surroundings.proxies.https = transport::ProxyAddress { .host = "env", .port = 1 };
    Target target { "https://a/", {} };
    const auto system = made(target, surroundings);
    QVERIFY(system);
    QVERIFY(system->http.proxy.use == Use::System);
    QVERIFY(system->http.proxy.environment.https == surroundings.proxies.https);
    target.proxy = "none";
    QVERIFY(made(target, surroundings)->http.proxy.use == Use::Direct);
    target.proxy = "socks5://p:1080";
    const auto given = made(target, surroundings);
    QVERIFY(given->http.proxy.use == Use::Given);
    QCOMPARE(given->http.proxy.proxy->toString(), std::string("socks5://p:1080"));
}

void TestTarget::leavesTlsOutWhereThereIsNone()
{
    // What is left of another address must not stand in the way.
    QVERIFY(made({ "http://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(made({ "ws://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(made({ "stdio:a", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(!made({ "https://a/", {}, { .caFile = "/no/such/file" } }));
    QVERIFY(!made({ "wss://a/", {}, { .caFile = "/no/such/file" } }));
}

void TestTarget::trustsTheDevelopmentCaForThisMachineOnly()
{
    const std::string pin(64, 'b');
    const auto settings = made({ "https://a/", {}, { .pin = pin } });
    QVERIFY(settings);
    QCOMPARE(settings->http.tls.pin, pin);
    QCOMPARE(settings->http.tlsFor.size(), 3U);
    for (const char* host : { "localhost", "127.0.0.1", "::1" })
        QCOMPARE(settings->http.tlsFor.at(host).pin, pin);
}

void TestTarget::givesAProgramWhatIsItsOwn()
{
    const Target target { "stdio:agent", "s3cret", {}, {}, {}, "/srv", { { "A", "1" } } };
    const auto settings = made(target);
    QVERIFY(settings);
    QCOMPARE(settings->token, std::string("s3cret"));
    QCOMPARE(settings->directory, std::string("/srv"));
    QVERIFY(settings->environment == target.environment);
}

QTEST_GUILESS_MAIN(TestTarget)
#include "tst_target.moc"
