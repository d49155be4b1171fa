// SPDX-License-Identifier: Apache-2.0
// Programs and WebSockets: the doctor's steps on shared channels.
#include "tests/buyer/examined.h"
#include "tests/transport/rawpeer.h"
#include "tests/transport/wspeer.h"

namespace {

/// A program that is a line of shell.
QByteArray shell(const QByteArray& script)
{
    return "stdio:sh -c '" + script + "'";
}

const QByteArray kGoodLine = discoverAnswer(kGoodAcmp);

} // namespace

class DoctorChannelsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingWrongWithAProgram();
    void namesAProgramThatDoesNotStart_data();
    void namesAProgramThatDoesNotStart();
    void namesAProgramThatEnds_data();
    void namesAProgramThatEnds();
    void namesAProgramThatSaysNothingOfUse_data();
    void namesAProgramThatSaysNothingOfUse();
    void countsNoiseBesideTheAnswer();
    void namesAnOlderServer();
    void handsTheTokenOver();
    void findsNothingWrongWithAWebSocket();
    void namesAnAnswerThatIsNoWebSocket_data();
    void namesAnAnswerThatIsNoWebSocket();
    void namesACloseAtOnce_data();
    void namesACloseAtOnce();
    void warnsOfAPeerThatCannotBeAsked_data();
    void warnsOfAPeerThatCannotBeAsked();
};

void DoctorChannelsTest::findsNothingWrongWithAProgram()
{
    Examined examined(shell("read line; echo \"$ANSWER\"; cat >/dev/null"), [] {
        binding::EndpointSettings settings;
        settings.environment = { { "ANSWER", kGoodLine.toStdString() } };
        return settings;
    }());
    examined.complete();
    QCOMPARE(examined.summary(),
        QByteArray("program start ok, discovery ok, version ok, authentication skipped, ACMP extension ok, "
                   "capability ok"));
    QVERIFY(examined.has(Kind::Program, "process: "));
}

void DoctorChannelsTest::namesAProgramThatDoesNotStart_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("not found") << QByteArray("stdio:no-such-agent-here --serve")
                               << QByteArray("could not be started|no folder of PATH");
    QTest::newRow("no such file") << QByteArray("stdio:/no/such/agent") << QByteArray("check the path");
    QTest::newRow("a folder") << QByteArray("stdio:/tmp") << QByteArray("could not be started|executable");
}

void DoctorChannelsTest::namesAProgramThatDoesNotStart()
{
    QFETCH(const QByteArray, target);
    QFETCH(const QByteArray, words);
    Examined examined(target);
    VERIFY_FAILED(examined, Kind::Program, words);
    QCOMPARE(examined.diagnosis.failure()->error->kind, wire::ErrorKind::Unreachable);
}

void DoctorChannelsTest::namesAProgramThatEnds_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("at once, with a reason")
        << QByteArray("echo no config >&2; exit 3") << static_cast<int>(Kind::Program)
        << QByteArray("exit code 3|standard error|no config|what it wrote says why");
    QTest::newRow("at once, silently")
        << QByteArray("exit 0") << static_cast<int>(Kind::Program) << QByteArray("exit code 0|in a terminal");
    QTest::newRow("behind its usage")
        << QByteArray("echo usage: agent FILE; exit 2") << static_cast<int>(Kind::Program)
        << QByteArray("1 line that is no JSON|usage: agent FILE");
    QTest::newRow("behind a message")
        << QByteArray("echo {}; read line; echo bad luck >&2; exit 4") << static_cast<int>(Kind::Discovery)
        << QByteArray("exit code 4|bad luck|ended before it had answered");
}

void DoctorChannelsTest::namesAProgramThatEnds()
{
    QFETCH(const QByteArray, script);
    QFETCH(const int, kind);
    QFETCH(const QByteArray, words);
    Examined examined(shell(script));
    VERIFY_FAILED(examined, static_cast<Kind>(kind), words);
}

void DoctorChannelsTest::namesAProgramThatSaysNothingOfUse_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("a banner only")
        << QByteArray("echo Welcome to the agent; echo; cat >/dev/null")
        << QByteArray("no answer within 400 ms|Welcome to the agent|is it started in the mode "
                      "that speaks MCP over stdio");
    QTest::newRow("nothing") << QByteArray("cat >/dev/null")
                             << QByteArray("no answer within 400 ms|revision before");
}

void DoctorChannelsTest::namesAProgramThatSaysNothingOfUse()
{
    QFETCH(const QByteArray, script);
    QFETCH(const QByteArray, words);
    Examined examined(shell(script), {}, 400ms);
    VERIFY_FAILED(examined, Kind::Discovery, words);
    QVERIFY(examined.at(Kind::Program).state == State::Ok);
}

void DoctorChannelsTest::countsNoiseBesideTheAnswer()
{
    binding::EndpointSettings settings;
    settings.environment = { { "ANSWER", kGoodLine.toStdString() } };
    Examined examined(
        shell(
            "for i in 1 2 3 4 5 6 7; do echo loading $i; done; read line; echo \"$ANSWER\"; cat >/dev/null"),
        settings);
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.at(Kind::Discovery).state == State::Warning);
    QVERIFY(examined.has(Kind::Discovery, "7 lines that are no JSON\n  loading 1"));
    QVERIFY(!examined.has(Kind::Discovery, "loading 7"));
}

void DoctorChannelsTest::namesAnOlderServer()
{
    binding::EndpointSettings settings;
    settings.environment = { { "ANSWER",
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}})" } };
    Examined examined(shell("read line; echo \"$ANSWER\"; cat >/dev/null"), settings);
    VERIFY_FAILED(examined, Kind::Version, "before 2026-07-28|-32601");
    QVERIFY(examined.at(Kind::Discovery).state == State::Warning);
}

void DoctorChannelsTest::handsTheTokenOver()
{
    binding::EndpointSettings settings;
    settings.token = "s3cret";
    settings.environment = { { "ANSWER", kGoodLine.toStdString() } };
    Examined examined(
        shell("test \"$ACMP_BEARER_TOKEN\" = s3cret || exit 9; read line; echo \"$ANSWER\"; cat >/dev/null"),
        settings);
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.has(Kind::Authentication, "ACMP_BEARER_TOKEN"));
    QVERIFY(!examined.report().contains("s3cret"));
}

void DoctorChannelsTest::findsNothingWrongWithAWebSocket()
{
    WsPeer peer;
    peer.accept(WsPeer::text(kGoodLine));
    Examined examined(peer.url().toString().toLatin1());
    examined.complete();
    QCOMPARE(examined.summary(),
        QByteArray("name ok, TCP ok, proxy skipped, WebSocket handshake ok, discovery ok, version ok, "
                   "authentication ok, ACMP extension ok, capability ok"));
    QVERIFY(examined.has(Kind::Handshake, "101 Switching Protocols"));
    QVERIFY(examined.has(Kind::Name, "localhost stands for"));
}

void DoctorChannelsTest::namesAnAnswerThatIsNoWebSocket_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("a web page") << httpAnswer("<html>", "200 OK", "text/html")
                                << QByteArray("200 OK|no WebSocket|use http://");
    QTest::newRow("no such page") << httpAnswer("", "404 Not Found", "text/html")
                                  << QByteArray("404|at this path");
    QTest::newRow("a wrong key") << QByteArray("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                                               "Connection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n")
                                 << QByteArray("Sec-WebSocket-Accept");
    QTest::newRow("hangs up") << QByteArray() << QByteArray("before the handshake's answer|wss://");
}

void DoctorChannelsTest::namesAnAnswerThatIsNoWebSocket()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const QByteArray, words);
    RawPeer peer;
    peer.answerAndClose(answer);
    Examined examined("ws://127.0.0.1:" + QByteArray::number(peer.port()) + "/acmp");
    VERIFY_FAILED(examined, Kind::Handshake, words);
}

void DoctorChannelsTest::namesACloseAtOnce_data()
{
    QTest::addColumn<QByteArray>("close");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("policy") << QByteArray("\x03\xf0who are you")
                            << QByteArray("1008|who are you|often a token");
    QTest::newRow("private") << QByteArray("\x11\x31no party") << QByteArray("4401|no party|often a token");
    QTest::newRow("internal error") << QByteArray("\x03\xf3") << QByteArray("1011|its log says why");
}

void DoctorChannelsTest::namesACloseAtOnce()
{
    QFETCH(const QByteArray, close);
    QFETCH(const QByteArray, words);
    WsPeer peer;
    peer.accept(WsPeer::close(close));
    Examined examined(peer.url().toString().toLatin1());
    QTRY_VERIFY(peer.raw.connections() == 1 && !peer.answer.isEmpty());
    peer.socket().disconnectFromHost();
    VERIFY_FAILED(examined, Kind::Discovery, words);
    QVERIFY(examined.at(Kind::Handshake).state == State::Ok);
}

void DoctorChannelsTest::warnsOfAPeerThatCannotBeAsked_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("it does not know the method")
        << WsPeer::text(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}})")
        << QByteArray("does not know server/discover (-32601");
    QTest::newRow("it is silent") << QByteArray() << QByteArray("no answer to server/discover in time");
}

void DoctorChannelsTest::warnsOfAPeerThatCannotBeAsked()
{
    QFETCH(const QByteArray, answer);
    QFETCH(const QByteArray, words);
    WsPeer peer;
    peer.accept(answer);
    Examined examined(peer.url().toString().toLatin1(), {}, 300ms);
    examined.complete();
    QVERIFY2(!examined.diagnosis.failure(), examined.report().constData());
    QVERIFY(examined.at(Kind::Discovery).state == State::Warning);
    QVERIFY2(examined.has(Kind::Discovery, words), examined.report().constData());
    QVERIFY(examined.at(Kind::Extension).state == State::Skipped);
    QVERIFY(examined.at(Kind::Capability).state == State::Skipped);
}

QTEST_GUILESS_MAIN(DoctorChannelsTest)
#include "tst_doctorchannels.moc"
