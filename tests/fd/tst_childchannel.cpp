// SPDX-License-Identifier: Apache-2.0
// A program that is started and talked with.
#include "childfixture.h"

#include <QTemporaryDir>

#include <csignal>

class TestChildChannel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void talksALineAMessage();
    void putsAllOnRecord();
    void takesNoiseForLines();
    void keepsBytesAsTheyAre();
    void waitsForTheRestOfALine();
    void deliversAnUnfinishedLastLine();
    void makesOneLineOfAMessage();
    void givesTheProgramACleanStart();
    void letsAScriptOpenItsStandardFiles();
    void holdsBackWhilePaused();
    void deliversTheRestAfterAPauseAtTheEnd();
    void tellsWhenItIsWritableAgain();
    void endsWithTheProgram_data();
    void endsWithTheProgram();
    void saysWhyItCouldNotStart_data();
    void saysWhyItCouldNotStart();
    void closesInOrder();
    void closesBeforeItOpened();
    void endsAProgramThatClosedAPipe_data();
    void endsAProgramThatClosedAPipe();
    void mayBeDeletedFromWithin_data();
    void mayBeDeletedFromWithin();

private:
    wire::SystemClock m_clock;
};

void TestChildChannel::talksALineAMessage()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("echo"));
    QVERIFY(child.order.isEmpty());
    QVERIFY(!child.channel->isOpen());
    QCOMPARE(child.channel->send("too early"), wire::kNoRecord);
    QTRY_COMPARE(child.order, QByteArray("o"));
    QVERIFY(child.channel->isOpen());
    QVERIFY(child.channel->send("{\"a\":1}") != wire::kNoRecord);
    QVERIFY(child.channel->send("{\"b\":2}") != wire::kNoRecord);
    QTRY_COMPARE(child.lines, (QByteArrayList { "{\"a\":1}", "{\"b\":2}" }));
    QCOMPARE(sink.slices.at(child.records.at(1)).payload, QByteArray("{\"b\":2}"));
    QVERIFY(child.odd.isEmpty());
}

void TestChildChannel::putsAllOnRecord()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("banner"));
    QTRY_COMPARE(child.lines.size(), 4);
    QTRY_COMPARE(child.log.size(), 1);
    child.channel->send("x");
    QTRY_COMPARE(child.lines.size(), 5);

    QCOMPARE(sink.connections.size(), std::size_t { 2 });
    const wire::ConnectionFacts& facts = sink.connections.at(0);
    QVERIFY(facts.role == wire::Role::Client);
    QCOMPARE(facts.transport, std::string("stdio"));
    QCOMPARE(facts.peer, "pid " + std::to_string(child.channel->processId()));
    QCOMPARE(facts.target, std::string(STDIOPEER) + " banner 0");
    QCOMPARE(sink.connections.at(1).transport, std::string("stderr"));
    QCOMPARE(sink.connections.at(1).peer, facts.peer);

    QCOMPARE(sink.stream(wire::Direction::Sent), QByteArray("x\n"));
    QCOMPARE(sink.kinds(wire::Direction::Sent), QByteArray("6"));
    QCOMPARE(sink.stream(wire::Direction::Received),
        QByteArray("\x1b[1;32mWelcome\x1b[0m\n\n\r\n{\"a\":1}\r\nx\n"));
    QCOMPARE(sink.kinds(wire::Direction::Received), QByteArray("6 6 6 6 6"));
    QCOMPARE(sink.stream(wire::Direction::Received, 2), QByteArray("to the log\n"));
    QCOMPARE(sink.kinds(wire::Direction::Received, 2), QByteArray("7"));
    for (const auto& kept : sink.slices)
        QVERIFY(kept.payloadWithin);

    child.channel->close();
    QTRY_VERIFY(child.hasEnded());
    const QByteArray why = "closed on this side; the program ended with exit code 0";
    QCOMPARE(sink.causes, (std::map<std::uint32_t, QByteArray> { { 1, why }, { 2, why } }));
}

void TestChildChannel::takesNoiseForLines()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("banner"));
    QTRY_COMPARE(child.lines.size(), 4);
    QCOMPARE(child.lines, (QByteArrayList { "\x1b[1;32mWelcome\x1b[0m", "", "", "{\"a\":1}" }));
    // Once a channel: the second line of its kind is no news.
    QCOMPARE(child.odd, QByteArrayList { "STDIO-carriage-return" });
    QTRY_COMPARE(child.log, QByteArrayList { "to the log" });
    child.channel->send("still here");
    QTRY_COMPARE(child.lines.last(), QByteArray("still here"));
}

void TestChildChannel::keepsBytesAsTheyAre()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("bytes"));
    QTRY_COMPARE(child.lines.size(), 2);
    QCOMPARE(child.lines, (QByteArrayList { QByteArray("\xff\xfe\0\xc3", 4), "\xe2\x82\xac" }));
}

void TestChildChannel::waitsForTheRestOfALine()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("halves"));
    QTRY_COMPARE(child.lines, QByteArrayList { "one" });
    child.channel->send("go on");
    QTRY_COMPARE(child.lines, (QByteArrayList { "one", "half" }));
}

void TestChildChannel::deliversAnUnfinishedLastLine()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("unfinished"));
    QTRY_COMPARE(child.lines, QByteArrayList { "whole" });
    child.channel->send("end");
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.lines, (QByteArrayList { "whole", "half" }));
    QCOMPARE(child.odd, QByteArrayList { "STDIO-unfinished" });
    QCOMPARE(sink.stream(wire::Direction::Received), QByteArray("whole\nhalf"));
}

void TestChildChannel::makesOneLineOfAMessage()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("echo"));
    QTRY_VERIFY(child.channel->isOpen());
    child.channel->send("{\n\"a\": 1\n}");
    const std::string large(std::size_t { 5 } << 19, 'y');
    child.channel->send(large);
    QTRY_COMPARE(child.lines.size(), 2);
    QCOMPARE(child.lines.first(), QByteArray("{ \"a\": 1 }"));
    QCOMPARE(child.lines.last(), QByteArray::fromStdString(large));
    QCOMPARE(sink.kinds(wire::Direction::Sent), QByteArray("6 6p 6p 6"));
    QCOMPARE(sink.kinds(wire::Direction::Received), QByteArray("6 6p 6p 6"));
    QVERIFY(sink.stream(wire::Direction::Received) == sink.stream(wire::Direction::Sent));
}

void TestChildChannel::givesTheProgramACleanStart()
{
    // What this process ignores, blocks and holds open is its own affair.
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    const int leaked = dup(0);
    qputenv("STDIOPEER_REMOVED", "here");
    const QTemporaryDir directory;
    auto options = peer("state");
    options.directory = directory.path().toStdString();
    options.bearerToken = "secret";
    options.environment = { { "STDIOPEER_ADDED", "a b" } };
    options.withoutEnvironment = { "STDIOPEER_REMOVED" };
    RecordingSink sink;
    Child child(m_clock, sink, options);
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.lines.join("; "),
        "blocked 0; ignored 0; fd 0; fd 1; fd 2; cwd " + directory.path().toUtf8()
            + "; ACMP_BEARER_TOKEN=secret; STDIOPEER_ADDED=a b; STDIOPEER_REMOVED=(none); leads its group");
    QVERIFY(!sink.connections.at(0).target.contains("secret"));
    close(leaked);
    std::signal(SIGPIPE, before);
}

// Which it can't where they are sockets.
void TestChildChannel::letsAScriptOpenItsStandardFiles()
{
    auto options = peer("");
    options.program = "sh";
    options.arguments = { "-c", "echo log >/dev/stderr; head -n 1 /dev/stdin >/dev/stdout" };
    RecordingSink sink;
    Child child(m_clock, sink, options);
    QTRY_VERIFY(child.channel->isOpen());
    child.channel->send("there and back");
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.lines, QByteArrayList { "there and back" });
    QCOMPARE(child.log, QByteArrayList { "log" });
}

void TestChildChannel::holdsBackWhilePaused()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("banner"));
    const auto pause = connect(child.channel.get(), &fd::ChildChannel::received, this,
        [&child] { child.channel->pauseReading(true); });
    QTRY_COMPARE(child.lines.size(), 1);
    // Written after the lines.
    QTRY_COMPARE(child.log, QByteArrayList { "to the log" });
    QCOMPARE(child.lines.size(), 1);
    QCOMPARE(sink.kinds(wire::Direction::Received), QByteArray("6"));
    child.channel->pauseReading(false);
    QCOMPARE(child.lines.size(), 1);
    QTRY_COMPARE(child.lines.size(), 2);
    disconnect(pause);
    child.channel->pauseReading(false);
    QTRY_COMPARE(child.lines.size(), 4);
    QCOMPARE(child.lines.last(), QByteArray("{\"a\":1}"));
}

void TestChildChannel::deliversTheRestAfterAPauseAtTheEnd()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("exit", 0));
    child.channel->pauseReading(true);
    QTRY_VERIFY(child.order.contains('o'));
    QTRY_COMPARE(child.log, QByteArrayList { "why it goes" });
    QTRY_VERIFY(!child.channel->isOpen());
    QVERIFY(child.lines.isEmpty());
    QVERIFY(!child.hasEnded());
    child.channel->pauseReading(false);
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.lines, QByteArrayList { "going" });
}

void TestChildChannel::tellsWhenItIsWritableAgain()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("sink"));
    QTRY_VERIFY(child.channel->isOpen());
    QVERIFY(child.channel->isWritable());
    const std::string some(1000, 'x');
    int sent = 0;
    for (; child.channel->isWritable(); ++sent)
        QVERIFY(child.channel->send(some) != wire::kNoRecord);
    QCOMPARE(child.order, QByteArray("o"));
    QTRY_COMPARE(child.order, QByteArray("ow"));
    QVERIFY(child.channel->isWritable());
    child.channel->send("");
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.lines, QByteArrayList { "heard all" });
    QCOMPARE(sink.stream(wire::Direction::Sent).size(), sent * 1001 + 1);
}

void TestChildChannel::endsWithTheProgram_data()
{
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("exit 0") << QByteArray("exit") << 0 << QByteArray("the program ended with exit code 0");
    QTest::newRow("exit 7") << QByteArray("exit") << 7 << QByteArray("the program ended with exit code 7");
    QTest::newRow("exit 139") << QByteArray("exit") << 139
                              << QByteArray("the program ended with exit code 139");
    QTest::newRow("SIGSEGV") << QByteArray("die") << SIGSEGV
                             << QByteArray("the program was ended by SIGSEGV, Segmentation fault");
    QTest::newRow("SIGTERM") << QByteArray("die") << SIGTERM
                             << QByteArray("the program was ended by SIGTERM, Terminated");
}

void TestChildChannel::endsWithTheProgram()
{
    QFETCH(const QByteArray, mode);
    QFETCH(const int, number);
    RecordingSink sink;
    Child child(m_clock, sink, peer(mode.constData(), number));
    QTRY_VERIFY(!child.lines.isEmpty());
    child.channel->send("go");
    QTRY_VERIFY(child.hasEnded());
    // It may end before it has read what it was sent.
    QFETCH(const QByteArray, message);
    QVERIFY2(child.why().startsWith(message), child.why().constData());
    QVERIFY(child.error.kind == wire::ErrorKind::Unreachable);
    QVERIFY(child.error.transient);
    if (mode == "exit")
        QCOMPARE(child.error.found, std::string("stderr: why it goes"));
    QCOMPARE(child.channel->send("late"), wire::kNoRecord);
    QCOMPARE(sink.causes.at(1), child.why());
}

void TestChildChannel::saysWhyItCouldNotStart_data()
{
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<QByteArray>("directory");
    QTest::addColumn<QByteArray>("guard");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* program, const char* directory, const char* guard,
                         const char* message) {
        QTest::newRow(name) << QByteArray(program) << QByteArray(directory) << QByteArray(guard)
                            << QByteArray(message);
    };
    row("no such program", "/nonexistent/x", "", "",
        "the program could not be started: No such file or directory (at /nonexistent/x)");
    row("none in PATH", "no-such-program-here", "", "",
        "the program could not be started: No such file or directory (at no-such-program-here)");
    row("not to be executed", "/etc/passwd", "", "",
        "the program could not be started: Permission denied (at /etc/passwd)");
    row("no such directory", "true", "/nonexistent", "",
        "the directory for the program can't be entered: No such file or directory (at /nonexistent)");
    row("no guard", "true", "", "/nonexistent/guard",
        "the guard that programs are started by could not be: No such file or directory (at "
        "/nonexistent/guard)");
    row("another program for a guard", "true", "", "/bin/true",
        "the program is lost: its guard was ended (at true)");
}

void TestChildChannel::saysWhyItCouldNotStart()
{
    QFETCH(const QByteArray, program);
    QFETCH(const QByteArray, directory);
    QFETCH(const QByteArray, guard);
    auto options = peer("");
    options.program = program.toStdString();
    options.directory = directory.toStdString();
    if (!guard.isEmpty())
        options.guard = guard.toStdString();
    RecordingSink sink;
    Child child(m_clock, sink, options);
    QVERIFY(child.order.isEmpty());
    QTRY_COMPARE(child.order, QByteArray("e"));
    QTEST(QByteArray::fromStdString(child.error.toString()), "message");
    QVERIFY(child.error.kind == wire::ErrorKind::Unreachable);
    QVERIFY(sink.connections.empty());
}

void TestChildChannel::closesInOrder()
{
    RecordingSink sink;
    Child child(m_clock, sink, peer("sink"));
    QTRY_VERIFY(child.channel->isOpen());
    child.channel->send("a");
    child.channel->close();
    QVERIFY(!child.channel->isOpen());
    QVERIFY(!child.hasEnded());
    QTRY_VERIFY(child.hasEnded());
    QVERIFY(child.error.kind == wire::ErrorKind::Cancelled);
    // It read what was sent, saw the end, answered and went by itself.
    QCOMPARE(child.lines, QByteArrayList { "heard all" });
    QCOMPARE(child.why(), QByteArray("closed on this side; the program ended with exit code 0"));
    child.channel->close();
    QCOMPARE(child.order, QByteArray("oe"));
}

void TestChildChannel::closesBeforeItOpened()
{
    RecordingSink sink;
    auto options = peer("stubborn");
    options.killGrace = 1ms;
    Child child(m_clock, sink, options);
    child.channel->close();
    QTRY_VERIFY(child.hasEnded());
    QCOMPARE(child.order, QByteArray("e"));
    QVERIFY(child.error.kind == wire::ErrorKind::Cancelled);
}

void TestChildChannel::endsAProgramThatClosedAPipe_data()
{
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("stdout") << QByteArray("closeout")
                            << QByteArray("the program closed its standard output and went on; then it was "
                                          "ended by SIGTERM, Terminated");
    QTest::newRow("stdin") << QByteArray("closein")
                           << QByteArray("the program closed its standard input and went on; then it was "
                                         "ended by SIGTERM, Terminated; it left 4 bytes unread");
}

void TestChildChannel::endsAProgramThatClosedAPipe()
{
    QFETCH(const QByteArray, mode);
    auto options = peer(mode.constData());
    options.closeGrace = 1ms;
    RecordingSink sink;
    Child child(m_clock, sink, options);
    if (mode == "closein") {
        QTRY_COMPARE(child.lines, QByteArrayList { "up" });
        QVERIFY(child.channel->send("abc") != wire::kNoRecord);
    }
    QTRY_VERIFY(child.hasEnded());
    QTEST(child.why(), "message");
}

void TestChildChannel::mayBeDeletedFromWithin_data()
{
    QTest::addColumn<int>("when");
    QTest::newRow("opened") << 0;
    QTest::newRow("received") << 1;
    QTest::newRow("odd") << 2;
    QTest::newRow("logged") << 3;
    QTest::newRow("ended") << 4;
    QTest::newRow("writable") << 5;
}

void TestChildChannel::mayBeDeletedFromWithin()
{
    QFETCH(const int, when);
    using fd::ChildChannel;
    RecordingSink sink;
    Child child(m_clock, sink, peer("banner"));
    ChildChannel* const channel = child.channel.get();
    const auto drop = [&child] { child.channel.reset(); };
    if (when == 0)
        connect(channel, &ChildChannel::opened, this, drop);
    if (when == 1)
        connect(channel, &ChildChannel::received, this, drop);
    if (when == 2)
        connect(channel, &ChildChannel::odd, this, drop);
    if (when == 3)
        connect(channel, &ChildChannel::logged, this, drop);
    if (when == 4) {
        connect(channel, &ChildChannel::ended, this, drop);
        connect(channel, &ChildChannel::opened, channel, &ChildChannel::close);
    }
    if (when == 5) {
        connect(channel, &ChildChannel::writable, this, drop);
        connect(channel, &ChildChannel::opened, this,
            [channel] { channel->send(std::string(std::size_t { 1 } << 19, 'x')); });
    }
    QTRY_VERIFY(!child.channel);
    QCOMPARE(sink.causes.size(), std::size_t { 2 });
}

QTEST_GUILESS_MAIN(TestChildChannel)
#include "tst_childchannel.moc"
