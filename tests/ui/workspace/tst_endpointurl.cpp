// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/endpointurl.h"

#include <QTest>

class TestEndpointUrl final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takes_data();
    void takes();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
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
    QTest::newRow("empty") << QStringLiteral("  ") << QStringLiteral("Enter a URL");
    QTest::newRow("host only") << QStringLiteral("localhost:8080/mcp")
                               << QStringLiteral("begin with http://");
    QTest::newRow("other scheme") << QStringLiteral("wss://a/") << QStringLiteral("not wss://");
    QTest::newRow("file") << QStringLiteral("file:///etc/passwd") << QStringLiteral("not file://");
    QTest::newRow("no host") << QStringLiteral("http:///mcp") << QStringLiteral("no host");
    QTest::newRow("port") << QStringLiteral("http://a:99999/") << QStringLiteral("Invalid port");
    QTest::newRow("blank within") << QStringLiteral("http://a b/") << QStringLiteral("This is no URL");
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
}

QTEST_GUILESS_MAIN(TestEndpointUrl)
#include "tst_endpointurl.moc"
