// SPDX-License-Identifier: Apache-2.0
// Nothing of a program that ignores the end of its input and SIGTERM, started through a shell, with children
// in sessions of their own, outlives its channel.
#include "childfixture.h"
#include "marked.h"

#include <QElapsedTimer>
#include <QProcess>

#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>

class TestOrphans final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void leavesNothingBehind_data();
    void leavesNothingBehind();
    void leavesNothingWhenTheHolderIsKilled_data();
    void leavesNothingWhenTheHolderIsKilled();
    void leavesNoDescriptorOpen();

private:
    wire::SystemClock m_clock;
};

namespace {

constexpr int kAtATime = 10;
constexpr int kUp = 4; ///< processes that stdiopeer's tree has
const QByteArray kScript = STDIOPEER " tree; true";

fd::ChildOptions treeOptions(const QByteArray& mark)
{
    fd::ChildOptions options = peer("");
    options.program = "sh";
    options.arguments = { "-c", kScript.toStdString() };
    options.environment = { { kMarkVariable, mark.toStdString() } };
    options.closeGrace = options.killGrace = 5ms;
    return options;
}

QByteArray newMark(const char* name, int round)
{
    return QByteArray(name) + '-' + QByteArray::number(QCoreApplication::applicationPid()) + '-'
        + QByteArray::number(round);
}

} // namespace

// Guards whose holder is gone become ours: not everywhere does somebody take the status of orphans.
void TestOrphans::initTestCase()
{
    QCOMPARE(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

void TestOrphans::cleanup()
{
    QTRY_VERIFY(waitpid(-1, nullptr, WNOHANG) < 0);
}

void TestOrphans::leavesNothingBehind_data()
{
    QTest::addColumn<int>("rounds");
    QTest::newRow("close") << 40;
    QTest::newRow("delete") << 40;
    QTest::newRow("delete at once") << 30;
    QTest::newRow("close at once") << 20;
    QTest::newRow("kill the program") << 30;
    QTest::newRow("kill the program, then delete") << 20;
    QTest::newRow("no such program") << 20;
}

void TestOrphans::leavesNothingBehind()
{
    QFETCH(const int, rounds);
    const QByteArray way = QTest::currentDataTag();
    const bool isStarted = !way.endsWith("at once") && way != "no such program";
    for (int round = 0; round < rounds; round += kAtATime) {
        const QByteArray mark = newMark("orphans", round);
        wire::NullSink sink;
        std::vector<std::unique_ptr<Child>> children;
        for (int i = 0; i < kAtATime; ++i) {
            auto options = treeOptions(mark);
            if (way == "no such program")
                options.program = "/nonexistent/program";
            children.push_back(std::make_unique<Child>(m_clock, sink, options));
        }
        for (const auto& child : children) {
            if (isStarted)
                QTRY_COMPARE(child->lines.size(), kUp);
        }
        if (isStarted)
            QVERIFY(marked(mark).size() >= std::size_t { kAtATime * (kUp + 2) });
        for (const auto& child : children) {
            if (way.startsWith("close"))
                child->channel->close();
            else if (way.startsWith("kill"))
                QCOMPARE(kill(static_cast<pid_t>(child->channel->processId()), SIGKILL), 0);
            if (way.contains("delete"))
                child->channel.reset();
        }
        for (const auto& child : children)
            QTRY_VERIFY(!child->channel || child->hasEnded());
        // ended() comes when nothing is left.
        if (!way.contains("delete"))
            QCOMPARE(marked(mark), std::vector<int>());
        QTRY_COMPARE(marked(mark), std::vector<int>());
    }
}

void TestOrphans::leavesNothingWhenTheHolderIsKilled_data()
{
    QTest::addColumn<int>("rounds");
    QTest::addColumn<int>("graceMs");
    QTest::newRow("short graces") << 40 << 5;
    QTest::newRow("those of a real run") << 4 << 2000;
}

void TestOrphans::leavesNothingWhenTheHolderIsKilled()
{
    QFETCH(const int, rounds);
    QFETCH(const int, graceMs);
    for (int round = 0; round < rounds; round += kAtATime) {
        const QByteArray mark = newMark("held", round);
        std::vector<std::unique_ptr<QProcess>> holders;
        for (int i = 0; i < std::min(kAtATime, rounds); ++i) {
            holders.push_back(std::make_unique<QProcess>());
            holders.back()->start(QStringLiteral(STDIOHOLDER),
                { QStringLiteral(ACMP_GUARD_PATH), QString::number(graceMs), QString::fromUtf8(mark),
                    QStringLiteral("sh"), QStringLiteral("-c"), QString::fromUtf8(kScript) });
        }
        for (const auto& holder : holders) {
            QByteArray said;
            while (said.count("up\n") < kUp) {
                QVERIFY(holder->bytesAvailable() > 0 || holder->waitForReadyRead());
                said += holder->readAll();
            }
        }
        QVERIFY(marked(mark).size() >= holders.size() * (kUp + 2));
        QElapsedTimer since;
        since.start();
        for (const auto& holder : holders)
            holder->kill();
        for (const auto& holder : holders)
            QVERIFY(holder->waitForFinished());
        QTRY_COMPARE(marked(mark), std::vector<int>());
        QVERIFY2(since.elapsed() < 2000, qPrintable(QString::number(since.elapsed())));
    }
}

void TestOrphans::leavesNoDescriptorOpen()
{
    const auto openOnes = [] {
        return QDir(QStringLiteral("/proc/self/fd"))
            .entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System)
            .size();
    };
    wire::NullSink sink;
    const auto before = openOnes();
    for (int i = 0; i < 5; ++i) {
        auto options = peer("echo");
        options.program = i % 2 == 0 ? options.program : "/nonexistent/program";
        Child child(m_clock, sink, options);
        QTRY_VERIFY(!child.order.isEmpty());
        child.channel->close();
        QTRY_VERIFY(child.hasEnded());
    }
    QCOMPARE(openOnes(), before);
}

QTEST_GUILESS_MAIN(TestOrphans)
#include "tst_orphans.moc"
