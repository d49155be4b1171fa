// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/guard.h"

#include <QTest>

class TestGuard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decides_data();
    void decides();
};

void TestGuard::decides_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<QByteArray>("authorization");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<int>("status"); // 0: comes in

    QTest::newRow("localhost") << QByteArray("localhost:8080") << QByteArray() << QByteArray() << QByteArray()
                               << 0;
    QTest::newRow("127.0.0.1") << QByteArray("127.0.0.1:1") << QByteArray() << QByteArray() << QByteArray()
                               << 0;
    QTest::newRow("IPv6 loopback") << QByteArray("[::1]:8080") << QByteArray() << QByteArray() << QByteArray()
                                   << 0;
    QTest::newRow("own name, other case")
        << QByteArray("Provider.Example") << QByteArray() << QByteArray() << QByteArray() << 0;
    QTest::newRow("a rebound name") << QByteArray("evil.example") << QByteArray() << QByteArray()
                                    << QByteArray() << 403;
    QTest::newRow("a name that begins like ours")
        << QByteArray("localhost.evil.example") << QByteArray() << QByteArray() << QByteArray() << 403;
    QTest::newRow("no Host") << QByteArray() << QByteArray() << QByteArray() << QByteArray() << 403;
    QTest::newRow("page of this machine") << QByteArray("localhost") << QByteArray("http://localhost:3000")
                                          << QByteArray() << QByteArray() << 0;
    QTest::newRow("foreign page") << QByteArray("localhost") << QByteArray("https://evil.example")
                                  << QByteArray() << QByteArray() << 403;
    QTest::newRow("opaque origin") << QByteArray("localhost") << QByteArray("null") << QByteArray()
                                   << QByteArray() << 403;
    QTest::newRow("right token") << QByteArray("localhost") << QByteArray() << QByteArray("Bearer tok")
                                 << QByteArray("tok") << 0;
    QTest::newRow("scheme in lower case")
        << QByteArray("localhost") << QByteArray() << QByteArray("bearer tok") << QByteArray("tok") << 0;
    QTest::newRow("no token") << QByteArray("localhost") << QByteArray() << QByteArray() << QByteArray("tok")
                              << 401;
    QTest::newRow("wrong token") << QByteArray("localhost") << QByteArray() << QByteArray("Bearer tik")
                                 << QByteArray("tok") << 401;
    QTest::newRow("longer token") << QByteArray("localhost") << QByteArray() << QByteArray("Bearer tokk")
                                  << QByteArray("tok") << 401;
    QTest::newRow("other scheme") << QByteArray("localhost") << QByteArray() << QByteArray("Basic tok")
                                  << QByteArray("tok") << 401;
}

void TestGuard::decides()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, origin);
    QFETCH(QByteArray, authorization);
    QFETCH(QByteArray, token);
    QFETCH(int, status);
    http::RequestHead head;
    if (!host.isEmpty())
        head.fields.add("Host", host.toStdString());
    if (!origin.isEmpty())
        head.fields.add("Origin", origin.toStdString());
    if (!authorization.isEmpty())
        head.fields.add("Authorization", authorization.toStdString());
    binding::GuardOptions options;
    options.hosts = { "provider.example" };
    options.token = token.toStdString();

    const auto refusal = binding::refuse(head, options);
    QCOMPARE(refusal ? refusal->status : 0, status);
    if (status == 401)
        QVERIFY(refusal->fields.find("WWW-Authenticate")->starts_with("Bearer"));
}

QTEST_APPLESS_MAIN(TestGuard)
#include "tst_guard.moc"
