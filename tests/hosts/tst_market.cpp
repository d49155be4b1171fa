// SPDX-License-Identifier: Apache-2.0
// Buyer and provider of this program, over loopback.
#include "protocol/acmp/retryafter.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/buyer/connection.h"
#include "protocol/hosts/market.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/httpcall.h"

#include <QTest>

using session::End;

namespace {

engine::Scenario scenario(std::string_view more = {})
{
    const std::string text = R"({"format": 1, "name": "p", "provider_id": "agent:p:local",
        "features": {"heartbeat_interval_ms": 20},
        "capabilities": [
          {"name": "now", "price_cu": 0.003, "output": {"type": "json", "data": {"a": 1.10}}, "proofs": ["result-hash"]},
          {"name": "slow", "price_cu": 0.01, "chunks": 40, "chunk_interval_ms": 15}
        ])"
        + std::string(more) + "}";
    const auto parsed = engine::Scenario::parse(text);
    if (!parsed)
        qFatal("%s", parsed.error().front().toString().c_str());
    return *parsed;
}

} // namespace

class TestMarket final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void discoversWhatTheScenarioSays();
    void runsATaskToItsResult();
    void streamsWithHeartbeats();
    void cancelIsConfirmed();
    void quotesAndAccepts();
    void whoAsksTooOftenIsToldByHttp();
    void refusesAWrongShapeWithPointers();
    void servesSeveralByPath();
    void aSecondInvokeOfATaskIsNotExecutedAgain();

private:
    void open(std::vector<engine::Scenario> scenarios)
    {
        m_connection.reset();
        m_market = std::make_unique<hosts::Market>(m_clock, m_ids, m_sink, hosts::MarketOptions {});
        for (auto& each : scenarios)
            m_market->add(std::move(each));
        QVERIFY(m_market->listen());
        m_http = std::make_unique<http::Client>(m_clock, m_sink);
        m_connection = connectTo(m_market->stalls().front().mcpUrl);
        auto found = m_connection->discover();
        QTRY_VERIFY(found.isFinished());
        QVERIFY(found.result());
    }
    std::unique_ptr<buyer::Connection> connectTo(const std::string& url)
    {
        mcp::ClientOptions options;
        options.url = QUrl(QString::fromStdString(url));
        return std::make_unique<buyer::Connection>(
            std::make_unique<mcp::Client>(m_clock, *m_http, options), m_clock);
    }
    static acmp::Invoke task(const char* capability, bool stream)
    {
        acmp::Invoke request;
        request.taskId = std::string("task_") + capability;
        request.capability = capability;
        request.input = acmp::Content { "text", json::Raw::string("hello"), {} };
        request.stream = stream;
        return request;
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<hosts::Market> m_market;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<buyer::Connection> m_connection;
};

void TestMarket::discoversWhatTheScenarioSays()
{
    open({ scenario() });
    const acmp::Capability& capability = *m_connection->capability();
    QCOMPARE(capability.providerId, "agent:p:local");
    QCOMPARE(capability.heartbeatInterval(), std::chrono::milliseconds(20));
    QVERIFY(capability.outputStreaming());
}

void TestMarket::runsATaskToItsResult()
{
    open({ scenario() });
    acmp::Invoke request = task("now", false);
    request.proofMethod = "result-hash";
    auto run = *m_connection->prepare(request);
    run->start();
    QTRY_VERIFY(run->track().ended() == End::Result);
    QCOMPARE(run->track().result()->output->data.text(), R"({"a": 1.10})");
    for (const session::Verdict& verdict : run->track().verdicts())
        QVERIFY2(verdict.state != session::VerdictState::Fail, verdict.text.c_str());
    QCOMPARE(run->track().findings().count(), std::size_t(0));
}

void TestMarket::streamsWithHeartbeats()
{
    open({ scenario() });
    auto run = *m_connection->prepare(task("slow", true));
    run->start();
    QTRY_VERIFY(run->track().ended() == End::Result);
    QCOMPARE(run->track().chunksReceived(), std::uint64_t(40));
    QVERIFY(run->track().output().isComplete());
    QVERIFY(run->track().heartbeats().count > 3);
    const auto errors = run->track().findings().kept();
    QVERIFY(std::none_of(
        errors.begin(), errors.end(), [](const auto& f) { return f.rule->level == acmp::Level::Error; }));
}

void TestMarket::cancelIsConfirmed()
{
    open({ scenario() });
    auto run = *m_connection->prepare(task("slow", true));
    run->start();
    QTRY_VERIFY(run->track().chunksReceived() > 1);
    run->cancel();
    QTRY_VERIFY(run->track().ended() == End::Cancelled);
    QVERIFY(run->track().chunksReceived() < 40);
}

void TestMarket::quotesAndAccepts()
{
    open({ scenario() });
    acmp::OfferRequest request;
    request.capability = "now";
    auto future = m_connection->quote(request);
    QTRY_VERIFY(future.isFinished());
    const buyer::Quote quote = future.result();
    const auto* offer = std::get_if<acmp::Offer>(&quote.outcome);
    QVERIFY(offer);
    QCOMPARE(offer->priceCu.text(), "0.003");
    for (const std::int64_t expected : { 0, -34003 }) {
        acmp::Accept accept;
        accept.offerId = offer->offerId;
        auto accepted = m_connection->accept(accept, *offer);
        QTRY_VERIFY(accepted.isFinished());
        const buyer::Acceptance outcome = accepted.result();
        const auto* refusal = std::get_if<acmp::TaskError>(&outcome.outcome);
        QCOMPARE(refusal ? refusal->code : 0, expected);
    }
}

void TestMarket::whoAsksTooOftenIsToldByHttp()
{
    open({ scenario(R"(, "offers": {"per_second": 1})") });
    acmp::OfferRequest request;
    request.capability = "now";
    const auto ask = [&] {
        auto future = m_connection->quote(request);
        return QTest::qWaitFor([&] { return future.isFinished(); }) ? future.result().outcome
                                                                    : decltype(buyer::Quote::outcome)();
    };
    QVERIFY(std::holds_alternative<acmp::Offer>(ask()));
    // On a machine that took a second for the first there is room for another.
    auto outcome = ask();
    for (int i = 0; i < 100 && std::holds_alternative<acmp::Offer>(outcome); ++i)
        outcome = ask();
    const auto* error = std::get_if<acmp::TaskError>(&outcome);
    QVERIFY(error && acmp::retryAfter(*error));
    // Those who do not know the code know the status.
    http::Request raw;
    raw.url = QUrl(QString::fromStdString(m_market->stalls().front().mcpUrl));
    raw.fields = { { "MCP-Protocol-Version", "2026-07-28" }, { "Mcp-Method", "acmp/offerRequest" } };
    raw.body
        = R"({"jsonrpc":"2.0","id":1,"method":"acmp/offerRequest","params":{"capability":"now","_meta":{)"
          R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    auto reply = support::call(*m_http, raw);
    for (int i = 0; i < 100 && reply->status == 200; ++i)
        reply = support::call(*m_http, raw);
    QCOMPARE(reply->status, 429);
    QVERIFY(reply->fields.find("Retry-After") == "1");
}

void TestMarket::refusesAWrongShapeWithPointers()
{
    open({ scenario() });
    http::Request request;
    request.url = QUrl(QString::fromStdString(m_market->stalls().front().mcpUrl));
    request.fields = { { "MCP-Protocol-Version", "2026-07-28" }, { "Mcp-Method", "acmp/invoke" } };
    request.body
        = R"({"jsonrpc":"2.0","id":1,"method":"acmp/invoke","params":{"task_id":5,"_meta":{)"
          R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})";
    const auto reply = support::call(*m_http, request);
    QCOMPARE(reply->status, 200);
    QVERIFY2(reply->body.find("/params/task_id") != std::string::npos, reply->body.c_str());
    QVERIFY(reply->body.find("-32602") != std::string::npos);
}

void TestMarket::servesSeveralByPath()
{
    open({ scenario(), scenario() });
    const auto stalls = m_market->stalls();
    QVERIFY(stalls[0].mcpUrl.ends_with("/mcp"));
    QVERIFY(stalls[1].mcpUrl.ends_with("/p-2/mcp"));
    auto second = connectTo(stalls[1].mcpUrl);
    auto found = second->discover();
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result());
}

void TestMarket::aSecondInvokeOfATaskIsNotExecutedAgain()
{
    open({ scenario() });
    for (int i = 0; i < 2; ++i) {
        auto run = *m_connection->prepare(task("now", false));
        run->start();
        QTRY_VERIFY(run->track().ended() == End::Result);
    }
    QCOMPARE(m_market->stalls().front().provider->facts().tasks, std::uint64_t(1));
}

QTEST_GUILESS_MAIN(TestMarket)
#include "tst_market.moc"
