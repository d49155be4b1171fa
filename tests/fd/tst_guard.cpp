// SPDX-License-Identifier: Apache-2.0
// acmp-guard itself: what it tells, and how it ends what is left.
#include "childfixture.h"
#include "marked.h"

#include "protocol/transport/fd/guard.h"
#include "protocol/transport/fd/launch.h"

#include <QProcess>

#include <csignal>
#include <sys/wait.h>

class TestGuard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsHowTheProgramEnded_data();
    void tellsHowTheProgramEnded();
    void endsWhatAProgramLeftBehind();
    void endsAllOnItsOwnSigterm();
    void asksBeforeItKills();
    void endsAStoppedProgram();
    void explainsItsArguments();
};

namespace {

/// A guard and what it tells, as "exited 3".
class Watched final : public QObject {
public:
    explicit Watched(std::vector<std::string> command, std::chrono::milliseconds grace = 5s)
    {
        const std::pair<std::string, std::string> environment { kMarkVariable, mark.toStdString() };
        fd::Launch what;
        what.program = command.front();
        what.arguments.assign(command.begin() + 1, command.end());
        what.environment = fd::environmentWith({ &environment, 1 }, {});
        what.guard = ACMP_GUARD_PATH;
        what.killGrace = grace;
        auto launched = fd::launch(what);
        if (!launched)
            return;
        process = launched->guard;
        output = std::move(launched->output);
        input = std::move(launched->input);
        errors = std::move(launched->errors);
        guard = std::make_unique<fd::Guard>(std::move(launched->control), fd::Descriptor(), launched->guard);
        using fd::Guard;
        connect(guard.get(), &Guard::started, this, [this](qint64 id) { program = id; });
        connect(guard.get(), &Guard::exited, this,
            [this](int code) { told += "exited " + QByteArray::number(code) + ' '; });
        connect(guard.get(), &Guard::killed, this,
            [this](int number) { told += "killed " + QByteArray::number(number) + ' '; });
        connect(guard.get(), &Guard::failed, this, [this](const std::string& step, int error) {
            told += QByteArray::fromStdString(step) + ' ' + QByteArray::number(error) + ' ';
        });
        // Without the descriptor that tells when a process ended: where there is none, this is how.
        connect(guard.get(), &Guard::gone, this, [this] { told += "gone"; });
    }
    /// What the program said so far.
    QByteArray said()
    {
        char buffer[1000];
        while (const auto size = output.read(buffer)) {
            if (*size == 0)
                break;
            m_said.append(buffer, static_cast<qsizetype>(*size));
        }
        return m_said;
    }

    const QByteArray mark = "guard-" + QByteArray::number(QCoreApplication::applicationPid());
    std::unique_ptr<fd::Guard> guard;
    fd::Descriptor output;
    fd::Descriptor input;
    fd::Descriptor errors;
    int process = 0;
    qint64 program = 0;
    QByteArray told;

private:
    QByteArray m_said;
};

} // namespace

void TestGuard::tellsHowTheProgramEnded_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const QStringList& command, const char* told) {
        QTest::newRow(name) << command << QByteArray(told);
    };
    const QString peer = QStringLiteral(STDIOPEER);
    row("exit 0", { QStringLiteral("true") }, "exited 0 gone");
    row("exit 5", { peer, QStringLiteral("exit"), QStringLiteral("5") }, "exited 5 gone");
    row("SIGKILL", { peer, QStringLiteral("die"), QStringLiteral("9") }, "killed 9 gone");
    row("no such file", { QStringLiteral("/nonexistent/x") }, "exec 2 gone");
    row("a directory", { QStringLiteral("/tmp") }, "exec 13 gone");
}

void TestGuard::tellsHowTheProgramEnded()
{
    QFETCH(const QStringList, command);
    std::vector<std::string> words;
    for (const QString& word : command)
        words.push_back(word.toStdString());
    Watched watched(words);
    watched.input.reset();
    QTRY_VERIFY(watched.told.endsWith("gone"));
    QTEST(watched.told, "told");
}

void TestGuard::endsWhatAProgramLeftBehind()
{
    Watched watched({ "sh", "-c", "(" STDIOPEER " tree; true) & exit 4" }, 5ms);
    QTRY_COMPARE(watched.told, QByteArray("exited 4 gone"));
    QCOMPARE(marked(watched.mark), std::vector<int>());
}

void TestGuard::endsAllOnItsOwnSigterm()
{
    Watched watched({ STDIOPEER, "tree" }, 5ms);
    QTRY_COMPARE(watched.said().count("up\n"), 4);
    QCOMPARE(kill(watched.process, SIGTERM), 0);
    QTRY_COMPARE(watched.told, QByteArray("killed 9 gone"));
    QCOMPARE(marked(watched.mark), std::vector<int>());
}

// Each process of a tree is asked once, those in other sessions too, and may take its time.
void TestGuard::asksBeforeItKills()
{
    const std::string nice = "trap 'echo asked; exit 0' TERM; echo up; while :; do sleep 0.01; done";
    Watched watched({ "sh", "-c", "setsid sh -c \"$0\" & setsid sh -c \"$0\" & " + nice, nice }, 60s);
    QTRY_COMPARE(watched.said().count("up\n"), 3);
    watched.guard->end();
    QTRY_COMPARE(watched.told, QByteArray("exited 0 gone"));
    QCOMPARE(watched.said().count("asked\n"), 3);
    QCOMPARE(marked(watched.mark), std::vector<int>());
}

void TestGuard::endsAStoppedProgram()
{
    Watched watched({ STDIOPEER, "deaf" }, 60s);
    QTRY_COMPARE(watched.said(), QByteArray("up\n"));
    QCOMPARE(kill(static_cast<pid_t>(watched.program), SIGSTOP), 0);
    watched.guard->end();
    QTRY_COMPARE(watched.told, QByteArray("killed 15 gone"));
}

void TestGuard::explainsItsArguments()
{
    QProcess guard;
    guard.start(QStringLiteral(ACMP_GUARD_PATH), { QStringLiteral("--help") });
    QVERIFY(guard.waitForFinished());
    QCOMPARE(guard.exitCode(), 2);
    QVERIFY(guard.readAllStandardError().startsWith("usage: acmp-guard CONTROL"));
}

QTEST_GUILESS_MAIN(TestGuard)
#include "tst_guard.moc"
