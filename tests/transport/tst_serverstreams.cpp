// SPDX-License-Identifier: Apache-2.0
// Answers in pieces, back-pressure, and who may let go of what.
#include "serverfixture.h"

#include <QSignalSpy>

class ServerStreamsTest final : public ServerFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { stop(); }

    void streamsInChunks();
    void streamsToHttp10UntilTheEnd();
    void writesOfOneTurnLeaveTogether();
    void saysWhenItIsWritableAgain();
    void saysSoWhenTheKernelTookAllAtOnce();
    void keepsEveryByteInOrderWhenWrittenToOnWritable();
    void doesNotReadAheadOfAClientThatDoesNotRead();
    void saysWhenThePeerIsGone();
    void drops_data();
    void drops();
    void survivesDeletionFromASignal();
    void closesWhenAnExchangeIsDeleted();
};

void ServerStreamsTest::streamsInChunks()
{
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    taken().startStream(200, { { "Content-Type", "text/event-stream" } });
    taken().writeEvent("{\"a\":1}");
    taken().writeEvent("two\nlines");
    taken().writeEvent({}, "{\"b\":2}");
    taken().write(": alive\n\n");
    taken().finishStream();
    const QByteArray expected = "HTTP/1.1 200 OK\r\n" + kDate
        + "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
          "1e\r\nevent: message\ndata: {\"a\":1}\n\n\r\n"
          "26\r\nevent: message\ndata: two\ndata: lines\n\n\r\n"
          "f\r\ndata: {\"b\":2}\n\n\r\n"
          "9\r\n: alive\n\n\r\n0\r\n\r\n";
    QTRY_COMPARE(client.received, expected);
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 3 3d 3 2p 4"));
    QCOMPARE(m_sink->slices.at(2).payload, QByteArray("{\"a\":1}"));
    QVERIFY(m_sink->slices.at(2).payloadWithin);
    QCOMPARE(m_sink->slices.at(3).payload, QByteArray("two\nlines"));
    QCOMPARE(m_sink->slices.at(4).payload, QByteArray("{\"b\":2}"));
    QVERIFY(m_sink->slices.at(4).payloadWithin);
    QVERIFY(!client.closed);
}

void ServerStreamsTest::streamsToHttp10UntilTheEnd()
{
    RawClient client(*m_server);
    client.write("GET / HTTP/1.0\r\n\r\n");
    QTRY_VERIFY(take());
    taken().startStream(200, {});
    taken().write("abc");
    taken().finishStream();
    QTRY_VERIFY(client.closed);
    QCOMPARE(client.received, "HTTP/1.1 200 OK\r\n" + kDate + "Connection: close\r\n\r\nabc");
}

void ServerStreamsTest::writesOfOneTurnLeaveTogether()
{
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    const QSignalSpy reads(&client.socket, &QTcpSocket::readyRead);
    taken().startStream(200, {});
    for (int i = 0; i < 500; ++i) {
        taken().write("piece");
    }
    taken().finishStream();
    QTRY_VERIFY(client.received.endsWith("0\r\n\r\n"));
    QCOMPARE(reads.count(), 1);
}

void ServerStreamsTest::saysWhenItIsWritableAgain()
{
    RawClient client(*m_server);
    client.socket.setReadBufferSize(65'536);
    client.write(kGet);
    QTRY_VERIFY(take());
    client.paused = true;
    taken().startStream(200, {});
    const QSignalSpy writable(&taken(), &http::ServerExchange::writable);
    const QByteArray piece(100'000, 'x');
    int written = 0;
    // The kernel takes some first; then the mark is reached for good.
    for (; written < 1'000 && taken().isWritable(); ++written) {
        taken().write({ piece.constData(), std::size_t(piece.size()) });
        QCoreApplication::processEvents();
    }
    QVERIFY(!taken().isWritable());
    QCoreApplication::processEvents();
    QCOMPARE(writable.count(), 0);
    client.paused = false;
    client.received += client.socket.readAll();
    QTRY_COMPARE(writable.count(), 1);
    QVERIFY(taken().isWritable());
    taken().finishStream();
    QTRY_VERIFY(client.received.endsWith("0\r\n\r\n"));
    QCOMPARE(client.received.count('x'), written * piece.size());
}

// More than the kernel takes at once, each piece written as soon as there is room.
void ServerStreamsTest::keepsEveryByteInOrderWhenWrittenToOnWritable()
{
    constexpr int kRecords = 2'000'000;
    start({});
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    int next = 0;
    const auto fill = [&] {
        for (; next < kRecords && taken().isWritable(); next += 100) {
            QByteArray piece;
            for (int i = next; i < next + 100; ++i) {
                piece += QByteArray::number(i).rightJustified(9, '0') + '\n';
            }
            taken().write({ piece.constData(), static_cast<std::size_t>(piece.size()) });
        }
        if (next == kRecords) {
            ++next;
            taken().finishStream();
        }
    };
    taken().startStream(200, {});
    const auto connection = connect(&taken(), &http::ServerExchange::writable, this, fill);
    fill();
    QTRY_VERIFY_WITH_TIMEOUT(client.received.endsWith("\r\n0\r\n\r\n"), 60'000);
    disconnect(connection);
    int expected = 0;
    for (const QByteArray& line : client.received.mid(client.received.indexOf("\r\n\r\n") + 4).split('\n')) {
        if (line.size() == 9) {
            QCOMPARE(line.toInt(), expected++);
        }
    }
    QCOMPARE(expected, kRecords);
}

void ServerStreamsTest::saysSoWhenTheKernelTookAllAtOnce()
{
    http::ServerOptions options;
    options.highWater = 1'000;
    start(options);
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    const QSignalSpy writable(&taken(), &http::ServerExchange::writable);
    taken().startStream(200, {});
    for (int i = 1; i < 4; ++i) {
        const auto before = writable.count();
        taken().write(std::string(std::size_t(i) * 40'000, 'x'));
        // Who saw that it is not writable is told when it is again.
        const bool full = !taken().isWritable();
        QCOMPARE(full, i == 1);
        QTRY_COMPARE(writable.count(), before + (full ? 1 : 0));
    }
    taken().finishStream();
    QTRY_COMPARE(client.received.count('x'), 240'000);
}

void ServerStreamsTest::doesNotReadAheadOfAClientThatDoesNotRead()
{
    constexpr int kRequests = 5'000;
    const std::string body(10'000, 'x');
    int answered = 0;
    m_answer = [&](http::ServerExchange& exchange) {
        exchange.respond(200, {}, body);
        ++answered;
    };
    RawClient client(*m_server);
    client.socket.setReadBufferSize(65'536);
    client.paused = true;
    client.write(kGet.repeated(kRequests));
    int before = 0;
    QTRY_VERIFY(answered > 0 && std::exchange(before, answered) == answered);
    QVERIFY2(answered < kRequests / 2, QByteArray::number(answered).constData());
    client.paused = false;
    client.received += client.socket.readAll();
    QTRY_COMPARE(answered, kRequests);
    QTRY_COMPARE(client.received.count('x'), kRequests * 10'000);
}

void ServerStreamsTest::saysWhenThePeerIsGone()
{
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    const QSignalSpy gone(&taken(), &http::ServerExchange::peerGone);
    taken().startStream(200, {});
    client.socket.abort();
    QTRY_COMPARE(gone.count(), 1);
    if (take()) {
        taken().write("nobody reads this");
    }
    QTRY_VERIFY(!take());
    QCOMPARE(m_sink->causes[1], QByteArray("closed by the peer"));
}

void ServerStreamsTest::drops_data()
{
    QTest::addColumn<bool>("reset");
    QTest::newRow("FIN") << false;
    QTest::newRow("RST") << true;
}

void ServerStreamsTest::drops()
{
    QFETCH(bool, reset);
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    const QSignalSpy gone(&taken(), &http::ServerExchange::peerGone);
    taken().startStream(200, {});
    taken().write("abc");
    taken().drop(reset);
    QTRY_VERIFY(client.closed);
    QVERIFY(reset || client.received.endsWith("3\r\nabc\r\n"));
    QCOMPARE(gone.count(), 0);
    QTRY_VERIFY(!take());
    QCOMPARE(m_sink->causes[1], QByteArray(reset ? "reset on this side" : "closed by the peer"));
}

void ServerStreamsTest::survivesDeletionFromASignal()
{
    bool gone = false;
    m_answer = [&](http::ServerExchange& exchange) {
        connect(&exchange, &http::ServerExchange::peerGone, this, [&] { gone = true; });
        m_server.reset();
    };
    RawClient client(*m_server);
    client.write(kGet + kGet);
    QTRY_VERIFY(client.closed);
    QVERIFY(gone);
    QCOMPARE(m_waiting.size(), std::size_t { 1 });
    QTRY_VERIFY(!m_waiting.at(0));
}

void ServerStreamsTest::closesWhenAnExchangeIsDeleted()
{
    m_answer = [&](const http::ServerExchange& exchange) { delete &exchange; };
    RawClient client(*m_server);
    client.write(kGet + kGet);
    QTRY_VERIFY(client.closed);
    QCOMPARE(m_waiting.size(), std::size_t { 1 });
    QCOMPARE(m_sink->causes[1], QByteArray("closed on this side: the answer was given up"));
}

QTEST_GUILESS_MAIN(ServerStreamsTest)
#include "tst_serverstreams.moc"
