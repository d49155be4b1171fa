// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/handshake.h"

#include <QTest>

namespace {

constexpr std::string_view kKey = "dGhlIHNhbXBsZSBub25jZQ==";

QByteArray toBytes(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

http::Fields without(const http::Fields& fields, std::string_view name, std::string_view value = {})
{
    http::Fields left;
    for (const http::Field& field : fields) {
        if (field.name != name) {
            left.add(field.name, field.value);
        }
    }
    if (!value.empty()) {
        left.add(std::string(name), std::string(value));
    }
    return left;
}

const http::Fields kAnswer { { "Upgrade", "WebSocket" }, { "Connection", "keep-alive, upgrade" },
    { "Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" } };
const http::Fields kRequest { { "Host", "localhost" }, { "Upgrade", "websocket" },
    { "Connection", "Upgrade" }, { "Sec-WebSocket-Key", std::string(kKey) },
    { "Sec-WebSocket-Version", "13" } };

} // namespace

class WsHandshakeTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersTheExampleOfTheRfc() { QCOMPARE(ws::acceptFor(kKey), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); }
    void makesAKeyOfSixteenBytes();
    void asksWithWhatItIsGiven();
    void findsTokens();
    void checksTheAnswer_data();
    void checksTheAnswer();
    void tellsWhatARefusalSays();
    void checksTheRequest_data();
    void checksTheRequest();
    void takesTheRequestApart();
};

void WsHandshakeTest::makesAKeyOfSixteenBytes()
{
    wire::SeededIdSource ids(1);
    const std::string key = ws::makeKey(ids);
    QCOMPARE(QByteArray::fromBase64(toBytes(key)).size(), qsizetype { 16 });
    QVERIFY(key != ws::makeKey(ids));
}

void WsHandshakeTest::asksWithWhatItIsGiven()
{
    const QUrl url(QStringLiteral("ws://localhost:8402/a%20b?party_id=x%2Fy&z"));
    const auto head = ws::upgradeRequest(url, "localhost:8402", kKey, "secret", { { "X-Extra", "1" } });
    QCOMPARE(toBytes(head.method), QByteArray("GET"));
    QCOMPARE(toBytes(head.target), QByteArray("/a%20b?party_id=x%2Fy&z"));
    QVERIFY(head.fields
        == (http::Fields { { "Host", "localhost:8402" }, { "Upgrade", "websocket" },
            { "Connection", "Upgrade" }, { "Sec-WebSocket-Key", std::string(kKey) },
            { "Sec-WebSocket-Version", "13" }, { "Authorization", "Bearer secret" }, { "X-Extra", "1" } }));
    const auto bare = ws::upgradeRequest(QUrl(QStringLiteral("ws://h")), "h", kKey, {}, { { "Host", "x" } });
    QCOMPARE(toBytes(bare.target), QByteArray("/"));
    QVERIFY(!bare.fields.find("Authorization"));
    QCOMPARE(bare.fields.count("Host"), std::size_t { 1 });
}

void WsHandshakeTest::findsTokens()
{
    const http::Fields fields { { "A", "x, y" }, { "a", "\tz ,," }, { "B", "xy" }, { "C", "" } };
    for (const char* const token : { "x", "Y", "z" }) {
        QVERIFY(ws::hasToken(fields, "a", token));
    }
    QVERIFY(!ws::hasToken(fields, "a", "xy"));
    QVERIFY(!ws::hasToken(fields, "B", "x"));
    QVERIFY(!ws::hasToken(fields, "C", "x"));
    QVERIFY(!ws::hasToken(fields, "D", "x"));
}

void WsHandshakeTest::checksTheAnswer_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char* field, const char* value, const char* error) {
        QTest::addRow("%s: %s", field, value) << QByteArray(field) << QByteArray(value) << QByteArray(error);
    };
    row("X", "y", "");
    row("Upgrade", "",
        "the server switches to something else: expected Upgrade: websocket, found no Upgrade");
    row("Upgrade", "h2c", "the server switches to something else: expected Upgrade: websocket, found h2c");
    row("Connection", "", "the handshake's answer is not whole: expected Connection: Upgrade");
    row("Sec-WebSocket-Accept", "",
        "the server did not read the handshake: expected Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=, "
        "found none");
    row("Sec-WebSocket-Accept", "S3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "the server did not read the handshake");
    row("Sec-WebSocket-Protocol", "acp", "the server chose what was not offered: expected no Sec-WebSocket-");
    row("Sec-WebSocket-Extensions", "permessage-deflate", "the server chose what was not offered");
}

void WsHandshakeTest::checksTheAnswer()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, error);
    const http::ResponseHead head { 101, "Switching Protocols", 1,
        without(kAnswer, field.toStdString(), value.toStdString()) };
    const auto wrong = ws::checkUpgrade(head, kKey);
    QCOMPARE(wrong.has_value(), !error.isEmpty());
    if (wrong) {
        QCOMPARE(wrong->kind, wire::ErrorKind::Protocol);
        QVERIFY2(toBytes(wrong->toString()).startsWith(error), wrong->toString().c_str());
    }
}

void WsHandshakeTest::tellsWhatARefusalSays()
{
    const wire::Error refused = ws::refusedUpgrade(
        { 401, "Unauthorized", 1,
            { { "WWW-Authenticate", "Bearer realm=\"acmp\"" }, { "Content-Type", "text/plain" } } },
        "who\nare you", "ws://h/");
    QCOMPARE(refused.kind, wire::ErrorKind::Refused);
    QCOMPARE(toBytes(refused.toString()),
        QByteArray(
            "the server refused the WebSocket: 401 Unauthorized: expected 101 Switching Protocols, found "
            "WWW-Authenticate: Bearer realm=\"acmp\"; Content-Type: text/plain; \"who\\x0aare you\" (at "
            "ws://h/)"));
    const wire::Error bare = ws::refusedUpgrade({ 404, "", 1, {} }, {}, "ws://h/");
    QCOMPARE(bare.kind, wire::ErrorKind::Http);
    QVERIFY(!bare.transient);
    QCOMPARE(toBytes(bare.toString()),
        QByteArray(
            "there is no WebSocket here: 404 Not Found: expected 101 Switching Protocols (at ws://h/)"));
    QVERIFY(ws::refusedUpgrade({ 503, "", 1, {} }, {}, {}).transient);
    QVERIFY(ws::refusedUpgrade({ 429, "", 1, {} }, {}, {}).kind == wire::ErrorKind::Refused);
}

void WsHandshakeTest::checksTheRequest_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("status");
    const auto row = [](const char* field, const char* value, int status) {
        QTest::addRow("%s: %s", field, value) << QByteArray(field) << QByteArray(value) << status;
    };
    row("X", "y", 0);
    row("Connection", "keep-alive, Upgrade", 0);
    row("Upgrade", "", 426);
    row("Upgrade", "h2c", 426);
    row("Connection", "close", 426);
    row("Sec-WebSocket-Version", "8", 426);
    row("Sec-WebSocket-Version", "", 426);
    row("Sec-WebSocket-Key", "", 400);
    row("Sec-WebSocket-Key", "c2hvcnQ=", 400);
    row("Sec-WebSocket-Key", "dGhlIHNhbXBs*SBub25jZQ==", 400);
    row("Host", "", 400);
}

void WsHandshakeTest::checksTheRequest()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    QFETCH(int, status);
    http::RequestHead head { "GET", "/", 1, without(kRequest, field.toStdString(), value.toStdString()) };
    const auto refusal = ws::checkRequest(head);
    QCOMPARE(refusal ? refusal->status : 0, status);
    head.method = "POST";
    QVERIFY(ws::checkRequest(head).has_value());
}

void WsHandshakeTest::takesTheRequestApart()
{
    const auto handshake
        = ws::Handshake::of({ "GET", "/acmp?party_id=a%20b", 1, { { "Authorization", "bearer s3" } } });
    QCOMPARE(toBytes(handshake.path), QByteArray("/acmp"));
    QCOMPARE(toBytes(handshake.query), QByteArray("party_id=a%20b"));
    QCOMPARE(toBytes(handshake.token), QByteArray("s3"));
    QVERIFY(ws::Handshake::of({ "GET", "/", 1, { { "Authorization", "Basic x" } } }).token.empty());
}

QTEST_APPLESS_MAIN(WsHandshakeTest)
#include "tst_wshandshake.moc"
