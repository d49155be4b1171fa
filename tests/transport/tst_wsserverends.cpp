// SPDX-License-Identifier: Apache-2.0
// Every way a WebSocket of the server can break or end, by either side, and who may let go of what meanwhile.
#include "wsserverfixture.h"

#include <QWebSocket>

using ws::Opcode;

namespace {

QByteArray frame(Opcode opcode, const QByteArray& payload)
{
    std::string out;
    ws::appendFrame(out, opcode, payload.toStdString());
    return QByteArray::fromStdString(out);
}

QByteArray code(int value, const QByteArray& reason = {})
{
    return QByteArray(1, static_cast<char>(value >> 8)) + QByteArray(1, static_cast<char>(value & 0xFF))
        + reason;
}

} // namespace

class WsServerEndsTest final : public WsServerFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { start(); }
    void cleanup()
    {
        m_raw.reset();
        stop();
    }

    void refusesWhatThePeerMayNotSend_data();
    void refusesWhatThePeerMayNotSend();
    void boundsAMessage();
    void tellsThePeersCloseCode_data();
    void tellsThePeersCloseCode();
    void tellsAnEndWithoutACloseFrame_data();
    void tellsAnEndWithoutACloseFrame();
    void closesQtsClient();
    void closesThoughThePeerIsSilent();
    void notesWhatFollowsACloseFrame();
    void drops_data();
    void drops();
    void sendsRawBytes();
    void recordsWhatIsNoFrame();
    void survivesDeletionFromASignal_data();
    void survivesDeletionFromASignal();
    void endsItsChannelsWhenItStops();
    void survivesDeletionInAHandshake();

private:
    void connectRaw();
    void expectEnd(wire::ErrorKind kind, const QByteArray& text);

    std::unique_ptr<RawWsClient> m_raw;
};

// Waits until it is open.
void WsServerEndsTest::connectRaw()
{
    m_raw = std::make_unique<RawWsClient>(*m_server);
    m_raw->handshake();
    QTRY_VERIFY(m_raw->received.endsWith("\r\n\r\n"));
    QVERIFY(m_channel && m_channel->isOpen());
}

void WsServerEndsTest::expectEnd(wire::ErrorKind kind, const QByteArray& text)
{
    QTRY_VERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->cause->kind, kind);
    QVERIFY2(m_heard->causeText().startsWith(text), m_heard->causeText().constData());
    QVERIFY(m_sink->stream(wire::Direction::Received) == m_raw->sent);
    QVERIFY(m_sink->stream(wire::Direction::Sent).startsWith(m_raw->received));
    QTRY_VERIFY(!m_channel);
}

void WsServerEndsTest::refusesWhatThePeerMayNotSend_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<int>("closeCode");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QByteArray& bytes, const char* rule, int closeCode,
                         const char* message) {
        QTest::newRow(name) << bytes << QByteArray(rule) << closeCode << QByteArray(message);
    };
    row("a binary message", RawWsClient::frame(Opcode::Binary, "x"), "WS-binary", 1003,
        "a binary message; closed with 1003 (unsupported data): expected text");
    row("no mask", frame(Opcode::Text, "x"), "WS-mask", 1002, "a client's frame is not masked");
    row("a reserved bit", QByteArray::fromHex("c18000000000"), "WS-frame", 1002, "a reserved bit is set");
    row("nothing to continue", RawWsClient::frame(Opcode::Continuation, "x"), "WS-fragment", 1002,
        "nothing is there to continue");
    row("no UTF-8", RawWsClient::text("ab\xffz"), "WS-utf8", 1007, "a text message is no UTF-8");
    row("a close code that can't be", RawWsClient::frame(Opcode::Close, code(1005)), "WS-close", 1002,
        "a close code that can't be sent");
}

void WsServerEndsTest::refusesWhatThePeerMayNotSend()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, rule);
    QFETCH(int, closeCode);
    QFETCH(QByteArray, message);
    connectRaw();
    m_raw->write(RawWsClient::text("good") + bytes + RawWsClient::text("more"));
    QTRY_VERIFY(m_heard->order.startsWith("md"));
    QVERIFY2(m_heard->odd.startsWith(QByteArray(rule + ": ")), m_heard->odd.constData());
    QVERIFY(m_heard->oddRecords.at(0) < m_sink->slices.size());
    // The end of what it sends comes behind the close frame: the peer need not wait.
    QTRY_VERIFY(m_raw->closed);
    const QByteArray payload = m_raw->frames().mid(2);
    QVERIFY2(payload.startsWith(code(closeCode)), m_raw->frames().toHex().constData());
    expectEnd(wire::ErrorKind::Protocol, message);
}

void WsServerEndsTest::boundsAMessage()
{
    start({ .messageBytes = 1'000 });
    connectRaw();
    m_raw->write(RawWsClient::text(QByteArray(1'000, 'x')) + RawWsClient::text(QByteArray(1'001, 'x')));
    QTRY_VERIFY(m_raw->closed);
    QVERIFY(m_raw->frames().mid(2).startsWith(code(1009)));
    QVERIFY(!m_heard->order.contains('d'));
    expectEnd(wire::ErrorKind::TooLarge, "the message is over 1000 bytes; closed with 1009");
}

void WsServerEndsTest::tellsThePeersCloseCode_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    const auto row
        = [](const QByteArray& payload, const QByteArray& answer, wire::ErrorKind kind, const char* message) {
              QTest::newRow(message) << payload << answer << static_cast<int>(kind) << QByteArray(message);
          };
    using enum wire::ErrorKind;
    row("", code(1000), Unreachable, "closed by the peer: without a code");
    row(code(1000), code(1000), Unreachable, "closed by the peer: 1000 (normal)");
    row(code(1001, "bye"), code(1001, "bye"), Unreachable, "closed by the peer: 1001 (going away): bye");
    row(code(1002), code(1002), Protocol, "closed by the peer: 1002 (protocol error)");
    row(code(4000), code(4000), Unreachable, "closed by the peer: 4000 (private)");
}

void WsServerEndsTest::tellsThePeersCloseCode()
{
    QFETCH(QByteArray, payload);
    QFETCH(QByteArray, answer);
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    connectRaw();
    m_raw->write(RawWsClient::frame(Opcode::Close, payload));
    // The server is the first to end the connection.
    QTRY_VERIFY(m_raw->closed);
    QCOMPARE(m_raw->frames(), frame(Opcode::Close, answer));
    expectEnd(static_cast<wire::ErrorKind>(kind), message);
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_sink->causes[1], message);
}

void WsServerEndsTest::tellsAnEndWithoutACloseFrame_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("reset");
    QTest::newRow("closed") << QByteArray() << false;
    QTest::newRow("closed within a message") << RawWsClient::text("cut off").chopped(3) << false;
    QTest::newRow("reset") << QByteArray() << true;
}

void WsServerEndsTest::tellsAnEndWithoutACloseFrame()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, reset);
    connectRaw();
    m_raw->write(bytes);
    if (reset) {
        http::resetOnClose(m_raw->socket.socketDescriptor());
        m_raw->socket.abort();
    } else {
        m_raw->socket.disconnectFromHost();
    }
    expectEnd(wire::ErrorKind::Unreachable,
        QByteArray("the connection ended without a close frame: ")
            + (reset ? "reset by the peer" : "closed by the peer"));
    QCOMPARE(m_heard->order, QByteArray("dE"));
    QVERIFY(m_heard->odd.startsWith("WS-close-missing: "));
}

void WsServerEndsTest::closesQtsClient()
{
    QWebSocket client;
    client.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/acmp").arg(m_server->port())));
    QTRY_COMPARE(client.state(), QAbstractSocket::ConnectedState);
    QTRY_VERIFY(m_channel);
    m_channel->close(4001, "wörd");
    m_channel->close();
    QVERIFY(!m_channel->isOpen());
    QCOMPARE(m_channel->send("late"), wire::kNoRecord);
    QTRY_COMPARE(client.state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(static_cast<int>(client.closeCode()), 4001);
    QCOMPARE(client.closeReason(), QStringLiteral("wörd"));
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
    QCOMPARE(m_heard->causeText(), QByteArray("closed on this side: 4001 (private): wörd"));
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 9d"));
}

void WsServerEndsTest::closesThoughThePeerIsSilent()
{
    start({}, &m_stopped);
    connectRaw();
    m_channel->close();
    QTRY_COMPARE(m_raw->frames(), frame(Opcode::Close, code(1000)));
    m_raw->write(RawWsClient::text("late"));
    QTRY_VERIFY(m_sink->stream(wire::Direction::Received) == m_raw->sent);
    m_stopped.advance(wire::milliseconds(1'999));
    QVERIFY(!m_heard->hasEnded());
    m_stopped.advance(wire::milliseconds(1));
    QVERIFY(m_heard->hasEnded());
    QVERIFY2(m_heard->causeText().contains("another 2000 ms"), m_heard->causeText().constData());
    QTRY_VERIFY(m_raw->closed);
}

void WsServerEndsTest::notesWhatFollowsACloseFrame()
{
    connectRaw();
    m_raw->write(RawWsClient::frame(Opcode::Close, code(1000)) + RawWsClient::text("x"));
    QTRY_VERIFY(m_raw->closed);
    expectEnd(wire::ErrorKind::Unreachable, "closed by the peer: 1000 (normal)");
    QCOMPARE(m_heard->order, QByteArray("dE"));
    QVERIFY(m_heard->odd.startsWith("WS-after-close: "));
}

void WsServerEndsTest::drops_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("by FIN") << false;
    QTest::newRow("by RST") << true;
}

void WsServerEndsTest::drops()
{
    QFETCH(bool, reset);
    connectRaw();
    m_channel->send("last");
    QTRY_COMPARE(m_raw->frames(), frame(Opcode::Text, "last"));
    http::SocketEnd end;
    end.watch(m_raw->socket.socketDescriptor());
    m_channel->drop(reset);
    QCOMPARE(m_heard->order, QByteArray());
    QTRY_VERIFY(m_raw->closed);
    QCOMPARE(end.wasReset(), reset);
    QCOMPARE(m_raw->frames(), frame(Opcode::Text, "last"));
    expectEnd(wire::ErrorKind::Cancelled, reset ? "reset on this side" : "closed on this side");
}

void WsServerEndsTest::sendsRawBytes()
{
    connectRaw();
    std::string parts;
    const std::size_t cuts[] = { 1, 2 };
    ws::appendFragments(parts, "aäb", cuts);
    m_channel->sendRaw(parts);
    m_channel->send("c");
    QTRY_COMPARE(m_raw->frames(), QByteArray::fromStdString(parts) + frame(Opcode::Text, "c"));
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 8d 8"));
}

void WsServerEndsTest::recordsWhatIsNoFrame()
{
    connectRaw();
    m_channel->sendRaw("\xff\xff\xff");
    m_channel->send("c");
    QTRY_COMPARE(m_raw->frames(), "\xff\xff\xff" + frame(Opcode::Text, "c"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), m_raw->received);
    QVERIFY(m_sink->kinds(wire::Direction::Sent).startsWith("1 5 5"));
}

void WsServerEndsTest::survivesDeletionFromASignal_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<QByteArray>("what");
    for (const char* const at : { "connected", "received", "alive", "odd", "ended" }) {
        for (const char* const what : { "channel", "server", "close and channel" }) {
            QTest::addRow("%s in %s", what, at) << QByteArray(at) << QByteArray(what);
        }
    }
}

void WsServerEndsTest::survivesDeletionFromASignal()
{
    QFETCH(QByteArray, at);
    QFETCH(QByteArray, what);
    using transport::Channel;
    int calls = 0;
    const auto letGo = [&] {
        if (++calls > 1) {
            return;
        }
        if (what.startsWith("close")) {
            m_channel->close();
        }
        if (what == "server") {
            m_server.reset();
        } else {
            delete m_channel;
        }
    };
    connect(m_server.get(), &ws::Server::connected, this, [&](ws::ServerChannel* channel) {
        if (at == "connected") {
            letGo();
        } else if (at == "received") {
            connect(channel, &Channel::received, this, letGo);
        } else if (at == "alive") {
            connect(channel, &Channel::alive, this, letGo);
        } else if (at == "odd") {
            connect(channel, &Channel::odd, this, letGo);
        } else {
            connect(channel, &Channel::ended, this, letGo);
        }
    });
    RawWsClient client(*m_server);
    client.handshake().write(RawWsClient::text("a") + RawWsClient::frame(Opcode::Ping, "")
        + RawWsClient::text("b") + RawWsClient::frame(Opcode::Binary, "") + RawWsClient::text("c"));
    QTRY_VERIFY(client.closed);
    QTRY_COMPARE(calls, 1);
    QTRY_VERIFY(!m_channel);
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

void WsServerEndsTest::endsItsChannelsWhenItStops()
{
    connectRaw();
    m_server->close();
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->causeText(), QByteArray("closed on this side: the server stops"));
    QTRY_VERIFY(m_raw->closed);
    QCOMPARE(m_raw->frames(), frame(Opcode::Close, code(1001)));
    QTRY_VERIFY(!m_channel);
    QVERIFY(m_server->listen());
    connectRaw();
    m_server.reset();
    QVERIFY(!m_channel);
    QCOMPARE(m_heard->order, QByteArray("E"));
}

void WsServerEndsTest::survivesDeletionInAHandshake()
{
    {
        RawWsClient client(*m_server);
        client.write("GET / HT");
        QTRY_COMPARE(m_sink->connections.size(), std::size_t { 1 });
        QCoreApplication::processEvents();
        m_server.reset();
        QTRY_VERIFY(client.closed);
    }
    start({ .judge = [this](const ws::Handshake&) -> std::optional<ws::HandshakeRefusal> {
        QMetaObject::invokeMethod(this, [this] { m_server.reset(); }, Qt::QueuedConnection);
        return std::nullopt;
    } });
    RawWsClient client(*m_server);
    client.handshake();
    QTRY_VERIFY(client.closed);
    QVERIFY(!m_server);
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

QTEST_GUILESS_MAIN(WsServerEndsTest)
#include "tst_wsserverends.moc"
