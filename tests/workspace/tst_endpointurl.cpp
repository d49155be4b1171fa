// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/endpointurl.h"

#include <QTest>

using workspace::Kind;

class TestEndpointUrl final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takes_data();
    void takes();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void tellsTheKinds();
};

void TestEndpointUrl::takes_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("server");
    QTest::newRow("usual") << QStringLiteral("http://127.0.0.1:8402/mcp")
                           << QStringLiteral("http://127.0.0.1:8402");
    QTest::newRow("pasted") << QStringLiteral(" https://a.example/mcp?x=1\n")
                            << QStringLiteral("https://a.example:443");
    QTest::newRow("IPv6") << QStringLiteral("http://[::1]/") << QStringLiteral("http://::1:80");
    QTest::newRow("upper case") << QStringLiteral("HTTP://A.Example")
                                << QStringLiteral("http://a.example:80");
    QTest::newRow("WebSocket") << QStringLiteral("ws://A.Example/ws") << QStringLiteral("ws://a.example:80");
    QTest::newRow("secure WebSocket")
        << QStringLiteral("wss://a.example:1/ws") << QStringLiteral("wss://a.example:1");
    // Other arguments may make it another server: the whole command line counts.
    QTest::newRow("program") << QStringLiteral("stdio:  agent  'x y'") << QStringLiteral("stdio:agent 'x y'");
    QTest::newRow("other letters") << QStringLiteral("https://bücher.example/")
                                   << QStringLiteral("https://xn--bcher-kva.example:443");
}

void TestEndpointUrl::takes()
{
    QFETCH(const QString, typed);
    QCOMPARE(workspace::checkUrl(typed).value_or(QString()), typed.trimmed());
    QTEST(workspace::serverOf(typed), "server");
}

void TestEndpointUrl::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("word");
    QTest::newRow("empty") << QStringLiteral("  ") << QStringLiteral("Enter an address");
    QTest::newRow("host only") << QStringLiteral("localhost:8080/mcp")
                               << QStringLiteral("expected http(s)://HOST");
    QTest::newRow("file") << QStringLiteral("file:///etc/passwd") << QStringLiteral("stdio:COMMAND");
    QTest::newRow("no host") << QStringLiteral("http:///mcp") << QStringLiteral("http://HOST");
    QTest::newRow("open quote") << QStringLiteral("stdio:'a") << QStringLiteral("a closing '");
    QTest::newRow("port") << QStringLiteral("http://a:99999/") << QStringLiteral("Invalid port");
    QTest::newRow("blank within") << QStringLiteral("http://a b/") << QStringLiteral("no target");
    QTest::newRow("password") << QStringLiteral("https://me:pw@a/") << QStringLiteral("use the token");
    QTest::newRow("fragment") << QStringLiteral("https://a/#x") << QStringLiteral("never sent");
}

void TestEndpointUrl::saysWhatIsWrong()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, word);
    const auto checked = workspace::checkUrl(typed);
    QVERIFY(!checked);
    QVERIFY2(checked.error().contains(word), qPrintable(checked.error()));
    QCOMPARE(workspace::serverOf(typed), QString());
    QCOMPARE(workspace::kindOf(typed), Kind::None);
}

void TestEndpointUrl::tellsTheKinds()
{
    QCOMPARE(workspace::kindOf(QStringLiteral("http://a/")), Kind::Http);
    QCOMPARE(workspace::kindOf(QStringLiteral("HTTPS://a/")), Kind::Https);
    QCOMPARE(workspace::kindOf(QStringLiteral("ws://a/")), Kind::WebSocket);
    QCOMPARE(workspace::kindOf(QStringLiteral("wss://a/")), Kind::SecureWebSocket);
    QCOMPARE(workspace::kindOf(QStringLiteral("stdio:agent")), Kind::Program);
}

QTEST_GUILESS_MAIN(TestEndpointUrl)
#include "tst_endpointurl.moc"
