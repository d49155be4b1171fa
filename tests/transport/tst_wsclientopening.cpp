// SPDX-License-Identifier: Apache-2.0
// Every way a client's WebSocket can fail to open.
#include "wsclientfixture.h"

#include <QPointer>
#include <QTest>

using ws::Opcode;

namespace {

const QByteArray kOk = "HTTP/1.1 200 OK\r\n";
const QByteArray kUpgrade
    = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";

} // namespace

class WsClientOpeningTest final : public WsClientFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { reset(); }

    void saysWhyAHandshakeWasRefused_data();
    void saysWhyAHandshakeWasRefused();
    void refusesAnAddressThatIsNone_data();
    void refusesAnAddressThatIsNone();
    void refusesAFieldThatCantBeSent();
    void namesARefusedPort();
    void namesTheStepThatTookTooLong_data();
    void namesTheStepThatTookTooLong();
    void tellsARefusalWhoseBodyNeverEnds();
    void closesBeforeItIsOpen_data();
    void closesBeforeItIsOpen();
    void survivesDeletionWhileItConnects();
};

void WsClientOpeningTest::saysWhyAHandshakeWasRefused_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("close");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QByteArray& answer, const char* close, wire::ErrorKind kind,
                         const QByteArray& message) {
        QTest::newRow(name) << answer << QByteArray(close) << static_cast<int>(kind) << message;
    };
    using enum wire::ErrorKind;
    row("401",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"acmp\"\r\nContent-Length: 8\r\n\r\nno "
        "token",
        "", Refused,
        "the server refused the WebSocket: 401 Unauthorized: expected 101 Switching Protocols, found "
        "WWW-Authenticate: Bearer realm=\"acmp\"; \"no token\" (at ws://localhost:");
    row("403 without a body", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", "", Refused,
        "the server refused the WebSocket: 403 Forbidden: expected 101 Switching Protocols (at ");
    row("404 with a page",
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
        "f\r\n<html>none here\r\n0\r\n\r\n",
        "", Http,
        "there is no WebSocket here: 404 Not Found: expected 101 Switching Protocols, found Content-Type: "
        "text/html; \"<html>none here\" (at ");
    row("200", kOk + "Content-Length: 2\r\n\r\n{}", "", Http,
        "there is no WebSocket here: 200 OK: expected 101 Switching Protocols, found \"{}\"");
    row("200 until the end", kOk + "\r\nwelcome", "fin", Http,
        "there is no WebSocket here: 200 OK: expected 101 Switching Protocols, found \"welcome\"");
    row("a long page", kOk + "\r\n" + QByteArray(100'000, 'x'), "", Http,
        "there is no WebSocket here: 200 OK");
    row("a page cut short", kOk + "Content-Length: 10\r\n\r\nhalf", "fin", Http,
        "there is no WebSocket here: 200 OK");
    row("a stream", kOk + "Content-Type: text/event-stream\r\n\r\ndata: x\n\n", "", Http,
        "there is no WebSocket here: 200 OK: expected 101 Switching Protocols, found Content-Type: "
        "text/event-stream; \"x\"");
    row("302", "HTTP/1.1 302 Found\r\nLocation: wss://elsewhere/\r\nContent-Length: 0\r\n\r\n", "", Http,
        "there is no WebSocket here: 302 Found: expected 101 Switching Protocols, found Location: "
        "wss://elsewhere/");
    row("426", "HTTP/1.1 426 Upgrade Required\r\nSec-WebSocket-Version: 12\r\nContent-Length: 0\r\n\r\n", "",
        Http,
        "there is no WebSocket here: 426 Upgrade Required: expected 101 Switching Protocols, found "
        "Sec-WebSocket-Version: 12");
    row("a wrong key", kUpgrade + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n", "", Protocol,
        "the server did not read the handshake: expected Sec-WebSocket-Accept: ");
    row("no key", kUpgrade + "\r\n", "", Protocol,
        "the server did not read the handshake: expected Sec-WebSocket-Accept: ");
    row("another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "", Protocol,
        "the server switches to something else: expected Upgrade: websocket, found h2c (at ws://");
    row("no HTTP", "220 smtp.example ESMTP\r\n", "", Protocol, "the answer is no HTTP/1.1");
    row("HTTP/2", "HTTP/2 200\r\n", "", Protocol, "the peer insists on HTTP/2");
    row("a head without an end", kOk + "X: " + QByteArray(70'000, 'a'), "", TooLarge, "the head is over");
    row("the end", "", "fin", Unreachable,
        "the connection ended before the handshake's answer: closed by the peer (at ws://localhost:");
    row("a reset", "", "rst", Unreachable,
        "the connection ended before the handshake's answer: reset by the peer");
    row("half a head", "HTTP/1.1 101 Swi", "fin", Unreachable,
        "the connection ended before the handshake's answer: closed by the peer");
}

void WsClientOpeningTest::saysWhyAHandshakeWasRefused()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, close);
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    connectTo(m_peer->url());
    m_peer->raw.then([](QTcpSocket&) { });
    QTRY_VERIFY(m_peer->raw.connections() == 1 && m_peer->raw.at(0).read > 0);
    m_peer->raw.write(0, answer);
    if (close == "fin") {
        m_peer->socket().disconnectFromHost();
    } else if (close == "rst") {
        RawPeer::reset(m_peer->socket());
    }
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QVERIFY2(m_heard->causeText().startsWith(message), m_heard->causeText().constData());
    QCOMPARE(static_cast<int>(m_heard->cause->kind), kind);
    QVERIFY(answer.startsWith(received()));
    QVERIFY(answer.size() > 60'000 || received() == answer);
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
    QVERIFY(!m_channel->isOpen());
}

void WsClientOpeningTest::refusesAnAddressThatIsNone_data()
{
    QTest::addColumn<QString>("url");
    for (const char* const url : { "http://localhost/", "wss:///path", "localhost:80", "", "ws://" }) {
        QTest::newRow(url) << QString::fromLatin1(url);
    }
}

void WsClientOpeningTest::refusesAnAddressThatIsNone()
{
    QFETCH(QString, url);
    connectTo(QUrl(url));
    QCOMPARE(m_heard->order, QByteArray());
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Usage);
    QVERIFY(m_heard->causeText().contains("ws:// or wss:// and a host"));
    QVERIFY(m_sink->connections.empty());
}

void WsClientOpeningTest::refusesAFieldThatCantBeSent()
{
    connectTo(m_peer->url(), { .token = "a\r\nX: y" });
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Usage);
    QCOMPARE(m_peer->raw.connections(), std::size_t { 0 });
}

void WsClientOpeningTest::namesARefusedPort()
{
    const QUrl url = m_peer->url();
    m_peer.reset();
    connectTo(url);
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Unreachable);
    QVERIFY2(m_heard->causeText().startsWith("the connection was refused"), m_heard->causeText().constData());
    QVERIFY(m_sink->connections.empty());
}

void WsClientOpeningTest::namesTheStepThatTookTooLong_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("step");
    QTest::newRow("ws") << QByteArray("ws") << QByteArray("WebSocket handshake");
    QTest::newRow("wss") << QByteArray("wss") << QByteArray("TLS handshake");
}

void WsClientOpeningTest::namesTheStepThatTookTooLong()
{
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, step);
    connectTo(m_peer->url(scheme), {}, &m_stopped);
    // The peer takes the connection and what comes first, and says nothing.
    QTRY_VERIFY(m_peer->raw.connections() == 1 && !m_peer->raw.at(0).received.isEmpty());
    m_stopped.advance(wire::milliseconds(9'999));
    QVERIFY(!m_heard->hasEnded());
    m_stopped.advance(wire::milliseconds(1));
    QVERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Unreachable);
    QVERIFY2(m_heard->causeText().contains(QByteArray("within 10000 ms, waiting for the " + step)),
        m_heard->causeText().constData());
    QTRY_VERIFY(m_peer->raw.at(0).gone);
}

void WsClientOpeningTest::tellsARefusalWhoseBodyNeverEnds()
{
    connectTo(m_peer->url(), {}, &m_stopped);
    m_peer->raw.answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nx");
    QTRY_COMPARE(received().size(), qsizetype { 47 });
    m_stopped.advance(wire::milliseconds(10'000));
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Refused);
}

void WsClientOpeningTest::closesBeforeItIsOpen_data()
{
    QTest::addColumn<QByteArray>("when");
    for (const char* const when : { "at once", "connecting", "handshaking" }) {
        QTest::newRow(when) << QByteArray(when);
    }
}

void WsClientOpeningTest::closesBeforeItIsOpen()
{
    QFETCH(QByteArray, when);
    m_peer->raw.then([](QTcpSocket&) { });
    connectTo(m_peer->url());
    if (when == "connecting") {
        QCoreApplication::processEvents();
    } else if (when == "handshaking") {
        QTRY_VERIFY(m_peer->raw.connections() == 1 && m_peer->raw.at(0).read > 0);
    }
    m_channel->close();
    QCOMPARE(m_heard->order, QByteArray());
    QTRY_COMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
    QTRY_VERIFY(m_peer->raw.connections() == 0 || m_peer->raw.at(0).gone);
}

void WsClientOpeningTest::survivesDeletionWhileItConnects()
{
    m_peer->raw.then([](QTcpSocket&) { });
    connectTo(m_peer->url());
    m_channel.reset();
    connectTo(m_peer->url());
    QTRY_VERIFY(m_peer->raw.connections() == 1 && m_peer->raw.at(0).read > 0);
    m_channel.reset();
    QTRY_VERIFY(m_peer->raw.at(0).gone);
    QCOMPARE(m_heard->order, QByteArray());
    QCOMPARE(m_sink->causes[1], QByteArray("closed on this side"));
}

QTEST_GUILESS_MAIN(WsClientOpeningTest)
#include "tst_wsclientopening.moc"
