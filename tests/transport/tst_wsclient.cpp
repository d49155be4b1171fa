// SPDX-License-Identifier: Apache-2.0
// The client against a scripted peer, and against Qt's own server.
#include "authority.h"
#include "heardchannel.h"
#include "protocol/transport/tls/serving.h"
#include "recordingsink.h"
#include "wspeer.h"

#include "protocol/transport/websocket/clientchannel.h"
#include "protocol/wire/manualclock.h"
#include "protocol/wire/systemclock.h"

#include <QSslServer>
#include <QTest>
#include <QWebSocket>
#include <QWebSocketServer>

using ws::Opcode;

class WsClientTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void saysWhatAHandshakeSays();
    void readsWhatComesWithTheAnswer();
    void sharesAMessageInOneFrame();
    void putsPartsTogetherAtEachCut();
    void cutsLongMessagesOnRecord();
    void recordsControlFramesWithinAMessage();
    void answersPings();
    void pings();
    void holdsMessagesWhilePaused();
    void pausingHoldsThePeerBack();
    void tellsWhenItIsWritable();
    void answersTheLastPingOfAPeerThatDoesNotRead();
    void talksToQtsServer();
    void talksToQtsServerOverTls();
    void namesACertificateThatIsNotTrusted();
    void mapsHosts();

private:
    ws::ClientChannel& connectTo(const QUrl& url, ws::ClientOptions options = {});
    ws::ClientChannel& connectToPeer(ws::ClientOptions options = {});

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    std::unique_ptr<RecordingSink> m_sink;
    std::unique_ptr<WsPeer> m_peer;
    std::unique_ptr<ws::ClientChannel> m_channel;
    std::unique_ptr<HeardChannel> m_heard;
};

void WsClientTest::init()
{
    m_heard.reset();
    m_channel.reset();
    m_sink = std::make_unique<RecordingSink>();
    m_peer = std::make_unique<WsPeer>();
}

ws::ClientChannel& WsClientTest::connectTo(const QUrl& url, ws::ClientOptions options)
{
    m_channel = std::make_unique<ws::ClientChannel>(m_clock, *m_sink, m_ids, url, std::move(options));
    m_heard = std::make_unique<HeardChannel>(m_channel.get());
    m_channel->open();
    return *m_channel;
}

// Waits until it is open.
ws::ClientChannel& WsClientTest::connectToPeer(ws::ClientOptions options)
{
    m_peer->accept();
    ws::ClientChannel& channel = connectTo(m_peer->url(), std::move(options));
    [&] { QTRY_VERIFY(channel.isOpen()); }();
    return channel;
}

void WsClientTest::saysWhatAHandshakeSays()
{
    m_peer->accept();
    connectTo(m_peer->url("ws", "/acmp?party_id=did%3Akey"),
        { .token = "secret", .fields = { { "X-Extra", "1" } } });
    QCOMPARE(m_heard->order, QByteArray());
    QVERIFY(!m_channel->isOpen());
    QCOMPARE(m_channel->send("early"), wire::kNoRecord);
    QTRY_COMPARE(m_heard->order, QByteArray("o"));
    const QByteArray head = m_peer->raw.at(0).received;
    QVERIFY(head.startsWith("GET /acmp?party_id=did%3Akey HTTP/1.1\r\nHost: localhost:"));
    QVERIFY(head.contains("\r\nAuthorization: Bearer secret\r\nX-Extra: 1\r\n\r\n"));
    QCOMPARE(m_sink->connections.at(0).transport, std::string("ws"));
    QVERIFY(m_sink->connections.at(0).target.starts_with("ws://localhost:"));
    QCOMPARE(m_channel->connection(), wire::ConnectionId { 1 });
    QCOMPARE(m_sink->stream(wire::Direction::Sent), head);
    QCOMPARE(m_sink->stream(wire::Direction::Received), m_peer->answer);
    QCOMPARE(
        m_sink->kinds(wire::Direction::Sent) + m_sink->kinds(wire::Direction::Received), QByteArray("11"));
}

void WsClientTest::readsWhatComesWithTheAnswer()
{
    m_peer->accept(WsPeer::text("{}") + WsPeer::text(""));
    connectTo(m_peer->url());
    QTRY_COMPARE(m_heard->order, QByteArray("omm"));
    QCOMPARE(m_heard->joined(), QByteArray("{}||"));
}

void WsClientTest::sharesAMessageInOneFrame()
{
    ws::ClientChannel& channel = connectToPeer();
    const char* shown = nullptr;
    connect(&channel, &transport::Channel::received, this, [&](const transport::Payload& message) {
        shown = message.bytes.constData();
        QVERIFY(message.offset > 0);
    });
    m_peer->write(WsPeer::text("{\"id\": 1}"));
    QTRY_COMPARE(m_heard->joined(), QByteArray("{\"id\": 1}|"));
    QVERIFY(shown != nullptr);
    const auto& kept = m_sink->slices.at(m_heard->records.at(0));
    QCOMPARE(kept.slice.kind, wire::SliceKind::Frame);
    QCOMPARE(kept.slice.flags, std::uint8_t { 0 });
    QVERIFY(kept.payloadWithin);
    QCOMPARE(kept.payload, QByteArray("{\"id\": 1}"));
}

void WsClientTest::putsPartsTogetherAtEachCut()
{
    connectToPeer();
    const QByteArray all = "aä€😀";
    QByteArray sent;
    QByteArray told;
    for (qsizetype a = 0; a <= all.size(); ++a) {
        for (qsizetype b = a; b <= all.size(); ++b) {
            sent += WsPeer::frame(Opcode::Text, all.left(a), false)
                + WsPeer::frame(Opcode::Continuation, all.mid(a, b - a), false)
                + WsPeer::frame(Opcode::Continuation, all.mid(b));
            told += all + '|';
        }
    }
    // Each byte in a write of its own.
    for (const char byte : sent) {
        m_peer->write(QByteArray(1, byte));
    }
    QTRY_COMPARE(m_heard->joined(), told);
    QCOMPARE(m_sink->stream(wire::Direction::Received), m_peer->answer + sent);
    const auto& kept = m_sink->slices.at(m_heard->records.back());
    QCOMPARE(kept.slice.flags, std::uint8_t { wire::kDetached });
    QCOMPARE(kept.payload, all);
    QVERIFY(m_channel->isOpen());
}

void WsClientTest::cutsLongMessagesOnRecord()
{
    ws::ClientChannel& channel = connectToPeer();
    QByteArray all;
    for (int i = 0; all.size() < 5'000'000; ++i) {
        all += QByteArray::number(i) + "ä";
    }
    m_peer->write(WsPeer::text(all));
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->messages.size() == 1, 20'000);
    QVERIFY(m_heard->messages.at(0) == all);
    channel.send(std::string_view(all.constData(), static_cast<std::size_t>(all.size())));
    QTRY_VERIFY(m_peer->raw.at(0).received.size() > all.size());
    QTRY_COMPARE(m_peer->read(), "text " + all + '|');
    for (const auto direction : { wire::Direction::Received, wire::Direction::Sent }) {
        QByteArray payloads;
        QByteArray flags;
        for (const auto& kept : m_sink->slices) {
            if (kept.slice.direction == direction && kept.slice.kind == wire::SliceKind::Frame) {
                payloads += kept.payload;
                flags += (kept.slice.flags & wire::kPartial) != 0 ? 'p' : '.';
                QVERIFY(kept.bytes.size() < 2'000'000);
                QCOMPARE((kept.slice.flags & wire::kDetached) != 0, direction == wire::Direction::Sent);
            }
        }
        QVERIFY(payloads == all);
        QVERIFY2(flags.size() > 3 && flags.indexOf('.') == flags.size() - 1, flags.constData());
    }
    QVERIFY(m_sink->stream(wire::Direction::Received) == m_peer->answer + WsPeer::text(all));
    QVERIFY(m_sink->stream(wire::Direction::Sent) == m_peer->raw.at(0).received);
}

void WsClientTest::recordsControlFramesWithinAMessage()
{
    connectToPeer();
    m_peer->write(WsPeer::frame(Opcode::Text, "ab", false) + WsPeer::frame(Opcode::Ping, "p")
        + WsPeer::frame(Opcode::Continuation, "cd") + WsPeer::text("e"));
    QTRY_COMPARE(m_heard->order, QByteArray("oamm"));
    QCOMPARE(m_heard->joined(), QByteArray("abcd|e|"));
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 8pd 9 8d 8"));
    QByteArray payloads;
    for (const auto& kept : m_sink->slices) {
        payloads += kept.slice.kind == wire::SliceKind::Frame ? kept.payload + '|' : QByteArray();
    }
    QCOMPARE(payloads, QByteArray("ab|cd|e|"));
}

void WsClientTest::answersPings()
{
    connectToPeer();
    m_peer->write(WsPeer::frame(Opcode::Ping, "one") + WsPeer::frame(Opcode::Ping, ""));
    QTRY_COMPARE(m_peer->read(), QByteArray("pong one|pong |"));
    QCOMPARE(m_heard->order, QByteArray("oaa"));
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 9 9"));
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 9d 9d"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), m_peer->raw.at(0).received);
}

void WsClientTest::pings()
{
    ws::ClientChannel& channel = connectToPeer();
    channel.ping("there?");
    QTRY_COMPARE(m_peer->read(), QByteArray("ping there?|"));
    m_peer->write(WsPeer::frame(Opcode::Pong, "there?"));
    QTRY_COMPARE(m_heard->order, QByteArray("oa"));
}

void WsClientTest::holdsMessagesWhilePaused()
{
    ws::ClientChannel& channel = connectToPeer();
    connect(&channel, &transport::Channel::received, this, [&] { channel.pauseReading(true); });
    m_peer->write(
        WsPeer::text("1") + WsPeer::frame(Opcode::Ping, "") + WsPeer::text("2") + WsPeer::text("3"));
    QTRY_COMPARE(m_heard->order, QByteArray("om"));
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_peer->socket().state(), QAbstractSocket::UnconnectedState);
    QCoreApplication::processEvents();
    QCOMPARE(m_heard->order, QByteArray("om"));
    channel.pauseReading(false);
    QCOMPARE(m_heard->order, QByteArray("om"));
    QTRY_COMPARE(m_heard->order, QByteArray("omam"));
    channel.pauseReading(false);
    QTRY_COMPARE(m_heard->order, QByteArray("omamm"));
    QVERIFY(!m_heard->hasEnded());
    channel.pauseReading(false);
    QTRY_COMPARE(m_heard->order, QByteArray("omammdE"));
    QVERIFY2(m_heard->odd.startsWith("WS-close-missing"), m_heard->odd.constData());
}

void WsClientTest::pausingHoldsThePeerBack()
{
    ws::ClientChannel& channel = connectToPeer();
    channel.pauseReading(true);
    constexpr qsizetype kSize = qsizetype { 24 } << 20;
    m_peer->write(WsPeer::text(QByteArray(kSize, 'x')));
    qint64 waiting = 0;
    // Until the kernel's buffers are full and nothing moves any more.
    QTRY_VERIFY(std::exchange(waiting, m_peer->socket().bytesToWrite()) == m_peer->socket().bytesToWrite()
        && waiting < kSize);
    QVERIFY(waiting > kSize / 2);
    QCOMPARE(m_sink->stream(wire::Direction::Received), m_peer->answer);
    channel.pauseReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->messages.size() == 1, 20'000);
    QCOMPARE(m_heard->messages.at(0).size(), kSize);
}

void WsClientTest::tellsWhenItIsWritable()
{
    ws::ClientChannel& channel = connectToPeer();
    m_peer->raw.pause(0, true);
    QVERIFY(channel.isWritable());
    const std::string piece(std::size_t { 1 } << 20, 'x');
    int sent = 0;
    // The kernel takes some of it.
    while (channel.isWritable() || sent < 20) {
        QVERIFY(channel.send(piece) != wire::kNoRecord);
        ++sent;
        QCoreApplication::processEvents();
    }
    QVERIFY(!channel.isWritable());
    QCOMPARE(m_heard->order.count('w'), m_heard->order.size() - 1);
    const qsizetype before = m_heard->order.size();
    m_peer->raw.pause(0, false);
    QTRY_COMPARE(m_heard->order.size(), before + 1);
    QVERIFY(channel.isWritable());
    QTRY_VERIFY(m_peer->raw.at(0).received.size() > qsizetype { sent } << 20);
    QTRY_COMPARE(m_peer->read().count('|'), qsizetype { sent });
}

void WsClientTest::answersTheLastPingOfAPeerThatDoesNotRead()
{
    ws::ClientChannel& channel = connectToPeer({ .highWater = 1'000 });
    m_peer->raw.pause(0, true);
    while (channel.isWritable()) {
        channel.send(std::string(std::size_t { 4 } << 20, 'x'));
        QCoreApplication::processEvents();
    }
    for (int i = 0; i < 500; ++i) {
        m_peer->write(WsPeer::frame(Opcode::Ping, QByteArray::number(i)));
    }
    QTRY_COMPARE(m_heard->order.count('a'), qsizetype { 500 });
    m_peer->raw.pause(0, false);
    QTRY_VERIFY(m_peer->read().endsWith("|pong 499|"));
    QCOMPARE(m_peer->read().count("pong"), qsizetype { 1 });
}

void WsClientTest::talksToQtsServer()
{
    QWebSocketServer server(QStringLiteral("qt"), QWebSocketServer::NonSecureMode);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    ws::ClientChannel& channel = connectTo(server.serverUrl());
    QTRY_VERIFY(channel.isOpen());
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<QWebSocket> other(server.nextPendingConnection());
    QStringList texts;
    connect(other.get(), &QWebSocket::textMessageReceived, this, [&](const QString& text) { texts << text; });
    const QString longText = QStringLiteral("wörld ").repeated(300'000);
    QVERIFY(channel.send("{}") != wire::kNoRecord);
    channel.send("");
    channel.send(longText.toStdString());
    QTRY_COMPARE(texts.size(), qsizetype { 3 });
    QCOMPARE(texts, QStringList({ QStringLiteral("{}"), QString(), longText }));
    other->sendTextMessage(longText);
    other->ping("p");
    // The long text was over the high-water mark.
    QTRY_COMPARE(m_heard->order, QByteArray("owma"));
    QVERIFY(m_heard->messages.at(0) == longText.toUtf8());
    other->close(QWebSocketProtocol::CloseCodeGoingAway, QStringLiteral("later"));
    QTRY_VERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->causeText(), QByteArray("closed by the peer: 1001 (going away): later"));
    QVERIFY(m_heard->cause->transient);
    QCOMPARE(m_heard->odd, QByteArray());
    QCOMPARE(m_sink->causes[1], m_heard->causeText());
}

void WsClientTest::talksToQtsServerOverTls()
{
    Authority authority;
    QWebSocketServer server(QStringLiteral("qt"), QWebSocketServer::SecureMode);
    server.setSslConfiguration(tls::serving(authority.server()));
    QVERIFY(server.listen(QHostAddress::LocalHost));
    ws::ClientOptions options;
    options.http.tls = authority.trusting();
    ws::ClientChannel& channel
        = connectTo(QUrl(QStringLiteral("wss://localhost:%1/").arg(server.serverPort())), std::move(options));
    QTRY_VERIFY2(channel.isOpen(), m_heard->causeText().constData());
    QTRY_VERIFY(server.hasPendingConnections());
    const std::unique_ptr<QWebSocket> other(server.nextPendingConnection());
    QString got;
    connect(other.get(), &QWebSocket::textMessageReceived, this, [&](const QString& text) { got = text; });
    channel.send("hello");
    QTRY_COMPARE(got, QStringLiteral("hello"));
    other->sendTextMessage(QStringLiteral("back"));
    QTRY_COMPARE(m_heard->joined(), QByteArray("back|"));
    QCOMPARE(m_sink->connections.at(0).transport, std::string("wss"));
    channel.close();
    QTRY_VERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
}

void WsClientTest::namesACertificateThatIsNotTrusted()
{
    auto server = std::make_unique<QSslServer>();
    Authority authority;
    server->setSslConfiguration(tls::serving(authority.server()));
    m_peer = std::make_unique<WsPeer>(std::move(server));
    connectTo(m_peer->url("wss"));
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Tls);
    QVERIFY2(m_heard->causeText().contains("certificate"), m_heard->causeText().constData());
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

void WsClientTest::mapsHosts()
{
    m_peer->accept();
    ws::ClientOptions options;
    options.http.hostMap["provider.example"] = { "127.0.0.1", m_peer->raw.port() };
    connectTo(QUrl(QStringLiteral("ws://provider.example/x")), std::move(options));
    QTRY_COMPARE(m_heard->order, QByteArray("o"));
    QVERIFY(m_peer->raw.at(0).received.contains("\r\nHost: provider.example\r\n"));
}

QTEST_GUILESS_MAIN(WsClientTest)
#include "tst_wsclient.moc"
