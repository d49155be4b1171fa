// SPDX-License-Identifier: Apache-2.0
// Every way an exchange of the client can end, and who may let go of what while it tells.
#include "heard.h"
#include "rawpeer.h"
#include "recordingsink.h"

#include "protocol/wire/manualclock.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

namespace {

const QByteArray kStream
    = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
      "d\r\ndata: first\n\n\r\n";

http::Request request(const QByteArray& url)
{
    http::Request request;
    request.url = QUrl(QString::fromLatin1(url));
    request.body = "{}";
    return request;
}

} // namespace

class ClientEndsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_sink = std::make_unique<RecordingSink>(); }

    void tells_data();
    void tells();
    void namesARefusedPort();
    void namesAnUnknownHost();
    void namesTheStepThatTookTooLong();
    void namesAPlainPeerWhereTlsWasExpected();
    void boundsMemoryOfALineWithoutEnd();
    void putsABodyOverTheLimitOnRecord();
    void abortIsSeenByThePeer();
    void pausedReadingHoldsThePeerBack();
    void readsTheRestAfterThePeerClosed();
    void survivesDeletionFromASignal_data();
    void survivesDeletionFromASignal();
    void endsWhatIsOpenWhenTheClientGoes();

private:
    wire::SystemClock m_clock;
    std::unique_ptr<RecordingSink> m_sink;
};

void ClientEndsTest::tells_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("close");
    QTest::addColumn<QByteArray>("order");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const QByteArray& answer, const char* close, const char* order,
                         wire::ErrorKind kind, const char* message) {
        QTest::newRow(name) << answer << QByteArray(close) << QByteArray(order) << static_cast<int>(kind)
                            << QByteArray(message);
    };
    using enum wire::ErrorKind;
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    row("closed before an answer", "", "fin", "sE", Unreachable,
        "the connection ended before an answer: closed by the peer");
    row("reset before an answer", "", "rst", "sE", Unreachable,
        "the connection ended before an answer: reset by the peer");
    row("cut within the head", "HTTP/1.1 200 OK\r\nConte", "fin", "sE", Unreachable,
        "closed within a head: closed by the peer");
    row("cut after 100", "HTTP/1.1 100 Continue\r\n\r\n", "fin", "sE", Unreachable,
        "the connection ended before an answer");
    row("cut within a body", ok + "Content-Length: 10\r\n\r\n{", "fin", "shE", Unreachable,
        "the body was cut short: closed by the peer: expected 9 more bytes");
    row("cut within a chunk", kStream + "d\r\ndata", "fin", "sheE", Unreachable,
        "the body was cut short: closed by the peer");
    row("cut between chunks", kStream, "fin", "sheE", Unreachable,
        "the body was cut short: closed by the peer");
    row("reset within a stream", kStream, "rst", "sheE", Unreachable,
        "the body was cut short: reset by the peer");
    row("complete within an event", kStream + "6\r\ndata: \r\n0\r\n\r\n", "fin", "sheE", Protocol,
        "the event stream ended within an event");
    row("stream until the end", ok + "Content-Type: text/event-stream\r\n\r\ndata: a\n\n", "fin", "she.",
        Usage, "");
    row("event cut by the end", ok + "Content-Type: text/event-stream\r\n\r\ndata: a\n\ndata: b", "fin",
        "sheE", Unreachable, "the event stream ended within an event");
    row("body until the end", ok + "\r\n{}", "fin", "shb.", Usage, "");
    row("head without an end", ok + "X: " + QByteArray(70'000, 'a'), "", "sE", TooLarge,
        "the head is over 65536 bytes");
    row("no HTTP", "220 smtp.example ESMTP\r\n", "", "sE", Protocol, "the answer is no HTTP/1.1");
    row("HTTP/2", "HTTP/2 200\r\n", "", "sE", Protocol, "the peer insists on HTTP/2");
    row("two lengths", ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "", "sE", Protocol,
        "two lengths");
    row("bad chunk", kStream + "zz\r\n", "", "sheE", Protocol, "chunk framing can't be read");
    row("body over the limit", ok + "Content-Length: 5000\r\n\r\n" + QByteArray(5'000, 'x'), "", "shE",
        TooLarge, "the body is over 4096 bytes");
    row("body over the limit of what is put on record",
        ok + "Content-Length: 20001\r\n\r\n" + QByteArray(20'001, 'x'), "", "shE", TooLarge,
        "the body is over 4096 bytes");
    row("event over the limit", kStream + "1400\r\ndata: " + QByteArray(5'000, 'x'), "", "sheE", TooLarge,
        "an event of the stream is over 4096 bytes");
}

void ClientEndsTest::tells()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, close);
    QFETCH(QByteArray, order);
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    RawPeer peer;
    http::ClientOptions options;
    options.limits.bodyBytes = options.limits.eventBytes = 4'096;
    options.limits.spoolBytes = 20'000;
    http::Client client(m_clock, *m_sink, options);
    peer.then([](QTcpSocket&) { });
    Heard heard(client.send(request(peer.url())));
    QTRY_VERIFY(peer.connections() == 1 && peer.at(0).read > 0);
    peer.write(0, answer);
    // A reset may overtake what was sent before it.
    if (close == "rst") {
        QTRY_COMPARE(heard.order, order.chopped(1));
    }
    if (close == "fin") {
        peer.at(0).socket->disconnectFromHost();
    } else if (close == "rst") {
        RawPeer::reset(*peer.at(0).socket);
    }
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, order);
    if (order.endsWith('E')) {
        QVERIFY2(heard.errorText().startsWith(message), heard.errorText().constData());
        QCOMPARE(static_cast<int>(heard.error->kind), kind);
    }
    QVERIFY(answer.startsWith(m_sink->stream(wire::Direction::Received)));
    if (order != "sE") {
        QCOMPARE(m_sink->stream(wire::Direction::Received), answer);
    }
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

void ClientEndsTest::namesARefusedPort()
{
    QByteArray url;
    {
        const RawPeer peer;
        url = peer.url();
    }
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(url)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Unreachable);
    QVERIFY(heard.errorText().startsWith("the connection was refused"));
    QVERIFY(m_sink->connections.empty());
}

void ClientEndsTest::namesAnUnknownHost()
{
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request("http://no-such-host.invalid/")));
    QTRY_VERIFY_WITH_TIMEOUT(heard.ended, 30'000);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Unreachable);
}

void ClientEndsTest::namesTheStepThatTookTooLong()
{
    wire::ManualClock clock;
    RawPeer peer;
    http::Client client(clock, *m_sink);
    Heard heard(client.send(request(peer.url().replace("http:", "https:"))));
    // The peer takes the connection and the hello, and says nothing.
    QTRY_VERIFY(peer.connections() == 1 && !peer.at(0).received.isEmpty());
    clock.advance(wire::milliseconds(9'999));
    QVERIFY(!heard.ended);
    clock.advance(wire::milliseconds(1));
    QVERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Unreachable);
    QVERIFY2(heard.errorText().contains("within 10000 ms, waiting for the TLS handshake"),
        heard.errorText().constData());
    QTRY_VERIFY(peer.at(0).gone);
}

void ClientEndsTest::namesAPlainPeerWhereTlsWasExpected()
{
    RawPeer peer;
    http::Client client(m_clock, *m_sink);
    Heard heard(client.send(request(peer.url().replace("http:", "https:"))));
    QTRY_VERIFY(peer.connections() == 1 && !peer.at(0).received.isEmpty());
    peer.write(0, "HTTP/1.1 400 Bad Request\r\n\r\n");
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
}

/// Decision D33.
void ClientEndsTest::putsABodyOverTheLimitOnRecord()
{
    for (const bool isChunked : { false, true }) {
        init();
        RawPeer peer;
        peer.then([](QTcpSocket&) { });
        http::ClientOptions options;
        options.limits.bodyBytes = std::size_t { 1 } << 20;
        options.limits.spoolBytes = std::uint64_t { 64 } << 20;
        http::Client client(m_clock, *m_sink, options);
        Heard heard(client.send(request(peer.url())));
        QTRY_VERIFY(peer.connections() == 1 && peer.at(0).read > 0);
        constexpr int kPieces = 20;
        QByteArray piece(1 << 20, 'x');
        peer.write(0,
            isChunked
                ? QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                : "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(kPieces << 20) + "\r\n\r\n");
        QByteArray sent;
        for (int i = 0; i < kPieces; ++i) {
            piece[i] = 'y';
            sent += piece;
            peer.write(0, isChunked ? "100000\r\n" + piece + "\r\n" : piece);
            QCoreApplication::processEvents();
        }
        if (isChunked)
            peer.write(0, "0\r\n\r\n");
        QTRY_VERIFY(heard.ended);
        QCOMPARE(heard.order, QByteArray("shE"));
        QCOMPARE(heard.error->kind, wire::ErrorKind::TooLarge);
        QCOMPARE(heard.error->found, std::to_string(kPieces << 20) + " bytes, on record");
        QByteArray kept;
        for (const auto& slice : m_sink->slices) {
            if (slice.slice.direction == wire::Direction::Received
                && slice.slice.kind == wire::SliceKind::HttpBody) {
                QVERIFY(slice.payload.size() <= qsizetype { 2 } << 20);
                kept += slice.payload;
            }
        }
        QVERIFY(kept == sent);
    }
}

void ClientEndsTest::boundsMemoryOfALineWithoutEnd()
{
    RawPeer peer;
    peer.answer(kStream);
    http::ClientOptions options;
    options.limits.eventBytes = std::size_t { 8 } << 20;
    http::Client client(m_clock, *m_sink, options);
    Heard heard(client.send(request(peer.url())));
    QTRY_COMPARE(heard.order, QByteArray("she"));
    peer.write(0, "40000000\r\n");
    const QByteArray filling(1 << 20, 'x');
    for (int i = 0; i < 200 && !heard.ended; ++i) {
        peer.write(0, filling);
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::TooLarge);
    for (const auto& kept : m_sink->slices) {
        QVERIFY(kept.bytes.size() <= qsizetype { 2 } << 20);
    }
    QVERIFY(m_sink->stream(wire::Direction::Received).size() < qsizetype { 10 } << 20);
}

void ClientEndsTest::abortIsSeenByThePeer()
{
    RawPeer peer;
    peer.answer(kStream);
    http::Client client(m_clock, *m_sink);
    http::ClientExchange* const exchange = client.send(request(peer.url()));
    Heard heard(exchange);
    QTRY_COMPARE(heard.order, QByteArray("she"));
    exchange->abort();
    QCOMPARE(heard.order, QByteArray("sheE"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Cancelled);
    // It is closed already, so the peer needs no more than to look.
    QVERIFY(peer.at(0).gone || peer.at(0).socket->waitForDisconnected(1'000));
    exchange->abort();
    QCOMPARE(heard.order, QByteArray("sheE"));
    QCOMPARE(m_sink->causes[1], QByteArray("aborted on this side"));
}

void ClientEndsTest::pausedReadingHoldsThePeerBack()
{
    constexpr qsizetype kSize = qsizetype { 64 } << 20;
    RawPeer peer;
    peer.then([](QTcpSocket&) { });
    http::Client client(m_clock, *m_sink);
    http::ClientExchange* const exchange = client.send(request(peer.url()));
    Heard heard(exchange);
    exchange->pauseReading(true);
    QTRY_VERIFY(peer.connections() == 1 && peer.at(0).read > 0);
    peer.write(0,
        "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(kSize) + "\r\n\r\n"
            + QByteArray(kSize, 'x'));
    qint64 waiting = 0;
    // Until the kernel's buffers are full and nothing moves any more.
    QTRY_VERIFY(std::exchange(waiting, peer.at(0).socket->bytesToWrite()) == peer.at(0).socket->bytesToWrite()
        && waiting < kSize);
    QVERIFY(waiting > kSize / 2);
    QVERIFY(m_sink->stream(wire::Direction::Received).isEmpty());
    exchange->pauseReading(false);
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("shb."));
    QCOMPARE(heard.body.size(), kSize);
}

void ClientEndsTest::readsTheRestAfterThePeerClosed()
{
    RawPeer peer;
    http::Client client(m_clock, *m_sink);
    http::ClientExchange* const exchange = client.send(request(peer.url()));
    Heard heard(exchange);
    exchange->pauseReading(true);
    peer.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    QTRY_VERIFY(peer.connections() == 1 && peer.at(0).gone);
    QCoreApplication::processEvents();
    QCOMPARE(heard.order, QByteArray("s"));
    exchange->pauseReading(false);
    QTRY_COMPARE(heard.order, QByteArray("shb."));
}

void ClientEndsTest::survivesDeletionFromASignal_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<QByteArray>("what");
    for (const char* const at : { "sent", "head", "event", "comment", "body", "ended" }) {
        for (const char* const what : { "client", "exchange", "abort", "abort and exchange" }) {
            QTest::addRow("%s in %s", what, at) << QByteArray(at) << QByteArray(what);
        }
    }
}

void ClientEndsTest::survivesDeletionFromASignal()
{
    QFETCH(QByteArray, at);
    QFETCH(QByteArray, what);
    RawPeer peer;
    if (at == "body" || at == "ended") {
        peer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    } else {
        peer.answer(kStream + "17\r\n: alive\n\ndata: second\n\n\r\n0\r\n\r\n");
    }
    auto client = std::make_unique<http::Client>(m_clock, *m_sink);
    http::ClientExchange* const started = client->send(request(peer.url()));
    const QPointer<http::ClientExchange> exchange = started;
    int calls = 0;
    const auto letGo = [&] {
        ++calls;
        if (what.startsWith("abort")) {
            started->abort();
        }
        if (what == "client") {
            client.reset();
        } else if (what.endsWith("exchange")) {
            delete started;
        }
    };
    int ended = 0;
    connect(started, &http::ClientExchange::ended, this, [&] { ++ended; });
    if (at == "sent") {
        connect(started, &http::ClientExchange::sent, this, letGo);
    } else if (at == "head") {
        connect(started, &http::ClientExchange::headReceived, this, letGo);
    } else if (at == "event") {
        connect(started, &http::ClientExchange::eventReceived, this, letGo);
    } else if (at == "comment") {
        connect(started, &http::ClientExchange::commentReceived, this, letGo);
    } else if (at == "body") {
        connect(started, &http::ClientExchange::bodyReceived, this, letGo);
    } else {
        connect(started, &http::ClientExchange::ended, this, letGo);
    }
    QTRY_VERIFY(calls == 1);
    QTRY_VERIFY(!exchange);
    QCOMPARE(calls, 1);
    QCOMPARE(ended, what == "exchange" && at != "ended" ? 0 : 1);
    client.reset();
    QCOMPARE(m_sink->causes.size(), std::size_t { 1 });
}

void ClientEndsTest::endsWhatIsOpenWhenTheClientGoes()
{
    RawPeer peer;
    peer.answer(kStream);
    auto client = std::make_unique<http::Client>(m_clock, *m_sink);
    Heard streaming(client->send(request(peer.url())));
    QTRY_COMPARE(streaming.order, QByteArray("she"));
    Heard notStarted(client->send(request(peer.url())));
    client.reset();
    QCOMPARE(streaming.order, QByteArray("sheE"));
    QCOMPARE(notStarted.order, QByteArray("E"));
    QCOMPARE(notStarted.error->kind, wire::ErrorKind::Cancelled);
    QTRY_VERIFY(peer.at(0).gone);
}

QTEST_GUILESS_MAIN(ClientEndsTest)
#include "tst_clientends.moc"
