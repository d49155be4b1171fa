// SPDX-License-Identifier: Apache-2.0
#include "authority.h"
#include "heard.h"
#include "recordingsink.h"

#include "protocol/transport/http/server.h"
#include "protocol/transport/tls/serving.h"
#include "protocol/wire/systemclock.h"

#include <QTcpSocket>
#include <QTest>

using tls::ClientCertificates;

/// Our server and our client, TLS between them.
class ServerTlsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void servesOverTls();
    void keepsTheConnection();
    void streamsEventsAndTellsWhenItIsWritable();
    void answersARefusedRequestWhole();
    void tellsWhoCalls();
    void asksAndTakesNone();
    void demandsAClientCertificate_data();
    void demandsAClientCertificate();
    void givesUpASilentHandshake();
    void namesPlainHttp();
    void namesAClientThatDoesNotTrustIt();

private:
    void serve(ClientCertificates clients = ClientCertificates::Ignored, http::ServerOptions options = {});
    QSslConfiguration showing(const tls::Identity& identity) const;
    http::ClientExchange* send(const QSslConfiguration& tls, const QByteArray& body = "{}");
    QByteArray cause(std::uint32_t connection = 1) const
    {
        const auto found = m_serverSink.causes.find(connection);
        return found == m_serverSink.causes.end() ? QByteArray() : found->second;
    }

    Authority m_authority;
    wire::SystemClock m_clock;
    RecordingSink m_serverSink;
    RecordingSink m_sink;
    std::unique_ptr<http::Server> m_server;
    std::unique_ptr<http::Client> m_client;
    std::function<void(http::ServerExchange&)> m_answer;
    std::vector<std::shared_ptr<const tls::CertificateFacts>> m_callers;
};

void ServerTlsTest::init()
{
    m_client.reset();
    m_server.reset();
    m_serverSink = {};
    m_sink = {};
    m_callers.clear();
    m_answer = [](http::ServerExchange& exchange) {
        exchange.respond(200, { { "Content-Type", "application/json" } }, exchange.body().view());
    };
}

void ServerTlsTest::serve(ClientCertificates clients, http::ServerOptions options)
{
    options.tls = tls::serving(m_authority.server(), clients, { m_authority.ca().certificate });
    m_server = std::make_unique<http::Server>(m_clock, m_serverSink, options);
    connect(m_server.get(), &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
        m_callers.push_back(exchange->clientCertificate());
        m_answer(*exchange);
    });
    QVERIFY(m_server->listen(QHostAddress::LocalHost, 0));
}

QSslConfiguration ServerTlsTest::showing(const tls::Identity& identity) const
{
    QSslConfiguration tls = m_authority.trusting();
    identity.showIn(tls);
    return tls;
}

http::ClientExchange* ServerTlsTest::send(const QSslConfiguration& tls, const QByteArray& body)
{
    if (!m_client) {
        http::ClientOptions options;
        options.tls = tls;
        m_client = std::make_unique<http::Client>(m_clock, m_sink, options);
    }
    http::Request request;
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/rpc").arg(m_server->port()));
    request.body = body;
    return m_client->send(request);
}

void ServerTlsTest::servesOverTls()
{
    serve();
    Heard heard(send(m_authority.trusting(), "{\"a\":1}"));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.body, QByteArray("{\"a\":1}"));
    QVERIFY(!m_callers.at(0));
    QCOMPARE(m_serverSink.connections.at(0).transport, std::string("https"));
    for (const auto direction : { wire::Direction::Sent, wire::Direction::Received }) {
        const auto other
            = direction == wire::Direction::Sent ? wire::Direction::Received : wire::Direction::Sent;
        QVERIFY(!m_sink.stream(direction).isEmpty());
        QCOMPARE(m_serverSink.stream(other), m_sink.stream(direction));
    }
}

void ServerTlsTest::keepsTheConnection()
{
    serve();
    for (int i = 0; i < 3; ++i) {
        Heard heard(send(m_authority.trusting()));
        QTRY_VERIFY(heard.ended);
        QCOMPARE(heard.errorText(), QByteArray());
        QCOMPARE(heard.phases.reusedConnection, i > 0);
    }
    QCOMPARE(m_serverSink.connections.size(), std::size_t { 1 });
}

// More than all buffers take: who watched bytesToWrite() alone would take it all into memory, who waited for
// bytesWritten() alone would wait for ever.
void ServerTlsTest::streamsEventsAndTellsWhenItIsWritable()
{
    constexpr int kEvents = 400;
    const std::string event(std::size_t { 64 } << 10, 'x');
    int written = 0;
    int stops = 0;
    m_answer = [&](http::ServerExchange& exchange) {
        exchange.startStream(200, { { "Content-Type", "text/event-stream" } });
        const auto go = [&, at = &exchange] {
            while (written < kEvents && at->isWritable()) {
                at->writeEvent(event);
                ++written;
            }
            if (written < kEvents) {
                ++stops;
            } else if (written == kEvents) {
                ++written;
                at->finishStream();
            }
        };
        connect(&exchange, &http::ServerExchange::writable, &exchange, go);
        go();
    };
    serve();
    http::ClientExchange* const exchange = send(m_authority.trusting());
    Heard heard(exchange);
    exchange->pauseReading(true);
    QTRY_VERIFY(stops > 0);
    QVERIFY(written < kEvents / 2);
    exchange->pauseReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(heard.ended, 30'000);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.events.size(), std::size_t { kEvents });
    QVERIFY(stops > 10);
}

void ServerTlsTest::answersARefusedRequestWhole()
{
    http::ServerOptions options;
    options.bodyBytes = 1000;
    serve(ClientCertificates::Ignored, options);
    Heard heard(send(m_authority.trusting(), QByteArray(2'000'000, 'x')));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.head.status, 413);
    QVERIFY2(heard.body.contains("over 1000 bytes"), heard.body.constData());
    QTRY_COMPARE(cause(), QByteArray("closed by the peer"));
}

void ServerTlsTest::tellsWhoCalls()
{
    const tls::Identity buyer = m_authority.client("buyer seven");
    serve(ClientCertificates::Required);
    Heard heard(send(showing(buyer)));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QVERIFY(m_callers.at(0));
    QCOMPARE(m_callers.at(0)->sha256, tls::fingerprint(buyer.certificate));
    QVERIFY(m_callers.at(0)->subject.find("CN=buyer seven") != std::string::npos);
}

void ServerTlsTest::asksAndTakesNone()
{
    serve(ClientCertificates::Asked);
    Heard heard(send(m_authority.trusting()));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QVERIFY(!m_callers.at(0));
}

void ServerTlsTest::demandsAClientCertificate_data()
{
    QTest::addColumn<QString>("shown");
    QTest::addColumn<bool>("isTls12");
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<QByteArray>("hint");
    QTest::addColumn<QByteArray>("recorded");
    QTest::newRow("none") << QString() << false << QByteArray("the server demands a client certificate")
                          << QByteArray("give a client certificate") << QByteArray("certificate");
    QTest::newRow("of another CA") << QStringLiteral("rogue") << false
                                   << QByteArray("the server refuses our client certificate")
                                   << QByteArray("CN=Rogue CA") << QByteArray("certificate");
    QTest::newRow("none, TLS 1.2") << QString() << true << QByteArray("handshake")
                                   << QByteArray("client certificate") << QByteArray("certificate");
    QTest::newRow("of another CA, TLS 1.2")
        << QStringLiteral("rogue") << true << QByteArray("the server refuses our client certificate")
        << QByteArray("CN=Rogue CA") << QByteArray("certificate");
}

void ServerTlsTest::demandsAClientCertificate()
{
    QFETCH(QString, shown);
    QFETCH(bool, isTls12);
    QFETCH(QByteArray, told);
    QFETCH(QByteArray, hint);
    QFETCH(QByteArray, recorded);
    serve(ClientCertificates::Required);
    QSslConfiguration tls
        = shown.isEmpty() ? m_authority.trusting() : showing(Authority("Rogue CA").client("rogue"));
    if (isTls12) {
        tls.setProtocol(QSsl::TlsV1_2);
    }
    http::ClientExchange* const exchange = send(tls);
    Heard heard(exchange);
    std::shared_ptr<const transport::Route> route;
    connect(exchange, &http::ClientExchange::ended, this, [&] { route = exchange->route(); });
    QTRY_VERIFY(heard.ended);
    QVERIFY(heard.error);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(heard.errorText().contains(told), heard.errorText().constData());
    QVERIFY(!heard.error->transient);
    QVERIFY(m_callers.empty());
    QCOMPARE(route->step, transport::Step::Tls);
    QVERIFY2(QByteArray::fromStdString(route->hint).contains(hint), route->hint.c_str());
    QTRY_VERIFY(!cause().isEmpty());
    QVERIFY2(
        cause().startsWith("the TLS handshake failed: ") && cause().contains(recorded), cause().constData());
}

void ServerTlsTest::givesUpASilentHandshake()
{
    http::ServerOptions options;
    options.handshakeTimeout = wire::milliseconds(50);
    serve(ClientCertificates::Ignored, options);
    QTcpSocket silent;
    silent.connectToHost(QHostAddress(QHostAddress::LocalHost), m_server->port());
    QTRY_COMPARE(cause(), QByteArray("closed on this side: no TLS handshake within 50 ms"));
    QTRY_COMPARE(silent.state(), QAbstractSocket::UnconnectedState);
}

void ServerTlsTest::namesPlainHttp()
{
    serve();
    QTcpSocket plain;
    plain.connectToHost(QHostAddress(QHostAddress::LocalHost), m_server->port());
    plain.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    QTRY_VERIFY(!cause().isEmpty());
    QVERIFY2(cause().contains("plain HTTP came"), cause().constData());
    QVERIFY(m_serverSink.slices.empty());
}

void ServerTlsTest::namesAClientThatDoesNotTrustIt()
{
    serve();
    Heard heard(send(Authority("Other CA").trusting()));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QTRY_VERIFY(!cause().isEmpty());
    QVERIFY(m_callers.empty());
}

QTEST_GUILESS_MAIN(ServerTlsTest)
#include "tst_servertls.moc"
