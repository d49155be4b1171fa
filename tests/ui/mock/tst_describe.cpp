// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/describe.h"

#include <QProcess>
#include <QTest>

using analysis::DealSummary;
using analysis::TaskSummary;
using widgets::State;

class TestDescribe final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheEndOfATask_data();
    void namesTheEndOfATask();
    void namesTheStateOfADeal_data();
    void namesTheStateOfADeal();
    void listsWhatItSells();
    void writesACommandForAShell_data();
    void writesACommandForAShell();
    void writesACommandForStdio();
};

void TestDescribe::namesTheEndOfATask_data()
{
    QTest::addColumn<int>("end");
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("word");
    const auto row = [](session::End end, State state, const char* word) {
        QTest::newRow(word) << static_cast<int>(end) << static_cast<int>(state) << QString::fromUtf8(word);
    };
    row(session::End::None, State::Running, "running");
    row(session::End::Result, State::Good, "result");
    row(session::End::Error, State::Bad, "error -33001 budget_exceeded");
    row(session::End::Cancelled, State::Neutral, "cancelled");
    row(session::End::ConnectionLost, State::Bad, "connection lost");
}

void TestDescribe::namesTheEndOfATask()
{
    QFETCH(const int, end);
    QFETCH(const int, state);
    QFETCH(const QString, word);
    TaskSummary task;
    task.ended = static_cast<session::End>(end);
    task.errorCode = -33001;
    QCOMPARE(mock::conditionOf(task).word, word);
    QCOMPARE(static_cast<int>(mock::conditionOf(task).state), state);
}

void TestDescribe::namesTheStateOfADeal_data()
{
    QTest::addColumn<int>("deal");
    QTest::addColumn<QString>("word");
    using Deal = session::OfferTrack::State;
    QTest::newRow("asked") << static_cast<int>(Deal::Asked) << QStringLiteral("asked");
    QTest::newRow("offered") << static_cast<int>(Deal::Offered) << QStringLiteral("offered");
    QTest::newRow("refused") << static_cast<int>(Deal::Refused)
                             << QStringLiteral("refused -34002 offer_expired");
    QTest::newRow("accepted") << static_cast<int>(Deal::Acked) << QStringLiteral("accepted");
    QTest::newRow("accept refused") << static_cast<int>(Deal::AcceptRefused)
                                    << QStringLiteral("accept refused -34002 offer_expired");
}

void TestDescribe::namesTheStateOfADeal()
{
    QFETCH(const int, deal);
    DealSummary summary;
    summary.state = static_cast<session::OfferTrack::State>(deal);
    summary.errorCode = -34002;
    QTEST(mock::conditionOf(summary).word, "word");
}

void TestDescribe::listsWhatItSells()
{
    QCOMPARE(mock::wares(engine::builtinScenario()),
        QStringLiteral("sentiment-analysis 0.003 CU, tier B · summarize 0.012 CU, tier A · echo 0 CU"));
}

void TestDescribe::writesACommandForAShell_data()
{
    QTest::addColumn<QString>("capability");
    QTest::newRow("plain") << QStringLiteral("sentiment-analysis");
    QTest::newRow("blank") << QStringLiteral("two words");
    QTest::newRow("quote") << QStringLiteral("it's");
    // A scenario that came from elsewhere must not run anything when its line is pasted.
    QTest::newRow("command") << QStringLiteral("x; echo gone");
    QTest::newRow("substitution") << QStringLiteral("$(echo gone)`echo gone`");
    QTest::newRow("lines") << QStringLiteral("x\necho gone");
    QTest::newRow("last newline") << QStringLiteral("x\n");
}

void TestDescribe::writesACommandForAShell()
{
    QFETCH(const QString, capability);
    engine::Scenario scenario = engine::builtinScenario();
    scenario.capabilities.front().name = capability.toStdString();
    QString command = mock::invokeCommand(scenario, QStringLiteral("http://127.0.0.1:8402/mcp"));
    QVERIFY(command.startsWith(QStringLiteral("acmpctl invoke ")));
    command.replace(0, 7, QStringLiteral("printf '%s\\0'"));
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), { QStringLiteral("-c"), command });
    QVERIFY(shell.waitForFinished());
    QList<QByteArray> arguments = shell.readAllStandardOutput().split('\0');
    arguments.removeLast();
    QCOMPARE(arguments,
        (QList<QByteArray> { "invoke", "http://127.0.0.1:8402/mcp", "--capability", capability.toUtf8(),
            "--stream", "--input", "text:Hello" }));
}

void TestDescribe::writesACommandForStdio()
{
    mock::ScenarioFile file;
    file.path = QStringLiteral("/my files/it's.json");
    QCOMPARE(mock::stdioCommand(file, QStringLiteral("/opt/acmpctl")),
        QStringLiteral("/opt/acmpctl serve --stdio '/my files/it'\\''s.json'"));
    file.path = QStringLiteral(":/scenarios/demo-fast.json");
    QCOMPARE(mock::stdioCommand(file, QStringLiteral("/opt/acmpctl")), QString());
}

QTEST_GUILESS_MAIN(TestDescribe)
#include "tst_describe.moc"
