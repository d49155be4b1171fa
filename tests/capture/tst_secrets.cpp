// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/secrets.h"

#include <QTest>

class TestSecrets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hidesWhatIsSecretAndNothingElse_data();
    void hidesWhatIsSecretAndNothingElse();
};

void TestSecrets::hidesWhatIsSecretAndNothingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("clean");
    const auto row = [](const char* text, const char* clean) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(clean);
    };
    row("GET / HTTP/1.1\r\nAuthorization: Bearer s3cret\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nAuthorization: [hidden]\r\nHost: a\r\n\r\n");
    row("proxy-AUTHORIZATION:s3cret\r\n", "proxy-AUTHORIZATION: [hidden]\r\n");
    row("Cookie: a=s3cret; b=s3cret\n\n", "Cookie: [hidden]\n\n");
    row("Set-Cookie: a=s3cret\r\nset-cookie: s3cret", "Set-Cookie: [hidden]\r\nset-cookie: [hidden]");
    row("X-API-Key : s3cret\r\n", "X-API-Key : [hidden]\r\n");
    row("Authorization: Basic\r\n  s3cret\r\nHost: a", "Authorization: [hidden]\r\n\r\nHost: a");
    row("WWW-Authenticate: Bearer\r\n", "WWW-Authenticate: Bearer\r\n");
    row("GET /a?token=s3cret HTTP/1.1\r\n", "GET /a?token=[hidden] HTTP/1.1\r\n");
    row("GET /a?b=1&access_token=s3cret&c=2 HTTP/1.1", "GET /a?b=1&access_token=[hidden]&c=2 HTTP/1.1");
    row("GET /a?Access_Token=s3cret#x HTTP/1.1", "GET /a?Access_Token=[hidden]#x HTTP/1.1");
    row("{\"url\":\"http://a/?x=1\\u0026token=s3cret\"}", "{\"url\":\"http://a/?x=1\\u0026token=[hidden]\"}");
    row("?token=s3cret&token=s3cret", "?token=[hidden]&token=[hidden]");
    row("GET /a?mytoken=x&token_type=y HTTP/1.1", "GET /a?mytoken=x&token_type=y HTTP/1.1");
    row("Location: http://user:s3cret@host/p@q\r\n", "Location: http://user:[hidden]@host/p@q\r\n");
    row("http://user:s3:c@ret@host:80/", "http://user:[hidden]@host:80/");
    row("http://host:80/a@b:c", "http://host:80/a@b:c");
    row("http://user@host:80/", "http://user@host:80/");
    row("", "");
    row("=://:@?token=", "=://:[hidden]@?token=[hidden]");
    row("\r\n\r\n:\r\n=", "\r\n\r\n:\r\n=");
}

void TestSecrets::hidesWhatIsSecretAndNothingElse()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, clean);
    QCOMPARE(capture::withoutHeaderSecrets(text.toStdString()), clean.toStdString());
}

QTEST_APPLESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
