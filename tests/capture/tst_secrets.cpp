// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/secrets.h"

#include <QTest>

class TestSecrets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hidesWhatIsSecretAndNothingElse_data();
    void hidesWhatIsSecretAndNothingElse();
    void hidesTheTokenOfACommandLine_data();
    void hidesTheTokenOfACommandLine();
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
    row("X-Gateway-Key: s3cret\r\nX-Tenant: a\r\n", "X-Gateway-Key: [hidden]\r\nX-Tenant: a\r\n");
    row("Client-Secret-2: s3cret", "Client-Secret-2: [hidden]");
    row("Sec-WebSocket-Key: x\r\nIdempotency-Key: y", "Sec-WebSocket-Key: x\r\nIdempotency-Key: y");
    row("Mcp-Session-Id: s3cret\r\n", "Mcp-Session-Id: [hidden]\r\n");
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
    row("set ACMP_BEARER_TOKEN=s3cret in npm", "set ACMP_BEARER_TOKEN=[hidden] in npm");
    row("ACMP_BEARER_TOKEN='s3 cret' npm", "ACMP_BEARER_TOKEN=[hidden] npm");
    row("{\"a\":\"ACMP_BEARER_TOKEN=s3cret\",\"b\":1}", "{\"a\":\"ACMP_BEARER_TOKEN=[hidden]\",\"b\":1}");
    row("{\"a\":\"ACMP_BEARER_TOKEN=\",\"b\":1}", "{\"a\":\"ACMP_BEARER_TOKEN=\",\"b\":1}");
    row("{\"a\":\"ACMP_BEARER_TOKEN=\\\"s3cret\\\" x\"}", "{\"a\":\"ACMP_BEARER_TOKEN=[hidden] x\"}");
    row("ACMP_BEARER_TOKEN", "ACMP_BEARER_TOKEN");
    row("GET /acmp?token=s3cret HTTP/1.1\r\nUpgrade: websocket\r\nAuthorization: Bearer s3cret\r\n\r\n",
        "GET /acmp?token=[hidden] HTTP/1.1\r\nUpgrade: websocket\r\nAuthorization: [hidden]\r\n\r\n");
    row("ws://a:s3cret@host/?party_id=p&token=s3cret", "ws://a:[hidden]@host/?party_id=p&token=[hidden]");
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

void TestSecrets::hidesTheTokenOfACommandLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("clean");
    const auto row = [](const char* text, const char* clean) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(clean);
    };
    row("ACMP_BEARER_TOKEN=s3cret agent --x", "ACMP_BEARER_TOKEN=[hidden] agent --x");
    row("env ACMP_BEARER_TOKEN=s3&cre;t#=\"x agent", "env ACMP_BEARER_TOKEN=[hidden]");
    row("env ACMP_BEARER_TOKEN=s3&cre;t#= agent", "env ACMP_BEARER_TOKEN=[hidden] agent");
    row("env ACMP_BEARER_TOKEN=\"s3 cret\" agent", "env ACMP_BEARER_TOKEN=[hidden] agent");
    row("env ACMP_BEARER_TOKEN=s3\\ cret'x y'z agent", "env ACMP_BEARER_TOKEN=[hidden] agent");
    row("env \"ACMP_BEARER_TOKEN=s3 cret\" agent", "env \"ACMP_BEARER_TOKEN=[hidden]\" agent");
    row("env 'ACMP_BEARER_TOKEN=s3 cret", "env 'ACMP_BEARER_TOKEN=[hidden]");
    row("ACMP_BEARER_TOKEN=a agent ACMP_BEARER_TOKEN=b",
        "ACMP_BEARER_TOKEN=[hidden] agent ACMP_BEARER_TOKEN=[hidden]");
    row("ACMP_BEARER_TOKEN= agent", "ACMP_BEARER_TOKEN= agent");
    row("ACMP_BEARER_TOKEN=", "ACMP_BEARER_TOKEN=");
    row("agent", "agent");
}

void TestSecrets::hidesTheTokenOfACommandLine()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, clean);
    QCOMPARE(capture::withoutTokenVariable(text.toStdString()), clean.toStdString());
}

QTEST_APPLESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
