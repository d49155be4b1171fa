// SPDX-License-Identifier: Apache-2.0
#include "protocol/rpc/codes.h"
#include "tests/engine/stage.h"

#include <QCryptographicHash>
#include <QTest>

using namespace enginetest;
namespace code = rpc::code;

class TestInvoke final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersWithTheResult();
    void refusesWithItsCode_data();
    void refusesWithItsCode();
    void checksInOrder();
    void namesThePriceThatWouldDo();
    void failsWhenTimeoutPassed();
    void cancelsWithItsCode();
    void ignoresCancelWhereTold();
    void cancelsAfterADelayWhereTold();
    void cancelsByTheTransportsSignalEvenSo();
    void playsTheScriptedFailure();
    void sendsHeartbeatsWithProgress();
    void sendsNoHeartbeatThatIsNotAdvertised();
    void provesTheWholeOutput();
};

void TestInvoke::answersWithTheResult()
{
    Stage stage(scenarioText(R"("duration_ms":40,"output":{"data":{"a":1.10}},"tokens_used":9)"));
    const auto heard = stage.ask(invokeOf());
    stage.clock.advance(39ms);
    QVERIFY(!heard->answer);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 1 });
    stage.clock.advance(1ms);
    const auto* const result = heard->as<acmp::TaskResult>();
    QVERIFY(result);
    QCOMPARE(q(result->taskId), q("task_1"));
    QCOMPARE(q(result->output->type), q("json"));
    QCOMPARE(q(result->output->data.text()), q(R"({"a":1.10})"));
    QVERIFY(!result->outputStreamedOrDefault());
    QCOMPARE(result->tokensUsed, 9);
    QCOMPARE(q(result->costCu.text()), q("0.008"));
    QVERIFY(!result->proof);
    QCOMPARE(q(result->providerId.value_or("")), q("agent:test:local"));
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    stage.clock.advance(0ms);
    QVERIFY(!heard->isAlive);
}

using Change = std::function<void(acmp::Invoke&)>;
Q_DECLARE_METATYPE(Change)

void TestInvoke::refusesWithItsCode_data()
{
    QTest::addColumn<QString>("rest");
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("canStream");
    QTest::addColumn<qint64>("code");
    const auto row
        = [](const char* name, const char* rest, Change change, qint64 expected, bool canStream = true) {
              QTest::newRow(name) << QString::fromLatin1(rest) << std::move(change) << canStream << expected;
          };
    const auto stream = [](acmp::Invoke& i) { i.stream = true; };
    const auto escrow = [](const char* id) { return [id](acmp::Invoke& i) { i.escrowId = id; }; };
    const auto nothing = [](acmp::Invoke&) { };
    row("taken", "", nothing, 0);
    row("capability", "", [](acmp::Invoke& i) { i.capability = "d"; }, code::kCapabilityNotFound);
    row(
        "budget", "", [](acmp::Invoke& i) { i.maxPriceCu = json::Decimal::parse("0.0079"); },
        code::kBudgetExceeded);
    row("exact budget", "", [](acmp::Invoke& i) { i.maxPriceCu = json::Decimal::parse("8e-3"); }, 0);
    row("proof", "", [](acmp::Invoke& i) { i.proofMethod = "tee-attestation"; }, code::kProofUnsupported);
    row("no input", "", [](acmp::Invoke& i) { i.input.reset(); }, code::kInvalidParams);
    row("stream ignored", R"(,"features":{"output_streaming":false})", stream, 0);
    row("stream refused", R"(,"features":{"output_streaming":false},"unsupported_stream":"refuse")", stream,
        code::kFeatureUnsupported);
    row("unary ignores stream", R"(,"unary":true)", stream, 0);
    row("unary refuses stream", R"(,"unary":true,"unsupported_stream":"refuse")", stream,
        code::kFeatureUnsupported);
    row("transport can't stream", R"(,"unsupported_stream":"refuse")", stream, code::kFeatureUnsupported,
        false);
    row(
        "input stream", R"(,"features":{"input_streaming":false})",
        [](acmp::Invoke& i) { i.inputStream = true; }, code::kFeatureUnsupported);
    row("any escrow", "", escrow("esc_x"), 0);
    row("escrow required", R"(,"escrow":{"rule":"require"})", nothing, code::kEscrowInvalid);
    row("escrow given", R"(,"escrow":{"rule":"require"})", escrow("esc_x"), 0);
    row("escrow listed", R"(,"escrow":{"rule":"list","list":["esc_a"]})", escrow("esc_a"), 0);
    row("escrow not listed", R"(,"escrow":{"rule":"list","list":["esc_a"]})", escrow("esc_b"),
        code::kEscrowInvalid);
    row("no escrow of the list", R"(,"escrow":{"rule":"list","list":["esc_a"]})", nothing,
        code::kEscrowInvalid);
}

void TestInvoke::refusesWithItsCode()
{
    QFETCH(const QString, rest);
    QFETCH(const Change, change);
    QFETCH(const bool, canStream);
    QFETCH(const qint64, code);
    Stage stage(scenarioText({}, rest.mid(1).toStdString()));
    acmp::Invoke invoke = invokeOf();
    change(invoke);
    const auto heard = std::make_shared<Heard>();
    heard->canStream = canStream;
    stage.ask(invoke, "buyer", heard);
    QCOMPARE(heard->answers, 1);
    QCOMPARE(heard->code(), code);
    if (code != 0) {
        QCOMPARE(q(heard->get<acmp::TaskError>().data->taskId.value_or("")), q("task_1"));
        QVERIFY(!heard->detail().empty());
        QVERIFY(!heard->get<acmp::TaskError>().message.empty());
        // Not executed: the same task may be asked again, done right.
        QCOMPARE(stage.provider.facts().tasks, std::uint64_t { 0 });
    }
}

void TestInvoke::checksInOrder()
{
    Stage stage(
        scenarioText({}, R"("unary":true,"unsupported_stream":"refuse","escrow":{"rule":"require"})"));
    acmp::Invoke invoke = streamedInvoke();
    invoke.capability = "d";
    invoke.proofMethod = "x";
    invoke.maxPriceCu = json::Decimal();
    QCOMPARE(stage.ask(invoke)->code(), code::kCapabilityNotFound);
    invoke.capability = "c";
    QCOMPARE(stage.ask(invoke)->code(), code::kFeatureUnsupported);
    invoke.stream = false;
    QCOMPARE(stage.ask(invoke)->code(), code::kEscrowInvalid);
    invoke.escrowId = "esc_1";
    QCOMPARE(stage.ask(invoke)->code(), code::kProofUnsupported);
    invoke.proofMethod.reset();
    QCOMPARE(stage.ask(invoke)->code(), code::kBudgetExceeded);
}

void TestInvoke::namesThePriceThatWouldDo()
{
    Stage stage(scenarioText(R"("tier":"B")"));
    acmp::Invoke invoke = invokeOf();
    invoke.maxPriceCu = json::Decimal::parse("0.001");
    const auto heard = stage.ask(invoke);
    QCOMPARE(q(heard->get<acmp::TaskError>().data->minPriceCu->text()), q("0.008"));
    QCOMPARE(q(heard->detail()), q("Minimum price for c at tier B is 0.008 CU."));
}

void TestInvoke::failsWhenTimeoutPassed()
{
    Stage stage(scenarioText(R"("duration_ms":60000)"));
    acmp::Invoke invoke = invokeOf();
    const auto byDefault = stage.ask(invoke);
    invoke.taskId = "task_2";
    invoke.timeoutMs = 50;
    const auto heard = stage.ask(invoke);
    invoke.taskId = "task_3";
    invoke.timeoutMs = std::numeric_limits<std::int64_t>::max();
    const auto patient = stage.ask(invoke);
    invoke.taskId = "task_4";
    invoke.timeoutMs = -1;
    const auto hasty = stage.ask(invoke);
    stage.clock.advance(0ms);
    QCOMPARE(hasty->code(), code::kTimeout);
    stage.clock.advance(49ms);
    QVERIFY(!heard->answer);
    stage.clock.advance(1ms);
    QCOMPARE(heard->code(), code::kTimeout);
    QCOMPARE(q(heard->get<acmp::TaskError>().data->taskId.value_or("")), q("task_2"));
    QVERIFY(heard->detail().contains("50"));
    stage.clock.advance(29'949ms);
    QVERIFY(!byDefault->answer);
    stage.clock.advance(1ms);
    QCOMPARE(byDefault->code(), code::kTimeout);
    stage.clock.advance(30s);
    QVERIFY(patient->is<acmp::TaskResult>());
}

void TestInvoke::cancelsWithItsCode()
{
    Stage stage(scenarioText(R"("duration_ms":1000)"));
    const auto heard = stage.ask(invokeOf());
    stage.cancel("task_2");
    stage.say(acmp::Cancel { .taskId = "task_1", .reason = {}, .extra = {} }, "someone else");
    QVERIFY(!heard->answer);
    stage.say(acmp::Cancel { .taskId = "task_1", .reason = "enough", .extra = {} });
    QCOMPARE(heard->code(), code::kCancelled);
    QVERIFY(heard->detail().contains("enough"));
    stage.cancel();
    stage.clock.advance(2s);
    QCOMPARE(heard->answers, 1);
    QCOMPARE(stage.provider.facts().runningTasks, std::size_t { 0 });
    // What was cancelled stays so (D6).
    QCOMPARE(stage.ask(invokeOf())->code(), code::kCancelled);
}

void TestInvoke::ignoresCancelWhereTold()
{
    Stage stage(scenarioText(R"("duration_ms":1000)", R"("cancel":{"honour":false})"));
    const auto heard = stage.ask(invokeOf());
    stage.cancel();
    stage.clock.advance(1s);
    QVERIFY(heard->is<acmp::TaskResult>());
}

void TestInvoke::cancelsAfterADelayWhereTold()
{
    Stage stage(scenarioText(R"("duration_ms":1000)", R"("cancel":{"after_ms":300})"));
    const auto heard = stage.ask(invokeOf());
    stage.cancel();
    stage.clock.advance(200ms);
    stage.cancel();
    stage.clock.advance(99ms);
    QVERIFY(!heard->answer);
    stage.clock.advance(1ms);
    QCOMPARE(heard->code(), code::kCancelled);
}

void TestInvoke::cancelsByTheTransportsSignalEvenSo()
{
    Stage stage(scenarioText(R"("duration_ms":1000)", R"("cancel":{"honour":false})"));
    const auto heard = stage.ask(invokeOf());
    heard->responder->whenCancelledBySubstrate();
    QCOMPARE(heard->code(), code::kCancelled);
    QVERIFY(heard->isAlive);
    // Done with, but still there until the call stack is gone: late signals do nothing.
    heard->responder->whenPeerGone();
    heard->responder->whenWritable();
    stage.clock.advance(0ms);
    QVERIFY(!heard->isAlive);
}

void TestInvoke::playsTheScriptedFailure()
{
    const std::string fail = R"("fail":{"code":-33099,"message":"Broken","after_chunks":2})";
    Stage stage(scenarioText(R"("chunk_interval_ms":10,"chunks":5,)" + fail));
    const auto whole = stage.ask(invokeOf());
    const auto streamed = stage.ask(streamedInvoke("task_2"));
    stage.clock.advance(19ms);
    QVERIFY(!streamed->answer);
    stage.clock.advance(1ms);
    QCOMPARE(streamed->chunks().size(), std::size_t { 2 });
    QCOMPARE(streamed->code(), -33099);
    QCOMPARE(q(streamed->get<acmp::TaskError>().message), q("Broken"));
    QCOMPARE(q(streamed->get<acmp::TaskError>().data->taskId.value_or("")), q("task_2"));
    QVERIFY(!streamed->detail().empty());
    stage.clock.advance(20ms);
    QCOMPARE(whole->code(), -33099);
}

void TestInvoke::sendsHeartbeatsWithProgress()
{
    Stage stage(scenarioText(R"("duration_ms":1000)", R"("features":{"heartbeat_interval_ms":250})"));
    const auto heard = stage.ask(invokeOf());
    const auto mute = std::make_shared<Heard>();
    mute->canStream = false;
    stage.ask(invokeOf("task_2"), "buyer", mute);
    const auto stuck = std::make_shared<Heard>();
    stuck->isWritable = false;
    stage.ask(invokeOf("task_3"), "buyer", stuck);
    stage.clock.advance(5s);
    const auto heartbeats = heard->heartbeats();
    QVERIFY(heartbeats.size() >= 3 && heartbeats.size() <= 4);
    QCOMPARE(q(heartbeats[0].progress->text()), q("0.25"));
    QCOMPARE(q(heartbeats[1].progress->text()), q("0.50"));
    QCOMPARE(q(heartbeats[0].taskId), q("task_1"));
    QVERIFY(!heartbeats[0].detail->empty());
    QVERIFY(mute->said.empty() && stuck->said.empty());
    QVERIFY(mute->is<acmp::TaskResult>() && stuck->is<acmp::TaskResult>());
}

void TestInvoke::sendsNoHeartbeatThatIsNotAdvertised()
{
    Stage plain(scenarioText(R"("duration_ms":1000)"));
    const auto heard = plain.ask(invokeOf());
    plain.clock.advance(2s);
    QVERIFY(heard->said.empty());
    Stage unary(
        scenarioText(R"("duration_ms":1000)", R"("features":{"heartbeat_interval_ms":250},"unary":true)"));
    const auto alone = unary.ask(streamedInvoke());
    unary.clock.advance(2s);
    QVERIFY(alone->said.empty());
    QVERIFY(alone->get<acmp::TaskResult>().output);
}

void TestInvoke::provesTheWholeOutput()
{
    Stage stage(scenarioText(R"("output":{"data":{"b":1.0,"a":"\u00e9"}},"proofs":["result-hash"])"));
    acmp::Invoke invoke = invokeOf();
    invoke.proofMethod = "result-hash";
    const auto heard = stage.ask(invoke);
    const auto& proof = heard->get<acmp::TaskResult>().proof;
    QCOMPARE(q(proof->method), q("result-hash"));
    // printf '{"data":{"a":"é","b":1},"type":"json"}' | sha256sum
    const QByteArray canonical("{\"data\":{\"a\":\"\xc3\xa9\",\"b\":1},\"type\":\"json\"}");
    QCOMPARE(q(proof->hash.value_or("")),
        QStringLiteral("sha256:")
            + QString::fromLatin1(QCryptographicHash::hash(canonical, QCryptographicHash::Sha256).toHex()));
}

QTEST_GUILESS_MAIN(TestInvoke)
#include "tst_invoke.moc"
