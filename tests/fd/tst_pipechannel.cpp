// SPDX-License-Identifier: Apache-2.0
#include "tests/transport/recordingsink.h"

#include "protocol/transport/fd/pipechannel.h"
#include "protocol/wire/systemclock.h"

#include <QTemporaryFile>
#include <QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

enum class Kind { Pipe, Socket };

/// The other side, which reads and writes without waiting.
class Far final {
public:
    explicit Far(Kind kind)
    {
        int ends[2];
        if (kind == Kind::Pipe) {
            [[maybe_unused]] int failed = pipe2(ends, O_CLOEXEC);
            input = ends[0];
            toInput = ends[1];
            failed = pipe2(ends, O_CLOEXEC);
            fromOutput = ends[0];
            output = ends[1];
        } else {
            [[maybe_unused]] const int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
            input = output = ends[0];
            toInput = fromOutput = ends[1];
        }
        fcntl(fromOutput, F_SETFL, O_NONBLOCK);
    }
    ~Far()
    {
        closeInput();
        closeOutput();
        close(input);
        if (output != input)
            close(output);
    }
    Far(const Far&) = delete;
    Far& operator=(const Far&) = delete;

    void write(const QByteArray& bytes) const
    {
        QCOMPARE(::write(toInput, bytes.constData(), static_cast<std::size_t>(bytes.size())), bytes.size());
    }
    /// What came so far.
    const QByteArray& read()
    {
        char buffer[65536];
        for (ssize_t size = 0; (size = ::read(fromOutput, buffer, sizeof buffer)) > 0;)
            received.append(buffer, size);
        return received;
    }
    void closeInput()
    {
        if (toInput == fromOutput && toInput >= 0)
            shutdown(toInput, SHUT_WR);
        else if (toInput >= 0)
            close(toInput);
        toInput = toInput == fromOutput ? toInput : -1;
    }
    void closeOutput()
    {
        if (fromOutput >= 0)
            close(fromOutput);
        toInput = toInput == fromOutput ? -1 : toInput;
        fromOutput = -1;
    }

    int input = -1;
    int output = -1;
    QByteArray received;

private:
    int toInput = -1;
    int fromOutput = -1;
};

/// What a channel tells.
class Told final : public QObject {
public:
    explicit Told(fd::PipeChannel& channel)
    {
        using fd::PipeChannel;
        connect(&channel, &PipeChannel::opened, this, [this] { order += 'o'; });
        connect(&channel, &PipeChannel::writable, this, [this] { order += 'w'; });
        connect(&channel, &PipeChannel::received, this, [this](const transport::Payload& line) {
            lines.append({ line.view().data(), static_cast<qsizetype>(line.view().size()) });
        });
        connect(&channel, &PipeChannel::odd, this,
            [this](const transport::Oddity& oddity) { odd.append(std::string(oddity.rule).c_str()); });
        connect(&channel, &PipeChannel::ended, this, [this](const wire::Error& cause) {
            order += 'e';
            error = cause;
        });
    }
    QByteArray order;
    QByteArrayList lines;
    QByteArrayList odd;
    wire::Error error;
};

} // namespace

class TestPipeChannel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void talks_data();
    void talks();
    void writesWhatItOwesAtTheEnd_data();
    void writesWhatItOwesAtTheEnd();
    void givesUpWritingAtTheEnd();
    void readsAFile();
    void endsWhenNobodyReads_data();
    void endsWhenNobodyReads();
    void closes();
    void readsOnlyOnceItIsOpened();
    void leavesTheDescriptorsAsTheyWere();
    void refusesWhatIsNoDescriptor();
    void tellsWhenItIsWritableAgain_data();
    void tellsWhenItIsWritableAgain();

private:
    fd::PipeOptions options(const Far& far) const
    {
        fd::PipeOptions all;
        all.input = far.input;
        all.output = far.output;
        return all;
    }
    static void kinds()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("pipes") << static_cast<int>(Kind::Pipe);
        QTest::newRow("a socket") << static_cast<int>(Kind::Socket);
    }
    static Kind kind()
    {
        const auto fetch = [] {
            QFETCH(const int, kind);
            return kind;
        };
        return static_cast<Kind>(fetch());
    }

    wire::SystemClock m_clock;
};

void TestPipeChannel::talks_data()
{
    kinds();
}

void TestPipeChannel::talks()
{
    Far far(kind());
    RecordingSink sink;
    fd::PipeChannel channel(m_clock, sink, options(far));
    Told told(channel);
    QVERIFY(channel.isOpen());
    channel.open();
    far.write("{\"a\":1}\nno");
    QTRY_COMPARE(told.lines, QByteArrayList { "{\"a\":1}" });
    QCOMPARE(channel.send("{\"b\":2}"), wire::RecordNo { 1 });
    QTRY_COMPARE(far.read(), QByteArray("{\"b\":2}\n"));
    far.write("ise\r\n");
    QTRY_COMPARE(told.lines, (QByteArrayList { "{\"a\":1}", "noise" }));
    QCOMPARE(told.odd, QByteArrayList { "STDIO-carriage-return" });
    far.closeInput();
    QTRY_COMPARE(told.order, QByteArray("e"));
    QCOMPARE(told.error.message, std::string("the peer closed the input"));
    QVERIFY(told.error.kind == wire::ErrorKind::Unreachable);
    QVERIFY(!channel.isOpen());
    QCOMPARE(channel.send("late"), wire::kNoRecord);

    QVERIFY(sink.connections.at(0).role == wire::Role::Server);
    QCOMPARE(sink.connections.at(0).transport, std::string("stdio"));
    QCOMPARE(sink.connections.at(0).peer, "pid " + std::to_string(getppid()));
    QCOMPARE(sink.stream(wire::Direction::Received), QByteArray("{\"a\":1}\nnoise\r\n"));
    QCOMPARE(sink.stream(wire::Direction::Sent), QByteArray("{\"b\":2}\n"));
    QCOMPARE(sink.causes.at(1), QByteArray("the peer closed the input"));
}

void TestPipeChannel::writesWhatItOwesAtTheEnd_data()
{
    kinds();
}

void TestPipeChannel::writesWhatItOwesAtTheEnd()
{
    Far far(kind());
    RecordingSink sink;
    auto some = options(far);
    some.flushGrace = 60s;
    fd::PipeChannel channel(m_clock, sink, some);
    Told told(channel);
    const std::string answer(std::size_t { 1 } << 19, 'x');
    connect(&channel, &fd::PipeChannel::received, this, [&] { channel.send(answer); });
    far.write("question\n");
    far.closeInput();
    channel.open();
    QTRY_COMPARE(told.lines.size(), 1);
    QVERIFY(told.order.isEmpty());
    QTRY_VERIFY(far.read().size() == static_cast<qsizetype>(answer.size()) + 1);
    QTRY_COMPARE(told.order, QByteArray("e"));
    QCOMPARE(told.error.message, std::string("the peer closed the input"));
}

void TestPipeChannel::givesUpWritingAtTheEnd()
{
    const Far far(Kind::Pipe);
    RecordingSink sink;
    auto some = options(far);
    some.flushGrace = 1ms;
    fd::PipeChannel channel(m_clock, sink, some);
    Told told(channel);
    channel.open();
    channel.send(std::string((1 << 20) - 1, 'x'));
    channel.close();
    QTRY_COMPARE(told.order, QByteArray("e"));
    QVERIFY(QByteArray::fromStdString(told.error.message).startsWith("closed on this side; 9"));
    QVERIFY(QByteArray::fromStdString(told.error.message).endsWith("bytes were not written"));
}

void TestPipeChannel::readsAFile()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("skipped\none\ntwo\nthree");
    file.flush();
    lseek(file.handle(), 8, SEEK_SET);
    const Far far(Kind::Pipe);
    RecordingSink sink;
    auto some = options(far);
    some.input = file.handle();
    fd::PipeChannel channel(m_clock, sink, some);
    Told told(channel);
    channel.open();
    QTRY_COMPARE(told.order, QByteArray("e"));
    QCOMPARE(told.lines, (QByteArrayList { "one", "two", "three" }));
    QCOMPARE(told.odd, QByteArrayList { "STDIO-unfinished" });
}

void TestPipeChannel::endsWhenNobodyReads_data()
{
    kinds();
}

void TestPipeChannel::endsWhenNobodyReads()
{
    // This program would end by SIGPIPE otherwise.
    Far far(kind());
    RecordingSink sink;
    fd::PipeChannel channel(m_clock, sink, options(far));
    Told told(channel);
    channel.open();
    far.closeOutput();
    channel.send("hello");
    QTRY_COMPARE(told.order, QByteArray("e"));
    QVERIFY(told.error.kind == wire::ErrorKind::Unreachable);
}

void TestPipeChannel::closes()
{
    Far far(Kind::Pipe);
    RecordingSink sink;
    fd::PipeChannel channel(m_clock, sink, options(far));
    Told told(channel);
    channel.open();
    channel.send("last");
    channel.close();
    QVERIFY(!channel.isOpen());
    QVERIFY(told.order.isEmpty());
    QTRY_COMPARE(told.order, QByteArray("e"));
    QVERIFY(told.error.kind == wire::ErrorKind::Cancelled);
    QCOMPARE(far.read(), QByteArray("last\n"));
    channel.close();
    QCOMPARE(told.order, QByteArray("e"));
}

void TestPipeChannel::readsOnlyOnceItIsOpened()
{
    const Far far(Kind::Pipe);
    RecordingSink sink;
    fd::PipeChannel channel(m_clock, sink, options(far));
    Told told(channel);
    far.write("early\n");
    QCoreApplication::processEvents();
    QVERIFY(told.lines.isEmpty());
    channel.open();
    channel.open();
    QTRY_COMPARE(told.lines, QByteArrayList { "early" });
}

// A shell shares its terminal with the programs it starts.
void TestPipeChannel::leavesTheDescriptorsAsTheyWere()
{
    const Far far(Kind::Pipe);
    const int inputFlags = fcntl(far.input, F_GETFL);
    const int outputFlags = fcntl(far.output, F_GETFL);
    RecordingSink sink;
    {
        fd::PipeChannel channel(m_clock, sink, options(far));
        Told told(channel);
        channel.open();
        channel.send("x");
        far.write("y\n");
        QTRY_COMPARE(told.lines.size(), 1);
        QCOMPARE(fcntl(far.input, F_GETFL), inputFlags);
        QCOMPARE(fcntl(far.output, F_GETFL), outputFlags);
    }
    QCOMPARE(fcntl(far.input, F_GETFL), inputFlags);
    QCOMPARE(fcntl(far.output, F_GETFL), outputFlags);
    QCOMPARE(sink.causes.at(1), QByteArray("closed on this side"));
}

void TestPipeChannel::refusesWhatIsNoDescriptor()
{
    RecordingSink sink;
    fd::PipeOptions some;
    some.input = some.output = 9999;
    fd::PipeChannel channel(m_clock, sink, some);
    Told told(channel);
    QVERIFY(!channel.isOpen());
    channel.open();
    QTRY_COMPARE(told.order, QByteArray("e"));
    QVERIFY(told.error.kind == wire::ErrorKind::Io);
    QCOMPARE(told.error.message, std::string("the descriptors can't be used: Bad file descriptor"));
}

void TestPipeChannel::tellsWhenItIsWritableAgain_data()
{
    kinds();
}

void TestPipeChannel::tellsWhenItIsWritableAgain()
{
    Far far(kind());
    RecordingSink sink;
    fd::PipeChannel channel(m_clock, sink, options(far));
    Told told(channel);
    channel.open();
    const std::string some(1000, 'x');
    qsizetype sent = 0;
    for (; channel.isWritable(); sent += 1001)
        QVERIFY(channel.send(some) != wire::kNoRecord);
    QVERIFY(sent > (1 << 18) && sent < (1 << 20));
    QCoreApplication::processEvents();
    QVERIFY(told.order.isEmpty());
    QTRY_VERIFY(far.read().size() == sent);
    QCOMPARE(told.order, QByteArray("w"));
    QCOMPARE(sink.stream(wire::Direction::Sent), far.received);
}

QTEST_GUILESS_MAIN(TestPipeChannel)
#include "tst_pipechannel.moc"
