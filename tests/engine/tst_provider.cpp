// SPDX-License-Identifier: Apache-2.0
// What a provider says of itself, and what a call costs.
#include "tests/engine/stage.h"

#include <QTest>

using namespace enginetest;

class TestProvider final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void declaresWhatTheScenarioSays();
    void declaresNoStreamingWhenUnary();
    void startsNoTimerForAnAnswerAtOnce();
    void keepsEachOfManyTasks();
};

void TestProvider::declaresWhatTheScenarioSays()
{
    Stage stage(scenarioText({}, R"("features":{"heartbeat_interval_ms":250},"provider_id":"agent:x:eu")"));
    const acmp::Capability all = stage.provider.capability();
    QCOMPARE(q(all.version), q(acmp::kVersion));
    for (const auto method :
        { "acmp/invoke", "acmp/cancel", "acmp/inputChunk", "acmp/offerRequest", "acmp/accept" }) {
        QVERIFY2(all.doesAccept(method), method);
    }
    QVERIFY(all.doesEmit("acmp/streamChunk") && all.doesEmit("acmp/heartbeat"));
    QVERIFY(all.outputStreaming() && all.inputStreaming());
    QVERIFY(all.heartbeatInterval() == 250ms);
    QCOMPARE(q(all.providerId.value_or("")), q("agent:x:eu"));

    Stage none(scenarioText(
        {}, R"("features":{"output_streaming":false,"input_streaming":false},"cancel":{"advertise":false})"));
    const acmp::Capability little = none.provider.capability();
    for (const auto method : { "acmp/cancel", "acmp/inputChunk" }) {
        QVERIFY2(!little.doesAccept(method), method);
    }
    QVERIFY(!little.doesEmit("acmp/streamChunk") && !little.doesEmit("acmp/heartbeat"));
    QVERIFY(!little.outputStreaming() && !little.inputStreaming() && !little.heartbeatInterval());
}

void TestProvider::declaresNoStreamingWhenUnary()
{
    Stage stage(scenarioText({}, R"("features":{"heartbeat_interval_ms":250},"unary":true)"));
    const acmp::Capability capability = stage.provider.capability();
    QVERIFY(!capability.outputStreaming());
    QVERIFY(!capability.heartbeatInterval());
    QVERIFY(capability.emits && capability.emits->empty());
}

/// A clock that counts the timers it is asked for.
class CountingClock final : public wire::Clock {
public:
    wire::Instant now() const override { return inner.now(); }
    std::int64_t unixMs() const override { return inner.unixMs(); }
    std::unique_ptr<wire::Timer> startTimer(wire::nanoseconds delay, std::function<void()> fire) override
    {
        ++timers;
        return inner.startTimer(delay, std::move(fire));
    }
    wire::ManualClock inner;
    int timers = 0;
};

void TestProvider::startsNoTimerForAnAnswerAtOnce()
{
    CountingClock clock;
    wire::SeededIdSource ids(1);
    engine::Provider provider(
        engine::Scenario::parse(scenarioText({}, R"("features":{"heartbeat_interval_ms":250})")).value(),
        clock, ids);
    const auto heard = std::make_shared<Heard>();
    provider.request(invokeOf(), { "buyer" }, std::make_unique<FakeResponder>(heard));
    QVERIFY(heard->is<acmp::TaskResult>());
    QVERIFY(!heard->isAlive);
    QCOMPARE(clock.timers, 0);
}

void TestProvider::keepsEachOfManyTasks()
{
    class Mute final : public engine::Responder {
        bool canStream() const override { return true; }
        bool isWritable() const override { return true; }
        void notify(const acmp::ProviderNotification&) override { }
        void finish(const acmp::Answer&) override { }
    };
    Stage stage(scenarioText(R"("output":{"data":{"sentiment":"negative","confidence":0.92}})"));
    constexpr int kCalls = 100'000;
    std::vector<acmp::Request> requests;
    requests.reserve(kCalls);
    for (int i = 0; i < kCalls; ++i) {
        requests.emplace_back(invokeOf(stage.ids.make("task_")));
    }
    for (const acmp::Request& request : requests) {
        stage.provider.request(request, { "buyer" }, std::make_unique<Mute>());
    }
    QCOMPARE(stage.provider.facts().tasks, std::uint64_t { kCalls });
}

QTEST_GUILESS_MAIN(TestProvider)
#include "tst_provider.moc"
