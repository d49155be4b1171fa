// SPDX-License-Identifier: Apache-2.0
// Set-ups over TCP, most of them broken: the doctor names the step, what it saw and what to try.
#include "tests/buyer/examined.h"
#include "tests/transport/authority.h"
#include "tests/transport/rawpeer.h"
#include "tests/transport/relayproxy.h"

#include "protocol/transport/tls/serving.h"

#include <QSslServer>

using transport::ProxyAddress;
using transport::ProxySettings;

namespace {

quint16 closedPort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

ProxySettings through(quint16 port)
{
    ProxySettings settings;
    settings.use = ProxySettings::Use::Given;
    settings.proxy = ProxyAddress { ProxyAddress::Kind::Http, "127.0.0.1", port, {}, {} };
    return settings;
}

} // namespace

class DoctorTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingWrong();
    void namesAnUnknownName();
    void namesARefusedPort();
    void namesASilentPeer_data();
    void namesASilentPeer();
    void namesWhatTheProxyRefuses_data();
    void namesWhatTheProxyRefuses();
    void namesAProxyThatIsNotThere();
    void goesThroughAProxy();
    void namesWhatIsWrongWithTheCertificate_data();
    void namesWhatIsWrongWithTheCertificate();
    void namesAMissingClientCertificate();
    void namesAServerWithoutTls();
    void warnsOfACertificateThatEndsSoon();
    void namesWhatAnswersInsteadOfAProvider_data();
    void namesWhatAnswersInsteadOfAProvider();
    void readsWhoIsAskedFor_data();
    void readsWhoIsAskedFor();
    void namesAnAnswerThatNeverComes();
    void namesAStreamWithoutAnswer();
    void findsOutWhetherTheTokenCounts_data();
    void findsOutWhetherTheTokenCounts();
    void warnsOfAVersionAndARole();
    void namesWhatCannotBeSent();
    void mayBeDeletedAtAnyStep_data();
    void mayBeDeletedAtAnyStep();

private:
    std::unique_ptr<RawPeer> listen(const QSslConfiguration& tls)
    {
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(tls);
        return std::make_unique<RawPeer>(QHostAddress(QHostAddress::LocalHost), std::move(server));
    }
    binding::EndpointSettings trusting()
    {
        binding::EndpointSettings settings;
        settings.http.tls = m_authority.trusting();
        return settings;
    }

    Authority m_authority;
};

void DoctorTest::findsNothingWrong()
{
    RawPeer peer;
    peer.answer(httpAnswer(discoverAnswer(kGoodAcmp), "200 OK", "application/json", "Server: lab/1\r\n"));
    Examined examined(peer.url());
    examined.complete();
    QCOMPARE(examined.summary(),
        QByteArray("name ok, TCP ok, proxy skipped, HTTP ok, discovery ok, version ok, authentication ok, "
                   "ACMP extension ok, capability ok"));
    QVERIFY(!examined.diagnosis.failure());
    QVERIFY(examined.diagnosis.duration > 0ns);
    QVERIFY(examined.has(Kind::Tcp, "peer: 127.0.0.1:" + QByteArray::number(peer.port())));
    QVERIFY(examined.has(Kind::Http, "200 OK"));
    QVERIFY(examined.has(Kind::Http, "Server: lab/1"));
    QVERIFY(examined.has(Kind::Discovery, "peer 1"));
    QVERIFY(examined.has(Kind::Version, "2026-07-28"));
    QVERIFY(examined.has(Kind::Authentication, "no token was asked for"));
    QVERIFY(examined.has(Kind::Extension, "ACMP 0.1.0, as provider"));
    QVERIFY(examined.has(Kind::Capability, "every 1000 ms"));
    QCOMPARE(peer.connections(), 1U);
}

void DoctorTest::namesAnUnknownName()
{
    Examined examined("http://no-such-host.invalid/mcp");
    VERIFY_FAILED(examined, Kind::Name, "name|try: check how the name is written");
    QCOMPARE(examined.diagnosis.failure()->error->kind, wire::ErrorKind::Unreachable);
}

void DoctorTest::namesARefusedPort()
{
    const QByteArray port = QByteArray::number(closedPort());
    Examined examined("http://agent.invalid:" + port + "/mcp", [] {
        binding::EndpointSettings settings;
        settings.http.hostMap["agent.invalid"] = { "127.0.0.1", 0 };
        return settings;
    }());
    VERIFY_FAILED(examined, Kind::Tcp, "refused|is the agent running");
    QVERIFY(examined.has(Kind::Tcp, "nothing listens on port " + port));
    QVERIFY(examined.has(Kind::Name, "the host map leads agent.invalid:" + port));
}

void DoctorTest::namesASilentPeer_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("HTTP") << QByteArray("http") << static_cast<int>(Kind::Http)
                          << QByteArray("no answer within 150 ms|says nothing");
    QTest::newRow("TLS") << QByteArray("https") << static_cast<int>(Kind::Tls)
                         << QByteArray("no connection within 150 ms|check that this port speaks TLS");
    QTest::newRow("WebSocket") << QByteArray("ws") << static_cast<int>(Kind::Handshake)
                               << QByteArray("150 ms|says nothing");
}

void DoctorTest::namesASilentPeer()
{
    QFETCH(const QByteArray, scheme);
    QFETCH(const int, kind);
    QFETCH(const QByteArray, words);
    // It listens; the kernel takes the connection, and nobody answers.
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    binding::EndpointSettings settings;
    settings.http.connectTimeout = 150ms;
    Examined examined(
        scheme + "://127.0.0.1:" + QByteArray::number(server.serverPort()) + "/mcp", settings, 150ms);
    VERIFY_FAILED(examined, static_cast<Kind>(kind), words);
    QVERIFY(examined.diagnosis.failure()->duration >= 100ms);
}

void DoctorTest::namesWhatTheProxyRefuses_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("who are you") << QByteArray(
        "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: "
        "Basic realm=\"lab\"\r\n\r\n")
                                 << QByteArray("407|user and password|realm=\"lab\"");
    QTest::newRow("not there") << QByteArray("HTTP/1.1 403 Forbidden\r\n\r\n") << QByteArray("403|NO_PROXY");
    QTest::newRow("can't reach it") << QByteArray("HTTP/1.1 502 Bad Gateway\r\n\r\n")
                                    << QByteArray("502|can't reach the host");
    QTest::newRow("no proxy") << QByteArray("SSH-2.0-OpenSSH\r\n") << QByteArray("the proxy's port and kind");
}

void DoctorTest::namesWhatTheProxyRefuses()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const QByteArray, words);
    RelayProxy proxy(RelayProxy::Kind::Http);
    proxy.answer = answer;
    binding::EndpointSettings settings;
    settings.http.proxy = through(proxy.port());
    Examined examined("http://agent.invalid:8080/mcp", settings);
    VERIFY_FAILED(examined, Kind::Proxy, words);
    QVERIFY(examined.at(Kind::Name).state == State::Skipped);
    QVERIFY(examined.has(Kind::Proxy, "proxy: http://127.0.0.1:" + QByteArray::number(proxy.port())));
}

void DoctorTest::namesAProxyThatIsNotThere()
{
    binding::EndpointSettings settings;
    settings.http.proxy = through(closedPort());
    Examined examined("https://agent.invalid/mcp", settings);
    VERIFY_FAILED(examined, Kind::Proxy, "refused|set for this program");
}

void DoctorTest::goesThroughAProxy()
{
    RawPeer peer;
    peer.answer(httpAnswer(discoverAnswer(kGoodAcmp)));
    RelayProxy proxy(RelayProxy::Kind::Http, peer.port());
    binding::EndpointSettings settings;
    settings.http.proxy = through(proxy.port());
    Examined examined("http://agent.invalid:8080/mcp", settings);
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.summary().startsWith("name skipped, TCP skipped, proxy ok, HTTP ok"));
    QVERIFY(examined.has(Kind::Proxy, "target: agent.invalid:8080"));
}

void DoctorTest::namesWhatIsWrongWithTheCertificate_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("self-signed") << QByteArray("self")
                                 << QByteArray("self-signed|give this certificate as CA file|or pin it");
    QTest::newRow("unknown issuer") << QByteArray("issuer") << QByteArray("CN=Other CA|as CA file");
    QTest::newRow("expired") << QByteArray("expired") << QByteArray("expired|ended on");
    QTest::newRow("wrong host") << QByteArray("host")
                                << QByteArray("elsewhere.example|connect by a name it is for");
}

void DoctorTest::namesWhatIsWrongWithTheCertificate()
{
    QFETCH(const QByteArray, what);
    QFETCH(const QByteArray, words);
    Authority other("Other CA");
    const tls::Identity identity = what == "self" ? other.ca()
        : what == "issuer"                        ? other.server()
        : what == "expired"                       ? m_authority.server({ "localhost" }, -1, -30)
                                                  : m_authority.server({ "elsewhere.example" });
    const auto peer = listen(tls::serving(identity));
    Examined examined("https://localhost:" + QByteArray::number(peer->port()) + "/mcp", trusting());
    VERIFY_FAILED(examined, Kind::Tls, words);
    QVERIFY(examined.has(Kind::Tls, "certificate 1 of"));
    QCOMPARE(examined.diagnosis.failure()->error->kind, wire::ErrorKind::Tls);
}

void DoctorTest::namesAMissingClientCertificate()
{
    for (const QByteArray scheme : { "https", "wss" }) {
        const auto peer = listen(tls::serving(
            m_authority.server(), tls::ClientCertificates::Required, { m_authority.ca().certificate }));
        peer->answer(httpAnswer(discoverAnswer(kGoodAcmp)));
        Examined examined(scheme + "://localhost:" + QByteArray::number(peer->port()) + "/mcp", trusting());
        VERIFY_FAILED(examined, Kind::Tls, "client certificate|try: give a client certificate and its key");
    }
}

void DoctorTest::namesAServerWithoutTls()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    connect(&server, &QTcpServer::newConnection, this, [&server] {
        QTcpSocket* const socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            socket->write("HTTP/1.1 400 Bad Request\r\n\r\n");
            socket->disconnectFromHost();
        });
    });
    Examined examined("https://127.0.0.1:" + QByteArray::number(server.serverPort()) + "/mcp", trusting());
    VERIFY_FAILED(examined, Kind::Tls, "http://");
}

void DoctorTest::warnsOfACertificateThatEndsSoon()
{
    const auto peer = listen(tls::serving(m_authority.server({ "localhost" }, 3)));
    peer->answer(httpAnswer(discoverAnswer(kGoodAcmp)));
    Examined examined("https://localhost:" + QByteArray::number(peer->port()) + "/mcp", trusting());
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.at(Kind::Tls).state == State::Warning);
    QVERIFY(examined.has(Kind::Tls, "ends in 2 days"));
    QVERIFY(examined.has(Kind::Tls, "TLS 1.3"));
}

void DoctorTest::namesWhatAnswersInsteadOfAProvider_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QByteArray& answer, Kind kind, const char* words) {
        QTest::newRow(name) << answer << static_cast<int>(kind) << QByteArray(words);
    };
    const auto error = [](const QByteArray& code, const QByteArray& message,
                           const QByteArray& data = QByteArray()) -> QByteArray {
        return R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + code + R"(,"message":")" + message + '"' + data
            + "}}";
    };
    row("a web page", httpAnswer("<html>hello</html>", "200 OK", "text/html"), Kind::Discovery,
        "no JSON-RPC|<html>hello|this is a web page");
    row("no such page", httpAnswer("<html>?</html>", "404 Not Found", "text/html"), Kind::Http,
        "404|at this path");
    row("no POST", httpAnswer("", "405 Method Not Allowed", "text/plain", "Allow: GET\r\n"), Kind::Http,
        "405|Allow: GET|takes no POST");
    row("moved", httpAnswer("", "301 Moved", "text/plain", "Location: https://new.example/mcp\r\n"),
        Kind::Http, "301|use https://new.example/mcp");
    row("too many", httpAnswer("", "429 Too Many Requests", "text/plain", "Retry-After: 7\r\n"), Kind::Http,
        "429|Retry-After: 7");
    row("gateway", httpAnswer("", "502 Bad Gateway", "text/html"), Kind::Http, "502|is the agent running");
    row("no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", Kind::Http, "no HTTP/1.1|no web server");
    row("TLS alert", QByteArray("\x15\x03\x01\x00\x02\x02\x16", 7), Kind::Http,
        "begin the address with https://");
    row("legacy, method unknown", httpAnswer(error("-32601", "Method not found")), Kind::Version,
        "before 2026-07-28|-32601|ask for a server of that revision");
    row("legacy, 404 with the same", httpAnswer(error("-32601", "Method not found"), "404 Not Found"),
        Kind::Version, "before 2026-07-28");
    row("legacy, wants a session",
        httpAnswer(error("-32000", "Bad Request: Mcp-Session-Id header is required"), "400 Bad Request"),
        Kind::Version, "before 2026-07-28|Mcp-Session-Id");
    row("legacy, wants initialize",
        httpAnswer(error("-32602", "Received request before initialization was complete")), Kind::Version,
        "before");
    row("another revision",
        httpAnswer(error("-32022", "Unsupported protocol version",
                       R"(,"data":{"supported":["2025-11-25","2027-01-01"]})"),
            "400 Bad Request"),
        Kind::Version, "does not speak MCP 2026-07-28|2025-11-25, 2027-01-01");
    row("refused", httpAnswer(error("-32603", "boom")), Kind::Discovery, "-32603|boom");
    row("other JSON", httpAnswer(R"({"hello":1})"), Kind::Discovery, "JSON-RPC|does not speak MCP");
    row("no ACMP", httpAnswer(discoverAnswer(R"("com.example/x":{})")), Kind::Extension,
        "declares no ACMP|com.example/x|is the provider's endpoint");
    row("another ACMP", httpAnswer(discoverAnswer(R"("org.a2agora/acmp.v2":{"version":"2.0.0"})")),
        Kind::Extension, "another ACMP version: org.a2agora/acmp.v2");
    row("unreadable ACMP", httpAnswer(discoverAnswer(R"("org.a2agora/acmp":{"version":1})")), Kind::Extension,
        "can't be read|L1-1-field");
    row("contradictions",
        httpAnswer(discoverAnswer(
            R"("org.a2agora/acmp":{"version":"0.1.0","accepts":["acmp/inputChunk"],"emits":["acmp/streamChunk"],"features":{"output_streaming":false,"heartbeat_interval_ms":500}})")),
        Kind::Capability,
        "contradicts itself|acmp/inputChunk without input_streaming: true|acmp/streamChunk without "
        "output_streaming: "
        "true|L1-1-no-invoke|L1-1-emits-missing");
}

void DoctorTest::namesWhatAnswersInsteadOfAProvider()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const int, kind);
    QFETCH(const QByteArray, words);
    RawPeer peer;
    peer.answerAndClose(answer);
    Examined examined(peer.url());
    VERIFY_FAILED(examined, static_cast<Kind>(kind), words);
}

void DoctorTest::readsWhoIsAskedFor_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QByteArray>("words");
    const QByteArray metadata
        = "resource_metadata=\"https://a.example/.well-known/oauth-protected-resource\"";
    QTest::newRow("no token")
        << QByteArray("401 Unauthorized")
        << "WWW-Authenticate: Bearer realm=\"agents\", scope=\"acmp:invoke\", " + metadata + "\r\n"
        << QByteArray()
        << QByteArray("none is set|asks for: Bearer|realm: agents|scope: acmp:invoke|"
                      "set a token for this endpoint with the scope acmp:invoke|https://a.example");
    QTest::newRow("wrong token")
        << QByteArray("401 Unauthorized")
        << QByteArray(
               "WWW-Authenticate: Bearer error=\"invalid_token\", error_description=\"it is too old\"\r\n")
        << QByteArray("s3cret")
        << QByteArray("does not take the token: it is too old|error: invalid_token|get a new one");
    QTest::newRow("too little scope")
        << QByteArray("403 Forbidden")
        << QByteArray("WWW-Authenticate: Bearer error=\"insufficient_scope\", "
                      "scope=\"acmp:accept\"\r\n")
        << QByteArray("s3cret") << QByteArray("get a token with the scope acmp:accept");
    QTest::newRow("another scheme") << QByteArray("401 Unauthorized")
                                    << QByteArray("WWW-Authenticate: Basic realm=\"x\"\r\n") << QByteArray()
                                    << QByteArray("asks for: Basic|sends bearer tokens only");
    QTest::newRow("says nothing") << QByteArray("401 Unauthorized") << QByteArray() << QByteArray()
                                  << QByteArray("no WWW-Authenticate|set a token");
}

void DoctorTest::readsWhoIsAskedFor()
{
    QFETCH(const QByteArray, status);
    QFETCH(const QByteArray, fields);
    QFETCH(const QByteArray, token);
    QFETCH(const QByteArray, words);
    for (const QByteArray scheme : { "http", "ws" }) {
        RawPeer peer;
        peer.answerAndClose(httpAnswer("no", status, "text/plain", fields));
        binding::EndpointSettings settings;
        settings.token = token.toStdString();
        Examined examined(scheme + "://127.0.0.1:" + QByteArray::number(peer.port()) + "/mcp", settings);
        VERIFY_FAILED(examined, Kind::Authentication, words);
        QVERIFY(!examined.report().contains("s3cret"));
        QVERIFY(examined.at(Kind::Discovery).state == State::Skipped);
        const Kind first = scheme == "http" ? Kind::Http : Kind::Handshake;
        QVERIFY(examined.has(first, status));
    }
}

void DoctorTest::namesAnAnswerThatNeverComes()
{
    RawPeer peer;
    peer.answer("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{");
    Examined examined(peer.url(), {}, 150ms);
    VERIFY_FAILED(examined, Kind::Discovery, "no answer within 150 ms|the beginning of one|try again");
    QVERIFY(examined.at(Kind::Http).state == State::Ok);
}

void DoctorTest::namesAStreamWithoutAnswer()
{
    RawPeer peer;
    peer.answerAndClose("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: ping\n\n");
    Examined examined(peer.url());
    VERIFY_FAILED(examined, Kind::Discovery, "the stream ended before the response");
}

void DoctorTest::findsOutWhetherTheTokenCounts_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("it does") << httpAnswer("", "401 Unauthorized")
                             << QByteArray("without a token it refuses");
    QTest::newRow("it does not") << httpAnswer(discoverAnswer(kGoodAcmp))
                                 << QByteArray("without a token it answers too");
    QTest::newRow("unknown") << httpAnswer("", "500 Oh")
                             << QByteArray("the token was sent, and the server answers");
}

void DoctorTest::findsOutWhetherTheTokenCounts()
{
    QFETCH(const QByteArray, second);
    QFETCH(const QByteArray, words);
    RawPeer peer;
    peer.answer(httpAnswer(discoverAnswer(kGoodAcmp))).answer(second);
    binding::EndpointSettings settings;
    settings.token = "s3cret";
    Examined examined(peer.url(), settings);
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY2(examined.has(Kind::Authentication, words), examined.report().constData());
    QVERIFY(peer.at(0).received.contains("Authorization: Bearer s3cret"));
    QCOMPARE(peer.connections(), 2U);
    QVERIFY(!peer.at(1).received.contains("s3cret"));
    QVERIFY(!examined.report().contains("s3cret"));
}

void DoctorTest::warnsOfAVersionAndARole()
{
    RawPeer peer;
    peer.answer(httpAnswer(discoverAnswer(R"("org.a2agora/acmp":{"version":"0.9.0","role":"buyer"})", "[]")));
    Examined examined(peer.url());
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.at(Kind::Version).state == State::Warning);
    QVERIFY(examined.at(Kind::Extension).state == State::Warning);
    QVERIFY(examined.has(Kind::Extension, "another version than 0.1.0"));
    QVERIFY(examined.has(Kind::Extension, "it is no provider"));
}

void DoctorTest::namesWhatCannotBeSent()
{
    for (const QByteArray scheme : { "http", "ws" }) {
        binding::EndpointSettings settings;
        settings.token = "a\r\nb";
        Examined examined(scheme + "://127.0.0.1:1/mcp", settings);
        examined.complete();
        QVERIFY(examined.diagnosis.failure());
        QCOMPARE(examined.diagnosis.failure()->error->kind, wire::ErrorKind::Usage);
    }
}

void DoctorTest::mayBeDeletedAtAnyStep_data()
{
    QTest::addColumn<std::size_t>("count");
    for (std::size_t count = 1; count <= 9; ++count)
        QTest::addRow("after %zu", count) << count;
}

void DoctorTest::mayBeDeletedAtAnyStep()
{
    QFETCH(const std::size_t, count);
    RawPeer peer;
    peer.answer(httpAnswer(discoverAnswer(kGoodAcmp))).answer(httpAnswer(discoverAnswer(kGoodAcmp)));
    wire::SystemClock clock;
    wire::SystemIdSource ids;
    wire::NullSink sink;
    binding::EndpointSettings settings;
    settings.token = "x";
    auto doctor = std::make_unique<buyer::Doctor>(
        *binding::parseTarget(peer.url().toStdString()), binding::Means { clock, ids, sink }, settings);
    std::size_t told = 0;
    connect(doctor.get(), &buyer::Doctor::step, this, [&] {
        if (++told == count)
            doctor.reset();
    });
    doctor->start();
    QTRY_VERIFY(!doctor);
    QCoreApplication::processEvents();
    QCOMPARE(told, count);
}

QTEST_GUILESS_MAIN(DoctorTest)
#include "tst_doctor.moc"
