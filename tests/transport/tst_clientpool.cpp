// SPDX-License-Identifier: Apache-2.0
// Which connection an exchange of the HTTP client runs on: one of its own, a kept one, one that was prepared.
#include "clientanswers.h"

#include "protocol/wire/systemclock.h"

#include <QTest>

class ClientPoolTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_sink = std::make_unique<RecordingSink>(); }

    void reusesAConnection();
    void usesAConnectionThatWasPrepared();
    void joinsAConnectionThatIsPrepared();
    void preparesNothingTwice();
    void keepsQuietOfWhatCannotBePrepared();
    void opensAsManyConnectionsAsExchanges();
    void triesAgainOnceWhenAKeptConnectionWasStale();
    void doesNotTryAgainOnANewConnection();
    void closesAConnectionWithBytesNobodyAskedFor();

private:
    wire::SystemClock m_clock;
    std::unique_ptr<RecordingSink> m_sink;
};

void ClientPoolTest::reusesAConnection()
{
    RawPeer peer;
    for (int i = 0; i < 3; ++i) {
        peer.answer(answer("{}"));
    }
    http::Client client(m_clock, *m_sink);
    for (int i = 0; i < 3; ++i) {
        Heard heard(client.send(request(peer)));
        QTRY_VERIFY(heard.ended);
        QCOMPARE(heard.order, QByteArray("shb."));
        QCOMPARE(heard.phases.reusedConnection, i > 0);
    }
    QCOMPARE(peer.connections(), std::size_t { 1 });
    QCOMPARE(m_sink->stream(wire::Direction::Sent), peer.at(0).received);
    QCOMPARE(m_sink->stream(wire::Direction::Received), answer("{}").repeated(3));
    QCOMPARE(m_sink->slices.back().slice.exchange, std::uint32_t { 3 });
    client.closeIdle();
    QTRY_VERIFY(peer.at(0).gone);
    QCOMPARE(m_sink->causes[1], QByteArray("closed on this side: idle"));
}

void ClientPoolTest::usesAConnectionThatWasPrepared()
{
    RawPeer peer;
    peer.answer(answer("{}"));
    http::Client client(m_clock, *m_sink);
    client.prepare(request(peer).url);
    QTRY_COMPARE(peer.connections(), std::size_t { 1 });
    QTRY_COMPARE(m_sink->connections.size(), std::size_t { 1 });
    // Connected on this side too, once the loop has turned.
    QTest::qWait(0);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("shb."));
    QCOMPARE(peer.connections(), std::size_t { 1 });
    QCOMPARE(m_sink->slices.front().slice.exchange, std::uint32_t { 1 });
}

void ClientPoolTest::joinsAConnectionThatIsPrepared()
{
    RawPeer peer;
    peer.answer(answer("1"));
    peer.answer(answer("2"));
    http::Client client(m_clock, *m_sink);
    client.prepare(request(peer).url);
    // Neither has connected yet: one joins it, the other opens its own.
    Heard first(client.send(request(peer)));
    Heard second(client.send(request(peer)));
    QTRY_VERIFY(first.ended && second.ended);
    QVERIFY(!first.error && !second.error);
    QCOMPARE(peer.connections(), std::size_t { 2 });
}

void ClientPoolTest::preparesNothingTwice()
{
    RawPeer peer;
    peer.answer(answer("{}"));
    http::Client client(m_clock, *m_sink);
    for (int i = 0; i < 3; ++i)
        client.prepare(request(peer).url);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    client.prepare(request(peer).url);
    QTest::qWait(0);
    QCOMPARE(peer.connections(), std::size_t { 1 });
    client.closeIdle();
    QTRY_VERIFY(peer.at(0).gone);
}

void ClientPoolTest::keepsQuietOfWhatCannotBePrepared()
{
    http::Client client(m_clock, *m_sink);
    http::Request nowhere;
    nowhere.url = QUrl(QStringLiteral("http://127.0.0.1:1/"));
    client.prepare(nowhere.url);
    client.prepare(QUrl(QStringLiteral("gopher://x")));
    Heard heard(client.send(nowhere));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Unreachable);
    client.prepare(nowhere.url);
    QTest::qWait(0);
}

void ClientPoolTest::opensAsManyConnectionsAsExchanges()
{
    RawPeer peer;
    for (int i = 0; i < 20; ++i) {
        peer.answer(kStreamHead + chunk("data: open\n\n"));
    }
    http::Client client(m_clock, *m_sink);
    std::vector<std::unique_ptr<Heard>> all;
    for (int i = 0; i < 20; ++i) {
        all.push_back(std::make_unique<Heard>(client.send(request(peer))));
    }
    for (const auto& heard : all) {
        QTRY_COMPARE(heard->order, QByteArray("she"));
    }
    QCOMPARE(peer.connections(), std::size_t { 20 });
}

void ClientPoolTest::triesAgainOnceWhenAKeptConnectionWasStale()
{
    RawPeer peer;
    peer.answer(answer("1"));
    peer.answerAndClose("");
    peer.answer(answer("2"));
    http::Client client(m_clock, *m_sink);
    Heard first(client.send(request(peer)));
    QTRY_VERIFY(first.ended);
    Heard second(client.send(request(peer)));
    QTRY_VERIFY(second.ended);
    QCOMPARE(second.order, QByteArray("shb."));
    QCOMPARE(second.body, QByteArray("2"));
    QVERIFY(!second.phases.reusedConnection);
    QCOMPARE(peer.connections(), std::size_t { 2 });
    QCOMPARE(m_sink->stream(wire::Direction::Sent, 2), peer.at(1).received);
}

void ClientPoolTest::doesNotTryAgainOnANewConnection()
{
    RawPeer peer;
    peer.answerAndClose("");
    peer.answer(answer("2"));
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("sE"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Unreachable);
    QCOMPARE(peer.connections(), std::size_t { 1 });
}

void ClientPoolTest::closesAConnectionWithBytesNobodyAskedFor()
{
    RawPeer peer;
    peer.answer(answer("1") + "HTTP/1.1 200 Surplus\r\n\r\n");
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("shb."));
    QTRY_VERIFY(peer.at(0).gone);
    QCOMPARE(m_sink->stream(wire::Direction::Received), answer("1") + "HTTP/1.1 200 Surplus\r\n\r\n");
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 2 5p"));
}

QTEST_GUILESS_MAIN(ClientPoolTest)
#include "tst_clientpool.moc"
