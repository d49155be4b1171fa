// SPDX-License-Identifier: Apache-2.0
#include "authority.h"
#include "heard.h"
#include "rawpeer.h"
#include "recordingsink.h"

#include "protocol/transport/tls/serving.h"
#include "protocol/transport/tls/settings.h"
#include "protocol/wire/systemclock.h"

#include <QSslServer>
#include <QTest>

using tls::ClientCertificates;
using tls::Problem;

namespace {

const QByteArray kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

} // namespace

class ClientTlsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void exchangesOverTls();
    void tellsOfTheSession();
    void namesWhatIsWrongWithTheCertificate_data();
    void namesWhatIsWrongWithTheCertificate();
    void acceptsThePinnedCertificateAlone_data();
    void acceptsThePinnedCertificateAlone();
    void setsTlsForOneHost();
    void showsAClientCertificate_data();
    void showsAClientCertificate();
    void namesTheAlertThatRefusesAClientCertificate();
    void suspectsTheClientCertificate();
    void namesAPeerThatInsistsOnHttp2_data();
    void namesAPeerThatInsistsOnHttp2();
    void namesAPeerWithoutTls();
    void abortsInTheHandshake();
    void timesOutInTheHandshake();

private:
    void listen(const QSslConfiguration& tls);
    void send(tls::Options tls, const QString& host = QStringLiteral("localhost"));
    QByteArray errorText() const { return m_heard->errorText(); }
    QByteArray hint() const { return QByteArray::fromStdString(m_route->hint); }

    wire::SystemClock m_clock;
    Authority m_authority;
    RecordingSink m_sink;
    std::unique_ptr<http::Client> m_client;
    std::unique_ptr<RawPeer> m_peer;
    QPointer<http::ClientExchange> m_exchange;
    std::unique_ptr<Heard> m_heard;
    std::shared_ptr<const transport::Route> m_route;
};

void ClientTlsTest::init()
{
    m_heard.reset();
    m_client.reset();
    m_peer.reset();
    m_sink = {};
    m_route.reset();
}

void ClientTlsTest::listen(const QSslConfiguration& tls)
{
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls);
    m_peer = std::make_unique<RawPeer>(QHostAddress(QHostAddress::LocalHost), std::move(server));
    m_peer->answer(kAnswer);
}

void ClientTlsTest::send(tls::Options tls, const QString& host)
{
    http::ClientOptions options;
    options.tls = std::move(tls);
    options.hostMap["other.example"] = { "127.0.0.1", m_peer->port() };
    m_client = std::make_unique<http::Client>(m_clock, m_sink, options);
    http::Request request;
    request.url = QUrl(QStringLiteral("https://%1:%2/rpc").arg(host).arg(m_peer->port()));
    request.body = "{}";
    m_exchange = m_client->send(request);
    m_heard = std::make_unique<Heard>(m_exchange);
    connect(m_exchange, &http::ClientExchange::ended, this, [this] { m_route = m_exchange->route(); });
}

void ClientTlsTest::exchangesOverTls()
{
    listen(tls::serving(m_authority.server()));
    send(m_authority.trusting());
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(errorText(), QByteArray());
    QCOMPARE(m_heard->order, QByteArray("shb."));
    QVERIFY(m_heard->phases.encrypted && *m_heard->phases.encrypted >= *m_heard->phases.connected);
    QCOMPARE(m_sink.stream(wire::Direction::Sent), m_peer->at(0).received);
    QCOMPARE(m_sink.stream(wire::Direction::Received), kAnswer);
    QCOMPARE(m_sink.connections.at(0).transport, std::string("https"));
}

void ClientTlsTest::tellsOfTheSession()
{
    const tls::Identity server = m_authority.server();
    listen(tls::serving(server));
    send(m_authority.trusting());
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_route->step, transport::Step::Done);
    QCOMPARE(m_route->peer, "127.0.0.1:" + std::to_string(m_peer->port()));
    const tls::SessionFacts& facts = *m_route->tls;
    QCOMPARE(facts.protocol, std::string("TLS 1.3"));
    QCOMPARE(facts.alpn, std::string("http/1.1"));
    QVERIFY(facts.cipher.starts_with("TLS_"));
    QCOMPARE(facts.peerChain.size(), std::size_t { 1 });
    QCOMPARE(facts.peerChain.front(), tls::CertificateFacts::of(server.certificate));
    QVERIFY(facts.problems.empty() && facts.failure.empty() && !facts.isPinned);
    QVERIFY(facts.hint().empty());
}

void ClientTlsTest::namesWhatIsWrongWithTheCertificate_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArrayList>("told");
    QTest::addColumn<QByteArray>("hint");
    const auto row = [](const char* what, Problem::Kind kind, const QByteArrayList& told, const char* hint) {
        QTest::newRow(what) << QString::fromLatin1(what) << static_cast<int>(kind) << told
                            << QByteArray(hint);
    };
    row("unknown CA", Problem::Kind::UnknownIssuer, { "certificate" },
        "give the certificate of its issuer (CN=Test CA,O=ACMP Workbench) as CA file; or pin it");
    row("self-signed", Problem::Kind::SelfSigned, { "self-signed" },
        "give this certificate as CA file; or pin it");
    row("expired", Problem::Kind::Expired, { "expired" }, "the server needs a new one");
    row("not yet valid", Problem::Kind::NotYetValid, { "not yet valid" }, "one of the two clocks is wrong");
    row("other host", Problem::Kind::HostName,
        { "host name", "expected a certificate for other.example",
            "found one for localhost, 127.0.0.1, ::1" },
        "connect by a name it is for (localhost, 127.0.0.1, ::1); or pin it");
}

void ClientTlsTest::namesWhatIsWrongWithTheCertificate()
{
    QFETCH(QString, what);
    QFETCH(int, kind);
    QFETCH(QByteArrayList, told);
    QFETCH(QByteArray, hint);
    tls::Identity server = what == u"expired" ? m_authority.server({ "localhost" }, -1, -9)
        : what == u"not yet valid"            ? m_authority.server({ "localhost" }, 9, 2)
        : what == u"self-signed"              ? Authority("lonely").ca()
                                              : m_authority.server();
    listen(tls::serving(server));
    send(what == u"unknown CA" ? Authority("Other CA").trusting() : m_authority.trusting(),
        what == u"other host" ? QStringLiteral("other.example") : QStringLiteral("localhost"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Tls);
    for (const QByteArray& text : told) {
        QVERIFY2(errorText().contains(text), errorText().constData());
    }
    QCOMPARE(m_route->step, transport::Step::Tls);
    QVERIFY2(this->hint().contains(hint), m_route->hint.c_str());
    const tls::SessionFacts& facts = *m_route->tls;
    QCOMPARE(facts.peerChain.size(), std::size_t { 1 });
    QCOMPARE(facts.peerChain.front().sha256, tls::fingerprint(server.certificate));
    const auto problem = std::ranges::find(facts.problems, static_cast<Problem::Kind>(kind), &Problem::kind);
    QVERIFY(problem != facts.problems.end());
    QVERIFY(problem->certificate && problem->certificate->sha256 == facts.peerChain.front().sha256);
    QCOMPARE(m_sink.causes.size(), std::size_t { 1 });
    QVERIFY2(m_sink.causes[1].contains("TLS handshake failed"), m_sink.causes[1].constData());
    QVERIFY(m_sink.slices.empty());
}

void ClientTlsTest::acceptsThePinnedCertificateAlone_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<bool>("isTrusted");
    QTest::addColumn<bool>("isPinned");
    QTest::newRow("pinned, unknown CA") << "good" << false << true;
    QTest::newRow("pinned, for another host and expired") << "bad" << false << true;
    QTest::newRow("pinned, trusted too") << "good" << true << true;
    QTest::newRow("another, unknown CA") << "good" << false << false;
    QTest::newRow("another, though its CA is trusted") << "good" << true << false;
}

void ClientTlsTest::acceptsThePinnedCertificateAlone()
{
    QFETCH(QString, server);
    QFETCH(bool, isTrusted);
    QFETCH(bool, isPinned);
    const tls::Identity identity
        = server == u"bad" ? m_authority.server({ "elsewhere.example" }, -1, -9) : m_authority.server();
    listen(tls::serving(identity));
    tls::Options options = isTrusted ? m_authority.trusting() : Authority("Other CA").trusting();
    options.pin = tls::fingerprint(isPinned ? identity.certificate : m_authority.server().certificate);
    send(options);
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_route->tls->isPinned, isPinned);
    if (isPinned) {
        QCOMPARE(errorText(), QByteArray());
        QCOMPARE(m_heard->order, QByteArray("shb."));
        QCOMPARE(m_route->tls->problems.empty(), isTrusted);
        return;
    }
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Tls);
    QVERIFY2(errorText().contains("not the pinned one"), errorText().constData());
    QVERIFY2(hint().contains("somebody may be in between"), m_route->hint.c_str());
    QCOMPARE(m_route->tls->problems.front().kind, Problem::Kind::NotThePinned);
    // Nothing of the request went out.
    QTRY_VERIFY(m_peer->connections() == 0 || m_peer->at(0).gone);
    QVERIFY(m_peer->connections() == 0 || m_peer->at(0).received.isEmpty());
}

void ClientTlsTest::setsTlsForOneHost()
{
    listen(tls::serving(m_authority.server()));
    m_peer->answer(kAnswer);
    send(Authority("Other CA").trusting());
    QTRY_VERIFY(m_heard->ended);
    QVERIFY(m_heard->error);
    m_client->setTls("localhost:" + std::to_string(m_peer->port()), m_authority.trusting());
    http::Request request;
    request.url = QUrl(QStringLiteral("https://localhost:%1/").arg(m_peer->port()));
    Heard again(m_client->send(request));
    QTRY_VERIFY(again.ended);
    QCOMPARE(again.errorText(), QByteArray());
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(m_peer->port()));
    Heard other(m_client->send(request));
    QTRY_VERIFY(other.ended);
    QCOMPARE(other.error->kind, wire::ErrorKind::Tls);
}

void ClientTlsTest::showsAClientCertificate_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("P-256") << static_cast<int>(Authority::Request::KeyKind::P256);
    QTest::newRow("Ed25519") << static_cast<int>(Authority::Request::KeyKind::Ed25519);
    QTest::newRow("RSA") << static_cast<int>(Authority::Request::KeyKind::Rsa2048);
}

void ClientTlsTest::showsAClientCertificate()
{
    QFETCH(int, kind);
    const tls::Identity buyer = m_authority.client("buyer", static_cast<Authority::Request::KeyKind>(kind));
    tls::Settings settings;
    settings.trustsSystem = false;
    settings.caFile = m_authority.write(QStringLiteral("ca.pem"), m_authority.ca().certificate.toPem());
    settings.certificateFile = m_authority.write(QStringLiteral("client.pem"), tls::toPem(buyer));
    const auto options = tls::configuration(settings);
    QVERIFY2(options, options ? "" : options.error().toString().c_str());
    listen(
        tls::serving(m_authority.server(), ClientCertificates::Required, { m_authority.ca().certificate }));
    send(*options);
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(errorText(), QByteArray());
    auto* const socket = qobject_cast<QSslSocket*>(m_peer->at(0).socket);
    QCOMPARE(socket->peerCertificate(), buyer.certificate);
    QCOMPARE(m_route->tls->ownCertificate->sha256, tls::fingerprint(buyer.certificate));
}

void ClientTlsTest::namesTheAlertThatRefusesAClientCertificate()
{
    listen(
        tls::serving(m_authority.server(), ClientCertificates::Required, { m_authority.ca().certificate }));
    QSslConfiguration tls = m_authority.trusting();
    Authority("Rogue CA").client().showIn(tls);
    send(tls);
    QTRY_VERIFY(m_heard->ended);
    QVERIFY2(errorText().contains("the server refuses our client certificate: found the TLS alert "),
        errorText().constData());
    QVERIFY2(hint().contains("trusts the issuer of CN=buyer"), m_route->hint.c_str());
    QCOMPARE(m_route->step, transport::Step::Tls);
    QVERIFY(m_route->tls->isAboutOwnCertificate());
}

// A server that just closes, which Qt's own does.
void ClientTlsTest::suspectsTheClientCertificate()
{
    QSslConfiguration tls = tls::serving(m_authority.server());
    tls.setCaCertificates({ m_authority.ca().certificate });
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    listen(tls);
    send(m_authority.trusting());
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Tls);
    QVERIFY2(errorText().contains("client certificate"), errorText().constData());
}

void ClientTlsTest::namesAPeerThatInsistsOnHttp2_data()
{
    QTest::addColumn<QByteArray>("frame");
    QTest::newRow("SETTINGS") << QByteArray::fromHex("000006040000000000000300000064");
    QTest::newRow("empty SETTINGS") << QByteArray::fromHex("000000040000000000");
    QTest::newRow("GOAWAY") << QByteArray::fromHex("0000080700000000000000000000000001");
}

void ClientTlsTest::namesAPeerThatInsistsOnHttp2()
{
    QFETCH(QByteArray, frame);
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls::serving(m_authority.server()));
    m_peer = std::make_unique<RawPeer>(QHostAddress(QHostAddress::LocalHost), std::move(server));
    m_peer->answerAndClose(frame);
    send(m_authority.trusting());
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Http);
    QVERIFY2(errorText().contains("the peer insists on HTTP/2"), errorText().constData());
    QCOMPARE(m_sink.stream(wire::Direction::Received), frame);
}

void ClientTlsTest::namesAPeerWithoutTls()
{
    QTcpServer plain;
    connect(&plain, &QTcpServer::newConnection, this, [&plain] {
        QTcpSocket* const socket = plain.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            socket->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    plain.listen(QHostAddress::LocalHost);
    http::Client client(m_clock, m_sink);
    http::Request request;
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(plain.serverPort()));
    http::ClientExchange* const exchange = client.send(request);
    Heard heard(exchange);
    connect(exchange, &http::ClientExchange::ended, this, [this, exchange] { m_route = exchange->route(); });
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(hint().contains("does not speak TLS"), heard.errorText().constData());
}

void ClientTlsTest::abortsInTheHandshake()
{
    m_peer = std::make_unique<RawPeer>();
    send(m_authority.trusting());
    QTRY_VERIFY(m_peer->connections() == 1 && !m_peer->at(0).received.isEmpty());
    m_exchange->abort();
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Cancelled);
    QTRY_VERIFY(m_peer->at(0).gone);
}

void ClientTlsTest::timesOutInTheHandshake()
{
    RawPeer silent;
    http::ClientOptions options;
    options.connectTimeout = wire::milliseconds(80);
    http::Client client(m_clock, m_sink, options);
    http::Request request;
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(silent.port()));
    http::ClientExchange* const exchange = client.send(request);
    Heard heard(exchange);
    connect(exchange, &http::ClientExchange::ended, this, [this, exchange] { m_route = exchange->route(); });
    QTRY_VERIFY(heard.ended);
    QCOMPARE(heard.error->message, std::string("no connection within 80 ms, waiting for the TLS handshake"));
    QCOMPARE(m_route->step, transport::Step::Tls);
    QVERIFY(m_route->connected && !m_route->encrypted && m_route->failed);
}

QTEST_GUILESS_MAIN(ClientTlsTest)
#include "tst_clienttls.moc"
