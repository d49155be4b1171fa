// SPDX-License-Identifier: Apache-2.0
#include "heard.h"
#include "rawpeer.h"
#include "recordingsink.h"
#include "testcertificate.h"

#include "protocol/wire/systemclock.h"

#include <QSslServer>
#include <QTest>

namespace {

const QByteArray kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

} // namespace

class ClientTlsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_identity = TestCertificate::make(); }
    void init();

    void exchangesOverTls();
    void namesACertificateThatIsNotTrusted();
    void namesACertificateForAnotherHost();
    void suspectsTheClientCertificate();
    void abortsInTheHandshake();

private:
    void listen(const QSslConfiguration& tls);
    http::ClientExchange* send(
        const QSslConfiguration& tls, const QString& host = QStringLiteral("localhost"));

    wire::SystemClock m_clock;
    RecordingSink m_sink;
    TestCertificate m_identity;
    std::unique_ptr<http::Client> m_client;
    std::unique_ptr<RawPeer> m_peer;
};

void ClientTlsTest::init()
{
    m_client.reset();
    m_peer.reset();
    m_sink = {};
}

void ClientTlsTest::listen(const QSslConfiguration& tls)
{
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls);
    m_peer = std::make_unique<RawPeer>(QHostAddress(QHostAddress::LocalHost), std::move(server));
    m_peer->answer(kAnswer);
}

http::ClientExchange* ClientTlsTest::send(const QSslConfiguration& tls, const QString& host)
{
    http::ClientOptions options;
    options.tls = tls;
    options.hostMap["other.example"] = { "127.0.0.1", m_peer->port() };
    m_client = std::make_unique<http::Client>(m_clock, m_sink, options);
    http::Request request;
    request.url = QUrl(QStringLiteral("https://%1:%2/rpc").arg(host).arg(m_peer->port()));
    request.body = "{}";
    return m_client->send(request);
}

void ClientTlsTest::exchangesOverTls()
{
    listen(m_identity.server());
    Heard heard(send(m_identity.trusting()));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.order, QByteArray("shb."));
    QVERIFY(heard.phases.encrypted && *heard.phases.encrypted >= *heard.phases.connected);
    QCOMPARE(m_sink.stream(wire::Direction::Sent), m_peer->at(0).received);
    QCOMPARE(m_sink.stream(wire::Direction::Received), kAnswer);
    QCOMPARE(m_sink.connections.at(0).transport, std::string("https"));
}

void ClientTlsTest::namesACertificateThatIsNotTrusted()
{
    listen(m_identity.server());
    Heard heard(send(TestCertificate::make().trusting()));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(heard.errorText().contains("certificate"), heard.errorText().constData());
    QCOMPARE(m_sink.causes.size(), std::size_t { 1 });
}

void ClientTlsTest::namesACertificateForAnotherHost()
{
    listen(m_identity.server());
    Heard heard(send(m_identity.trusting(), QStringLiteral("other.example")));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(heard.errorText().contains("host name"), heard.errorText().constData());
}

void ClientTlsTest::suspectsTheClientCertificate()
{
    QSslConfiguration tls = m_identity.server();
    tls.setCaCertificates({ m_identity.certificate });
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    listen(tls);
    Heard heard(send(m_identity.trusting()));
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(heard.errorText().contains("client certificate"), heard.errorText().constData());
}

void ClientTlsTest::abortsInTheHandshake()
{
    m_peer = std::make_unique<RawPeer>();
    http::ClientExchange* const exchange = send(m_identity.trusting());
    Heard heard(exchange);
    QTRY_VERIFY(m_peer->connections() == 1 && !m_peer->at(0).received.isEmpty());
    exchange->abort();
    QCOMPARE(heard.order, QByteArray("E"));
    QCOMPARE(heard.error->kind, wire::ErrorKind::Cancelled);
    QTRY_VERIFY(m_peer->at(0).gone);
}

QTEST_GUILESS_MAIN(ClientTlsTest)
#include "tst_clienttls.moc"
