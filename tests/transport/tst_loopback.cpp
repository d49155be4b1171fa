// SPDX-License-Identifier: Apache-2.0
// The client against the server: both records hold the same bytes.
#include "heard.h"
#include "recordingsink.h"

#include "protocol/transport/http/server.h"
#include "protocol/wire/systemclock.h"

#include <QSignalSpy>
#include <QTest>

class LoopbackTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void carriesBodies();
    void carriesAStream();
    void carriesManyAtOnce();
    void tellsTheServerOfAnAbort();

private:
    http::Request request(const QByteArray& body) const;
    void verifySameBytes() const;

    wire::SystemClock m_clock;
    std::unique_ptr<RecordingSink> m_clientSink;
    std::unique_ptr<RecordingSink> m_serverSink;
    std::unique_ptr<http::Server> m_server;
    std::unique_ptr<http::Client> m_client;
};

void LoopbackTest::init()
{
    m_clientSink = std::make_unique<RecordingSink>();
    m_serverSink = std::make_unique<RecordingSink>();
    m_client = std::make_unique<http::Client>(m_clock, *m_clientSink);
    m_server = std::make_unique<http::Server>(m_clock, *m_serverSink);
    QVERIFY(m_server->listen(QHostAddress::LocalHost, 0));
}

void LoopbackTest::cleanup()
{
    m_client.reset();
    m_server.reset();
}

http::Request LoopbackTest::request(const QByteArray& body) const
{
    http::Request request;
    request.url = QUrl(QStringLiteral("http://127.0.0.1:%1/").arg(m_server->port()));
    request.body = body;
    return request;
}

void LoopbackTest::verifySameBytes() const
{
    using enum wire::Direction;
    QCOMPARE(m_clientSink->connections.size(), m_serverSink->connections.size());
    std::vector<QByteArray> client;
    std::vector<QByteArray> server;
    for (std::uint32_t n = 1; n <= m_clientSink->connections.size(); ++n) {
        client.push_back(m_clientSink->stream(Sent, n) + '\0' + m_clientSink->stream(Received, n));
        server.push_back(m_serverSink->stream(Received, n) + '\0' + m_serverSink->stream(Sent, n));
    }
    std::sort(client.begin(), client.end());
    std::sort(server.begin(), server.end());
    QVERIFY(client == server);
}

void LoopbackTest::carriesBodies()
{
    connect(m_server.get(), &http::Server::requestReceived, this, [](http::ServerExchange* exchange) {
        exchange->respond(200, { { "Content-Type", "application/json" } }, exchange->body().view());
    });
    for (const int size : { 0, 1, 600, 70'000, 3'000'000 }) {
        const QByteArray body(size, 'x');
        Heard heard(m_client->send(request(body)));
        QTRY_VERIFY(heard.ended);
        QCOMPARE(heard.order, QByteArray("shb."));
        QVERIFY(heard.body == body);
    }
    verifySameBytes();
}

void LoopbackTest::carriesAStream()
{
    connect(m_server.get(), &http::Server::requestReceived, this, [](http::ServerExchange* exchange) {
        exchange->startStream(200, { { "Content-Type", "text/event-stream" } });
        for (int i = 0; i < 20'000; ++i) {
            exchange->writeEvent("{\"seq\":" + std::to_string(i) + ",\"text\":\""
                + std::string(std::size_t(i) % 200, 'x') + "\"}");
        }
        exchange->finishStream();
    });
    Heard heard(m_client->send(request("{}")));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.events.size(), std::size_t { 20'000 });
    for (int i = 0; i < 20'000; ++i) {
        QVERIFY(
            heard.events[std::size_t(i)].startsWith(QByteArray("{\"seq\":" + QByteArray::number(i) + ',')));
    }
    verifySameBytes();
}

void LoopbackTest::carriesManyAtOnce()
{
    connect(m_server.get(), &http::Server::requestReceived, this,
        [](http::ServerExchange* exchange) { exchange->respond(200, {}, exchange->body().view()); });
    std::vector<std::unique_ptr<Heard>> all;
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 100; ++i) {
            all.push_back(std::make_unique<Heard>(m_client->send(request(QByteArray::number(i)))));
        }
        QTRY_VERIFY(std::all_of(all.begin(), all.end(), [](const auto& heard) { return heard->ended; }));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        QCOMPARE(all[i]->body, QByteArray::number(i % 100));
    }
    verifySameBytes();
}

void LoopbackTest::tellsTheServerOfAnAbort()
{
    QPointer<http::ServerExchange> serving;
    connect(m_server.get(), &http::Server::requestReceived, this, [&](http::ServerExchange* exchange) {
        serving = exchange;
        exchange->startStream(200, { { "Content-Type", "text/event-stream" } });
        exchange->writeEvent("{}");
    });
    http::ClientExchange* const exchange = m_client->send(request("{}"));
    Heard heard(exchange);
    QTRY_COMPARE(heard.order, QByteArray("she"));
    const QSignalSpy gone(serving, &http::ServerExchange::peerGone);
    exchange->abort();
    QTRY_COMPARE(gone.count(), 1);
}

QTEST_GUILESS_MAIN(LoopbackTest)
#include "tst_loopback.moc"
