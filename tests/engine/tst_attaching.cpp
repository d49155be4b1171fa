// SPDX-License-Identifier: Apache-2.0
// Who waits for a task without an invoke of his own, and witnesses, who only watch.
#include "protocol/rpc/codes.h"
#include "tests/engine/stage.h"

#include <QTest>

using namespace enginetest;
namespace code = rpc::code;

class TestAttaching final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void getsTheStreamFromTheStart();
    void getsTheEndOfWhatHasEnded();
    void knowsOnlyTheCallersTasks();
    void comparesWithTheEarlierInvoke();
    void aWitnessDrawsNoChunks();
    void aWitnessEndsWithTheTask();
    void aTaskThatOnlyAWitnessIsLeftOfIsAnOrphan();
    void aTaskThatOnlyAWitnessEverHadRunsToItsEnd();
    void aWitnessEndsItByTheTransportsCancel();
};

void TestAttaching::getsTheStreamFromTheStart()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)"));
    const auto first = stage.ask(streamedInvoke());
    stage.clock.advance(45ms);
    const auto second = stage.attach("task_1", false);
    QCOMPARE(second->chunks().size(), std::size_t { 5 });
    stage.clock.advance(50ms);
    QCOMPARE(q(second->text()), q(first->text()));
    QVERIFY(first->answer == second->answer && first->is<acmp::TaskResult>());
}

void TestAttaching::getsTheEndOfWhatHasEnded()
{
    Stage stage(scenarioText(R"("chunks":10)"));
    const auto first = stage.ask(streamedInvoke());
    const auto second = stage.attach("task_1", false);
    QCOMPARE(q(second->text()), q(first->text()));
    QVERIFY(first->answer && first->answer == second->answer);
    const auto witness = stage.attach("task_1", true);
    QVERIFY(witness->said.empty() && witness->answer == first->answer);
}

void TestAttaching::knowsOnlyTheCallersTasks()
{
    Stage stage(scenarioText({}));
    stage.ask(invokeOf());
    QVERIFY(!stage.attach("task_2", false));
    QVERIFY(!stage.attach("task_1", false, "another"));
    QVERIFY(stage.attach("task_1", false));
}

void TestAttaching::comparesWithTheEarlierInvoke()
{
    Stage stage(scenarioText({}));
    QVERIFY(!stage.provider.compare(invokeOf(), { "buyer" }));
    stage.ask(invokeOf());
    QCOMPARE(*stage.provider.compare(invokeOf(), { "buyer" }), std::string_view());
    acmp::Invoke other = invokeOf();
    other.escrowId = "esc_1";
    QCOMPARE(*stage.provider.compare(other, { "buyer" }), std::string_view("escrow_id"));
}

void TestAttaching::aWitnessDrawsNoChunks()
{
    Stage stage(
        scenarioText(R"("chunk_interval_ms":10,"chunks":10)", R"("features":{"heartbeat_interval_ms":20})"));
    const auto slow = std::make_shared<Heard>();
    slow->writableFor = 4;
    stage.ask(streamedInvoke(), "buyer", slow);
    const auto witness = stage.attach("task_1", true);
    stage.clock.advance(1s);
    // It did not end: who streams has not got all.
    QVERIFY(!witness->answer);
    QVERIFY(witness->chunks().empty());
    QVERIFY(witness->heartbeats().size() >= 10);
    slow->writableFor = 100;
    slow->responder->whenWritable();
    QVERIFY(slow->answer && witness->answer == slow->answer);
}

void TestAttaching::aWitnessEndsWithTheTask()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)"));
    const auto slow = std::make_shared<Heard>();
    slow->writableFor = 4;
    stage.ask(streamedInvoke(), "buyer", slow);
    const auto witness = stage.attach("task_1", true);
    const auto fast = stage.ask(streamedInvoke());
    stage.clock.advance(1s);
    QVERIFY(fast->answer && witness->answer && !slow->answer);
}

void TestAttaching::aTaskThatOnlyAWitnessIsLeftOfIsAnOrphan()
{
    Stage stage(scenarioText(R"("duration_ms":20000)"));
    const auto first = stage.ask(invokeOf());
    const auto witness = stage.attach("task_1", true);
    first->responder->whenPeerGone();
    stage.clock.advance(9s);
    QVERIFY(!witness->answer);
    stage.attach("task_1", true); // another witness is no connection
    stage.clock.advance(1s);
    QCOMPARE(witness->code(), code::kCancelled);
}

void TestAttaching::aTaskThatOnlyAWitnessEverHadRunsToItsEnd()
{
    Stage stage(scenarioText(R"("duration_ms":20000)"));
    const auto witness = std::make_shared<Heard>();
    witness->isWitness = true;
    stage.ask(invokeOf(), "buyer", witness);
    stage.clock.advance(20s);
    QVERIFY(witness->is<acmp::TaskResult>());
}

void TestAttaching::aWitnessEndsItByTheTransportsCancel()
{
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":10)", R"("cancel":{"honour":false})"));
    const auto first = stage.ask(streamedInvoke());
    const auto witness = stage.attach("task_1", true);
    witness->responder->whenCancelledBySubstrate();
    QCOMPARE(first->code(), code::kCancelled);
    QCOMPARE(witness->code(), code::kCancelled);
}

QTEST_GUILESS_MAIN(TestAttaching)
#include "tst_attaching.moc"
