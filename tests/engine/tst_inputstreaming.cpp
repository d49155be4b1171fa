// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/inputassembly.h"
#include "protocol/rpc/codes.h"
#include "tests/engine/stage.h"

#include <QTest>

using namespace enginetest;
namespace code = rpc::code;

class TestInputStreaming final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsForTheFinalChunk();
    void ordersChunks();
    void countsThePrefixFirst();
    void ignoresWhatCameBeforeOrComesAfterTheEnd();
    void streamsOutOncePut();
    void holdsChunksThatOvertakeTheirInvoke();
    void dropsOvertakersAfterTwoSeconds();
    void holdsOvertakersWithinALimitACaller();
    void waitsInAGapUntilTheDeadline();
    void failsWhereAGapHoldsTooMuch();
    void ignoresChunksAfterCancel();
    void replaysAnEchoOfStreamedInput();
    void joinsPieces_data();
    void joinsPieces();
};

static const std::string kEcho = scenarioText(R"("output":{"echo":true},"chunks":4)");

static acmp::Invoke inputInvoke()
{
    acmp::Invoke invoke = invokeOf();
    invoke.input.reset();
    invoke.inputStream = true;
    return invoke;
}

static QString outputOf(const Heard& heard)
{
    const auto* const result = heard.as<acmp::TaskResult>();
    return result != nullptr && result->output ? q(result->output->data.text()) : QStringLiteral("none");
}

void TestInputStreaming::waitsForTheFinalChunk()
{
    Stage stage(scenarioText(R"("duration_ms":10)", R"("features":{"heartbeat_interval_ms":1000})"));
    const auto heard = stage.ask(inputInvoke());
    stage.say(inputChunk(0, "a"));
    stage.clock.advance(5s);
    QVERIFY(!heard->answer);
    QCOMPARE(q(*heard->heartbeats().front().detail), q("Waiting for input chunk 1"));
    stage.say(inputChunk(1, "b", true));
    QVERIFY(!heard->answer);
    stage.clock.advance(10ms);
    QVERIFY(heard->is<acmp::TaskResult>());
}

void TestInputStreaming::ordersChunks()
{
    Stage stage(kEcho);
    const auto heard = stage.ask(inputInvoke());
    stage.say(inputChunk(3, "d", true));
    stage.say(inputChunk(1, "b"));
    stage.say(inputChunk(2, "c"));
    QVERIFY(!heard->answer);
    stage.say(inputChunk(0, "a"));
    QCOMPARE(outputOf(*heard), q(R"("abcd")"));
}

void TestInputStreaming::countsThePrefixFirst()
{
    Stage stage(kEcho);
    acmp::Invoke invoke = inputInvoke();
    invoke.input = invokeOf().input;
    const auto heard = stage.ask(invoke);
    stage.say(inputChunk(0, "put", true));
    QCOMPARE(outputOf(*heard), q(R"("input")"));
}

void TestInputStreaming::ignoresWhatCameBeforeOrComesAfterTheEnd()
{
    Stage stage(kEcho);
    const auto heard = stage.ask(inputInvoke());
    stage.say(inputChunk(-1, "x"));
    stage.say(inputChunk(0, "a"));
    stage.say(inputChunk(0, "x"));
    stage.say(inputChunk(4, "x"));
    stage.say(inputChunk(2, "c", true));
    stage.say(inputChunk(3, "x"));
    stage.say(inputChunk(1, "b"));
    QCOMPARE(outputOf(*heard), q(R"("abc")"));
    stage.say(inputChunk(3, "x"));
    QCOMPARE(heard->answers, 1);
}

void TestInputStreaming::streamsOutOncePut()
{
    Stage stage(kEcho);
    acmp::Invoke invoke = inputInvoke();
    invoke.stream = true;
    const auto heard = stage.ask(invoke);
    QVERIFY(heard->said.empty());
    stage.say(inputChunk(0, "abcdefgh", true));
    QCOMPARE(heard->chunks().size(), std::size_t { 4 });
    QCOMPARE(q(heard->text()), q("abcdefgh"));
    QVERIFY(heard->get<acmp::TaskResult>().outputStreamedOrDefault());
}

void TestInputStreaming::holdsChunksThatOvertakeTheirInvoke()
{
    Stage stage(kEcho);
    stage.say(inputChunk(1, "b", true));
    stage.say(inputChunk(0, "x"), "someone else");
    stage.say(inputChunk(0, "a"));
    stage.clock.advance(1'999ms);
    QCOMPARE(outputOf(*stage.ask(inputInvoke())), q(R"("ab")"));
}

void TestInputStreaming::dropsOvertakersAfterTwoSeconds()
{
    Stage stage(kEcho);
    stage.say(inputChunk(0, "a"));
    stage.clock.advance(1s);
    stage.say(inputChunk(1, "b", true));
    stage.clock.advance(1s);
    const auto heard = stage.ask(inputInvoke());
    QVERIFY(!heard->answer);
    stage.say(inputChunk(0, "z"));
    QCOMPARE(outputOf(*heard), q(R"("zb")"));
}

void TestInputStreaming::holdsOvertakersWithinALimitACaller()
{
    Stage stage(kEcho);
    const std::string large(600'000, 'x');
    stage.say(inputChunk(0, large));
    stage.say(inputChunk(1, large, true));
    stage.say(inputChunk(0, large), "other");
    stage.say(inputChunk(1, "", true), "other");
    const auto heard = stage.ask(inputInvoke());
    QVERIFY(!heard->answer);
    QVERIFY(stage.ask(inputInvoke(), "other")->is<acmp::TaskResult>());
    stage.say(inputChunk(1, "", true));
    QCOMPARE(outputOf(*heard).size(), 600'002);
    // Room is made again.
    acmp::Invoke second = inputInvoke();
    second.taskId = "task_2";
    acmp::InputChunk chunk = inputChunk(0, large, true);
    chunk.taskId = "task_2";
    stage.say(chunk);
    QVERIFY(stage.ask(second)->is<acmp::TaskResult>());
}

void TestInputStreaming::waitsInAGapUntilTheDeadline()
{
    Stage stage(kEcho);
    const auto heard = stage.ask(inputInvoke());
    stage.say(inputChunk(1, "b", true));
    stage.clock.advance(29'999ms);
    QVERIFY(!heard->answer);
    stage.clock.advance(1ms);
    QCOMPARE(heard->code(), code::kTimeout);
}

void TestInputStreaming::failsWhereAGapHoldsTooMuch()
{
    Stage stage(scenarioText({}));
    const auto heard = stage.ask(inputInvoke());
    const std::string mebibyte(std::size_t { 1 } << 20, 'x');
    for (std::int64_t seq = 1; seq <= 64 && !heard->answer; ++seq) {
        stage.say(inputChunk(seq, mebibyte));
        QCOMPARE(heard->code(), seq < 64 ? 0 : code::kAcmpInternal);
    }
    QVERIFY(heard->detail().contains("seq 0"));
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
}

void TestInputStreaming::ignoresChunksAfterCancel()
{
    Stage stage(kEcho);
    const auto heard = stage.ask(inputInvoke());
    stage.cancel();
    stage.say(inputChunk(0, "a", true));
    stage.clock.advance(1s);
    QCOMPARE(heard->code(), code::kCancelled);
    QCOMPARE(heard->answers, 1);
}

void TestInputStreaming::replaysAnEchoOfStreamedInput()
{
    Stage stage(kEcho);
    acmp::Invoke invoke = inputInvoke();
    invoke.stream = true;
    const auto first = stage.ask(invoke);
    const auto during = stage.ask(invoke);
    stage.say(inputChunk(0, "abcdefgh", true));
    const auto after = stage.ask(invoke);
    for (const auto& heard : { first, during, after }) {
        QCOMPARE(q(heard->text()), q("abcdefgh"));
        QVERIFY(heard->answer == first->answer);
    }
}

void TestInputStreaming::joinsPieces_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("pieces");
    QTest::addColumn<QString>("whole");
    const auto row = [](const char* name, const char* type, QStringList pieces, const char* whole) {
        QTest::newRow(name) << QString::fromLatin1(type) << std::move(pieces) << QString::fromUtf8(whole);
    };
    using S = QString;
    row("strings", "text", { S::fromLatin1(R"("a")"), S::fromLatin1(R"("\n")") }, R"("a\n")");
    row("half a character each", "text", { S::fromLatin1(R"("\ud83d")"), S::fromLatin1(R"("\ude00")") },
        "\"\U0001F600\"");
    row("objects", "json", { S::fromLatin1(R"({"a":1.10})"), S::fromLatin1("2") }, R"([{"a":1.10},2])");
    row("strings and others", "json", { S::fromLatin1(R"("a")"), S::fromLatin1("2") }, R"(["a",2])");
    row("base64 with padding within", "image/png", { S::fromLatin1(R"("QQ==")"), S::fromLatin1(R"("Qg==")") },
        R"("QUI=")");
    row("no base64", "image/png", { S::fromLatin1(R"("!")"), S::fromLatin1(R"("Qg==")") }, R"("!Qg==")");
}

void TestInputStreaming::joinsPieces()
{
    QFETCH(const QString, type);
    QFETCH(const QStringList, pieces);
    QFETCH(const QString, whole);
    engine::InputAssembly assembly(std::nullopt, true);
    for (qsizetype i = 0; i < pieces.size(); ++i) {
        acmp::InputChunk chunk;
        chunk.seq = i;
        chunk.chunk = { .type = type.toStdString(), .data = json::Raw(pieces[i].toUtf8()), .extra = {} };
        chunk.final = i + 1 == pieces.size();
        QVERIFY(!assembly.isComplete());
        QVERIFY(assembly.add(chunk) == engine::InputAssembly::Added::Taken);
    }
    QVERIFY(assembly.isComplete());
    const acmp::Content input = assembly.take();
    QCOMPARE(q(input.type), type);
    QCOMPARE(q(input.data.text()), whole);
}

QTEST_GUILESS_MAIN(TestInputStreaming)
#include "tst_inputstreaming.moc"
