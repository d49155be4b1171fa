// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds on the stack, with providers of its own on loopback.
#include "protocol/json/document.h"
#include "tests/support/rawpeer.h"
#include "ui/stack/dealbook.h"
#include "ui/stack/stack.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

using buyer::Bid;
using stack::RoundId;
using stack::RoundState;
using Stage = stack::RoundState::Stage;

namespace {

engine::Scenario scenario(const std::string& name, const std::string& price, const std::string& more = {})
{
    const std::string text = R"({"format":1,"name":")" + name
        + R"(","capabilities":[{"name":"say","price_cu":)" + price
        + R"(,"latency_sla_ms":600,"output":{"type":"text","data":"abc"},"proofs":["result-hash"]}])" + more
        + "}";
    auto parsed = engine::Scenario::parse(text);
    if (!parsed)
        qFatal("%s", parsed.error().front().toString().c_str());
    return std::move(*parsed);
}

/// Knows acmp/offerRequest and nothing else, as decision D17 has it of an address that only quotes.
void quoteOnly(const QByteArray& request, QTcpSocket& socket)
{
    const auto body = json::Document::parse(request.mid(request.indexOf("\r\n\r\n") + 4));
    if (!body) {
        socket.write(support::answer("", "text/plain", "404 Not Found")); // no card
        return;
    }
    const json::View root = body->root();
    const bool isMcp = root["method"].equals("acmp/offerRequest");
    const bool isA2a = root["method"].equals("SendMessage");
    const QByteArray offer
        = R"({"offer_id":"o","capability":"say","price_cu":0.7,"valid_until_ms":99999999999999)";
    QByteArray answer = R"("error":{"code":-32601,"message":"Method not found"})";
    if (isMcp)
        answer = R"("result":)" + offer + R"(,"resultType":"complete"})";
    if (isA2a)
        answer
            = R"("result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"data":{"acmp_result":)"
            + offer
            + R"(}},"mediaType":"application/acmp+json"}],"extensions":["https://a2agora.org/acmp/v0.1"]}})";
    const QByteArray id = QByteArray::fromStdString(std::string(root["id"].lexeme()));
    socket.write(support::answer(R"({"jsonrpc":"2.0","id":)" + id + ',' + answer + '}', "application/json",
        isMcp || isA2a ? "200 OK" : "404 Not Found"));
}

} // namespace

class TestRounds final : public QObject {
    Q_OBJECT

private:
    /// Their addresses, in this order.
    std::vector<std::string> open(const std::vector<engine::Scenario>& scenarios)
    {
        std::vector<stack::StallId> ids;
        for (const engine::Scenario& one : scenarios)
            ids.push_back(m_stack->open(one));
        std::vector<std::string> urls;
        const bool isOpen = QTest::qWaitFor([&] {
            urls.clear();
            for (const stack::StallId id : ids) {
                for (const stack::StallState& stall : m_stack->stalls()) {
                    if (stall.id == id)
                        urls.push_back(stall.mcpUrl);
                }
            }
            return urls.size() == ids.size();
        });
        return isOpen ? urls : std::vector<std::string>();
    }
    static stack::RoundCall callTo(const std::vector<std::string>& urls)
    {
        stack::RoundCall call;
        call.request.capability = "say";
        for (const std::string& url : urls)
            call.contenders.push_back({ url, { url }, {} });
        return call;
    }
    bool waitFor(RoundId round, const std::function<bool(const RoundState&)>& holds)
    {
        return QTest::qWaitFor([&] { return holds(*m_stack->round(round)); });
    }
    bool waitUntilConcluded(RoundId round)
    {
        return waitFor(round, [](const RoundState& state) { return state.stage == Stage::Concluded; });
    }
    bool waitFor(RoundId round, std::size_t bid, Bid::Taking taking)
    {
        return waitFor(round, [&](const RoundState& state) { return state.bid(bid).bid.taking == taking; });
    }
    const Bid& bid(RoundId round, std::size_t index)
    {
        m_seen = m_stack->round(round);
        return m_seen->bid(index).bid;
    }
    std::vector<workspace::Spending> spent() { return m_stack->spending().ledger()->entries(); }
    void setBudget(const char* all)
    {
        workspace::Budget budget;
        budget.all = json::Decimal::parse(all);
        m_stack->spending().setBudget(budget);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<stack::Stack> m_stack;
    std::shared_ptr<const RoundState> m_seen;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = stack::Stack::create(m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString());
        QVERIFY(made);
        m_stack = std::move(*made);
        QVERIFY(m_stack->spending().open(m_folder->filePath(QStringLiteral("a.ledger.jsonl")), {}));
    }
    void cleanup() { m_stack.reset(); }

    void asksAllAtOnceAndKeepsWhatCame()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        const std::string nobody = "http://127.0.0.1:" + std::to_string(taken.serverPort()) + "/mcp";
        taken.close();
        auto urls = open({ scenario("a", "0.10"), scenario("b", "1e-9"), scenario("c", "7") });
        QCOMPARE(urls.size(), 3U);
        urls.push_back(nobody);
        urls.push_back("no address");
        stack::RoundCall call = callTo(urls);
        call.request.maxPriceCu = json::Decimal::parse("1");
        QSignalSpy changes(m_stack.get(), &stack::Stack::roundChanged);
        const RoundId round = m_stack->startRound(call);
        QCOMPARE(m_stack->round(round)->bids.size(), 5U); // at once
        QVERIFY(waitUntilConcluded(round));
        QCOMPARE(bid(round, 0).offer()->priceCu.text(), std::string("0.10"));
        QCOMPARE(bid(round, 1).offer()->priceCu.text(), std::string("1e-9"));
        QVERIFY(bid(round, 2).state == Bid::State::Refused);
        QCOMPARE(std::get<acmp::TaskError>(bid(round, 2).quote->outcome).code, -33001);
        QVERIFY(bid(round, 3).state == Bid::State::Failed);
        QVERIFY(bid(round, 4).state == Bid::State::Failed);
        QVERIFY(changes.count() > 0);
        QVERIFY(spent().empty());
    }

    void aBidThatStaysIsTheSameObject()
    {
        const auto urls = open({ scenario("a", "0.1"), scenario("b", "0.2") });
        const RoundId round = m_stack->startRound(callTo(urls));
        QVERIFY(waitUntilConcluded(round));
        const auto before = m_stack->round(round);
        m_stack->accept(round, 0);
        QVERIFY(waitFor(round, 0, Bid::Taking::Taken));
        const auto after = m_stack->round(round);
        QVERIFY(before->bids[0] != after->bids[0]);
        QVERIFY(before->bids[1] == after->bids[1]);
    }

    void anAcceptedOfferIsOwedExactly()
    {
        const auto urls = open({ scenario("a", "0.30000000000000004") });
        stack::RoundCall call = callTo(urls);
        call.escrowId = "esc_1";
        const RoundId round = m_stack->startRound(call);
        QVERIFY(waitUntilConcluded(round));
        m_stack->accept(round, 0);
        QVERIFY(waitFor(round, 0, Bid::Taking::Taken));
        QTRY_COMPARE(spent().size(), 1U);
        const workspace::Spending entry = spent().front();
        QVERIFY(entry.kind == workspace::Spending::Kind::Committed);
        QCOMPARE(entry.cu.text(), std::string("0.30000000000000004"));
        QCOMPARE(entry.provider, urls.front());
        QCOMPARE(entry.escrowId, std::string("esc_1"));
        QCOMPARE(entry.offerId, bid(round, 0).offer()->offerId);
        const auto deals = m_stack->deals().state().deals;
        QCOMPARE(deals->size(), 1U);
        QVERIFY(deals->front().offer == *bid(round, 0).offer());
        const std::string_view received = deals->front().received.text();
        QVERIFY(received.starts_with("{\"offer_id\":"));
        QVERIFY(bid(round, 0).quote->raw.text().find(received) != std::string_view::npos);
        QCOMPARE(deals->front().escrowId, std::optional<std::string>("esc_1"));
        QVERIFY(!deals->front().isUnsure);
        m_stack->accept(round, 0); // never twice
        m_stack->forget(round);
        QTRY_VERIFY(!m_stack->round(round));
        QCOMPARE(spent().size(), 1U);
    }

    void theBudgetStopsHandAndPolicy()
    {
        setBudget("0.15");
        const auto urls = open({ scenario("a", "0.2") });
        const RoundId byHand = m_stack->startRound(callTo(urls));
        QVERIFY(waitUntilConcluded(byHand));
        m_stack->accept(byHand, 0);
        QVERIFY(waitFor(byHand, [](const RoundState& state) { return !state.bid(0).bid.note.empty(); }));
        QVERIFY(bid(byHand, 0).taking == Bid::Taking::No);
        QVERIFY2(bid(byHand, 0).note.find("budget") != std::string::npos, bid(byHand, 0).note.c_str());
        const std::string first = bid(byHand, 0).offer()->offerId;
        m_stack->requoteAndAccept(byHand, 0);
        QVERIFY(waitFor(byHand, [&](const RoundState& state) {
            return state.bid(0).bid.offer()->offerId != first && !state.bid(0).bid.note.empty();
        }));
        QVERIFY(bid(byHand, 0).taking == Bid::Taking::No);
        stack::RoundCall call = callTo(urls);
        call.accepts = buyer::Policy::Cheapest;
        const RoundId byPolicy = m_stack->startRound(call);
        QVERIFY(waitUntilConcluded(byPolicy));
        QVERIFY(bid(byPolicy, 0).taking == Bid::Taking::No);
        QVERIFY(spent().empty());
        setBudget("0.2");
        m_stack->accept(byHand, 0);
        QVERIFY(waitFor(byHand, 0, Bid::Taking::Taken));
    }

    void thePolicyTakesOneAndSaysWhy()
    {
        const auto urls = open({ scenario("a", "0.3"), scenario("b", "0.1"), scenario("c", "0.2") });
        std::vector<std::string> all = urls;
        all.insert(all.begin(), "no address"); // the indices are those of the contenders
        stack::RoundCall call = callTo(all);
        call.accepts = buyer::Policy::Cheapest;
        call.deadline = wire::milliseconds(60'000);
        const RoundId round = m_stack->startRound(call);
        QVERIFY(waitFor(round, 2, Bid::Taking::Taken));
        QVERIFY(waitUntilConcluded(round));
        const auto state = m_stack->round(round);
        QVERIFY(state->decision && state->decision->chosen);
        QCOMPARE(*state->decision->chosen, 2U);
        QVERIFY(!state->decision->why.empty());
        QTRY_COMPARE(spent().size(), 1U);
    }

    void quotesAnewWhereTheOfferHasExpired()
    {
        const auto urls = open({ scenario("a", "0.1", R"(,"offers":{"valid_ms":1,"max_valid_ms":60000})") });
        stack::RoundCall call = callTo(urls);
        call.request.offerValidMs = 1;
        const RoundId round = m_stack->startRound(call);
        QVERIFY(waitUntilConcluded(round));
        QVERIFY(waitFor(round, [&](const RoundState& state) {
            return state.bid(0).bid.expiresAt && *state.bid(0).bid.expiresAt < m_stack->now();
        }));
        m_stack->accept(round, 0);
        QVERIFY(waitFor(round, 0, Bid::Taking::Denied));
        QVERIFY(spent().empty());
        const std::string first = bid(round, 0).offer()->offerId;
        m_stack->requoteAndAccept(round, 0);
        QVERIFY(waitFor(round, [&](const RoundState& state) {
            return state.bid(0).bid.offer() && state.bid(0).bid.offer()->offerId != first;
        }));
    }

    void aResultUnderADealIsBilledOnceAndOneWithoutIsDirect()
    {
        const auto urls = open({ scenario("a", "0.1") });
        const RoundId round = m_stack->startRound(callTo(urls));
        QVERIFY(waitUntilConcluded(round));
        m_stack->accept(round, 0);
        QVERIFY(waitFor(round, 0, Bid::Taking::Taken));

        stack::Invocation invocation;
        invocation.target.url = urls.front();
        invocation.request.capability = "say";
        invocation.request.input = acmp::Content { "text", json::Raw::string("hello"), {} };
        const auto run = [&] {
            const stack::RunId id = m_stack->invoke(invocation);
            QTRY_VERIFY(m_stack->run(id)->isClosed);
            QVERIFY(m_stack->run(id)->result);
            m_stack->retry(id);
            QTRY_VERIFY(m_stack->run(id)->attempt == 2 && m_stack->run(id)->isClosed);
        };
        run();
        invocation.deal = std::make_shared<const stack::Deal>(
            stack::Deal { *bid(round, 0).offer(), {}, urls.front(), "a" });
        run();
        QTRY_COMPARE(spent().size(), 3U);
        const auto entries = spent();
        QVERIFY(entries[1].kind == workspace::Spending::Kind::Direct);
        QVERIFY(entries[2].kind == workspace::Spending::Kind::Billed);
        QCOMPARE(entries[2].offerId, bid(round, 0).offer()->offerId);
        const auto kept = m_stack->deals().state().deals->front().tasks;
        QCOMPARE(kept.size(), 1U); // both attempts are one task
        QCOMPARE(kept.front().outcome, std::string("result"));
        QCOMPARE(kept.front().costCu->text(), std::string("0.1"));
        QVERIFY(kept.front().tookUs.value_or(0) > 0);
        QCOMPARE(m_stack->spending().ledger()->spent().text(), std::string("0.2"));
        QCOMPARE(m_stack->spending().ledger()->billed().text(), std::string("0.1"));
    }

    void anAddressThatOnlyQuotesNeedNotSayWhatItIs()
    {
        support::RawPeer quotes(quoteOnly);
        const std::string url = quotes.url().toString().toStdString();
        stack::RoundCall call = callTo({ url, url, "a2a+jsonrpc:" + url, "a2a:" + url });
        for (const std::size_t elsewhere : { 1U, 2U, 3U })
            call.contenders[elsewhere].runsAt = "http://127.0.0.1:9/mcp";
        const RoundId round = m_stack->startRound(call);
        QVERIFY(waitUntilConcluded(round));
        // Where it runs tasks it has to.
        QVERIFY(bid(round, 0).state == Bid::State::Failed);
        for (const std::size_t index : { 1U, 2U }) {
            const Bid& quoted = bid(round, index);
            QVERIFY2(quoted.offer(), qPrintable(QString::number(index)));
            QCOMPARE(quoted.offer()->priceCu.text(), std::string("0.7"));
            QCOMPARE(m_seen->bid(index).provider, std::string("http://127.0.0.1:9/mcp"));
        }
        // By A2A's card alone there is no interface to ask.
        QVERIFY(bid(round, 3).state == Bid::State::Failed);
    }

    void endsWithARoundUnderWay()
    {
        const auto urls = open({ scenario("a", "0.1") });
        m_stack->startRound(callTo(urls));
        m_stack.reset();
    }
};

QTEST_GUILESS_MAIN(TestRounds)
#include "tst_rounds.moc"
