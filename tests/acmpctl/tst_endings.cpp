// SPDX-License-Identifier: Apache-2.0
// How a task ends that does not end by itself: deadline, liveness, cancel, Ctrl+C, and a reader who stops
// reading.
#include "tests/acmpctl/ctl.h"
#include "tests/acmpctl/providerpeer.h"

#include <QFile>
#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

#include <csignal>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using acmpctl::ProviderPeer;
using nlohmann::json;

namespace {

/// `invoke --json URL -c CAPABILITY --stream …`
QStringList invoke(const QString& url, const QString& capability, const QStringList& more = {})
{
    const QStringList input = more.contains(u"--input"_s) || more.contains(u"--input-file"_s)
        ? QStringList()
        : QStringList { u"--input"_s, u"text:hello"_s };
    return QStringList { u"invoke"_s, u"--json"_s, url, u"-c"_s, capability, u"--stream"_s } + input + more;
}

} // namespace

class TestEndings final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void endsAtTheDeadlineWhoeverNoticesFirst_data();
    void endsAtTheDeadlineWhoeverNoticesFirst();
    void showsWhatComesAfterTheDeadlineAsLate();
    void endsWithoutASignOfLife();
    void aConfirmedCancelIsFine();
    void anUnconfirmedCancelIsNot();
    void ctrlCCancelsTheTask();
    void ctrlCEndsAWaitForAnAnswer_data();
    void ctrlCEndsAWaitForAnAnswer();
    void aSecondCtrlCExitsAtOnce();
    void cancelsWhenNobodyReadsItsOutput();
    void endsWhenOnlyTheFirstLineIsWanted();

private:
    QString shop() const { return m_shop->url(); }
    std::unique_ptr<Ctl> m_shop;
};

void TestEndings::initTestCase()
{
    m_shop = std::make_unique<Ctl>(
        QStringList { u"serve"_s, u"--json"_s, QString::fromUtf8(TEST_DATA) + u"/shop.json"_s });
    QVERIFY2(m_shop->waitFor("listening"), m_shop->report());
}

void TestEndings::endsAtTheDeadlineWhoeverNoticesFirst_data()
{
    QTest::addColumn<bool>("peerAnswers");
    QTest::newRow("the peer says -33003") << true;
    QTest::newRow("the peer says nothing") << false;
}

void TestEndings::endsAtTheDeadlineWhoeverNoticesFirst()
{
    QFETCH(bool, peerAnswers);
    ProviderPeer peer([peerAnswers](const json& message, QTcpSocket& socket) {
        if (peerAnswers)
            socket.write(acmpctl::answerOf(acmpctl::errorOf(message, -33003)));
    });
    Ctl run(invoke(peer.url(), u"x"_s, { u"--timeout-ms"_s, u"100"_s, u"--cancel-grace"_s, u"50"_s }));
    VERIFY_EXIT(run, 5);
    QCOMPARE(run.first("error")["code"], -33003);
    QCOMPARE(run.first("error")["name"], "timeout");
}

void TestEndings::endsWithoutASignOfLife()
{
    Ctl run(invoke(shop(), u"silent"_s, { u"--liveness"_s, u"100"_s }));
    VERIFY_EXIT(run, 5);
    QCOMPARE(run.first("error")["data"]["cause"], "liveness");
}

void TestEndings::aConfirmedCancelIsFine()
{
    Ctl run(invoke(shop(), u"slow"_s, { u"--stream"_s, u"--cancel-after"_s, u"100"_s }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("cancelled")["confirmed"], true);
    QCOMPARE(run.first("cancelled")["by"], "--cancel-after");
}

void TestEndings::anUnconfirmedCancelIsNot()
{
    ProviderPeer peer([](const json&, QTcpSocket& socket) { socket.write(support::streamHead()); });
    Ctl run(invoke(peer.url(), u"x"_s, { u"--cancel-after"_s, u"10"_s, u"--cancel-grace"_s, u"50"_s }));
    VERIFY_EXIT(run, 1);
    QCOMPARE(run.first("cancelled")["confirmed"], false);
    QVERIFY(run.found("L1-3.7-not-cancelled"));
}

void TestEndings::showsWhatComesAfterTheDeadlineAsLate()
{
    json asked;
    QTcpSocket* stream = nullptr; // lives as long as its peer
    ProviderPeer peer([&](const json& message, QTcpSocket& socket) {
        asked = message;
        stream = &socket;
        socket.write(support::streamHead());
    });
    peer.whenNotified = [&](const json&) {
        stream->write(
            acmpctl::eventOf(acmpctl::chunkOf(asked, 0, true)) + acmpctl::eventOf(acmpctl::resultOf(asked)));
        stream->disconnectFromHost();
    };
    Ctl run(invoke(peer.url(), u"x"_s, { u"--timeout-ms"_s, u"50"_s }));
    VERIFY_EXIT(run, 5);
    const auto late = run.named("late");
    QCOMPARE(late.size(), std::size_t { 2 });
    QCOMPARE(late[0]["seq"], 0);
    QCOMPARE(late[0]["data"], "piece 0");
    QCOMPARE(late[1]["raw"], acmpctl::resultOf(asked));
    QVERIFY(run.named("chunk").empty());
}

void TestEndings::ctrlCCancelsTheTask()
{
    json asked;
    QTcpSocket* stream = nullptr; // lives as long as its peer
    ProviderPeer peer([&](const json& message, QTcpSocket& socket) {
        asked = message;
        stream = &socket;
        socket.write(support::streamHead() + acmpctl::eventOf(acmpctl::chunkOf(message, 0)));
    });
    peer.whenNotified = [&](const json&) {
        stream->write(
            acmpctl::eventOf(acmpctl::errorOf(asked, -33004)) + acmpctl::eventOf(acmpctl::chunkOf(asked, 1)));
        stream->disconnectFromHost();
    };
    Ctl run(invoke(peer.url(), u"x"_s));
    QVERIFY2(run.waitFor("chunk"), run.report());
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
    QCOMPARE(peer.notifications.size(), std::size_t { 1 });
    QCOMPARE(peer.notifications[0]["method"], "acmp/cancel");
    QCOMPARE(peer.notifications[0]["params"]["task_id"], run.first("sent")["task_id"]);
    QCOMPARE(run.first("cancelled")["by"], "interrupt");
    QCOMPARE(run.first("cancelled")["confirmed"], true);
    QCOMPARE(run.first("late")["seq"], 1);
}

void TestEndings::ctrlCEndsAWaitForAnAnswer_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("inspect") << QStringList { u"inspect"_s, u"--json"_s };
    QTest::newRow("quote") << QStringList { u"quote"_s, u"--json"_s, u"-c"_s, u"x"_s };
    QTest::newRow("invoke") << QStringList { u"invoke"_s, u"--json"_s, u"-c"_s, u"x"_s };
}

void TestEndings::ctrlCEndsAWaitForAnAnswer()
{
    QFETCH(QStringList, arguments);
    support::RawPeer peer([](const QByteArray&, QTcpSocket&) { });
    Ctl run(arguments + QStringList { peer.url().toString() });
    QTRY_COMPARE(peer.requests.size(), std::size_t { 1 });
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
    QCOMPARE(peer.requests.size(), std::size_t { 1 });
}

void TestEndings::aSecondCtrlCExitsAtOnce()
{
    ProviderPeer peer([](const json&, QTcpSocket& socket) { socket.write(support::streamHead()); });
    Ctl run(invoke(peer.url(), u"x"_s, { u"--cancel-grace"_s, u"600000"_s }));
    QVERIFY2(run.waitFor("sent"), run.report());
    run.signal(SIGINT);
    QTRY_COMPARE(peer.notifications.size(), std::size_t { 1 });
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
}

void TestEndings::cancelsWhenNobodyReadsItsOutput()
{
    json asked;
    QTcpSocket* stream = nullptr; // lives as long as its peer
    ProviderPeer peer([&](const json& message, QTcpSocket& socket) {
        asked = message;
        stream = &socket;
        socket.write(support::streamHead() + acmpctl::eventOf(acmpctl::chunkOf(message, 0)));
    });
    peer.whenNotified
        = [&](const json&) { stream->write(acmpctl::eventOf(acmpctl::errorOf(asked, -33004))); };
    const QStringList head { u"-c"_s, u"\"$0\" \"$@\" | head -n 3"_s, QString::fromUtf8(ACMPCTL) };
    QProcess shell;
    shell.start(u"/bin/sh"_s, head + invoke(peer.url(), u"x"_s));
    QTRY_VERIFY(stream);
    QTimer more;
    int seq = 0;
    connect(&more, &QTimer::timeout, this,
        [&] { stream->write(acmpctl::eventOf(acmpctl::chunkOf(asked, ++seq))); });
    more.start(20);
    QTRY_COMPARE(peer.notifications.size(), std::size_t { 1 });
    more.stop();
    QCOMPARE(peer.notifications[0]["method"], "acmp/cancel");
    stream->disconnectFromHost();
    QTRY_COMPARE(shell.state(), QProcess::NotRunning);
}

void TestEndings::endsWhenOnlyTheFirstLineIsWanted()
{
    const QStringList head { u"-c"_s, u"\"$0\" \"$@\" | head -n 1"_s, QString::fromUtf8(ACMPCTL) };
    QProcess shell;
    shell.start(u"/bin/sh"_s, head + invoke(shop(), u"slow"_s));
    QVERIFY(QTest::qWaitFor([&] { return shell.state() == QProcess::NotRunning; }, 30'000));
    QCOMPARE(shell.readAllStandardOutput().count('\n'), 1);
}

QTEST_GUILESS_MAIN(TestEndings)
#include "tst_endings.moc"
