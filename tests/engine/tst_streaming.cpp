// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/stage.h"

#include "protocol/engine/resulthash.h"
#include "protocol/rpc/codes.h"

#include <QTest>

using namespace enginetest;

class TestStreaming final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sendsEachChunkWhenItIsDue();
    void endsWithAResultWithoutOutput();
    void makesNothingForWhoCannotTakeIt();
    void goesOnWhenWritable();
    void letsOthersRunWithinAFlood();
    void goesOnBetweenHeartbeats();
    void sendsTheSameBytesForTheSameSeed();
    void provesConcatenationOfStrings();
    void provesTheArrayOfOthers();
    void stopsAtCancel();
    void stopsAtTimeout();
    void failsWhereNoProofCanBeMade();
};

void TestStreaming::sendsEachChunkWhenItIsDue()
{
    Stage stage(scenarioText(R"("first_chunk_ms":100,"chunk_interval_ms":20,"chunks":4)"));
    const auto heard = stage.ask(streamedInvoke());
    stage.clock.advance(99ms);
    QCOMPARE(heard->said.size(), std::size_t { 0 });
    stage.clock.advance(1ms);
    QCOMPARE(heard->said.size(), std::size_t { 1 });
    stage.clock.advance(39ms);
    QCOMPARE(heard->said.size(), std::size_t { 2 });
    stage.clock.advance(1ms);
    QCOMPARE(heard->said.size(), std::size_t { 3 });
    QVERIFY(!heard->answer);
    stage.clock.advance(20ms);
    const auto chunks = heard->chunks();
    QCOMPARE(chunks.size(), std::size_t { 4 });
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        QCOMPARE(chunks[i].seq, static_cast<std::int64_t>(i));
        QCOMPARE(q(chunks[i].taskId), q("task_1"));
        QCOMPARE(chunks[i].finalOrDefault(), i == 3);
    }
    QCOMPARE(heard->answers, 1);
}

void TestStreaming::endsWithAResultWithoutOutput()
{
    Stage stage(scenarioText(R"("chunks":3)"));
    const auto heard = stage.ask(streamedInvoke());
    const auto* const result = heard->as<acmp::TaskResult>();
    QVERIFY(result);
    QVERIFY(result->outputStreamedOrDefault());
    QVERIFY(!result->output);
    QCOMPARE(result->tokensUsed, 3 * 64 / 4);
}

void TestStreaming::makesNothingForWhoCannotTakeIt()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":100)"));
    const auto heard = std::make_shared<Heard>();
    heard->isWritable = false;
    acmp::Invoke invoke = streamedInvoke();
    invoke.timeoutMs = 3'600'000;
    stage.ask(invoke, "buyer", heard);
    stage.clock.advance(60s);
    QVERIFY(heard->said.empty() && !heard->answer);
    heard->writableFor = 3;
    heard->isWritable = true;
    heard->responder->whenWritable();
    QCOMPARE(heard->said.size(), std::size_t { 3 });
    QVERIFY(!heard->answer);
}

void TestStreaming::goesOnWhenWritable()
{
    Stage stage(scenarioText(R"("chunks":1000)"));
    const auto heard = std::make_shared<Heard>();
    heard->writableFor = 10;
    stage.ask(streamedInvoke(), "buyer", heard);
    std::size_t expected = 10;
    while (!heard->answer) {
        stage.clock.advance(0ms);
        QCOMPARE(heard->said.size(), expected);
        heard->writableFor = 90;
        expected = std::min<std::size_t>(expected + 90, 1000);
        heard->responder->whenWritable();
    }
    QCOMPARE(heard->said.size(), std::size_t { 1000 });
}

void TestStreaming::letsOthersRunWithinAFlood()
{
    Stage stage(scenarioText(R"("chunks":1000000)"));
    const auto heard = stage.ask(streamedInvoke());
    QVERIFY(!heard->said.empty());
    QVERIFY(heard->said.size() <= 1000);
    const std::size_t before = heard->said.size();
    stage.cancel();
    QCOMPARE(heard->code(), rpc::code::kCancelled);
    stage.clock.advance(1s);
    QCOMPARE(heard->said.size(), before);
}

void TestStreaming::goesOnBetweenHeartbeats()
{
    Stage stage(scenarioText(R"("first_chunk_ms":0,"chunk_interval_ms":100,"chunks":10)",
        R"("features":{"heartbeat_interval_ms":250})"));
    const auto heard = stage.ask(streamedInvoke());
    stage.clock.advance(2s);
    QCOMPARE(heard->chunks().size(), std::size_t { 10 });
    const auto heartbeats = heard->heartbeats();
    QCOMPARE(heartbeats.size(), std::size_t { 3 });
    QCOMPARE(q(heartbeats[0].progress->text()), q("0.30"));
    QCOMPARE(q(*heartbeats[0].detail), q("Chunk 3 of 10"));
}

void TestStreaming::sendsTheSameBytesForTheSameSeed()
{
    const auto text = [](const char* seed, const std::string& task) {
        std::string scenario = scenarioText(R"("chunks":20)");
        scenario.replace(scenario.find("\"seed\":5"), 8, seed);
        Stage stage(scenario);
        return stage.ask(streamedInvoke(task))->text();
    };
    const std::string first = text("\"seed\":5", "task_1");
    QCOMPARE(first.size(), std::size_t { 20 * 64 });
    QCOMPARE(q(text("\"seed\":5", "task_1")), q(first));
    QVERIFY(text("\"seed\":6", "task_1") != first);
    QVERIFY(text("\"seed\":5", "task_2") != first);
}

void TestStreaming::provesConcatenationOfStrings()
{
    Stage stage(scenarioText(R"("chunks":700,"proofs":["result-hash"])"));
    acmp::Invoke invoke = streamedInvoke();
    invoke.proofMethod = "result-hash";
    const auto heard = stage.ask(invoke);
    stage.clock.advance(0ms);
    QCOMPARE(heard->chunks().size(), std::size_t { 700 });
    const auto expected = engine::ResultHash::of("text", json::Raw::string(heard->text()));
    QCOMPARE(q(*heard->get<acmp::TaskResult>().proof->hash), q(*expected));
    // Streamed or not, a text has one hash.
    invoke.stream = false;
    Stage other(scenarioText(R"("chunks":700,"proofs":["result-hash"])"));
    QCOMPARE(q(*other.ask(invoke)->get<acmp::TaskResult>().proof->hash), q(*expected));
}

void TestStreaming::provesTheArrayOfOthers()
{
    Stage stage(scenarioText(R"("chunks":2,"output":{"data":{"b":1.0,"a":2}},"proofs":["result-hash"])"));
    acmp::Invoke invoke = streamedInvoke();
    invoke.proofMethod = "result-hash";
    const auto heard = stage.ask(invoke);
    const auto chunks = heard->chunks();
    QCOMPARE(chunks.size(), std::size_t { 2 });
    QCOMPARE(q(chunks[0].chunk.data.text()), q(R"({"b":1.0})"));
    QCOMPARE(q(chunks[1].chunk.data.text()), q(R"({"a":2})"));
    const auto expected
        = engine::ResultHash::of("json", json::Raw(QByteArrayLiteral(R"([{"b":1},{"a":2}])")));
    QCOMPARE(q(*heard->get<acmp::TaskResult>().proof->hash), q(*expected));
}

void TestStreaming::stopsAtCancel()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":100)"));
    const auto heard = stage.ask(streamedInvoke());
    stage.clock.advance(45ms);
    stage.cancel();
    QCOMPARE(heard->said.size(), std::size_t { 5 });
    QCOMPARE(heard->code(), rpc::code::kCancelled);
    stage.clock.advance(10s);
    QCOMPARE(heard->said.size(), std::size_t { 5 });
    QCOMPARE(heard->answers, 1);
}

void TestStreaming::stopsAtTimeout()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":100)"));
    acmp::Invoke invoke = streamedInvoke();
    invoke.timeoutMs = 25;
    const auto heard = stage.ask(invoke);
    stage.clock.advance(10s);
    QCOMPARE(heard->said.size(), std::size_t { 3 });
    QCOMPARE(heard->code(), rpc::code::kTimeout);
}

void TestStreaming::failsWhereNoProofCanBeMade()
{
    Stage stage(scenarioText(R"("output":{"data":"a\ud800b"},"proofs":["result-hash"])"));
    acmp::Invoke invoke = invokeOf();
    invoke.proofMethod = "result-hash";
    QCOMPARE(stage.ask(invoke)->code(), rpc::code::kAcmpInternal);
    invoke.taskId = "task_2";
    invoke.stream = true;
    QCOMPARE(stage.ask(invoke)->code(), rpc::code::kAcmpInternal);
}

QTEST_GUILESS_MAIN(TestStreaming)
#include "tst_streaming.moc"
