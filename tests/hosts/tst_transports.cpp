// SPDX-License-Identifier: Apache-2.0
// The same session over every transport: the same typed events, but where a binding says otherwise.
#include "protocol/buyer/connection.h"
#include "tests/hosts/links.h"

#include <QTest>

using session::End;

namespace {

engine::Scenario scenario()
{
    const auto parsed
        = engine::Scenario::parse(R"({"format": 1, "name": "p", "provider_id": "agent:p:local", "key": {},
        "features": {"heartbeat_interval_ms": 20},
        "capabilities": [
          {"name": "now", "price_cu": 0.003, "output": {"type": "json", "data": {"a": 1.10}}, "proofs": ["result-hash"]},
          {"name": "slow", "price_cu": 0.01, "chunks": 40, "chunk_interval_ms": 5},
          {"name": "endless", "price_cu": 0.01, "chunks": 100000, "chunk_interval_ms": 5},
          {"name": "echo", "price_cu": 0.01, "output": {"echo": true}}
        ]})");
    if (!parsed)
        qFatal("%s", parsed.error().front().toString().c_str());
    return *parsed;
}

template <class T>
std::unique_ptr<Link> makeLink(engine::Provider& provider, wire::Clock& clock, wire::Sink& sink)
{
    return std::make_unique<T>(provider, clock, sink);
}

/// Has another sign for it.
class Relay final : public binding::Client {
public:
    /// `nonce`: instead of the one that it is asked with; empty: that one.
    Relay(std::unique_ptr<binding::Client> own, binding::Client& other, std::string nonce)
        : m_own(std::move(own))
        , m_other(other)
        , m_nonce(std::move(nonce))
    {
    }

    std::string transportName() const override { return m_own->transportName(); }
    std::string target() const override { return m_own->target(); }
    QFuture<std::expected<binding::Discovered, wire::Error>> discover() override { return m_own->discover(); }
    binding::Exchange* start(const acmp::Request& request) override { return m_own->start(request); }
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override
    {
        return m_own->notify(notification);
    }
    QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params) override
    {
        return m_other.ask(
            method, m_nonce.empty() ? params : acmp::Extra { { "nonce", json::Raw::string(m_nonce) } });
    }

private:
    std::unique_ptr<binding::Client> m_own;
    binding::Client& m_other;
    std::string m_nonce;
};

using MakeLink = std::unique_ptr<Link> (*)(engine::Provider&, wire::Clock&, wire::Sink&);

} // namespace

Q_DECLARE_METATYPE(MakeLink)

class TestTransports final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void discovers_data() { rows(); }
    void discovers();
    void quotesAndAccepts_data() { rows(); }
    void quotesAndAccepts();
    void provesItsIdentity_data() { rows(); }
    void provesItsIdentity();
    void noticesWhoCantProveIt_data() { rows(); }
    void noticesWhoCantProveIt();
    void asksForANonce_data() { rows(); }
    void asksForANonce();
    void runsToAResultThatProvesItself_data() { rows(); }
    void runsToAResultThatProvesItself();
    void streams_data() { rows(); }
    void streams();
    void refusals_data() { rows(); }
    void refusals();
    void cancelIsConfirmed_data() { rows(); }
    void cancelIsConfirmed();
    void theTransportsOwnCancelEndsTheTask_data() { rows(); }
    void theTransportsOwnCancelEndsTheTask();
    void aRetryIsNotExecutedAgain_data() { rows(); }
    void aRetryIsNotExecutedAgain();
    void twoAtOnceDoNotMix_data() { rows(); }
    void twoAtOnceDoNotMix();
    void inputStreamsInWhileOutputStreamsOut_data() { rows(); }
    void inputStreamsInWhileOutputStreamsOut();

private:
    static void rows()
    {
        QTest::addColumn<MakeLink>("make");
        QTest::newRow("MCP over HTTP") << MakeLink(&makeLink<HttpLink>);
        QTest::newRow("MCP over stdio") << MakeLink(&makeLink<StdioLink>);
        QTest::newRow("WebSocket") << MakeLink(&makeLink<WebSocketLink>);
        QTest::newRow("A2A over JSON-RPC") << MakeLink(&makeLink<A2aLink<a2a::Preference::JsonRpc>>);
        QTest::newRow("A2A over HTTP+JSON") << MakeLink(&makeLink<A2aLink<a2a::Preference::Rest>>);
        QTest::newRow("a shared channel") << MakeLink(&makeLink<PairLink>);
    }
    void open()
    {
        QFETCH(MakeLink, make);
        m_connection.reset();
        m_link.reset();
        m_provider = std::make_unique<engine::Provider>(scenario(), m_clock, m_ids);
        m_link = make(*m_provider, m_clock, m_sink);
        m_connection = std::make_unique<buyer::Connection>(m_link->makeClient(), m_clock);
        auto found = m_connection->discover();
        QTRY_VERIFY(found.isFinished());
        QVERIFY2(found.result(), found.result() ? "" : found.result().error().toString().c_str());
        m_discovered = *found.result();
    }
    template <class T>
    T wait(QFuture<T> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 10'000))
            qFatal("no answer");
        return future.result();
    }
    std::unique_ptr<buyer::TaskRun> start(
        const char* capability, bool stream, const std::function<void(acmp::Invoke&)>& change = {})
    {
        acmp::Invoke request;
        request.taskId = m_ids.make("task_");
        request.capability = capability;
        request.input = acmp::Content { "text", json::Raw::string("hello"), {} };
        request.stream = stream;
        if (change)
            change(request);
        // Heartbeats come every 20 ms: three of them are no time at all on a busy machine.
        buyer::TaskOptions patient;
        patient.livenessWindow = std::chrono::seconds(10);
        auto run = m_connection->prepare(request, patient);
        if (!run)
            qFatal("%s", run.error().toString().c_str());
        (*run)->start();
        return std::move(*run);
    }
    static std::string findings(const buyer::TaskRun& run)
    {
        std::string all;
        for (const acmp::Finding& finding : run.track().findings().kept()) {
            if (finding.rule->level == acmp::Level::Error)
                all += std::string(finding.rule->id) + " found " + finding.found + "; ";
        }
        return all;
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<engine::Provider> m_provider;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<buyer::Connection> m_connection;
    binding::Discovered m_discovered;
};

void TestTransports::discovers()
{
    open();
    QVERIFY(m_discovered.capability);
    QVERIFY(!m_discovered.isUnknown);
    QCOMPARE(m_discovered.capability->providerId, "agent:p:local");
    QVERIFY(m_discovered.findings.empty());
}

void TestTransports::quotesAndAccepts()
{
    open();
    acmp::OfferRequest request;
    request.capability = "now";
    auto quote = m_connection->quote(request);
    QTRY_VERIFY(quote.isFinished());
    const buyer::Quote answered = quote.result();
    const auto* const offer = std::get_if<acmp::Offer>(&answered.outcome);
    QVERIFY(offer);
    QCOMPARE(offer->priceCu.text(), std::string("0.003"));
    for (const bool again : { false, true }) {
        auto accept
            = m_connection->accept({ .offerId = offer->offerId, .escrowId = {}, .extra = {} }, *offer);
        QTRY_VERIFY(accept.isFinished());
        const buyer::Acceptance acceptance = accept.result();
        QCOMPARE(std::holds_alternative<acmp::Ack>(acceptance.outcome), !again);
        if (again)
            QCOMPARE(std::get<acmp::TaskError>(acceptance.outcome).code, -34003);
    }
}

void TestTransports::provesItsIdentity()
{
    open();
    QVERIFY(m_connection->offersProof());
    const auto proof = wait(m_connection->proveIdentity("a nonce"));
    QVERIFY2(proof, proof ? "" : proof.error().toString().c_str());
    QVERIFY2(proof->state == identity::State::Verified, proof->reason.c_str());
    QCOMPARE(proof->envelope->did, *m_discovered.capability->did);
}

void TestTransports::noticesWhoCantProveIt()
{
    open();
    const auto stolen = [this](std::string nonce) {
        return std::make_unique<Relay>(m_link->makeClient(), m_connection->client(), std::move(nonce));
    };
    buyer::Connection replaying(stolen("an old nonce"), m_clock);
    QVERIFY(wait(replaying.discover()));
    const auto replayed = wait(replaying.proveIdentity("a new nonce"));
    QVERIFY(replayed && replayed->state == identity::State::Bad);
    QCOMPARE(replayed->code, identity::code::kIdentityProofFailed);

    // Another provider, which has ours sign the nonce that it was asked with.
    engine::Provider impostor(scenario(), m_clock, m_ids);
    QFETCH(MakeLink, make);
    const auto link = make(impostor, m_clock, m_sink);
    buyer::Connection substituted(
        std::make_unique<Relay>(link->makeClient(), m_connection->client(), std::string()), m_clock);
    QVERIFY(wait(substituted.discover()));
    const auto other = wait(substituted.proveIdentity("a nonce"));
    QVERIFY(other && other->state == identity::State::Bad);
    QCOMPARE(other->code, identity::code::kIdentityProofFailed);
    QCOMPARE(other->envelope->did, *m_discovered.capability->did);
}

void TestTransports::asksForANonce()
{
    open();
    for (const acmp::Extra& params : { acmp::Extra {}, acmp::Extra { { "nonce", json::Raw("7") } },
             acmp::Extra { { "nonce", json::Raw::string("") } },
             acmp::Extra { { "nonce", json::Raw::string(std::string(2000, 'x')) } } }) {
        const auto answer = wait(m_connection->client().ask("acmp/proveIdentity", params));
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, wire::ErrorKind::Refused);
        QVERIFY2(answer.error().found.find("-32602") != std::string::npos, answer.error().found.c_str());
    }
}

void TestTransports::runsToAResultThatProvesItself()
{
    open();
    const auto run = start("now", false, [](acmp::Invoke& request) { request.proofMethod = "result-hash"; });
    QTRY_VERIFY(run->track().ended() == End::Result);
    QCOMPARE(run->track().result()->output->data.text(), R"({"a": 1.10})");
    for (const session::Verdict& verdict : run->track().verdicts())
        QVERIFY2(verdict.state != session::VerdictState::Fail, verdict.text.c_str());
    QCOMPARE(findings(*run), std::string());
}

void TestTransports::streams()
{
    open();
    const auto run = start("slow", true);
    QTRY_VERIFY(run->track().ended() == End::Result);
    QCOMPARE(run->track().chunksReceived(), std::uint64_t(40));
    QVERIFY(run->track().output().isComplete());
    QVERIFY(run->track().heartbeats().count > 0);
    QCOMPARE(findings(*run), std::string());
}

void TestTransports::refusals()
{
    open();
    const auto cheap = start(
        "now", false, [](acmp::Invoke& request) { request.maxPriceCu = *json::Decimal::parse("0.001"); });
    QTRY_VERIFY(cheap->track().ended() == End::Error);
    QCOMPARE(cheap->track().error()->code, -33001);
    const auto strange = start("no such", false);
    QTRY_VERIFY(strange->track().ended() == End::Error);
    QCOMPARE(strange->track().error()->code, -33002);
}

void TestTransports::cancelIsConfirmed()
{
    open();
    const auto run = start("endless", true);
    QTRY_VERIFY(run->track().chunksReceived() > 1);
    run->cancel();
    QTRY_VERIFY(run->track().ended() == End::Cancelled);
    QTRY_COMPARE(m_provider->facts().runningTasks, std::size_t(0));
}

void TestTransports::theTransportsOwnCancelEndsTheTask()
{
    open();
    auto run = start("endless", true);
    QTRY_VERIFY(run->track().chunksReceived() > 1);
    run.reset(); // aborts its exchange
    if (QLatin1StringView(QTest::currentDataTag()) == QLatin1StringView("MCP over HTTP")) {
        // A closed stream leaves the task for its grace (decision D4).
        QCOMPARE(m_provider->facts().runningTasks, std::size_t(1));
        return;
    }
    QTRY_COMPARE(m_provider->facts().runningTasks, std::size_t(0));
}

void TestTransports::aRetryIsNotExecutedAgain()
{
    open();
    const auto run = start("slow", true);
    QTRY_VERIFY(run->phase() == buyer::Phase::Ended);
    run->retry();
    QTRY_VERIFY(run->phase() == buyer::Phase::Ended);
    QVERIFY(run->track().output().isComplete());
    QCOMPARE(run->track().chunksReceived(), std::uint64_t(80));
    QCOMPARE(m_provider->facts().tasks, std::uint64_t(1));
    QCOMPARE(findings(*run), std::string());
}

void TestTransports::twoAtOnceDoNotMix()
{
    open();
    const auto first = start("slow", true);
    const auto second = start("slow", true);
    QTRY_VERIFY(first->track().ended() == End::Result && second->track().ended() == End::Result);
    for (const buyer::TaskRun* const run : { first.get(), second.get() }) {
        QCOMPARE(run->track().chunksReceived(), std::uint64_t(40));
        QCOMPARE(findings(*run), std::string());
    }
}

void TestTransports::inputStreamsInWhileOutputStreamsOut()
{
    open();
    if (QByteArray(QTest::currentDataTag()).startsWith("A2A")) {
        // Layer 1 A2A binding §3.3.
        QVERIFY(!m_discovered.capability->inputStreaming());
        acmp::Invoke request;
        request.taskId = "task_1";
        request.capability = "echo";
        request.inputStream = true;
        QCOMPARE(m_connection->prepare(request).error().kind, wire::ErrorKind::NotAdvertised);
        const auto forced = m_connection->prepare(request, {}, true);
        (*forced)->start();
        QTRY_VERIFY((*forced)->track().ended() == End::Error);
        QCOMPARE((*forced)->track().error()->code, -33007);
        return;
    }
    const auto output = start("endless", true);
    QTRY_VERIFY(output->track().chunksReceived() > 1);
    const auto run = start("echo", true, [](acmp::Invoke& request) {
        request.input.reset();
        request.inputStream = true;
    });
    std::vector<std::int64_t> taken;
    connect(run.get(), &buyer::TaskRun::inputSent, this,
        [&](const acmp::InputChunk& chunk, const std::optional<wire::Error>& error) {
            QVERIFY(!error);
            taken.push_back(chunk.seq);
        });
    for (const char* const word : { "the ", "quick ", "brown " })
        QVERIFY(run->sendInput({ "text", json::Raw::string(word), {} }, false));
    QTRY_COMPARE(taken.size(), 3U);
    QVERIFY(run->track().isRunning());
    QVERIFY(run->sendInput({ "text", json::Raw::string("fox"), {} }, true));
    QVERIFY(!run->sendInput({ "text", json::Raw::string("!"), {} }, true));
    QTRY_VERIFY(run->track().ended() == End::Result);
    QVERIFY(run->track().output().text());
    QCOMPARE(*run->track().output().text(), std::string("the quick brown fox"));
    QCOMPARE(findings(*run), std::string());
    QVERIFY(output->track().isRunning());
    output->cancel();
    QTRY_VERIFY(output->track().ended() == End::Cancelled);
}

QTEST_GUILESS_MAIN(TestTransports)
#include "tst_transports.moc"
