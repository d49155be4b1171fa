// SPDX-License-Identifier: Apache-2.0
#include "serverfixture.h"

class ServerTest final : public ServerFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { start(); }
    void cleanup() { stop(); }

    void answersARequest();
    void answersPipelinedRequestsInOrder();
    void takesARequestCutAnywhere();
    void writesHeads_data();
    void writesHeads();
    void sendsContinueWhenExpected();
    void refuses_data();
    void refuses();
    void closesIdleConnections();
    void refusesARequestThatDoesNotCome();
    void leavesAnAnswerItsTime();
    void keepsToItsConnectionLimit();
    void namesAPortThatIsTaken();
};

void ServerTest::answersARequest()
{
    QByteArray body;
    m_answer = [&](http::ServerExchange& exchange) {
        body = QByteArray::fromStdString(std::string(exchange.body().view()));
        exchange.respond(200, { { "Content-Type", "application/json" } }, "{\"a\":1}");
    };
    RawClient client(*m_server);
    client.write("POST /rpc HTTP/1.1\r\nHost: x\r\nX-a: 1\r\nx-A: 2\r\nContent-Length: 2\r\n\r\n{}");
    const QByteArray expected = "HTTP/1.1 200 OK\r\n" + kDate
        + "Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}";
    QTRY_COMPARE(client.received, expected);
    QCOMPARE(body, QByteArray("{}"));
    QCOMPARE(m_sink->stream(wire::Direction::Received), client.sent);
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
    QCOMPARE(m_sink->kinds(wire::Direction::Received), QByteArray("1 2"));
    QCOMPARE(m_sink->kinds(wire::Direction::Sent), QByteArray("1 2"));
    QVERIFY(!client.closed);
    QTRY_VERIFY(!m_waiting.at(0));
}

void ServerTest::answersPipelinedRequestsInOrder()
{
    RawClient client(*m_server);
    client.write("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na"
                 "GET /3 HTTP/1.1\r\nHost: x\r\n\r\n");
    QByteArray targets;
    for (std::size_t i = 0; i < 3; ++i) {
        QTRY_COMPARE(m_waiting.size(), i + 1);
        http::ServerExchange* const exchange = m_waiting.back();
        QVERIFY(exchange);
        targets += QByteArray::fromStdString(exchange->head().target);
        exchange->respond(200, { { "N", std::to_string(i) } }, "");
    }
    QCOMPARE(targets, QByteArray("/1/2/3"));
    QTRY_COMPARE(client.received.count("\r\n\r\n"), 3);
    QVERIFY(client.received.indexOf("N: 0") < client.received.indexOf("N: 1"));
    QVERIFY(client.received.indexOf("N: 1") < client.received.indexOf("N: 2"));
    QCOMPARE(m_sink->stream(wire::Direction::Received), client.sent);
    QCOMPARE(m_sink->slices.back().slice.exchange, std::uint32_t { 3 });
}

void ServerTest::takesARequestCutAnywhere()
{
    m_answer = [&](http::ServerExchange& exchange) { exchange.respond(200, {}, exchange.body().view()); };
    const QByteArray bytes = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                             "chunked\r\n\r\n2\r\n{\"\r\n4\r\na\":1\r\n1\r\n}\r\n0\r\n\r\n";
    RawClient client(*m_server);
    QTRY_COMPARE(client.socket.state(), QAbstractSocket::ConnectedState);
    for (qsizetype cut = 1; cut < bytes.size(); ++cut) {
        client.write(bytes.left(cut)).socket.flush();
        QCoreApplication::processEvents();
        client.write(bytes.mid(cut));
        QTRY_COMPARE(client.received.count("{\"a\":1}"), cut);
    }
    QCOMPARE(m_sink->stream(wire::Direction::Received), client.sent);
}

void ServerTest::writesHeads_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("closes");
    QTest::newRow("HEAD") << QByteArray("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n") << 200
                          << "HTTP/1.1 200 OK\r\n" + kDate + "Content-Length: 2\r\n\r\n"
                          << false;
    QTest::newRow("no content") << kGet << 204 << "HTTP/1.1 204 No Content\r\n" + kDate + "\r\n" << false;
    QTest::newRow("unknown status") << kGet << 499
                                    << "HTTP/1.1 499 \r\n" + kDate + "Content-Length: 2\r\n\r\n{}" << false;
    QTest::newRow("close") << QByteArray("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") << 200
                           << "HTTP/1.1 200 OK\r\n" + kDate
            + "Content-Length: 2\r\nConnection: close\r\n\r\n{}"
                           << true;
    QTest::newRow("HTTP/1.0") << QByteArray("GET / HTTP/1.0\r\n\r\n") << 200
                              << "HTTP/1.1 200 OK\r\n" + kDate
            + "Content-Length: 2\r\nConnection: close\r\n\r\n{}"
                              << true;
    QTest::newRow("HTTP/1.0, kept alive")
        << QByteArray("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n") << 200
        << "HTTP/1.1 200 OK\r\n" + kDate + "Content-Length: 2\r\nConnection: keep-alive\r\n\r\n{}" << false;
}

void ServerTest::writesHeads()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);
    QFETCH(QByteArray, answer);
    QFETCH(bool, closes);
    m_answer = [&](http::ServerExchange& exchange) { exchange.respond(status, {}, "{}"); };
    RawClient client(*m_server);
    client.write(request);
    QTRY_COMPARE(client.received, answer);
    if (closes) {
        QTRY_VERIFY(client.closed);
    }
    QVERIFY(closes || !client.closed);
}

void ServerTest::sendsContinueWhenExpected()
{
    m_answer = [&](http::ServerExchange& exchange) { exchange.respond(200, {}, exchange.body().view()); };
    RawClient client(*m_server);
    client.write("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    QTRY_COMPARE(client.received, QByteArray("HTTP/1.1 100 Continue\r\n\r\n"));
    client.write("ok");
    QTRY_VERIFY(client.received.endsWith("\r\n\r\nok"));
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
}

void ServerTest::refuses_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const QByteArray& request, const char* status, const char* reason) {
        QTest::newRow(name) << request << QByteArray(status) << QByteArray(reason);
    };
    const QByteArray post = "POST / HTTP/1.1\r\nHost: x\r\n";
    row("no HTTP", "hello\r\n\r\n", "400 Bad Request", "the head can't be read");
    row("no Host", "GET / HTTP/1.1\r\n\r\n", "400 Bad Request", "a request without Host");
    row("two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400 Bad Request", "two Host fields");
    row("bare LF", "GET / HTTP/1.1\nHost: x\n\n", "400 Bad Request", "ends in LF alone");
    row("bad chunk", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", "400 Bad Request",
        "chunk framing can't be read");
    row("length over the limit", post + "Content-Length: 5000\r\n\r\n", "413 Content Too Large",
        "the body is over 4096 bytes");
    row("length over every limit", post + "Content-Length: 99999999999999999999\r\n\r\n", "400 Bad Request",
        "a Content-Length that is no number");
    row("chunks over the limit", post + "Transfer-Encoding: chunked\r\n\r\n1388\r\n" + QByteArray(5'000, 'x'),
        "413 Content Too Large", "the body is over 4096 bytes");
    row("head over the limit", "GET / HTTP/1.1\r\nX: " + QByteArray(70'000, 'x'),
        "431 Request Header Fields Too Large", "the head is over 65536 bytes");
    row("coding", post + "Transfer-Encoding: gzip\r\n\r\n", "501 Not Implemented", "Transfer-Encoding");
    row("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 HTTP Version Not Supported", "insists on HTTP/2");
    row("TLS", QByteArray("\x16\3\1\2\0\1\0\1\xfc\3\3", 11), "400 Bad Request", "TLS");
}

void ServerTest::refuses()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, status);
    QFETCH(QByteArray, reason);
    http::ServerOptions options;
    options.bodyBytes = 4'096;
    start(options);
    RawClient client(*m_server);
    client.write(request);
    QTRY_VERIFY(client.closed);
    QVERIFY2(
        client.received.startsWith(QByteArray("HTTP/1.1 " + status + "\r\n")), client.received.constData());
    QVERIFY(client.received.contains("Connection: close\r\n"));
    const QByteArray body = client.received.mid(client.received.indexOf("\r\n\r\n") + 4);
    QVERIFY2(body.contains(reason), body.constData());
    QCOMPARE(body.count('\n'), 1);
    QVERIFY(m_waiting.empty());
    QTRY_COMPARE(m_sink->causes.size(), std::size_t { 1 });
    QCOMPARE(m_sink->stream(wire::Direction::Sent), client.received);
    QCOMPARE(m_sink->stream(wire::Direction::Received), client.sent);
}

void ServerTest::closesIdleConnections()
{
    m_answer = [&](http::ServerExchange& exchange) { exchange.respond(200, {}, "x"); };
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(client.received.endsWith("x"));
    m_clock.advance(wire::milliseconds(59'000));
    client.write(kGet);
    QTRY_COMPARE(client.received.count("\r\n\r\nx"), 2);
    m_clock.advance(wire::milliseconds(59'000));
    QCoreApplication::processEvents();
    QVERIFY(!client.closed);
    m_clock.advance(wire::milliseconds(1'000));
    QTRY_VERIFY(client.closed);
    QCOMPARE(m_sink->causes[1], QByteArray("closed on this side: idle"));
}

void ServerTest::refusesARequestThatDoesNotCome()
{
    RawClient client(*m_server);
    client.write("GET / HTTP/1.1\r\nHos");
    QTRY_COMPARE(m_sink->connections.size(), std::size_t { 1 });
    QTRY_COMPARE(client.socket.bytesToWrite(), qint64 { 0 });
    QCoreApplication::processEvents();
    m_clock.advance(wire::milliseconds(60'000));
    QTRY_VERIFY(client.closed);
    QVERIFY(client.received.startsWith("HTTP/1.1 408 Request Timeout\r\n"));
}

void ServerTest::leavesAnAnswerItsTime()
{
    RawClient client(*m_server);
    client.write(kGet);
    QTRY_VERIFY(take());
    m_clock.advance(std::chrono::hours(1));
    QVERIFY(take());
    taken().respond(200, {}, "late");
    QTRY_VERIFY(client.received.endsWith("late"));
    m_clock.advance(wire::milliseconds(60'000));
    QTRY_VERIFY(client.closed);
}

void ServerTest::keepsToItsConnectionLimit()
{
    http::ServerOptions options;
    options.connections = 2;
    start(options);
    RawClient first(*m_server);
    RawClient second(*m_server);
    QTRY_COMPARE(m_sink->connections.size(), std::size_t { 2 });
    RawClient third(*m_server);
    QTRY_VERIFY(third.closed);
    first.socket.abort();
    QTRY_COMPARE(m_sink->causes.size(), std::size_t { 1 });
    RawClient fourth(*m_server);
    fourth.write(kGet);
    QTRY_VERIFY(take());
    QVERIFY(!second.closed);
}

void ServerTest::namesAPortThatIsTaken()
{
    http::Server other(m_clock, *m_sink);
    const auto listening = other.listen(QHostAddress::LocalHost, m_server->port());
    QVERIFY(!listening);
    QCOMPARE(listening.error().kind, wire::ErrorKind::Io);
}

QTEST_GUILESS_MAIN(ServerTest)
#include "tst_server.moc"
