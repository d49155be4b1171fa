// SPDX-License-Identifier: Apache-2.0
// The server against Qt's own client, and against bare bytes.
#include "wsserverfixture.h"

#include <QWebSocket>

using ws::Opcode;

namespace {

QByteArray frame(Opcode opcode, const QByteArray& payload, bool isFinal = true)
{
    std::string out;
    ws::appendFrame(out, opcode, payload.toStdString(), {}, isFinal);
    return QByteArray::fromStdString(out);
}

QByteArray code(int value, const QByteArray& reason = {})
{
    return QByteArray(1, static_cast<char>(value >> 8)) + QByteArray(1, static_cast<char>(value & 0xFF))
        + reason;
}

} // namespace

class WsServerTest final : public WsServerFixture {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        opens = true;
        start();
    }
    void cleanup() { stop(); }

    void talksToQtsClient();
    void recordsWhatCrossesTheSocket();
    void handsTheHandshakeOver();
    void refusesWhatIsNoHandshake_data();
    void refusesWhatIsNoHandshake();
    void refusesByItsJudge_data();
    void refusesByItsJudge();
    void answersAHandshakeThatDoesNotCome();
    void boundsItsConnections();
    void readsNothingBeforeItIsOpened();
    void acceptsTextCutWithinACharacter();
    void readsAFrameThatTakesItsTime();
    void holdsMessagesWhilePaused();
    void pausingHoldsThePeerBack();
    void tellsWhenItIsWritable();
    void answersTheLastPingOfAPeerThatDoesNotRead();
    void pings();

private:
    void connectRaw();

    std::unique_ptr<RawWsClient> m_raw;
};

// Waits until it is open.
void WsServerTest::connectRaw()
{
    m_raw = std::make_unique<RawWsClient>(*m_server);
    m_raw->handshake();
    QTRY_VERIFY(m_raw->received.endsWith("\r\n\r\n"));
    QVERIFY(m_channel && m_channel->isOpen());
}

void WsServerTest::talksToQtsClient()
{
    QWebSocket client;
    QStringList texts;
    QByteArray pong;
    connect(&client, &QWebSocket::textMessageReceived, this, [&](const QString& text) { texts << text; });
    connect(&client, &QWebSocket::pong, this, [&](quint64, const QByteArray& payload) { pong = payload; });
    client.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/acmp").arg(m_server->port())));
    QTRY_COMPARE(client.state(), QAbstractSocket::ConnectedState);
    QTRY_VERIFY(m_channel);
    const QString longText = QStringLiteral("wörld ").repeated(300'000);
    client.sendTextMessage(QStringLiteral("{}"));
    client.sendTextMessage(QString());
    client.sendTextMessage(longText);
    client.ping("p");
    QTRY_COMPARE(m_heard->order, QByteArray("mmma"));
    QVERIFY(m_heard->messages.at(2) == longText.toUtf8());
    QTRY_COMPARE(pong, QByteArray("p"));
    m_channel->send("back");
    m_channel->send(longText.toStdString());
    QTRY_COMPARE(texts, QStringList({ QStringLiteral("back"), longText }));
    client.close(QWebSocketProtocol::CloseCodeGoingAway, QStringLiteral("later"));
    QTRY_VERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->causeText(), QByteArray("closed by the peer: 1001 (going away): later"));
    QCOMPARE(m_heard->odd, QByteArray());
    QTRY_VERIFY(!m_channel);
}

void WsServerTest::recordsWhatCrossesTheSocket()
{
    connectRaw();
    m_raw->write(RawWsClient::text("one") + RawWsClient::frame(Opcode::Text, "t", false)
        + RawWsClient::frame(Opcode::Ping, "p") + RawWsClient::frame(Opcode::Continuation, "wo"));
    QTRY_COMPARE(m_heard->joined(), QByteArray("one|two|"));
    const wire::RecordNo record = m_channel->send("answer");
    const QByteArray big(3'000'000, 'x');
    const wire::RecordNo last = m_channel->send(big.toStdString());
    m_channel->close(1000);
    QTRY_VERIFY(m_raw->frames().endsWith(frame(Opcode::Close, code(1000))));
    m_raw->write(RawWsClient::frame(Opcode::Close, code(1000)));
    QTRY_VERIFY(m_raw->closed);
    m_raw->socket.close();
    QTRY_VERIFY(m_heard->hasEnded());
    QVERIFY(m_sink->stream(wire::Direction::Received) == m_raw->sent);
    QVERIFY(m_sink->stream(wire::Direction::Sent) == m_raw->received);
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 8d 8pd 9d 8d 9d"));
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 9 8 8p 8p 8 9"));
    QCOMPARE(m_sink->slices.at(record).payload, QByteArray("answer"));
    QVERIFY(m_sink->slices.at(record).payloadWithin);
    QByteArray payloads;
    for (wire::RecordNo i = record + 1; i <= last; ++i) {
        payloads += m_sink->slices.at(i).payload;
    }
    QVERIFY(payloads == big);
    QCOMPARE(m_sink->connections.at(0).role, wire::Role::Server);
    QCOMPARE(m_sink->connections.at(0).transport, std::string("ws"));
    QCOMPARE(m_sink->causes[1], QByteArray("closed on this side: 1000 (normal)"));
}

void WsServerTest::handsTheHandshakeOver()
{
    RawWsClient client(*m_server);
    client.handshake("/acmp?party_id=did%3Akey", "Authorization: Bearer s3\r\nOrigin: http://x\r\n");
    QTRY_VERIFY(m_channel);
    QVERIFY(m_handshake.path == "/acmp" && m_handshake.query == "party_id=did%3Akey");
    QVERIFY(m_handshake.token == "s3" && m_handshake.head.fields.find("Origin") == "http://x");
    QTRY_VERIFY(client.received.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
}

void WsServerTest::refusesWhatIsNoHandshake_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("status");
    const QByteArray host = "Host: localhost\r\n";
    const QByteArray upgrade = host + "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    const QByteArray key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const QByteArray version = "Sec-WebSocket-Version: 13\r\n";
    const auto row = [](const char* name, const QByteArray& request, const char* status) {
        QTest::newRow(name) << request + "\r\n" << QByteArray(status);
    };
    row("a plain GET", "GET / HTTP/1.1\r\n" + host, "426 Upgrade Required\r\nUpgrade: websocket\r\n");
    row("a POST", "POST / HTTP/1.1\r\n" + upgrade + key + version + "Content-Length: 2\r\n\r\n{}", "405 ");
    row("version 8", "GET / HTTP/1.1\r\n" + upgrade + key + "Sec-WebSocket-Version: 8\r\n",
        "426 Upgrade Required\r\nSec-WebSocket-Version: 13\r\n");
    row("no key", "GET / HTTP/1.1\r\n" + upgrade + version, "400 ");
    row("no HTTP", "hello\r\n", "400 ");
    row("TLS", QByteArray::fromHex("16030100"), "400 ");
    // To us this is HTTP, to Qt it is not.
    row("too many fields",
        "GET / HTTP/1.1\r\n" + upgrade + key + version + QByteArray("X: y\r\n").repeated(200), "400 ");
    row("a head without an end", "GET / HTTP/1.1\r\nX: " + QByteArray(9'000, 'x'), "431 ");
}

void WsServerTest::refusesWhatIsNoHandshake()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, status);
    RawWsClient client(*m_server);
    client.write(request);
    QTRY_VERIFY(client.closed);
    QVERIFY2(client.received.startsWith(QByteArray("HTTP/1.1 " + status)), client.received.constData());
    QTRY_COMPARE(m_sink->causes.size(), std::size_t { 1 });
    QVERIFY2(m_sink->causes[1].startsWith("closed on this side: the handshake was refused with "),
        m_sink->causes[1].constData());
    QCOMPARE(m_sink->stream(wire::Direction::Received), client.sent);
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
    QVERIFY(!m_channel);
}

void WsServerTest::refusesByItsJudge_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("no token") << QByteArray("/acmp?party_id=a") << QByteArray()
                              << QByteArray("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\n");
    QTest::newRow("elsewhere") << QByteArray("/other?party_id=a") << QByteArray()
                               << QByteArray("HTTP/1.1 404 Not Found\r\n");
    QTest::newRow("no party") << QByteArray("/acmp") << QByteArray("Authorization: Bearer s3\r\n")
                              << QByteArray("HTTP/1.1 403 Forbidden\r\n");
    QTest::newRow("come in") << QByteArray("/acmp?party_id=a") << QByteArray("Authorization: Bearer s3\r\n")
                             << QByteArray("HTTP/1.1 101 Switching Protocols\r\n");
}

void WsServerTest::refusesByItsJudge()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, answer);
    using Refusal = std::optional<ws::HandshakeRefusal>;
    start({ .judge = [](const ws::Handshake& handshake) -> Refusal {
        if (handshake.path != "/acmp") {
            return ws::HandshakeRefusal { 404, {}, "not here" };
        }
        if (handshake.token != "s3") {
            return ws::HandshakeRefusal { 401, { { "WWW-Authenticate", "Bearer" } }, "who are you?" };
        }
        if (!handshake.query.starts_with("party_id=")) {
            return ws::HandshakeRefusal { 403, {}, "which party?" };
        }
        return std::nullopt;
    } });
    RawWsClient client(*m_server);
    client.handshake(target, fields);
    QTRY_VERIFY(client.received.contains("\r\n\r\n"));
    QVERIFY2(client.received.startsWith(answer), client.received.constData());
    const bool isIn = answer.contains("101");
    QTRY_VERIFY(client.closed != isIn);
    QCOMPARE(bool(m_channel), isIn);
}

void WsServerTest::answersAHandshakeThatDoesNotCome()
{
    start({}, &m_stopped);
    RawWsClient client(*m_server);
    client.write("GET / HTTP/1.1\r\n");
    QTRY_COMPARE(m_sink->connections.size(), std::size_t { 1 });
    m_stopped.advance(wire::milliseconds(9'999));
    QCoreApplication::processEvents();
    QVERIFY(!client.closed);
    m_stopped.advance(wire::milliseconds(1));
    QTRY_VERIFY(client.closed);
    QVERIFY2(client.received.startsWith("HTTP/1.1 408 "), client.received.constData());
}

void WsServerTest::boundsItsConnections()
{
    start({ .connections = 1 });
    connectRaw();
    RawWsClient second(*m_server);
    QTRY_VERIFY(second.closed);
    QCOMPARE(m_sink->connections.size(), std::size_t { 1 });
    m_raw->socket.abort();
    QTRY_VERIFY(m_heard->hasEnded());
    connectRaw();
}

void WsServerTest::readsNothingBeforeItIsOpened()
{
    opens = false;
    RawWsClient client(*m_server);
    client.handshake().write(RawWsClient::text("early") + RawWsClient::text("next"));
    QTRY_VERIFY(m_channel);
    QTRY_VERIFY(client.received.endsWith("\r\n\r\n"));
    QVERIFY(m_channel->isOpen());
    QCOMPARE(m_heard->order, QByteArray());
    QVERIFY(m_channel->send("first") != wire::kNoRecord);
    QTRY_COMPARE(client.frames(), frame(Opcode::Text, "first"));
    QCOMPARE(m_heard->order, QByteArray());
    m_channel->open();
    QCOMPARE(m_heard->order, QByteArray());
    QTRY_COMPARE(m_heard->joined(), QByteArray("early|next|"));
}

// Qt's server on its own closes with 1007.
void WsServerTest::acceptsTextCutWithinACharacter()
{
    connectRaw();
    const QByteArray all = "aä€😀";
    QByteArray told;
    for (qsizetype cut = 0; cut <= all.size(); ++cut) {
        m_raw->write(RawWsClient::frame(Opcode::Text, all.left(cut), false)
            + RawWsClient::frame(Opcode::Continuation, all.mid(cut)));
        told += all + '|';
    }
    QTRY_COMPARE(m_heard->joined(), told);
    QVERIFY(m_channel->isOpen());
}

// Qt's server on its own gives up after five seconds; byte by byte is the same to it.
void WsServerTest::readsAFrameThatTakesItsTime()
{
    connectRaw();
    const QByteArray slow = RawWsClient::text("slow") + RawWsClient::frame(Opcode::Ping, "x");
    for (const char byte : slow) {
        m_raw->write(QByteArray(1, byte));
        m_raw->socket.flush();
        QCoreApplication::processEvents();
    }
    QTRY_COMPARE(m_heard->order, QByteArray("ma"));
    QTRY_COMPARE(m_raw->frames(), frame(Opcode::Pong, "x"));
}

void WsServerTest::holdsMessagesWhilePaused()
{
    connectRaw();
    ws::ServerChannel* const channel = m_channel;
    connect(channel, &transport::Channel::received, this, [=] { channel->pauseReading(true); });
    m_raw->write(RawWsClient::text("1") + RawWsClient::text("2") + RawWsClient::text("3"));
    m_raw->socket.disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("m"));
    QTRY_VERIFY(m_raw->closed || m_raw->socket.state() == QAbstractSocket::ClosingState
        || m_raw->socket.state() == QAbstractSocket::UnconnectedState);
    channel->pauseReading(false);
    QCOMPARE(m_heard->order, QByteArray("m"));
    QTRY_COMPARE(m_heard->order, QByteArray("mm"));
    channel->pauseReading(false);
    QTRY_COMPARE(m_heard->order, QByteArray("mmm"));
    QVERIFY(!m_heard->hasEnded());
    channel->pauseReading(false);
    QTRY_COMPARE(m_heard->order, QByteArray("mmmdE"));
}

void WsServerTest::pausingHoldsThePeerBack()
{
    connectRaw();
    m_channel->pauseReading(true);
    constexpr qsizetype kSize = qsizetype { 24 } << 20;
    m_raw->socket.write(RawWsClient::text(QByteArray(kSize, 'x')));
    qint64 waiting = 0;
    // Until the kernel's buffers are full and nothing moves any more.
    QTRY_VERIFY(std::exchange(waiting, m_raw->socket.bytesToWrite()) == m_raw->socket.bytesToWrite()
        && waiting < kSize);
    QVERIFY(waiting > kSize / 2);
    QCOMPARE(m_heard->order, QByteArray());
    m_channel->pauseReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->messages.size() == 1, 20'000);
    QCOMPARE(m_heard->messages.at(0).size(), kSize);
}

void WsServerTest::tellsWhenItIsWritable()
{
    connectRaw();
    m_raw->pause(true);
    QVERIFY(m_channel->isWritable());
    const std::string piece(std::size_t { 1 } << 20, 'x');
    int sent = 0;
    // The kernel takes some of it.
    while (m_channel->isWritable() || sent < 20) {
        QVERIFY(m_channel->send(piece) != wire::kNoRecord);
        ++sent;
        QCoreApplication::processEvents();
    }
    QVERIFY(!m_channel->isWritable());
    const qsizetype before = m_heard->order.size();
    m_raw->pause(false);
    QTRY_COMPARE(m_heard->order.size(), before + 1);
    QVERIFY(m_heard->order.endsWith('w'));
    QVERIFY(m_channel->isWritable());
    QTRY_VERIFY(m_raw->frames().size() > qsizetype { sent } << 20);
}

void WsServerTest::answersTheLastPingOfAPeerThatDoesNotRead()
{
    start({ .highWater = 1'000 });
    connectRaw();
    m_raw->pause(true);
    while (m_channel->isWritable()) {
        m_channel->send(std::string(std::size_t { 4 } << 20, 'x'));
        QCoreApplication::processEvents();
    }
    for (int i = 0; i < 500; ++i) {
        m_raw->write(RawWsClient::frame(Opcode::Ping, QByteArray::number(i)));
    }
    QTRY_COMPARE(m_heard->order.count('a'), qsizetype { 500 });
    m_raw->pause(false);
    QTRY_VERIFY(m_raw->frames().endsWith(frame(Opcode::Pong, "499")));
    QCOMPARE(m_raw->frames().count(frame(Opcode::Pong, "498")), qsizetype { 0 });
}

void WsServerTest::pings()
{
    connectRaw();
    m_channel->ping("there?");
    QTRY_COMPARE(m_raw->frames(), frame(Opcode::Ping, "there?"));
    m_raw->write(RawWsClient::frame(Opcode::Pong, "there?"));
    QTRY_COMPARE(m_heard->order, QByteArray("a"));
}

QTEST_GUILESS_MAIN(WsServerTest)
#include "tst_wsserver.moc"
