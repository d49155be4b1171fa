// SPDX-License-Identifier: Apache-2.0
#include "clientanswers.h"

#include "protocol/wire/idsource.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

class ClientTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_sink = std::make_unique<RecordingSink>(); }

    void sendsARequestAsGiven();
    void sendsAStreamedBody();
    void deliversBodies_data();
    void deliversBodies();
    void deliversEventsHoweverTheyAreCut_data();
    void deliversEventsHoweverTheyAreCut();
    void deliversOneChunkThenSilence();
    void recordsLongBodiesInPieces();
    void followsTheHostMap();
    void triesBothAddressesOfLocalhost_data();
    void triesBothAddressesOfLocalhost();
    void undoesContentCoding_data();
    void undoesContentCoding();
    void refusesWhatCannotBeSent_data();
    void refusesWhatCannotBeSent();

private:
    wire::SystemClock m_clock;
    std::unique_ptr<RecordingSink> m_sink;
};

void ClientTest::sendsARequestAsGiven()
{
    RawPeer peer;
    peer.answer(kEmpty);
    http::Client client(m_clock, *m_sink);
    http::Request sent = request(peer);
    sent.url.setQuery(QStringLiteral("a=b c"));
    sent.fields.add("x-Twice", "1");
    sent.fields.add("X-Twice", "2");
    Heard heard(client.send(sent));
    QVERIFY(heard.order.isEmpty());
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("shb."));
    const QByteArray port = QByteArray::number(peer.port());
    QCOMPARE(peer.at(0).received,
        "POST /rpc?a=b%20c HTTP/1.1\r\nHost: 127.0.0.1:" + port
            + "\r\nContent-Type: application/json\r\nx-Twice: 1\r\nX-Twice: 2\r\nAccept-Encoding: "
              "identity\r\n"
              "Content-Length: 2\r\n\r\n{}");
    QCOMPARE(m_sink->stream(wire::Direction::Sent), peer.at(0).received);
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 2"));
    QCOMPARE(m_sink->slices[heard.sentRecord].payload, QByteArray("{}"));
    QCOMPARE(m_sink->connections.at(0).peer, "127.0.0.1:" + std::to_string(peer.port()));
    QVERIFY(heard.phases.connected && heard.phases.sent && heard.phases.firstByte && heard.phases.ended);
    QVERIFY(*heard.phases.connected <= *heard.phases.sent && *heard.phases.sent <= *heard.phases.ended);
}

void ClientTest::sendsAStreamedBody()
{
    RawPeer peer;
    peer.answer(kEmpty);
    http::Client client(m_clock, *m_sink);
    http::Request sent = request(peer, {});
    sent.streamed = true;
    http::ClientExchange* const exchange = client.send(sent);
    Heard heard(exchange);
    exchange->write("early");
    QTRY_VERIFY(heard.order.contains('s'));
    exchange->write("late");
    exchange->finishBody();
    QTRY_VERIFY(heard.ended);
    QVERIFY(peer.at(0).received.endsWith(
        "Transfer-Encoding: chunked\r\n\r\n5\r\nearly\r\n4\r\nlate\r\n0\r\n\r\n"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), peer.at(0).received);
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 2p 2p 4"));
    QCOMPARE(m_sink->slices[1].payload, QByteArray("early"));
}

void ClientTest::deliversBodies_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("slices");
    const QByteArray chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("length") << answer("{\"a\":1}") << 200 << QByteArray("{\"a\":1}") << QByteArray("1 2");
    QTest::newRow("none") << kEmpty << 202 << QByteArray() << QByteArray("1");
    QTest::newRow("one chunk") << chunked + chunk("{}") + "0\r\n\r\n"
                               << 200 << QByteArray("{}") << QByteArray("1 2 4");
    QTest::newRow("chunks") << chunked + chunk("{") + chunk("}") + "0\r\nA: b\r\n\r\n"
                            << 200 << QByteArray("{}") << QByteArray("1 2d 4");
    QTest::newRow("a page of error") << QByteArray("HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\n"
                                                   "Content-Length: 11\r\n\r\n<h1>no</h1>")
                                     << 500 << QByteArray("<h1>no</h1>") << QByteArray("1 2");
    QTest::newRow("1xx first") << "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"
            + answer("{}") << 200
                               << QByteArray("{}") << QByteArray("1 1 1 2");
}

void ClientTest::deliversBodies()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, slices);
    RawPeer peer;
    peer.answer(bytes);
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.order, QByteArray("shb."));
    QCOMPARE(heard.head.status, status);
    QCOMPARE(heard.body, body);
    QCOMPARE(m_sink->stream(wire::Direction::Received), bytes);
    QCOMPARE(m_sink->kinds(wire::Direction::Received), slices);
    QCOMPARE(m_sink->slices.at(heard.records.at(0)).payload, body);
}

void ClientTest::deliversEventsHoweverTheyAreCut_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 24; ++seed) {
        QTest::addRow("seed %d", seed) << seed;
    }
}

void ClientTest::deliversEventsHoweverTheyAreCut()
{
    QFETCH(int, seed);
    wire::SeededIdSource random(static_cast<std::uint64_t>(seed));
    QByteArray text;
    std::vector<QByteArray> expected;
    for (int i = 0; i < 300; ++i) {
        QByteArray data = "{\"n\":" + QByteArray::number(i) + ",\"x\":\""
            + QByteArray(int(random.next() % 300), 'x') + "\"}";
        if (random.next() % 9 == 0) {
            data += "\nsecond line";
        }
        text += random.next() % 20 == 0 ? ": alive\n\n" : "";
        text += random.next() % 2 ? "event: message\n" : "";
        expected.push_back(data);
        text += "data: " + data.replace("\n", "\ndata: ") + (random.next() % 3 ? "\n\n" : "\r\n\r\n");
    }
    QByteArray stream = kStreamHead;
    while (!text.isEmpty()) {
        const QByteArray part = text.left(1 + qsizetype(random.next() % 400));
        text.remove(0, part.size());
        stream += chunk(part);
    }
    stream += "0\r\n\r\n";
    RawPeer peer;
    peer.then([](QTcpSocket&) { });
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer)));
    QTRY_COMPARE(peer.connections(), std::size_t { 1 });
    for (QByteArray rest = stream; !rest.isEmpty();) {
        const QByteArray part = rest.left(1 + qsizetype(random.next() % (seed % 2 ? 200 : 20'000)));
        rest.remove(0, part.size());
        peer.write(0, part);
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.events, expected);
    QCOMPARE(m_sink->stream(wire::Direction::Received), stream);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& kept = m_sink->slices.at(heard.records.at(i));
        QCOMPARE(kept.payload, expected[i]);
        QCOMPARE(kept.slice.kind, wire::SliceKind::SseEvent);
        QVERIFY(kept.payloadWithin || (kept.slice.flags & wire::kDetached));
    }
}

void ClientTest::deliversOneChunkThenSilence()
{
    RawPeer peer;
    peer.answer(kStreamHead + chunk("data: first\n\n"));
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer)));
    QTRY_COMPARE(heard.order, QByteArray("she"));
    QCOMPARE(m_sink->slices.at(heard.records.at(0)).payload, QByteArray("first"));
    QVERIFY(m_sink->slices.at(heard.records.at(0)).payloadWithin);
    peer.write(0, chunk(": alive\n\n"));
    QTRY_COMPARE(heard.order, QByteArray("shec"));
    // The comment is on record at once, and not with the next event.
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 3 3"));
}

void ClientTest::recordsLongBodiesInPieces()
{
    const QByteArray body = QByteArray("0123456789abcdef").repeated(400'000);
    RawPeer peer;
    peer.answer(answer(body));
    peer.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(body.left(5'000'000))
        + chunk(body.mid(5'000'000)) + "0\r\n\r\n");
    peer.answer(kStreamHead + chunk("data: " + body) + chunk("\n\ndata: next\n\n") + "0\r\n\r\n");
    http::Client client(m_clock, *m_sink);
    QByteArray streams;
    for (int i = 0; i < 3; ++i) {
        const std::size_t from = m_sink->slices.size();
        Heard heard(client.send(request(peer)));
        QTRY_VERIFY(heard.ended);
        QCOMPARE(heard.errorText(), QByteArray());
        QVERIFY((i < 2 ? heard.body : heard.events.at(0)) == body);
        QByteArray payload;
        for (std::size_t at = from; at < m_sink->slices.size(); ++at) {
            const auto& kept = m_sink->slices[at];
            QVERIFY(kept.bytes.size() <= qsizetype { 2 } << 20);
            if (kept.slice.direction == wire::Direction::Received) {
                payload += kept.payload;
            }
        }
        QVERIFY(payload == (i < 2 ? body : body + "next"));
    }
}

void ClientTest::followsTheHostMap()
{
    RawPeer peer;
    peer.answer(kEmpty);
    http::ClientOptions options;
    options.hostMap["agent.example:81"] = { "127.0.0.1", peer.port() };
    http::Client client(m_clock, *m_sink, options);
    http::Request sent = request(peer);
    sent.url = QUrl(QStringLiteral("http://agent.example:81/"));
    Heard heard(client.send(sent));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QVERIFY(peer.at(0).received.startsWith("POST / HTTP/1.1\r\nHost: agent.example:81\r\n"));
}

void ClientTest::triesBothAddressesOfLocalhost_data()
{
    QTest::addColumn<QString>("address");
    QTest::newRow("::1") << QStringLiteral("::1");
    QTest::newRow("127.0.0.1") << QStringLiteral("127.0.0.1");
}

void ClientTest::triesBothAddressesOfLocalhost()
{
    QFETCH(QString, address);
    RawPeer peer { QHostAddress(address) };
    if (peer.port() == 0) {
        QSKIP("this machine has no IPv6");
    }
    peer.answer(kEmpty);
    http::Client client(m_clock, *m_sink);
    http::Request sent = request(peer);
    sent.url.setHost(QStringLiteral("localhost"));
    Heard heard(client.send(sent));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
}

void ClientTest::undoesContentCoding_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("coded");
    QTest::addColumn<QByteArray>("order");
    QTest::addColumn<QByteArray>("content");
    const QByteArray json = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    const QByteArray zlib = qCompress(json).mid(4);
    const QByteArray gzip
        = QByteArray::fromHex("1f8b08000000000002ffcb48cdc9c95748afca2c0000196ad2df0a000000");
    QTest::newRow("gzip") << QByteArray("gzip") << gzip << QByteArray("shb.") << QByteArray("hello gzip");
    QTest::newRow("deflate") << QByteArray("deflate") << zlib << QByteArray("shb.") << json;
    QTest::newRow("deflate without its wrapper")
        << QByteArray("deflate") << zlib.mid(2, zlib.size() - 6) << QByteArray("shb.") << json;
    QTest::newRow("cut") << QByteArray("gzip") << gzip.left(14) << QByteArray("shE") << QByteArray();
    QTest::newRow("not coded at all")
        << QByteArray("gzip") << QByteArray("{}") << QByteArray("shE") << QByteArray();
    QTest::newRow("bomb") << QByteArray("deflate") << qCompress(QByteArray(50'000'000, 'x')).mid(4)
                          << QByteArray("shE") << QByteArray();
    QTest::newRow("coding nobody knows")
        << QByteArray("br") << QByteArray("{}") << QByteArray("shb.") << QByteArray("{}");
    QTest::newRow("events") << QByteArray("deflate\r\nContent-Type: text/event-stream")
                            << qCompress("data: a\n\ndata: b\n\n").mid(4) << QByteArray("shee.")
                            << QByteArray("ab");
}

void ClientTest::undoesContentCoding()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, coded);
    QFETCH(QByteArray, order);
    QFETCH(QByteArray, content);
    RawPeer peer;
    const QByteArray bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: " + fields
        + "\r\nContent-Length: " + QByteArray::number(coded.size()) + "\r\n\r\n" + coded;
    peer.answer(bytes);
    http::ClientOptions options;
    options.limits.bodyBytes = 1'000'000;
    http::Client client(m_clock, *m_sink, options);
    Heard heard(client.send(request(peer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, order);
    QCOMPARE(heard.events.empty() ? heard.body : heard.events.at(0) + heard.events.at(1), content);
    QCOMPARE(m_sink->stream(wire::Direction::Received), bytes);
    if (!heard.records.empty()) {
        QCOMPARE(
            m_sink->slices.at(heard.records.at(0)).payload, heard.events.empty() ? content : QByteArray("a"));
    }
    if (QByteArray(QTest::currentDataTag()) == "bomb") {
        QCOMPARE(heard.error->kind, wire::ErrorKind::TooLarge);
    }
}

void ClientTest::refusesWhatCannotBeSent_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("scheme") << QStringLiteral("ftp://127.0.0.1/") << QByteArray("x");
    QTest::newRow("no host") << QStringLiteral("http:///x") << QByteArray("x");
    QTest::newRow("line end in a field") << QStringLiteral("http://127.0.0.1:1/") << QByteArray("a\r\nB: c");
}

void ClientTest::refusesWhatCannotBeSent()
{
    QFETCH(QString, url);
    QFETCH(QByteArray, value);
    http::Client client(m_clock, *m_sink);
    http::Request sent;
    sent.url = QUrl(url);
    sent.fields.add("A", value.toStdString());
    Heard heard(client.send(sent));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Usage);
}

QTEST_GUILESS_MAIN(ClientTest)
#include "tst_client.moc"
