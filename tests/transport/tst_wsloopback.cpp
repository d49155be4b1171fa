// SPDX-License-Identifier: Apache-2.0
// Our client at our server, plain and over TLS.
#include "authority.h"
#include "protocol/transport/tls/serving.h"
#include "wsserverfixture.h"

#include "protocol/transport/websocket/clientchannel.h"

#include <QCryptographicHash>

class WsLoopbackTest final : public WsServerFixture {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();

    void echoes_data();
    void echoes();
    void carriesLongMessagesBothWaysAtOnce_data();
    void carriesLongMessagesBothWaysAtOnce();
    void stopsASenderWhoseReaderPauses();
    void closes_data();
    void closes();
    void tellsWhatTheJudgeSays();
    void survivesALostPeer();

private:
    void open(bool tls, ws::ClientOptions options = {}, ws::ServerOptions serverOptions = {});
    void compareRecords();

    Authority m_authority;
    wire::SystemIdSource m_ids;
    RecordingSink m_clientSink;
    std::unique_ptr<ws::ClientChannel> m_client;
    std::unique_ptr<HeardChannel> m_clientHeard;
};

void WsLoopbackTest::cleanup()
{
    m_clientHeard.reset();
    m_client.reset();
    stop();
    m_clientSink = {};
}

void WsLoopbackTest::open(bool tls, ws::ClientOptions options, ws::ServerOptions serverOptions)
{
    if (tls) {
        serverOptions.tls = tls::serving(m_authority.server());
        options.http.tls = m_authority.trusting();
    }
    start(std::move(serverOptions));
    const QUrl url(QStringLiteral("%1://localhost:%2/acmp?party_id=a")
            .arg(tls ? QStringLiteral("wss") : QStringLiteral("ws"))
            .arg(m_server->port()));
    m_client = std::make_unique<ws::ClientChannel>(m_clock, m_clientSink, m_ids, url, std::move(options));
    m_clientHeard = std::make_unique<HeardChannel>(m_client.get());
    m_client->open();
}

// What one side sent is what the other received, byte for byte.
void WsLoopbackTest::compareRecords()
{
    using wire::Direction;
    const auto hash = [](const QByteArray& bytes) -> QByteArray {
        return QByteArray::number(bytes.size()) + ' '
            + QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
    };
    QCOMPARE(hash(m_clientSink.stream(Direction::Sent)), hash(m_sink->stream(Direction::Received)));
    QCOMPARE(hash(m_clientSink.stream(Direction::Received)), hash(m_sink->stream(Direction::Sent)));
}

void WsLoopbackTest::echoes_data()
{
    QTest::addColumn<bool>("tls");
    QTest::newRow("ws") << false;
    QTest::newRow("wss") << true;
}

void WsLoopbackTest::echoes()
{
    QFETCH(bool, tls);
    open(tls);
    QTRY_VERIFY2(m_client->isOpen(), m_clientHeard->causeText().constData());
    QTRY_VERIFY(m_channel);
    ws::ServerChannel* const channel = m_channel;
    connect(channel, &transport::Channel::received, this,
        [=](const transport::Payload& message) { channel->send(message.view()); });
    QByteArray told;
    for (int i = 0; i < 1'000; ++i) {
        const QByteArray message = "{\"ä\": " + QByteArray::number(i) + '}';
        m_client->send(message.toStdString());
        told += message + '|';
    }
    QTRY_COMPARE(m_clientHeard->joined().size(), told.size());
    QCOMPARE(m_clientHeard->joined(), told);
    QCOMPARE(m_heard->joined(), told);
    compareRecords();
    QCOMPARE(m_sink->connections.at(0).transport, std::string(tls ? "wss" : "ws"));
    for (const auto record : m_heard->records) {
        QCOMPARE(m_sink->slices.at(record).slice.kind, wire::SliceKind::Frame);
    }
    QCOMPARE(m_sink->slices.at(m_heard->records.at(7)).payload, m_heard->messages.at(7));
    m_client->close();
    QTRY_VERIFY(m_clientHeard->hasEnded() && m_heard->hasEnded());
    QCOMPARE(m_clientHeard->causeText(), QByteArray("closed on this side: 1000 (normal)"));
    QCOMPARE(m_heard->causeText(), QByteArray("closed by the peer: 1000 (normal)"));
    compareRecords();
}

void WsLoopbackTest::carriesLongMessagesBothWaysAtOnce_data()
{
    echoes_data();
}

void WsLoopbackTest::carriesLongMessagesBothWaysAtOnce()
{
    QFETCH(bool, tls);
    open(tls);
    QTRY_VERIFY2(m_client->isOpen(), m_clientHeard->causeText().constData());
    QTRY_VERIFY(m_channel);
    QByteArray up(6'000'000, 'u');
    QByteArray down(6'000'000, 'd');
    up[3'000'000] = '"';
    down.replace(5'000'000, 2, "ä");
    m_client->send(up.toStdString());
    m_channel->send(down.toStdString());
    m_client->send("after");
    m_channel->send("after");
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->messages.size() == 2 && m_clientHeard->messages.size() == 2, 20'000);
    QVERIFY(m_heard->messages.at(0) == up);
    QVERIFY(m_clientHeard->messages.at(0) == down);
    QCOMPARE(m_heard->order.count('w') + m_clientHeard->order.count('w'), qsizetype { 2 });
    compareRecords();
}

void WsLoopbackTest::stopsASenderWhoseReaderPauses()
{
    open(false);
    QTRY_VERIFY(m_client->isOpen());
    QTRY_VERIFY(m_channel);
    m_channel->pauseReading(true);
    const std::string piece(100'000, 'x');
    int sent = 0;
    const auto sendAll = [&] {
        while (m_client->isWritable() && sent < 300) {
            m_client->send(piece);
            ++sent;
        }
    };
    connect(m_client.get(), &transport::Channel::writable, this, sendAll);
    sendAll();
    int before = -1;
    QTRY_VERIFY(std::exchange(before, sent) == sent && !m_client->isWritable());
    QVERIFY2(sent < 250, QByteArray::number(sent).constData());
    QCOMPARE(m_heard->order, QByteArray());
    m_channel->pauseReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard->messages.size() == 300, 20'000);
    compareRecords();
}

void WsLoopbackTest::closes_data()
{
    QTest::addColumn<bool>("tls");
    QTest::addColumn<bool>("byClient");
    QTest::newRow("by the client") << false << true;
    QTest::newRow("by the server") << false << false;
    QTest::newRow("by the client over TLS") << true << true;
    QTest::newRow("by the server over TLS") << true << false;
}

void WsLoopbackTest::closes()
{
    QFETCH(bool, tls);
    QFETCH(bool, byClient);
    open(tls);
    QTRY_VERIFY2(m_client->isOpen(), m_clientHeard->causeText().constData());
    QTRY_VERIFY(m_channel);
    if (byClient) {
        m_client->close(4000, "enough");
    } else {
        m_channel->close(4000, "enough");
    }
    QTRY_VERIFY(m_clientHeard->hasEnded() && m_heard->hasEnded());
    const QByteArray how = "4000 (private): enough";
    QCOMPARE(m_clientHeard->causeText(), (byClient ? "closed on this side: " : "closed by the peer: ") + how);
    QCOMPARE(m_heard->causeText(), (byClient ? "closed by the peer: " : "closed on this side: ") + how);
    QCOMPARE(m_clientHeard->order, QByteArray("oE"));
    QCOMPARE(m_heard->order, QByteArray("E"));
    compareRecords();
}

void WsLoopbackTest::tellsWhatTheJudgeSays()
{
    using Refusal = std::optional<ws::HandshakeRefusal>;
    open(false, {}, { .judge = [](const ws::Handshake&) -> Refusal {
        return ws::HandshakeRefusal { 401, { { "WWW-Authenticate", "Bearer" } }, "a token, please" };
    } });
    QTRY_VERIFY(m_clientHeard->hasEnded());
    QCOMPARE(m_clientHeard->cause->kind, wire::ErrorKind::Refused);
    QVERIFY2(
        m_clientHeard->causeText().startsWith(
            "the server refused the WebSocket: 401 Unauthorized: expected 101 Switching Protocols, found "
            "WWW-Authenticate: Bearer; Content-Type: text/plain; charset=utf-8; \"a token, please"),
        m_clientHeard->causeText().constData());
}

void WsLoopbackTest::survivesALostPeer()
{
    open(false);
    QTRY_VERIFY(m_client->isOpen());
    QTRY_VERIFY(m_channel);
    m_channel->drop(true);
    QTRY_VERIFY(m_clientHeard->hasEnded());
    QCOMPARE(m_clientHeard->causeText(),
        QByteArray("the connection ended without a close frame: reset by the peer"));
}

QTEST_GUILESS_MAIN(WsLoopbackTest)
#include "tst_wsloopback.moc"
