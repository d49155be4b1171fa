// SPDX-License-Identifier: Apache-2.0
// The same task_id again (Layer 1 §3.1.1, decisions D4 to D6).
#include "protocol/rpc/codes.h"
#include "tests/engine/stage.h"

#include <QTest>

using namespace enginetest;
namespace code = rpc::code;

class TestRepeats final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attachesToTheRunningTask();
    void servesEachAtItsOwnPace();
    void givesTheStoredResultAfterTheEnd();
    void replaysChunksAfterTheEnd();
    void replaysChunksBeforeAStoredError();
    void givesTheWholeWhereTheRepeatCannotStream();
    void refusesAnotherCall_data();
    void refusesAnotherCall();
    void takesTheSameInputWrittenOtherwise();
    void comparesLargeInputs();
    void keepsCallersApart();
    void goesOnAfterTheConnectionEnded();
    void cancelsAnOrphanAfterItsGrace();
    void cancelsAnOrphanAtOnceWithoutGrace();
    void finishesAnOrphanUnheard();
    void stopsAReplayAtCancel();
    void forgetsResultsAfterTheirTime();
    void keepsResultsWithinTheirBytes();
};

void TestRepeats::attachesToTheRunningTask()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)"));
    const auto first = stage.ask(streamedInvoke());
    stage.clock.advance(45ms);
    QCOMPARE(first->chunks().size(), std::size_t { 5 });
    const auto second = stage.ask(streamedInvoke());
    QCOMPARE(second->chunks().size(), std::size_t { 5 });
    QCOMPARE(second->chunks().front().seq, std::int64_t { 0 });
    stage.clock.advance(50ms);
    QCOMPARE(q(second->text()), q(first->text()));
    QCOMPARE(first->chunks().size(), std::size_t { 10 });
    QVERIFY(first->answer == second->answer && first->is<acmp::TaskResult>());
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 1 });
}

void TestRepeats::servesEachAtItsOwnPace()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)"));
    const auto slow = std::make_shared<Heard>();
    slow->writableFor = 2;
    stage.ask(streamedInvoke(), "buyer", slow);
    const auto fast = stage.ask(streamedInvoke());
    stage.clock.advance(1s);
    QVERIFY(fast->is<acmp::TaskResult>());
    QCOMPARE(slow->chunks().size(), std::size_t { 2 });
    QVERIFY(!slow->answer);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    slow->writableFor = 100;
    slow->responder->whenWritable();
    QCOMPARE(q(slow->text()), q(fast->text()));
    QVERIFY(slow->answer == fast->answer);
    stage.clock.advance(0ms);
    QVERIFY(!slow->isAlive);
}

void TestRepeats::givesTheStoredResultAfterTheEnd()
{
    Stage stage(scenarioText(R"("output":{"data":{"a":1}},"proofs":["result-hash"])"));
    acmp::Invoke invoke = invokeOf();
    invoke.proofMethod = "result-hash";
    const auto first = stage.ask(invoke);
    QCOMPARE(stage.provider.facts().keptResults, std::size_t { 1 });
    // What is not compared keeps the first call's value.
    invoke.maxPriceCu = json::Decimal();
    invoke.stream = true;
    const auto second = stage.ask(invoke);
    QVERIFY(second->said.empty());
    QVERIFY(second->answer == first->answer && first->get<acmp::TaskResult>().output);
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 1 });
}

void TestRepeats::replaysChunksAfterTheEnd()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":1000,"proofs":["result-hash"])"));
    acmp::Invoke invoke = streamedInvoke();
    invoke.proofMethod = "result-hash";
    const auto first = stage.ask(invoke);
    stage.clock.advance(10s);
    const auto again = std::make_shared<Heard>();
    again->writableFor = 100;
    stage.ask(invoke, "buyer", again);
    QCOMPARE(again->said.size(), std::size_t { 100 });
    again->writableFor = SIZE_MAX;
    again->responder->whenWritable();
    stage.clock.advance(0ms);
    QCOMPARE(q(again->text()), q(first->text()));
    QVERIFY(again->answer == first->answer && first->get<acmp::TaskResult>().proof);
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 1 });
}

void TestRepeats::replaysChunksBeforeAStoredError()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":100)"));
    stage.ask(streamedInvoke());
    stage.clock.advance(25ms);
    stage.cancel();
    const auto again = stage.ask(streamedInvoke());
    QCOMPARE(again->chunks().size(), std::size_t { 3 });
    QCOMPARE(again->code(), code::kCancelled);
}

void TestRepeats::givesTheWholeWhereTheRepeatCannotStream()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":5)"));
    const auto first = stage.ask(streamedInvoke());
    const auto during = std::make_shared<Heard>();
    during->canStream = false;
    stage.ask(streamedInvoke(), "buyer", during);
    stage.clock.advance(1s);
    const auto after = std::make_shared<Heard>();
    after->canStream = false;
    stage.ask(streamedInvoke(), "buyer", after);
    for (const auto& heard : { during, after }) {
        const auto* const result = heard->as<acmp::TaskResult>();
        QVERIFY(result && result->output && !result->outputStreamedOrDefault());
        QCOMPARE(q(result->output->data.toText().value_or("")), q(first->text()));
    }
}

using Change = std::function<void(acmp::Invoke&)>;
Q_DECLARE_METATYPE(Change)

void TestRepeats::refusesAnotherCall_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* field, Change change) {
        QTest::newRow(field) << std::move(change) << QString::fromLatin1(field);
    };
    row("capability", [](acmp::Invoke& i) { i.capability = "d"; });
    row("escrow_id", [](acmp::Invoke& i) { i.escrowId = "esc_2"; });
    row("proof_method", [](acmp::Invoke& i) { i.proofMethod = "result-hash"; });
    row("input", [](acmp::Invoke& i) { i.input->data = json::Raw::string("other"); });
}

void TestRepeats::refusesAnotherCall()
{
    QFETCH(const Change, change);
    QFETCH(const QString, field);
    Stage stage(scenarioText(R"("duration_ms":100)"));
    const auto first = stage.ask(invokeOf());
    acmp::Invoke other = invokeOf();
    change(other);
    const auto during = stage.ask(other);
    QCOMPARE(during->code(), code::kInvalidParams);
    QVERIFY(q(during->detail()).contains(QLatin1Char('"') + field + QLatin1Char('"')));
    QCOMPARE(q(during->get<acmp::TaskError>().data->taskId.value_or("")), q("task_1"));
    stage.clock.advance(100ms);
    QVERIFY(first->is<acmp::TaskResult>());
    QCOMPARE(stage.ask(other)->code(), code::kInvalidParams);
}

void TestRepeats::takesTheSameInputWrittenOtherwise()
{
    Stage stage(scenarioText({}));
    acmp::Invoke invoke = invokeOf();
    invoke.input = acmp::Content { "json", json::Raw(QByteArrayLiteral(R"({"b":1.0,"a":"\u00e9"})")), {} };
    stage.ask(invoke);
    invoke.input->data = json::Raw(QByteArray("{ \"a\": \"\xc3\xa9\", \"b\": 1 }"));
    QVERIFY(stage.ask(invoke)->is<acmp::TaskResult>());
    invoke.input->data = json::Raw(QByteArray("{ \"a\": \"\xc3\xa9\", \"b\": 2 }"));
    QCOMPARE(stage.ask(invoke)->code(), code::kInvalidParams);
}

void TestRepeats::comparesLargeInputs()
{
    Stage stage(scenarioText({}));
    acmp::Invoke invoke = invokeOf();
    invoke.input->data = json::Raw::string(std::string(100'000, 'x'));
    stage.ask(invoke);
    QVERIFY(stage.ask(invoke)->is<acmp::TaskResult>());
    invoke.input->data = json::Raw::string(std::string(99'999, 'x') + 'y');
    QCOMPARE(stage.ask(invoke)->code(), code::kInvalidParams);
    invoke.input.reset();
    QCOMPARE(stage.ask(invoke)->code(), code::kInvalidParams);
}

void TestRepeats::keepsCallersApart()
{
    Stage stage(scenarioText({}));
    stage.ask(invokeOf(), "one");
    acmp::Invoke other = invokeOf();
    other.input->data = json::Raw::string("other");
    QVERIFY(stage.ask(other, "two")->is<acmp::TaskResult>());
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 2 });
}

void TestRepeats::goesOnAfterTheConnectionEnded()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)", R"("orphan_grace_ms":1000)"));
    const auto first = stage.ask(streamedInvoke());
    stage.clock.advance(25ms);
    first->responder->whenPeerGone();
    stage.clock.advance(20ms);
    QVERIFY(!first->answer && !first->isAlive);
    QCOMPARE(first->said.size(), std::size_t { 3 });
    const auto second = stage.ask(streamedInvoke());
    QCOMPARE(second->chunks().size(), std::size_t { 5 });
    stage.clock.advance(5s);
    QCOMPARE(second->chunks().size(), std::size_t { 10 });
    QVERIFY(second->is<acmp::TaskResult>());
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 1 });
}

void TestRepeats::cancelsAnOrphanAfterItsGrace()
{
    Stage stage(scenarioText(R"("duration_ms":20000)"));
    const auto first = stage.ask(invokeOf());
    const auto second = stage.ask(invokeOf());
    first->responder->whenPeerGone();
    stage.clock.advance(9s);
    second->responder->whenPeerGone();
    stage.clock.advance(9'999ms);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 1 });
    stage.clock.advance(1ms);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    QVERIFY(!first->answer && !second->answer);
    QCOMPARE(stage.ask(invokeOf())->code(), code::kCancelled);
}

void TestRepeats::cancelsAnOrphanAtOnceWithoutGrace()
{
    Stage stage(scenarioText(R"("duration_ms":20000)", R"("orphan_grace_ms":0)"));
    const auto first = stage.ask(invokeOf());
    first->responder->whenPeerGone();
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    QVERIFY(!first->answer);
    QCOMPARE(stage.ask(invokeOf())->code(), code::kCancelled);
}

void TestRepeats::finishesAnOrphanUnheard()
{
    const std::string text = scenarioText(R"("chunk_interval_ms":1,"chunks":2000,"proofs":["result-hash"])");
    acmp::Invoke invoke = streamedInvoke();
    invoke.proofMethod = "result-hash";
    Stage plain(text);
    const auto expected = plain.ask(invoke);
    plain.clock.advance(3s);
    Stage stage(text);
    const auto first = stage.ask(invoke);
    stage.clock.advance(100ms);
    first->responder->whenPeerGone();
    stage.clock.advance(5s);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    const auto second = stage.ask(invoke);
    stage.clock.advance(0ms);
    QVERIFY(expected->get<acmp::TaskResult>().proof && second->answer == expected->answer);
    QCOMPARE(q(second->text()), q(expected->text()));
}

void TestRepeats::stopsAReplayAtCancel()
{
    Stage stage(scenarioText(R"("chunks":100)"));
    stage.ask(streamedInvoke());
    const auto again = std::make_shared<Heard>();
    again->writableFor = 10;
    stage.ask(streamedInvoke(), "buyer", again);
    stage.cancel();
    QCOMPARE(again->code(), code::kCancelled);
    QCOMPARE(again->said.size(), std::size_t { 10 });
    // The task itself had ended well.
    QVERIFY(stage.ask(streamedInvoke())->is<acmp::TaskResult>());
}

void TestRepeats::forgetsResultsAfterTheirTime()
{
    Stage stage(scenarioText({}, R"("result_ttl_ms":1000)"));
    stage.ask(invokeOf());
    stage.clock.advance(999ms);
    stage.ask(invokeOf());
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 1 });
    stage.clock.advance(1ms);
    stage.ask(invokeOf());
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 2 });
    // A store that is used loses what is over, without a timer.
    for (int i = 0; i < 100; ++i) {
        stage.clock.advance(100ms);
        stage.ask(invokeOf("task_" + std::to_string(100 + i)));
    }
    QVERIFY(stage.provider.facts().keptResults <= 11);
}

void TestRepeats::keepsResultsWithinTheirBytes()
{
    constexpr std::size_t kLimit = 100'000;
    Stage stage(
        scenarioText(R"("output":{"echo":true})", R"("result_cache_bytes":)" + std::to_string(kLimit)));
    acmp::Invoke invoke = invokeOf("task_kept");
    stage.ask(invoke);
    std::size_t most = 0;
    for (int i = 0; i < 200; ++i) {
        invoke.taskId = "task_" + std::to_string(i);
        invoke.input->data = json::Raw::string(std::string(2000, 'x'));
        stage.ask(invoke);
        stage.ask(invokeOf("task_kept"));
        most = std::max(most, stage.provider.facts().keptResults);
    }
    QVERIFY(most > 5);
    QVERIFY(most * 2000 <= kLimit);
    // What is asked for again stays; what was asked for longest ago is gone.
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 201 });
    invoke.taskId = "task_0";
    stage.ask(invoke);
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 202 });
}

QTEST_GUILESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
