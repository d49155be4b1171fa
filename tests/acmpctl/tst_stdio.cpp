// SPDX-License-Identifier: Apache-2.0
// stdio: targets and serve --stdio: both ends, the program's place and environment, the worst of peers, and
// that nothing is left of them.
#include "tests/acmpctl/ctl.h"
#include "tests/fd/marked.h"

#include <QTemporaryDir>

#include <csignal>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using nlohmann::json;

class TestStdio final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void servesWhatItInvokes();
    void quotesAndAccepts();
    void serveTakesItsToken();
    void onStdoutAreMessagesAlone();
    void startsTheProgramWhereAndHowItIsTold();
    void wordsAreTakenApartAsAShellDoes();
    void namesAProgramThatCantRun_data();
    void namesAProgramThatCantRun();
    void finishesInSpiteOfNoise();
    void ctrlCCancelsAndLeavesNothing_data();
    void ctrlCCancelsAndLeavesNothing();
    void leavesNothingWhenItIsKilled();

private:
    static QString quoted(const char* path) { return u'\'' % QString::fromUtf8(path) % u'\''; }
    static QString served(const QString& more = {})
    {
        return u"stdio:"_s % quoted(ACMPCTL) % u" serve --stdio "_s % quoted(TEST_DATA "/shop.json") % more;
    }
    static QString noisy(const QString& mode) { return u"stdio:"_s % quoted(NOISYPEER) % u' ' % mode; }
    /// `--env` that marks whatever comes of the target.
    QStringList markedBy(const QByteArray& mark) const
    {
        return { u"--env"_s, QString::fromUtf8(kMarkVariable) % u'=' % QString::fromUtf8(mark) };
    }
    static QByteArray newMark(const char* name)
    {
        return QByteArray(name) + '-' + QByteArray::number(QCoreApplication::applicationPid());
    }
};

void TestStdio::servesWhatItInvokes()
{
    Ctl run({ u"invoke"_s, u"--json"_s, served(), u"-c"_s, u"quick"_s, u"--input"_s, u"text:hello"_s,
        u"--stream"_s, u"--proof"_s, u"result-hash"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("discovered")["transport"], "MCP over stdio");
    QCOMPARE(run.named("chunk").size(), std::size_t { 2 });
    QCOMPARE(run.first("result")["output"]["data"], "Guten Tag.");
    QVERIFY2(run.named("finding").empty(), run.report());
    Ctl text({ u"inspect"_s, served() });
    VERIFY_EXIT(text, 0);
    QVERIFY2(text.output().contains("agent:shop:local"), text.report());
}

void TestStdio::quotesAndAccepts()
{
    Ctl run(
        { u"quote"_s, u"--json"_s, served(), served(), u"-c"_s, u"quick"_s, u"--accept"_s, u"cheapest"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.named("offer").size(), std::size_t { 2 });
    QCOMPARE(run.first("accepted")["price_cu"], 0.0025);
}

// A program's token is nothing that a message could carry.
void TestStdio::serveTakesItsToken()
{
    Ctl run({ u"inspect"_s, u"--json"_s, served(), u"--token"_s, u"s3cret"_s });
    VERIFY_EXIT(run, 0);
    QVERIFY(!run.output().contains("s3cret"));
}

void TestStdio::onStdoutAreMessagesAlone()
{
    Ctl serve({ u"serve"_s, u"--stdio"_s }, { .hasInput = true });
    serve.write("no JSON\n\n");
    serve.write(R"({"jsonrpc":"2.0","id":7,"method":"server/discover","params":{}})"
                "\n");
    QTRY_COMPARE_WITH_TIMEOUT(serve.output().count('\n'), 2, 30'000);
    serve.closeInput();
    QCOMPARE(serve.exitCode(), 0);
    const QList<QByteArray> lines = serve.output().split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(json::parse(lines[0].toStdString())["error"]["code"], -32700);
    // Without _meta it is no request of this revision.
    QCOMPARE(json::parse(lines[1].toStdString())["id"], 7);
    QCOMPARE(json::parse(lines[1].toStdString())["error"]["code"], -32602);
    QVERIFY(lines[2].isEmpty());
}

void TestStdio::startsTheProgramWhereAndHowItIsTold()
{
    const QTemporaryDir directory;
    const QString script = u"stdio:sh -c 'echo \"$PWD|$ONE|$TWO|$ACMP_BEARER_TOKEN\"; exit 3'"_s;
    Ctl run({ u"inspect"_s, u"--json"_s, script, u"--cwd"_s, directory.path(), u"--env"_s, u"ONE=1 = one"_s,
        u"--env"_s, u"TWO="_s, u"--token"_s, u"s3cret"_s });
    VERIFY_EXIT(run, 3);
    QVERIFY2(run.found("JSON-invalid"), run.report());
    QCOMPARE(run.first("finding")["found"], directory.path().toStdString() + "|1 = one||s3cret");
    QVERIFY2(run.output().contains("ended with exit code 3"), run.report());
}

void TestStdio::wordsAreTakenApartAsAShellDoes()
{
    Ctl run({ u"inspect"_s, u"--json"_s,
        u"stdio:printf '%s|' one 'two words' \"a \\\"b\\\"\" c\\ d '$HOME *'"_s });
    VERIFY_EXIT(run, 3);
    const auto findings = run.named("finding");
    const auto noise
        = std::ranges::find_if(findings, [](const json& finding) { return finding["id"] == "JSON-invalid"; });
    QVERIFY2(noise != findings.end(), run.report());
    QCOMPARE((*noise)["found"], "one|two words|a \"b\"|c d|$HOME *|");
}

void TestStdio::namesAProgramThatCantRun_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    const QStringList none;
    QTest::newRow("no such program") << u"stdio:/nonexistent/program"_s << none << 3
                                     << QByteArray("/nonexistent/program");
    QTest::newRow("no program") << u"stdio:/dev/null"_s << none << 3 << QByteArray("Permission denied");
    QTest::newRow("tells why") << u"stdio:sh -c 'echo no licence >&2; exit 7'"_s << none << 3
                               << QByteArray("stderr: no licence");
    QTest::newRow("killed") << u"stdio:sh -c 'kill -9 $$'"_s << none << 3 << QByteArray("SIGKILL");
    QTest::newRow("nothing") << u"stdio:"_s << none << 2 << QByteArray("a command after");
    QTest::newRow("open quote") << u"stdio:sh -c 'x"_s << none << 2 << QByteArray("a closing '");
    QTest::newRow("older MCP")
        << u"stdio:sh -c 'read x; echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"error\\\":{\\\"code\\\":-32601,\\\"message\\\":\\\"no\\\"}}\"; read x'"_s
        << none << 1 << QByteArray("before 2026-07-28");
}

void TestStdio::namesAProgramThatCantRun()
{
    QFETCH(QString, target);
    QFETCH(QStringList, options);
    QFETCH(int, status);
    QFETCH(QByteArray, part);
    Ctl run(QStringList { u"inspect"_s, u"--json"_s, target } + options);
    VERIFY_EXIT(run, status);
    QVERIFY2(run.first("error").dump().find(part.toStdString()) != std::string::npos, run.report());
}

void TestStdio::finishesInSpiteOfNoise()
{
    const QByteArray mark = newMark("noise");
    Ctl run(QStringList { u"invoke"_s, u"--json"_s, noisy(u"noise"_s), u"-c"_s, u"x"_s, u"--stream"_s }
        + markedBy(mark));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("result")["output"]["data"], "piece 0 piece 1 ");
    std::vector<std::string> noise;
    for (const json& finding : run.named("finding")) {
        if (finding["id"] == "JSON-invalid")
            noise.push_back(finding["found"].get<std::string>());
    }
    QCOMPARE(noise.size(), std::size_t { 4 });
    QCOMPARE(noise[0], R"(\x1b[1;32mWelcome to noisypeer\x1b[0m)");
    QCOMPARE(noise[2], R"(\xff\xfe\x00 no text \xc3)");
    QVERIFY2(run.found("RPC-malformed"), run.report());
    QCOMPARE(run.first("other")["raw"], R"({"a":1})");
    QTRY_COMPARE(marked(mark), std::vector<int>());
}

void TestStdio::ctrlCCancelsAndLeavesNothing_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("confirmed");
    QTest::newRow("confirmed") << u"endless"_s << true;
    QTest::newRow("unheard") << u"deaf"_s << false;
}

void TestStdio::ctrlCCancelsAndLeavesNothing()
{
    QFETCH(QString, mode);
    QFETCH(bool, confirmed);
    const QByteArray mark = newMark("interrupt") + mode.toUtf8();
    Ctl run(QStringList { u"invoke"_s, u"--json"_s, noisy(mode), u"-c"_s, u"x"_s, u"--stream"_s,
                u"--cancel-grace"_s, u"100"_s }
        + markedBy(mark));
    QVERIFY2(run.waitFor("chunk", 3), run.report());
    QVERIFY(marked(mark).size() >= 2);
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
    QCOMPARE(run.first("cancelled")["confirmed"], confirmed);
    QCOMPARE(run.first("cancelled")["by"], "interrupt");
    QTRY_COMPARE(marked(mark), std::vector<int>());
}

void TestStdio::leavesNothingWhenItIsKilled()
{
    const QByteArray mark = newMark("killed");
    Ctl run(QStringList { u"invoke"_s, u"--json"_s, noisy(u"deaf"_s), u"-c"_s, u"x"_s, u"--stream"_s }
        + markedBy(mark));
    QVERIFY2(run.waitFor("chunk"), run.report());
    run.signal(SIGKILL);
    QCOMPARE(run.exitCode(), -1);
    QTRY_COMPARE(marked(mark), std::vector<int>());
}

QTEST_GUILESS_MAIN(TestStdio)
#include "tst_stdio.moc"
