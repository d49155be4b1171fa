// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/proxy.h"

#include <QMap>
#include <QTest>

using transport::chooseProxy;
using transport::Origin;
using transport::ProxyAddress;
using transport::ProxyEnvironment;
using transport::ProxySettings;

namespace {

ProxyEnvironment environment(const QMap<QByteArray, QByteArray>& variables)
{
    return ProxyEnvironment::read(
        [&](const char* name) { return variables.value(QByteArray(name)).toStdString(); });
}

QByteArray text(const std::optional<ProxyAddress>& proxy)
{
    return proxy ? QByteArray::fromStdString(proxy->toString()) : QByteArray();
}

} // namespace

class ProxyChoiceTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAddresses_data();
    void readsAddresses();
    void neverShowsAPassword();
    void readsTheEnvironment_data();
    void readsTheEnvironment();
    void namesAVariableItCantRead();
    void knowsExceptions_data();
    void knowsExceptions();
    void chooses_data();
    void chooses();
    void goesByWhereAHostIsMapped();
};

void ProxyChoiceTest::readsAddresses_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("read");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    const auto row
        = [](const char* given, const char* read, const char* user = "", const char* password = "") {
              QTest::newRow(given) << QByteArray(given) << QByteArray(read) << QByteArray(user)
                                   << QByteArray(password);
          };
    row("http://proxy.example:3128", "http://proxy.example:3128");
    row("http://proxy.example:3128/", "http://proxy.example:3128");
    row("proxy.example:3128", "http://proxy.example:3128");
    row("proxy.example", "http://proxy.example:80");
    row("socks5://10.0.0.1", "socks5://10.0.0.1:1080");
    row("socks5h://10.0.0.1:9050", "socks5://10.0.0.1:9050");
    row("http://[::1]:3128", "http://[::1]:3128");
    row("http://me:p%40ss%3A@proxy.example:1", "http://proxy.example:1", "me", "p@ss:");
    row("me:secret@proxy.example:1", "http://proxy.example:1", "me", "secret");
    row("https://proxy.example:3128", "");
    row("socks4://proxy.example", "");
    row("http://", "");
    row("", "");
    row("http://a b", "");
}

void ProxyChoiceTest::readsAddresses()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, read);
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, password);
    const auto proxy = ProxyAddress::parse(given.toStdString());
    QCOMPARE(proxy.has_value(), !read.isEmpty());
    if (!proxy) {
        QCOMPARE(proxy.error().kind, wire::ErrorKind::Usage);
        return;
    }
    QCOMPARE(text(*proxy), read);
    QCOMPARE(QByteArray::fromStdString(proxy->user), user);
    QCOMPARE(QByteArray::fromStdString(proxy->password), password);
}

void ProxyChoiceTest::neverShowsAPassword()
{
    for (const char* const given : { "https://me:secret@proxy.example", "gopher://me:secret@x",
             "http://me:secret@", "http://me:sec ret@pro xy" }) {
        const auto proxy = ProxyAddress::parse(given);
        QVERIFY(!proxy);
        QVERIFY2(proxy.error().toString().find("sec") == std::string::npos, proxy.error().toString().c_str());
    }
}

void ProxyChoiceTest::readsTheEnvironment_data()
{
    QTest::addColumn<QByteArray>("variable");
    QTest::addColumn<QByteArrayList>("proxies"); // http, https, all
    QTest::newRow("http_proxy") << QByteArray("http_proxy") << QByteArrayList { "http://p:1", "", "" };
    // A web server sets it from a request's Proxy field.
    QTest::newRow("HTTP_PROXY") << QByteArray("HTTP_PROXY") << QByteArrayList { "", "", "" };
    QTest::newRow("https_proxy") << QByteArray("https_proxy") << QByteArrayList { "", "http://p:1", "" };
    QTest::newRow("HTTPS_PROXY") << QByteArray("HTTPS_PROXY") << QByteArrayList { "", "http://p:1", "" };
    QTest::newRow("all_proxy") << QByteArray("all_proxy") << QByteArrayList { "", "", "http://p:1" };
    QTest::newRow("ALL_PROXY") << QByteArray("ALL_PROXY") << QByteArrayList { "", "", "http://p:1" };
}

void ProxyChoiceTest::readsTheEnvironment()
{
    QFETCH(QByteArray, variable);
    QFETCH(QByteArrayList, proxies);
    const ProxyEnvironment found
        = environment({ { variable, "p:1" }, { "NO_PROXY", "a.example, .b.example\t10.0.0.0/8,,c:81" } });
    QCOMPARE((QByteArrayList { text(found.http), text(found.https), text(found.all) }), proxies);
    QCOMPARE(
        found.exceptions, (std::vector<std::string> { "a.example", ".b.example", "10.0.0.0/8", "c:81" }));
    QVERIFY(found.mistakes.empty());
}

void ProxyChoiceTest::namesAVariableItCantRead()
{
    const ProxyEnvironment found
        = environment({ { "https_proxy", "quic://me:secret@p" }, { "all_proxy", "socks5://q" } });
    QVERIFY(!found.https);
    QCOMPARE(text(found.all), QByteArray("socks5://q:1080"));
    QCOMPARE(found.mistakes.size(), std::size_t { 1 });
    QCOMPARE(found.mistakes.front().where, std::string("https_proxy"));
}

void ProxyChoiceTest::knowsExceptions_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("isOne");
    const auto row = [](const char* entry, const char* host, bool isOne) {
        QTest::addRow("%s / %s", entry, host) << QByteArray(entry) << QByteArray(host) << isOne;
    };
    row("*", "anything.example", true);
    row("*", "::1", true);
    row("example.org", "example.org", true);
    row("example.org", "EXAMPLE.org", true);
    row("example.org", "a.example.org", true);
    row("example.org", "notexample.org", false);
    row("example.org", "example.org.evil.example", false);
    row(".example.org", "a.example.org", true);
    row(".example.org", "a.b.example.org", true);
    row(".example.org", "example.org", true);
    row("*.example.org", "a.example.org", true);
    row(".example.org", "notexample.org", false);
    row("example.org.", "example.org", true);
    row("example.org", "example.org.", true);
    row("example.org:443", "example.org", true);
    row("example.org:80", "example.org", false);
    row("10.1.2.3", "10.1.2.3", true);
    row("10.1.2.3:443", "10.1.2.3", true);
    row("10.1.2.3", "10.1.2.30", false);
    row("1.2.3", "10.1.2.3", false); // no suffix of an address
    row("2.3", "10.1.2.3", false);
    row("10.0.0.0/8", "10.1.2.3", true);
    row("10.0.0.0/8", "11.1.2.3", false);
    row("10.0.0.0/8", "ten.example", false);
    row("fd00::/8", "fd00::7", true);
    row("[fd00::7]", "fd00::7", true);
    row("[fd00::7]:443", "fd00::7", true);
    row("[fd00::7]:80", "fd00::7", false);
    row("fd00::7", "fd00:0:0::7", true);
    row(".", "example.org", false);
    row("", "example.org", false);
    row("10.0.0.0/", "10.0.0.1", false);
}

void ProxyChoiceTest::knowsExceptions()
{
    QFETCH(QByteArray, entry);
    QFETCH(QByteArray, host);
    QFETCH(bool, isOne);
    QCOMPARE(transport::isException(entry.toStdString(), host.toStdString(), 443), isOne);
}

void ProxyChoiceTest::chooses_data()
{
    QTest::addColumn<int>("use");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("proxy");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](ProxySettings::Use use, const char* target, const char* proxy, const char* why) {
        QTest::addRow("%d %s", static_cast<int>(use), target)
            << static_cast<int>(use) << QByteArray(target) << QByteArray(proxy) << QByteArray(why);
    };
    using enum ProxySettings::Use;
    row(Direct, "https://a.example", "", "no proxy is set");
    row(Given, "https://a.example", "socks5://given:1080", "set for this program");
    row(Given, "http://127.0.0.1:81", "socks5://given:1080", "set for this program");
    row(Given, "http://localhost", "socks5://given:1080", "set for this program");
    row(Given, "http://own.example", "", "an exception: .own.example");
    row(Given, "http://corp.example", "socks5://given:1080", "set for this program");
    row(System, "https://a.example", "http://tls:2", "https_proxy");
    row(System, "http://a.example", "http://plain:1", "http_proxy");
    row(System, "https://own.example", "", "an exception: .own.example");
    row(System, "https://x.corp.example", "", "no_proxy: corp.example");
    row(System, "https://localhost:81", "", "this machine itself");
    row(System, "https://app.localhost", "", "this machine itself");
    row(System, "https://127.0.0.2", "", "this machine itself");
    row(System, "https://[::1]:81", "", "this machine itself");
    row(System, "https://192.168.0.1", "http://tls:2", "https_proxy");
}

void ProxyChoiceTest::chooses()
{
    QFETCH(int, use);
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, proxy);
    QFETCH(QByteArray, why);
    ProxySettings settings;
    settings.use = static_cast<ProxySettings::Use>(use);
    settings.proxy = *ProxyAddress::parse("socks5://given");
    settings.exceptions = { ".own.example" };
    settings.environment = environment({ { "http_proxy", "plain:1" }, { "https_proxy", "tls:2" },
        { "all_proxy", "socks5://all" }, { "no_proxy", "corp.example" } });
    const auto choice = chooseProxy(settings, *Origin::of(QUrl(QString::fromUtf8(target))));
    QCOMPARE(text(choice.proxy), proxy);
    QCOMPARE(QByteArray::fromStdString(choice.why), why);
    QVERIFY(!choice.asksDesktop);
}

// `--resolve agent.example=127.0.0.1` is this machine, and the name it is known by may be an exception.
void ProxyChoiceTest::goesByWhereAHostIsMapped()
{
    ProxySettings settings;
    settings.use = ProxySettings::Use::System;
    const Origin target { true, "agent.example", 443 };
    QVERIFY(chooseProxy(settings, target).asksDesktop);
    QVERIFY(!chooseProxy(settings, target, "127.0.0.1").asksDesktop);
    settings.environment = environment({ { "all_proxy", "p:1" }, { "no_proxy", "other.example" } });
    QCOMPARE(text(chooseProxy(settings, target).proxy), QByteArray("http://p:1"));
    QCOMPARE(text(chooseProxy(settings, target, "10.0.0.1").proxy), QByteArray("http://p:1"));
    QCOMPARE(text(chooseProxy(settings, target, "127.0.0.1").proxy), QByteArray());
    settings.environment.http.reset();
    settings.environment.all.reset();
    settings.environment.http = *ProxyAddress::parse("p:1");
    QCOMPARE(chooseProxy(settings, target).why, std::string("neither https_proxy nor all_proxy is set"));
}

QTEST_GUILESS_MAIN(ProxyChoiceTest)
#include "tst_proxychoice.moc"
