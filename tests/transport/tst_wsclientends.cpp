// SPDX-License-Identifier: Apache-2.0
// Every way a client's WebSocket can break or end, and who may let go of it while it tells.
#include "wsclientfixture.h"

#include "protocol/acmp/rules.h"

#include <QPointer>
#include <QTest>

using ws::Opcode;

namespace {

QByteArray code(int value, const QByteArray& reason = {})
{
    return QByteArray(1, static_cast<char>(value >> 8)) + QByteArray(1, static_cast<char>(value & 0xFF))
        + reason;
}

} // namespace

class WsClientEndsTest final : public WsClientFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { reset(); }

    void refusesWhatThePeerMayNotSend_data();
    void refusesWhatThePeerMayNotSend();
    void boundsAMessage();
    void tellsThePeersCloseCode_data();
    void tellsThePeersCloseCode();
    void tellsAnEndWithoutACloseFrame_data();
    void tellsAnEndWithoutACloseFrame();
    void closes();
    void closesThoughThePeerIsSilent();
    void closesWhilePaused();
    void notesWhatFollowsACloseFrame();
    void survivesDeletionFromASignal_data();
    void survivesDeletionFromASignal();
    void saysGoodbyeWhenDeleted();
};

void WsClientEndsTest::refusesWhatThePeerMayNotSend_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<int>("closeCode");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QByteArray& bytes, const char* rule, int closeCode,
                         const char* message) {
        QTest::newRow(name) << bytes << QByteArray(rule) << closeCode << QByteArray(message);
    };
    row("a binary message", WsPeer::frame(Opcode::Binary, "x"), "WS-binary", 1003,
        "a binary message; closed with 1003 (unsupported data): expected text");
    row("a mask", QByteArray::fromHex("818100000000") + "x", "WS-mask", 1002,
        "a server's frame is masked; closed with 1002 (protocol error): expected no mask");
    row("a reserved bit", QByteArray::fromHex("c100"), "WS-frame", 1002, "a reserved bit is set");
    row("nothing to continue", WsPeer::frame(Opcode::Continuation, "x"), "WS-fragment", 1002,
        "nothing is there to continue");
    row("no UTF-8",
        WsPeer::frame(Opcode::Text,
            "ab\xff"
            "cd"),
        "WS-utf8", 1007, "a text message is no UTF-8");
    row("a close code that can't be", WsPeer::close(code(1005)), "WS-close", 1002,
        "a close code that can't be sent");
}

void WsClientEndsTest::refusesWhatThePeerMayNotSend()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, rule);
    QFETCH(int, closeCode);
    QFETCH(QByteArray, message);
    connectToPeer();
    m_peer->write(WsPeer::text("good") + bytes + WsPeer::text("more"));
    QTRY_VERIFY(m_peer->read().startsWith(QByteArray("close " + code(closeCode))));
    QCOMPARE(m_heard->order, QByteArray("omd"));
    QCOMPARE(m_channel->send("late"), wire::kNoRecord);
    QVERIFY2(m_heard->odd.startsWith(QByteArray(rule + ": ")), m_heard->odd.constData());
    QCOMPARE(acmp::rule(rule.toStdString()).id, std::string_view(rule.constData()));
    QVERIFY(m_heard->oddRecords.at(0) < m_sink->slices.size());
    m_peer->write("garbage");
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("omdE"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Protocol);
    QVERIFY2(m_heard->causeText().startsWith(message), m_heard->causeText().constData());
    QVERIFY(m_heard->causeText().contains("byte "));
    QCOMPARE(received(), m_peer->answer + WsPeer::text("good") + bytes + WsPeer::text("more") + "garbage");
}

void WsClientEndsTest::boundsAMessage()
{
    connectToPeer({ .messageBytes = 1'000 });
    m_peer->write(WsPeer::text(QByteArray(1'000, 'x')) + WsPeer::text(QByteArray(1'001, 'x')));
    QTRY_VERIFY(m_peer->read().startsWith(QByteArray("close " + code(1009))));
    QCOMPARE(m_heard->order, QByteArray("om"));
    m_peer->socket().disconnectFromHost();
    QTRY_VERIFY(m_heard->hasEnded());
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::TooLarge);
    QVERIFY(m_heard->causeText().startsWith("the message is over 1000 bytes; closed with 1009"));
}

void WsClientEndsTest::tellsThePeersCloseCode_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const QByteArray& payload, wire::ErrorKind kind, const char* message) {
        QTest::newRow(message) << payload << static_cast<int>(kind) << QByteArray(message);
    };
    using enum wire::ErrorKind;
    row("", Unreachable, "closed by the peer: without a code");
    row(code(1000), Unreachable, "closed by the peer: 1000 (normal)");
    row(code(1001, "restart"), Unreachable, "closed by the peer: 1001 (going away): restart");
    row(code(1002), Protocol, "closed by the peer: 1002 (protocol error)");
    row(code(1008, "bad token"), Refused, "closed by the peer: 1008 (policy violation): bad token");
    row(code(1009), TooLarge, "closed by the peer: 1009 (message too big)");
    row(code(3001), Unreachable, "closed by the peer: 3001 (of a library)");
    row(code(4321, "mine"), Unreachable, "closed by the peer: 4321 (private): mine");
}

void WsClientEndsTest::tellsThePeersCloseCode()
{
    QFETCH(QByteArray, payload);
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    connectToPeer();
    m_peer->write(WsPeer::close(payload));
    QTRY_COMPARE(m_peer->read(), "close " + payload.left(2) + '|');
    QVERIFY(!m_channel->isOpen());
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("oE"));
    QCOMPARE(m_heard->causeText(), message);
    QCOMPARE(static_cast<int>(m_heard->cause->kind), kind);
    QCOMPARE(m_sink->causes[1], message);
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 9"));
}

void WsClientEndsTest::tellsAnEndWithoutACloseFrame_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("reset");
    QTest::newRow("closed") << QByteArray() << false;
    QTest::newRow("closed within a message") << WsPeer::text("cut off").chopped(3) << false;
    QTest::newRow("reset") << QByteArray() << true;
}

void WsClientEndsTest::tellsAnEndWithoutACloseFrame()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, reset);
    connectToPeer();
    m_peer->write(bytes);
    if (reset) {
        RawPeer::reset(m_peer->socket());
    } else {
        m_peer->socket().disconnectFromHost();
    }
    QTRY_COMPARE(m_heard->order, QByteArray("odE"));
    const QByteArray how = reset ? "reset by the peer" : "closed by the peer";
    QCOMPARE(m_heard->causeText(), "the connection ended without a close frame: " + how);
    QVERIFY(m_heard->cause->transient);
    QCOMPARE(m_heard->odd, "WS-close-missing: a close frame before the end / " + how + '\n');
    QCOMPARE(received(), m_peer->answer + bytes);
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray(bytes.isEmpty() ? "1" : "1 8p"));
}

void WsClientEndsTest::closes()
{
    connectToPeer();
    m_channel->close(1001, "done");
    m_channel->close();
    QVERIFY(!m_channel->isOpen());
    QTRY_COMPARE(m_peer->read(), "close " + code(1001, "done") + '|');
    // What was under way is on record, but nobody waits for it.
    m_peer->write(WsPeer::text("late") + WsPeer::frame(Opcode::Ping, ""));
    m_peer->write(WsPeer::close(code(1001)));
    QTRY_COMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 8 9 9"));
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("oE"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
    QCOMPARE(m_heard->causeText(), QByteArray("closed on this side: 1001 (going away): done"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), m_peer->raw.at(0).received);
}

void WsClientEndsTest::closesThoughThePeerIsSilent()
{
    connectToPeer({}, &m_stopped);
    m_channel->close();
    QTRY_VERIFY(m_peer->read().startsWith("close "));
    m_stopped.advance(wire::milliseconds(1'999));
    QCoreApplication::processEvents();
    QCOMPARE(m_heard->order, QByteArray("o"));
    m_stopped.advance(wire::milliseconds(1));
    QCOMPARE(m_heard->order, QByteArray("oE"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
    QVERIFY2(m_heard->causeText().contains("another 2000 ms"), m_heard->causeText().constData());
    QTRY_VERIFY(m_peer->raw.at(0).gone);
}

void WsClientEndsTest::closesWhilePaused()
{
    connectToPeer();
    m_channel->pauseReading(true);
    m_peer->write(WsPeer::text("never heard"));
    m_channel->close();
    QTRY_VERIFY(m_peer->read().startsWith("close "));
    m_peer->write(WsPeer::close(code(1000)));
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("oE"));
    QCOMPARE(m_heard->cause->kind, wire::ErrorKind::Cancelled);
}

void WsClientEndsTest::notesWhatFollowsACloseFrame()
{
    connectToPeer();
    m_peer->write(WsPeer::close(code(1000)) + WsPeer::text("x"));
    QTRY_VERIFY(m_peer->read().startsWith("close "));
    m_peer->write(WsPeer::text("y"));
    m_peer->socket().disconnectFromHost();
    QTRY_COMPARE(m_heard->order, QByteArray("odE"));
    QVERIFY2(m_heard->odd.startsWith("WS-after-close: nothing after the close frame / "),
        m_heard->odd.constData());
    QCOMPARE(received(), m_peer->answer + WsPeer::close(code(1000)) + WsPeer::text("x") + WsPeer::text("y"));
}

void WsClientEndsTest::survivesDeletionFromASignal_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<bool>("closeFirst");
    for (const char* const at : { "opened", "received", "alive", "odd", "ended" }) {
        QTest::addRow("in %s", at) << QByteArray(at) << false;
        QTest::addRow("closed in %s", at) << QByteArray(at) << true;
    }
}

void WsClientEndsTest::survivesDeletionFromASignal()
{
    QFETCH(QByteArray, at);
    QFETCH(bool, closeFirst);
    using transport::Channel;
    m_peer->accept(WsPeer::text("a") + WsPeer::frame(Opcode::Ping, "") + WsPeer::text("b")
        + WsPeer::frame(Opcode::Binary, "") + WsPeer::text("c"));
    connectTo(m_peer->url());
    const QPointer<ws::ClientChannel> channel = m_channel.get();
    int calls = 0;
    const auto letGo = [&] {
        if (++calls > 1) {
            return;
        }
        if (closeFirst) {
            m_channel->close();
        }
        m_channel.reset();
    };
    if (at == "opened") {
        connect(channel, &Channel::opened, this, letGo);
    } else if (at == "received") {
        connect(channel, &Channel::received, this, letGo);
    } else if (at == "alive") {
        connect(channel, &Channel::alive, this, letGo);
    } else if (at == "odd") {
        connect(channel, &Channel::odd, this, letGo);
    } else {
        connect(channel, &Channel::ended, this, letGo);
        QTRY_VERIFY(m_heard->order.contains('d'));
        m_peer->socket().disconnectFromHost();
    }
    QTRY_VERIFY(!channel);
    QCOMPARE(calls, 1);
    QTRY_VERIFY(m_peer->raw.at(0).gone);
    QCOMPARE(m_heard->hasEnded(), at == "ended");
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

void WsClientEndsTest::saysGoodbyeWhenDeleted()
{
    connectToPeer();
    m_channel->send("last words");
    m_channel.reset();
    QTRY_VERIFY(m_peer->raw.at(0).gone);
    QCOMPARE(m_peer->read(), "text last words|close " + code(1001) + '|');
    QCOMPARE(m_sink->stream(wire::Direction::Sent), m_peer->raw.at(0).received);
}

QTEST_GUILESS_MAIN(WsClientEndsTest)
#include "tst_wsclientends.moc"
