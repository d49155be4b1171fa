// SPDX-License-Identifier: Apache-2.0
#include "authority.h"
#include "heard.h"
#include "rawpeer.h"
#include "recordingsink.h"
#include "relayproxy.h"

#include "protocol/transport/tls/serving.h"
#include "protocol/wire/systemclock.h"

#include <QSslServer>
#include <QTest>

using transport::ProxyAddress;
using transport::ProxySettings;
using transport::Step;

namespace {

const QByteArray kAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

// A port where nothing listens.
quint16 closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

/// The HTTP client through proxies on loopback.
class ClientProxyTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void goesThroughAProxy_data();
    void goesThroughAProxy();
    void keepsTheTunnelForTheNextRequest();
    void recordsWhatIsSaidToAnHttpProxy();
    void namesTheRefusal_data();
    void namesTheRefusal();
    void namesAProxyThatIsNotThere();
    void namesAProxyThatCloses();
    void timesOutAtASilentProxy();
    void seesTheCertificateThroughTheTunnel();
    void goesDirectlyToThisMachine();
    void asksTheDesktop();
    void abortsAtTheProxy();

private:
    static ProxySettings through(const RelayProxy& proxy, RelayProxy::Kind kind);
    void send(http::ClientOptions options, const QString& url);

    wire::SystemClock m_clock;
    Authority m_authority;
    RecordingSink m_sink;
    std::unique_ptr<http::Client> m_client;
    QPointer<http::ClientExchange> m_exchange;
    std::unique_ptr<Heard> m_heard;
    std::shared_ptr<const transport::Route> m_route;
};

void ClientProxyTest::init()
{
    m_heard.reset();
    m_client.reset();
    m_sink = {};
    m_route.reset();
}

ProxySettings ClientProxyTest::through(const RelayProxy& proxy, RelayProxy::Kind kind)
{
    ProxySettings settings;
    settings.use = ProxySettings::Use::Given;
    settings.proxy = ProxyAddress { .kind
        = kind == RelayProxy::Kind::Http ? ProxyAddress::Kind::Http : ProxyAddress::Kind::Socks5,
        .host = "127.0.0.1",
        .port = proxy.port(),
        .user = proxy.user.toStdString(),
        .password = proxy.password.toStdString() };
    return settings;
}

void ClientProxyTest::send(http::ClientOptions options, const QString& url)
{
    if (!m_client) {
        m_client = std::make_unique<http::Client>(m_clock, m_sink, std::move(options));
    }
    http::Request request;
    request.url = QUrl(url);
    request.body = "{}";
    m_exchange = m_client->send(request);
    m_heard = std::make_unique<Heard>(m_exchange);
    connect(m_exchange, &http::ClientExchange::ended, this, [this] { m_route = m_exchange->route(); });
}

void ClientProxyTest::goesThroughAProxy_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<bool>("isTls");
    for (const bool isTls : { false, true }) {
        for (const char* const user : { "", "me" }) {
            for (const auto kind : { RelayProxy::Kind::Http, RelayProxy::Kind::Socks5 }) {
                QTest::addRow("%s%s%s", kind == RelayProxy::Kind::Http ? "CONNECT" : "SOCKS5",
                    isTls ? ", https" : "", *user ? ", user" : "")
                    << static_cast<int>(kind) << QByteArray(user) << isTls;
            }
        }
    }
}

void ClientProxyTest::goesThroughAProxy()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, user);
    QFETCH(bool, isTls);
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls::serving(m_authority.server({ "agent.invalid" })));
    RawPeer peer(
        QHostAddress(QHostAddress::LocalHost), isTls ? std::move(server) : std::make_unique<QTcpServer>());
    peer.answer(kAnswer);
    RelayProxy proxy(static_cast<RelayProxy::Kind>(kind), peer.port());
    proxy.user = user;
    proxy.password = user.isEmpty() ? QByteArray() : QByteArray("s:crèt");
    http::ClientOptions options;
    options.tls = m_authority.trusting();
    options.proxy = through(proxy, static_cast<RelayProxy::Kind>(kind));
    // A name that only the proxy knows.
    send(options,
        isTls ? QStringLiteral("https://agent.invalid/rpc") : QStringLiteral("http://agent.invalid/rpc"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->errorText(), QByteArray());
    QCOMPARE(m_heard->order, QByteArray("shb."));
    QCOMPARE(proxy.asked, QByteArrayList { isTls ? "agent.invalid:443" : "agent.invalid:80" });
    QVERIFY(peer.at(0).received.startsWith("POST /rpc HTTP/1.1\r\nHost: agent.invalid\r\n"));
    QVERIFY(!peer.at(0).received.contains("Proxy-"));
    QVERIFY(m_heard->phases.tunnelled && *m_heard->phases.tunnelled >= *m_heard->phases.connected);
    QCOMPARE(m_route->step, Step::Done);
    QCOMPARE(m_route->proxy.why, std::string("set for this program"));
    const auto own = static_cast<std::uint32_t>(m_sink.connections.size());
    QCOMPARE(m_sink.stream(wire::Direction::Sent, own), peer.at(0).received);
    QCOMPARE(m_sink.connections.back().peer, "127.0.0.1:" + std::to_string(proxy.port()) + " (proxy)");
    QCOMPARE(m_sink.connections.back().target,
        std::string(isTls ? "https://agent.invalid" : "http://agent.invalid"));
}

void ClientProxyTest::keepsTheTunnelForTheNextRequest()
{
    RawPeer peer;
    peer.answer(kAnswer).answer(kAnswer);
    RelayProxy proxy(RelayProxy::Kind::Http, peer.port());
    http::ClientOptions options;
    options.proxy = through(proxy, RelayProxy::Kind::Http);
    for (int i = 0; i < 2; ++i) {
        send(options, QStringLiteral("http://agent.invalid/"));
        QTRY_VERIFY(m_heard->ended);
        QCOMPARE(m_heard->errorText(), QByteArray());
    }
    QVERIFY(m_heard->phases.reusedConnection);
    QCOMPARE(proxy.tunnels, 1);
    QVERIFY(m_route->proxy.proxy);
}

void ClientProxyTest::recordsWhatIsSaidToAnHttpProxy()
{
    RawPeer peer;
    peer.answer(kAnswer);
    RelayProxy proxy(RelayProxy::Kind::Http, peer.port());
    http::ClientOptions options;
    options.proxy = through(proxy, RelayProxy::Kind::Http);
    send(options, QStringLiteral("http://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_sink.connections.size(), std::size_t { 2 });
    QCOMPARE(m_sink.connections.at(0).target, "proxy http://127.0.0.1:" + std::to_string(proxy.port()));
    QCOMPARE(m_sink.stream(wire::Direction::Sent, 1), proxy.received);
    QCOMPARE(m_sink.stream(wire::Direction::Received, 1),
        QByteArray("HTTP/1.1 200 Connection established\r\nVia: lab\r\n\r\n"));
    QCOMPARE(m_sink.causes.at(1), QByteArray("the tunnel stands"));
}

void ClientProxyTest::namesTheRefusal_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QByteArray>("told");
    const int http = static_cast<int>(RelayProxy::Kind::Http);
    const int socks = static_cast<int>(RelayProxy::Kind::Socks5);
    for (const bool closes : { false, true }) {
        const char* const end = closes ? ", closes" : "";
        QTest::addRow("407%s", end) << http << QByteArray() << closes
                                    << QByteArray("407 Proxy Authentication Required");
        QTest::addRow("403%s", end) << http
                                    << QByteArray("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno")
                                    << closes << QByteArray("403 Forbidden");
        QTest::addRow("502%s", end) << http << QByteArray("HTTP/1.0 502 Bad Gateway\r\n\r\n<html>") << closes
                                    << QByteArray("502 Bad Gateway");
        QTest::addRow("SOCKS, no user%s", end)
            << socks << QByteArray() << closes << QByteArray("none of the ways to authenticate");
        QTest::addRow("no proxy at all%s", end) << http << QByteArray("220 mail.example ESMTP\r\n") << closes
                                                << QByteArray("can't be understood");
    }
}

void ClientProxyTest::namesTheRefusal()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, answer);
    QFETCH(bool, closes);
    QFETCH(QByteArray, told);
    RelayProxy proxy(static_cast<RelayProxy::Kind>(kind));
    http::ClientOptions options;
    options.proxy = through(proxy, static_cast<RelayProxy::Kind>(kind));
    proxy.user = "me"; // which the client does not know
    proxy.answer = answer;
    proxy.closesAfterAnswer = closes;
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Unreachable);
    QVERIFY2(m_heard->errorText().contains(told), m_heard->errorText().constData());
    QCOMPARE(m_heard->error->where, options.proxy.proxy->toString());
    QCOMPARE(m_route->step, Step::Proxy);
    QVERIFY(!m_route->hint.empty());
    QVERIFY(m_route->connected && !m_route->tunnelled && m_route->failed);
    if (static_cast<RelayProxy::Kind>(kind) == RelayProxy::Kind::Http) {
        QVERIFY(m_sink.stream(wire::Direction::Received).startsWith(answer.left(8)));
        QVERIFY2(m_sink.causes.at(1).startsWith("closed on this side: "), m_sink.causes.at(1).constData());
    }
}

void ClientProxyTest::namesAProxyThatIsNotThere()
{
    http::ClientOptions options;
    options.proxy.use = ProxySettings::Use::Given;
    options.proxy.proxy = *ProxyAddress::parse("127.0.0.1:" + std::to_string(closedPort()));
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QVERIFY2(m_heard->errorText().startsWith("the connection to the proxy was refused (at http://127.0.0.1:"),
        m_heard->errorText().constData());
    QCOMPARE(m_route->step, Step::Proxy);
    QVERIFY(!m_route->connected);
    QCOMPARE(m_route->attempts.size(), std::size_t { 1 });
}

void ClientProxyTest::namesAProxyThatCloses()
{
    QTcpServer server;
    connect(&server, &QTcpServer::newConnection, this,
        [&server] { server.nextPendingConnection()->disconnectFromHost(); });
    server.listen(QHostAddress::LocalHost);
    http::ClientOptions options;
    options.proxy.use = ProxySettings::Use::Given;
    options.proxy.proxy = *ProxyAddress::parse("socks5://127.0.0.1:" + std::to_string(server.serverPort()));
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QVERIFY2(m_heard->errorText().startsWith("the proxy ended the connection before it had answered: "),
        m_heard->errorText().constData());
    QCOMPARE(m_route->step, Step::Proxy);
}

void ClientProxyTest::timesOutAtASilentProxy()
{
    QTcpServer silent;
    silent.listen(QHostAddress::LocalHost);
    http::ClientOptions options;
    options.connectTimeout = wire::milliseconds(80);
    options.proxy.use = ProxySettings::Use::Given;
    options.proxy.proxy = *ProxyAddress::parse("127.0.0.1:" + std::to_string(silent.serverPort()));
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->error->message, std::string("no connection within 80 ms, waiting for the proxy"));
    QCOMPARE(m_route->step, Step::Proxy);
}

void ClientProxyTest::seesTheCertificateThroughTheTunnel()
{
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(tls::serving(m_authority.server({ "other.invalid" })));
    RawPeer peer(QHostAddress(QHostAddress::LocalHost), std::move(server));
    RelayProxy proxy(RelayProxy::Kind::Socks5, peer.port());
    http::ClientOptions options;
    options.tls = m_authority.trusting();
    options.proxy = through(proxy, RelayProxy::Kind::Socks5);
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Tls);
    QCOMPARE(m_heard->error->expected, std::string("a certificate for agent.invalid"));
    QCOMPARE(m_route->step, Step::Tls);
    QVERIFY(m_route->tunnelled);
}

void ClientProxyTest::goesDirectlyToThisMachine()
{
    RawPeer peer;
    peer.answer(kAnswer);
    RelayProxy proxy(RelayProxy::Kind::Http, peer.port());
    http::ClientOptions options;
    options.proxy.use = ProxySettings::Use::System;
    options.proxy.environment.all = through(proxy, RelayProxy::Kind::Http).proxy;
    options.hostMap["agent.invalid"] = { "127.0.0.1", peer.port() };
    send(options, QStringLiteral("http://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    QCOMPARE(m_heard->errorText(), QByteArray());
    QVERIFY(proxy.asked.isEmpty());
    QCOMPARE(m_route->proxy.why, std::string("this machine itself"));
}

// Where there is no desktop its answer comes from the environment too.
void ClientProxyTest::asksTheDesktop()
{
    RawPeer peer;
    peer.answer(kAnswer);
    RelayProxy proxy(RelayProxy::Kind::Http, peer.port());
    for (const char* const name : { "no_proxy", "NO_PROXY" }) {
        qunsetenv(name);
    }
    qputenv("http_proxy", "http://127.0.0.1:" + QByteArray::number(proxy.port()));
    http::ClientOptions options;
    options.proxy.use = ProxySettings::Use::System;
    send(options, QStringLiteral("http://agent.invalid/"));
    QTRY_VERIFY(m_heard->ended);
    qunsetenv("http_proxy");
    QCOMPARE(m_heard->errorText(), QByteArray());
    QCOMPARE(proxy.asked, QByteArrayList { "agent.invalid:80" });
    QCOMPARE(m_route->proxy.why, std::string("the desktop's settings"));
}

void ClientProxyTest::abortsAtTheProxy()
{
    QTcpServer silent;
    silent.listen(QHostAddress::LocalHost);
    http::ClientOptions options;
    options.proxy.use = ProxySettings::Use::Given;
    options.proxy.proxy = *ProxyAddress::parse("127.0.0.1:" + std::to_string(silent.serverPort()));
    send(options, QStringLiteral("https://agent.invalid/"));
    QTRY_VERIFY(!m_sink.slices.empty());
    m_exchange->abort();
    QCOMPARE(m_heard->order, QByteArray("E"));
    QCOMPARE(m_heard->error->kind, wire::ErrorKind::Cancelled);
    QCOMPARE(m_sink.causes.at(1), QByteArray("closed on this side"));
}

QTEST_GUILESS_MAIN(ClientProxyTest)
#include "tst_clientproxy.moc"
