// SPDX-License-Identifier: Apache-2.0
// TLS with the openssl program at the other end, as server and as client.
#include "tests/transport/authority.h"
#include "tests/transport/heard.h"
#include "tests/transport/recordingsink.h"

#include "protocol/transport/http/server.h"
#include "protocol/transport/tls/serving.h"
#include "protocol/transport/tls/settings.h"
#include "protocol/wire/systemclock.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

using KeyKind = Authority::Request::KeyKind;

namespace {

constexpr int kPatienceMs = 10'000;

} // namespace

class OpensslTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void connectsToItsServer_data();
    void connectsToItsServer();
    void hearsWhyItsServerRefuses_data();
    void hearsWhyItsServerRefuses();
    void servesItsClient_data();
    void servesItsClient();
    void resumesItsSession();

private:
    QString file(const char* name, const QByteArray& contents) const
    {
        return QString::fromStdString(m_authority.write(QString::fromLatin1(name), contents));
    }
    void startServer(const QStringList& arguments);
    void startClient(const QStringList& arguments);
    void serve(tls::ClientCertificates clients);
    QStringList showing(const tls::Identity& identity) const
    {
        const QString both = file("shown.pem", tls::toPem(identity));
        return { QStringLiteral("-cert"), both, QStringLiteral("-key"), both };
    }

    QString m_openssl;
    Authority m_authority;
    QString m_ca;
    wire::SystemClock m_clock;
    RecordingSink m_sink;
    std::unique_ptr<http::Server> m_server;
    std::vector<std::string> m_callers;
    std::unique_ptr<QProcess> m_process;
    QByteArray m_output;
    quint16 m_port = 0;
};

void OpensslTest::initTestCase()
{
    m_openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (m_openssl.isEmpty()) {
        const char* const why = "no openssl on the PATH";
        if (qEnvironmentVariable("CI") == u"true") {
            QFAIL(why);
        }
        QSKIP(why);
    }
    m_ca = file("ca.pem", m_authority.ca().certificate.toPem());
}

void OpensslTest::init()
{
    m_output.clear();
    m_sink = {};
    m_callers.clear();
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    connect(m_process.get(), &QProcess::readyRead, this, [this] { m_output += m_process->readAll(); });
}

void OpensslTest::cleanup()
{
    m_server.reset();
    if (m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished();
    }
}

void OpensslTest::startServer(const QStringList& arguments)
{
    const QString both = file("server.pem", tls::toPem(m_authority.server()));
    m_process->start(m_openssl,
        QStringList { QStringLiteral("s_server"), QStringLiteral("-accept"), QStringLiteral("127.0.0.1:0"),
            QStringLiteral("-cert"), both, QStringLiteral("-key"), both, QStringLiteral("-CAfile"), m_ca,
            QStringLiteral("-no-CApath"), QStringLiteral("-www") }
            + arguments);
    static const QRegularExpression accept(QStringLiteral("ACCEPT \\S*:(\\d+)"));
    QTRY_VERIFY2_WITH_TIMEOUT(
        accept.match(QString::fromUtf8(m_output)).hasMatch(), m_output.constData(), kPatienceMs);
    m_port = accept.match(QString::fromUtf8(m_output)).captured(1).toUShort();
}

void OpensslTest::connectsToItsServer_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("version");
    for (const char* const version : { "-tls1_3", "-tls1_2" }) {
        QTest::addRow("P-256 %s", version) << static_cast<int>(KeyKind::P256) << QString::fromLatin1(version);
        QTest::addRow("Ed25519 %s", version)
            << static_cast<int>(KeyKind::Ed25519) << QString::fromLatin1(version);
        QTest::addRow("RSA %s", version)
            << static_cast<int>(KeyKind::Rsa2048) << QString::fromLatin1(version);
    }
}

void OpensslTest::connectsToItsServer()
{
    QFETCH(int, kind);
    QFETCH(QString, version);
    startServer(
        { QStringLiteral("-Verify"), QStringLiteral("2"), QStringLiteral("-verify_return_error"), version });
    const tls::Identity buyer = m_authority.client("buyer", static_cast<KeyKind>(kind));
    tls::Settings settings;
    settings.caFile = m_ca.toStdString();
    settings.trustsSystem = false;
    settings.certificateFile = m_authority.write(QStringLiteral("client.pem"), tls::toPem(buyer));
    http::ClientOptions options;
    options.tls = *tls::configuration(settings);
    http::Client client(m_clock, m_sink, options);
    http::Request request;
    request.method = "GET";
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(m_port));
    Heard heard(client.send(request));
    QTRY_VERIFY_WITH_TIMEOUT(heard.ended, kPatienceMs);
    QCOMPARE(heard.errorText(), QByteArray());
    QCOMPARE(heard.head.status, 200);
    // Its page tells of the session.
    QVERIFY2(heard.body.contains(version == u"-tls1_3" ? "TLSv1.3" : "TLSv1.2"), heard.body.constData());
    QVERIFY2(heard.body.contains("buyer"), heard.body.right(2000).constData());
}

void OpensslTest::hearsWhyItsServerRefuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QByteArray>("told");
    const QStringList verify { QStringLiteral("-Verify"), QStringLiteral("2"),
        QStringLiteral("-verify_return_error") };
    QTest::newRow("no certificate, TLS 1.3")
        << verify + QStringList { QStringLiteral("-tls1_3") } << QString()
        << QByteArray(
               "the server demands a client certificate: found the TLS alert certificate required (116)");
    QTest::newRow("another CA's, TLS 1.3")
        << verify + QStringList { QStringLiteral("-tls1_3") } << QStringLiteral("rogue")
        << QByteArray("the server refuses our client certificate: found the TLS alert unknown CA (48)");
    QTest::newRow("no certificate, TLS 1.2")
        << verify + QStringList { QStringLiteral("-tls1_2") } << QString()
        << QByteArray("found the TLS alert handshake failure (40)");
    QTest::newRow("another CA's, TLS 1.2")
        << verify + QStringList { QStringLiteral("-tls1_2") } << QStringLiteral("rogue")
        << QByteArray("the server refuses our client certificate: found the TLS alert unknown CA (48)");
    QTest::newRow("h2 alone") << QStringList { QStringLiteral("-alpn"), QStringLiteral("h2") } << QString()
                              << QByteArray("it insists on HTTP/2");
}

void OpensslTest::hearsWhyItsServerRefuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, shown);
    QFETCH(QByteArray, told);
    startServer(arguments);
    http::ClientOptions options;
    options.tls = m_authority.trusting();
    if (!shown.isEmpty()) {
        Authority("Rogue CA").client(shown.toStdString()).showIn(options.tls.configuration);
    }
    http::Client client(m_clock, m_sink, options);
    http::Request request;
    request.method = "GET";
    request.url = QUrl(QStringLiteral("https://127.0.0.1:%1/").arg(m_port));
    http::ClientExchange* const exchange = client.send(request);
    Heard heard(exchange);
    std::string hint;
    connect(exchange, &http::ClientExchange::ended, this, [&] { hint = exchange->route()->hint; });
    QTRY_VERIFY_WITH_TIMEOUT(heard.ended, kPatienceMs);
    QVERIFY(heard.error);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Tls);
    QVERIFY2(heard.errorText().contains(told), heard.errorText().constData());
    QVERIFY(!hint.empty());
}

void OpensslTest::serve(tls::ClientCertificates clients)
{
    http::ServerOptions options;
    options.tls = tls::serving(m_authority.server(), clients, { m_authority.ca().certificate });
    m_server = std::make_unique<http::Server>(m_clock, m_sink, options);
    connect(m_server.get(), &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
        const auto caller = exchange->clientCertificate();
        m_callers.push_back(caller ? caller->sha256 : std::string());
        exchange->respond(200, { { "Connection", "close" } }, "served by us");
    });
    QVERIFY(m_server->listen(QHostAddress::LocalHost, 0));
}

void OpensslTest::startClient(const QStringList& arguments)
{
    m_process->start(m_openssl,
        QStringList { QStringLiteral("s_client"), QStringLiteral("-connect"),
            QStringLiteral("127.0.0.1:%1").arg(m_server->port()), QStringLiteral("-CAfile"), m_ca,
            QStringLiteral("-verify_return_error"), QStringLiteral("-verify_ip"), QStringLiteral("127.0.0.1"),
            QStringLiteral("-alpn"), QStringLiteral("http/1.1"), QStringLiteral("-ign_eof") }
            + arguments);
    m_process->write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    m_process->closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(m_process->state(), QProcess::NotRunning, kPatienceMs);
    m_output += m_process->readAll();
}

void OpensslTest::servesItsClient_data()
{
    QTest::addColumn<int>("clients");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, tls::ClientCertificates clients, const char* shown,
                         const char* version, const char* told) {
        QTest::addRow("%s %s", name, version) << static_cast<int>(clients) << QString::fromLatin1(shown)
                                              << QString::fromLatin1(version) << QByteArray(told);
    };
    using enum tls::ClientCertificates;
    for (const char* const version : { "-tls1_3", "-tls1_2" }) {
        row("none asked", Ignored, "", version, "served by us");
        row("asked, none", Asked, "", version, "served by us");
        row("asked, shown", Asked, "good", version, "served by us");
        row("asked, another CA's", Asked, "rogue", version, "served by us");
        row("required, shown", Required, "good", version, "served by us");
    }
    row("required, none", Required, "", "-tls1_3", "alert certificate required");
    row("required, none", Required, "", "-tls1_2", "alert handshake failure");
    row("required, another CA's", Required, "rogue", "-tls1_3", "alert");
    row("required, another CA's", Required, "rogue", "-tls1_2", "alert");
}

void OpensslTest::servesItsClient()
{
    QFETCH(int, clients);
    QFETCH(QString, shown);
    QFETCH(QString, version);
    QFETCH(QByteArray, told);
    serve(static_cast<tls::ClientCertificates>(clients));
    QStringList arguments { version };
    std::string expected;
    if (!shown.isEmpty()) {
        const tls::Identity identity
            = shown == u"good" ? m_authority.client() : Authority("Rogue CA").client();
        expected = tls::fingerprint(identity.certificate);
        arguments += showing(identity);
    }
    startClient(arguments);
    QVERIFY2(m_output.contains(told), m_output.constData());
    if (told == "served by us") {
        QCOMPARE(m_callers, std::vector { expected });
        QVERIFY(m_output.contains("ALPN protocol: http/1.1"));
        QVERIFY(m_output.contains("Verify return code: 0 (ok)"));
    } else {
        QVERIFY(m_callers.empty());
        QTRY_VERIFY(m_sink.causes[1].startsWith("the TLS handshake failed: "));
    }
}

// A client that comes back with a ticket has no certificate in its second handshake.
void OpensslTest::resumesItsSession()
{
    serve(tls::ClientCertificates::Required);
    const tls::Identity buyer = m_authority.client();
    const QString session = QString::fromStdString(m_authority.path(QStringLiteral("session.pem")));
    startClient(showing(buyer) + QStringList { QStringLiteral("-sess_out"), session });
    QVERIFY2(m_output.contains("served by us"), m_output.constData());
    m_output.clear();
    startClient(showing(buyer) + QStringList { QStringLiteral("-sess_in"), session });
    QVERIFY2(m_output.contains("served by us"), m_output.constData());
    QCOMPARE(m_callers, std::vector(2, tls::fingerprint(buyer.certificate)));
}

QTEST_GUILESS_MAIN(OpensslTest)
#include "tst_openssl.moc"
