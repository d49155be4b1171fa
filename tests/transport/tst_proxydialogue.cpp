// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/proxydialogue.h"

#include <QTest>

using transport::ProxyAddress;
using transport::ProxyDialogue;
using Outcome = ProxyDialogue::Turn::Outcome;

namespace {

struct Ran {
    Outcome outcome = Outcome::Goes;
    QByteArray sent;
    QByteArray left; ///< not consumed
    wire::Error error;
    std::string hint;
};

// Feeds `answers` in pieces of `step` bytes.
Ran run(const ProxyAddress& proxy, const std::string& host, const QByteArray& answers, qsizetype step)
{
    const auto dialogue = ProxyDialogue::make(proxy, host, 443);
    Ran ran;
    ran.sent = QByteArray::fromStdString(dialogue->begin());
    QByteArray pending;
    for (qsizetype at = 0; at < answers.size() && ran.outcome == Outcome::Goes; at += step) {
        pending += answers.mid(at, step);
        for (;;) {
            const auto turn
                = dialogue->feed({ pending.constData(), static_cast<std::size_t>(pending.size()) });
            ran.outcome = turn.outcome;
            ran.error = turn.error;
            ran.hint = turn.hint;
            ran.sent += QByteArray::fromStdString(turn.send);
            pending.remove(0, static_cast<qsizetype>(turn.consumed));
            if (turn.outcome != Outcome::Goes || turn.consumed == 0 || pending.isEmpty()) {
                break;
            }
        }
    }
    ran.left = pending;
    return ran;
}

} // namespace

class ProxyDialogueTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesThrough_data();
    void goesThrough();
    void namesARefusal_data();
    void namesARefusal();
    void leavesWhatIsTheTargets();
    void endsALongHead();
};

void ProxyDialogueTest::goesThrough_data()
{
    QTest::addColumn<QByteArray>("proxy");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("sent");
    const QByteArray connect = "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n";
    QTest::newRow("CONNECT") << QByteArray("p:1") << QByteArray("a.example")
                             << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << connect + "\r\n";
    QTest::newRow("CONNECT, 1.0, no reason, fields")
        << QByteArray("p:1") << QByteArray("a.example") << QByteArray("HTTP/1.0 204\r\nVia: x\r\n\r\n")
        << connect + "\r\n";
    QTest::newRow("CONNECT, bare LF") << QByteArray("p:1") << QByteArray("a.example")
                                      << QByteArray("HTTP/1.1 200 OK\nVia: x\n\n") << connect + "\r\n";
    QTest::newRow("CONNECT, interim")
        << QByteArray("p:1") << QByteArray("a.example")
        << QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n") << connect + "\r\n";
    QTest::newRow("CONNECT, user") << QByteArray("me:secret@p:1") << QByteArray("a.example")
                                   << QByteArray("HTTP/1.1 200 OK\r\n\r\n")
                                   << connect + "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n";
    QTest::newRow("CONNECT, IPv6") << QByteArray("p:1") << QByteArray("fd00::1")
                                   << QByteArray("HTTP/1.1 200 OK\r\n\r\n")
                                   << QByteArray(
                                          "CONNECT [fd00::1]:443 HTTP/1.1\r\nHost: [fd00::1]:443\r\n\r\n");
    const auto hex = [](const char* text) { return QByteArray::fromHex(text); };
    QTest::newRow("SOCKS5, name") << QByteArray("socks5://p") << QByteArray("a.example")
                                  << hex("0500 05000001 7f000001 1234")
                                  << hex("050100 05010003 09") + "a.example" + hex("01bb");
    QTest::newRow("SOCKS5, IPv4") << QByteArray("socks5://p") << QByteArray("10.1.2.3")
                                  << hex("0500 05000003 0161 1234") << hex("050100 05010001 0a010203 01bb");
    QTest::newRow("SOCKS5, IPv6") << QByteArray("socks5://p") << QByteArray("fd00::1")
                                  << hex("0500 05000004 fd000000000000000000000000000001 1234")
                                  << hex("050100 05010004 fd000000000000000000000000000001 01bb");
    QTest::newRow("SOCKS5, user") << QByteArray("socks5://me:secret@p") << QByteArray("10.1.2.3")
                                  << hex("0502 0100 05000001 7f000001 1234")
                                  << hex("05020002 0102") + "me" + hex("06") + "secret"
            + hex("05010001 0a010203 01bb");
    QTest::newRow("SOCKS5, user not asked for")
        << QByteArray("socks5://me:secret@p") << QByteArray("10.1.2.3") << hex("0500 05000001 7f000001 1234")
        << hex("05020002 05010001 0a010203 01bb");
}

void ProxyDialogueTest::goesThrough()
{
    QFETCH(QByteArray, proxy);
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, sent);
    for (qsizetype step = 1; step <= answers.size(); ++step) {
        const Ran ran = run(*ProxyAddress::parse(proxy.toStdString()), host.toStdString(), answers, step);
        QVERIFY2(ran.outcome == Outcome::Done, ran.error.toString().c_str());
        QCOMPARE(ran.sent.toHex(), sent.toHex());
        QVERIFY(ran.left.isEmpty());
    }
}

void ProxyDialogueTest::namesARefusal_data()
{
    QTest::addColumn<QByteArray>("proxy");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("told");
    QTest::addColumn<QByteArray>("hint");
    const auto row = [](const char* name, const char* proxy, const QByteArray& answers, const char* told,
                         const char* hint) {
        QTest::newRow(name) << QByteArray(proxy) << answers << QByteArray(told) << QByteArray(hint);
    };
    const auto hex = [](const char* text) { return QByteArray::fromHex(text); };
    row("407", "p:1",
        "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate:  Basic realm=\"x\" \r\n\r\n",
        "the proxy refused a connection to a.example:443: 407 Proxy Authentication Required",
        "give the proxy's user and password; it asks for Basic realm=\"x\"");
    row("407 with a user", "me:secret@p:1", "HTTP/1.1 407 No\r\n\r\n", "407 No",
        "it does not take this user and password");
    row("403", "p:1", "HTTP/1.1 403 Forbidden\r\n\r\n", "403 Forbidden", "does not let this host through");
    row("502", "p:1", "HTTP/1.1 502 Bad Gateway\r\n\r\n", "502 Bad Gateway", "the proxy itself can't reach");
    row("302", "p:1", "HTTP/1.1 302 Found\r\nLocation: x\r\n\r\n", "302 Found", "");
    row("control characters", "p:1", "HTTP/1.1 500 \x1b[31mred\r\n\r\n", "500 \\x1b[31mred", "");
    row("no HTTP", "p:1", "SSH-2.0-OpenSSH\r\n", "can't be understood", "check the proxy's port");
    row("no status", "p:1", "HTTP/1.1 abc\r\n\r\n", "can't be understood", "");
    row("SOCKS at an HTTP proxy", "p:1", hex("0500"), "can't be understood", "it speaks SOCKS");
    row("TLS at an HTTP proxy", "p:1", hex("15030100020246"), "can't be understood", "it speaks TLS");
    row("HTTP at a SOCKS proxy", "socks5://p", "HTTP/1.1 400 Bad Request\r\n\r\n", "can't be understood",
        "it speaks HTTP");
    row("no method", "socks5://p", hex("05ff"), "none of the ways to authenticate",
        "give the proxy's user and password");
    row("wrong password", "socks5://me:secret@p", hex("0502 0101"), "does not take this user",
        "check the proxy's user");
    row("a method not offered", "socks5://p", hex("0502"), "can't be understood", "");
    row("rules", "socks5://p", hex("0500 05020001 00000000 0000"), "not allowed by its rules (SOCKS reply 2)",
        "");
    row("refused", "socks5://p", hex("0500 05050001 00000000 0000"),
        "connection refused by the host (SOCKS reply 5)", "check the name and port");
    row("unknown reply", "socks5://p", hex("0500 05770001 00000000 0000"), "(SOCKS reply 119)", "");
}

void ProxyDialogueTest::namesARefusal()
{
    QFETCH(QByteArray, proxy);
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, told);
    QFETCH(QByteArray, hint);
    for (qsizetype step = 1; step <= answers.size(); ++step) {
        const Ran ran = run(*ProxyAddress::parse(proxy.toStdString()), "a.example", answers, step);
        QCOMPARE(static_cast<int>(ran.outcome), static_cast<int>(Outcome::Refused));
        const QByteArray text = QByteArray::fromStdString(ran.error.toString());
        QCOMPARE(ran.error.kind, wire::ErrorKind::Unreachable);
        QVERIFY2(text.contains(told), text.constData());
        // What is recognised by its second byte is not yet told by the first.
        if (step > 1) {
            QVERIFY2(QByteArray::fromStdString(ran.hint).contains(hint), ran.hint.c_str());
        }
        QVERIFY(!text.contains("secret") && ran.hint.find("secret") == std::string::npos);
    }
}

void ProxyDialogueTest::leavesWhatIsTheTargets()
{
    const Ran http
        = run(*ProxyAddress::parse("p:1"), "a.example", "HTTP/1.1 200 OK\r\n\r\nRFB 003.008\n", 1000);
    QCOMPARE(static_cast<int>(http.outcome), static_cast<int>(Outcome::Done));
    QCOMPARE(http.left, QByteArray("RFB 003.008\n"));
    const Ran socks = run(*ProxyAddress::parse("socks5://p"), "a.example",
        QByteArray::fromHex("0500 05000001 7f000001 1234") + "RFB", 1000);
    QCOMPARE(static_cast<int>(socks.outcome), static_cast<int>(Outcome::Done));
    QCOMPARE(socks.left, QByteArray("RFB"));
}

void ProxyDialogueTest::endsALongHead()
{
    const QByteArray endless = "HTTP/1.1 200 OK\r\nX: " + QByteArray(20'000, 'x');
    const Ran ran = run(*ProxyAddress::parse("p:1"), "a.example", endless, 1000);
    QCOMPARE(static_cast<int>(ran.outcome), static_cast<int>(Outcome::Refused));
    QVERIFY(ran.error.expected.find("16 KiB") != std::string::npos);
}

QTEST_GUILESS_MAIN(ProxyDialogueTest)
#include "tst_proxydialogue.moc"
