// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of rounds that are over: values over time, and whether a deal was kept.
#include "tests/ui/offers/madeup.h"

#include "protocol/acmp/codec.h"

#include "ui/offers/deals.h"
#include "ui/offers/history.h"
#include "ui/offers/plot.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using offers::Measure;
using widgets::State;
using wire::milliseconds;

class TestHistory final : public QObject {
    Q_OBJECT

    static stack::RunState run(std::optional<milliseconds> took)
    {
        stack::RunState state;
        state.sentAt = madeup::kAsked;
        if (took) {
            state.endedAt = madeup::kAsked + *took;
            state.result.emplace();
        }
        return state;
    }
    static std::unique_ptr<stack::Stack> makeStack(const QTemporaryDir& folder)
    {
        return std::move(*stack::Stack::create(folder.filePath(QStringLiteral("a.acmpcap")).toStdString()));
    }

    static workspace::KeptDeal kept(const char* price, bool isUnsure = false)
    {
        workspace::KeptDeal deal;
        deal.provider = "did:web:a.example";
        deal.name = "a";
        deal.url = "http://127.0.0.1:1/mcp";
        deal.offer = madeup::offer(price, 600);
        deal.received = json::Raw(acmp::toJson(deal.offer));
        deal.request.capability = "summarize";
        deal.isUnsure = isUnsure;
        return deal;
    }

private Q_SLOTS:
    void drawsEachProviderOverTheRounds()
    {
        const auto first = madeup::round(1,
            { madeup::offered(madeup::offer("0.3"), milliseconds(50), milliseconds(7)),
                madeup::refused(-33001, "no") });
        const auto second = madeup::round(2,
            { madeup::offered(madeup::offer("0.10"), milliseconds(50), milliseconds(9)),
                madeup::refused(-33001, "no") });
        const auto prices = offers::seriesOf({ first, second }, Measure::Price);
        QCOMPARE(prices.size(), 1U); // who never made an offer has no line
        QCOMPARE(prices[0].name, QStringLiteral("provider 0"));
        QCOMPARE(prices[0].values, (std::vector { 0.3, 0.1 }));
        QCOMPARE(prices[0].latest, QStringLiteral("0.10")); // as received
        QCOMPARE(
            offers::seriesOf({ first, second }, Measure::RoundTrip)[0].values, (std::vector { 7.0, 9.0 }));
        QCOMPARE(offers::seriesOf({ first, second }, Measure::Price, 1)[0].values, (std::vector { 0.1 }));
        QVERIFY(offers::seriesOf({}, Measure::Price).empty());
    }

    void aRoundWithoutAnOfferIsAGap()
    {
        const auto series
            = offers::seriesOf({ madeup::round(1, { madeup::failed("no route") }),
                                   madeup::round(2, { madeup::offered(madeup::offer("0.1")) }) },
                Measure::Price);
        QCOMPARE(series.size(), 1U);
        QVERIFY(std::isnan(series[0].values[0]));
        QCOMPARE(series[0].values[1], 0.1);
    }

    /// 1e400 is an amount, and no double.
    void whatCannotBeDrawnIsAGapToo()
    {
        const auto series = offers::seriesOf(
            { madeup::round(1, { madeup::offered(madeup::offer("1e400")) }) }, Measure::Price);
        QVERIFY(series.empty());
        offers::Plot plot;
        plot.resize(260, 160);
        plot.setSeries(series, QStringLiteral("CU"));
        QVERIFY(!plot.grab().isNull());
    }

    void theSlaIsMetOrMissed()
    {
        const acmp::Offer offer = madeup::offer("0.1", 600);
        QCOMPARE(offers::slaOf(offer, run(milliseconds(600))).state, State::Good);
        const offers::Word missed = offers::slaOf(offer, run(milliseconds(601)));
        QCOMPARE(missed.state, State::Bad);
        QVERIFY(missed.text.contains(QStringLiteral("601 of 600 ms")));
        QVERIFY(offers::slaOf(offer, run(std::nullopt)).text.isEmpty()); // not there yet
        QVERIFY(offers::slaOf(madeup::offer("0.1"), run(milliseconds(1))).text.isEmpty()); // none promised
    }

    void acceptedOffersAreShownTheNewestFirst()
    {
        const QTemporaryDir folder;
        const auto stack = makeStack(folder);
        offers::Deals deals(*stack);
        const QAbstractItemModelTester tester(&deals);
        stack->deals().add(kept("0.2", true));
        stack->deals().add(kept("1.10"));
        deals.refresh();
        QCOMPARE(deals.rowCount(), 2);
        QCOMPARE(deals.index(0, offers::Deals::Cu).data().toString(), QStringLiteral("1.10"));
        QVERIFY(!deals.dealAt(deals.index(0, 0))->isUnsure);
        QVERIFY(deals.dealAt(deals.index(1, 0))->isUnsure);
        QVERIFY(deals.find("did:web:a.example", "offer of 1.10"));
        QVERIFY(!deals.find("another provider", "offer of 1.10"));
        stack->deals().add(kept("0.2")); // its answer came after all
        deals.refresh();
        QCOMPARE(deals.rowCount(), 2);
        QVERIFY(!deals.dealAt(deals.index(1, 0))->isUnsure);
    }

    /// As another session finds them.
    void dealsOutliveTheSession()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a.deals.jsonl"));
        workspace::KeptDeal open = kept("0.2"), over = kept("0.1");
        open.offer.validUntilMs = *json::Decimal::parse("99999999999999");
        open.received = json::Raw(acmp::toJson(open.offer));
        {
            stack::DealBook book;
            QVERIFY(book.open(file));
            book.add(over);
            book.add(open);
            for (const auto& [task, outcome, took] : { std::tuple("t1", "result", 599'000),
                     std::tuple("t2", "result", 601'000), std::tuple("t3", "liveness lost", 5) })
                book.add({ over.provider, over.offer.offerId,
                    { 1, task, outcome, json::Decimal::parse("0.1"), took } });
        }
        const auto stack = makeStack(folder);
        offers::Deals deals(*stack);
        const QAbstractItemModelTester tester(&deals);
        QVERIFY(stack->deals().open(file));
        deals.refresh();
        QCOMPARE(deals.rowCount(), 2);
        const auto text = [](const QModelIndex& row, int column) {
            return row.siblingAtColumn(column).data().toString();
        };
        const QModelIndex lasting = deals.index(0, 0), expired = deals.index(1, 0);
        QCOMPARE(text(lasting, offers::Deals::Standing), QStringLiteral("accepted"));
        QCOMPARE(text(expired, offers::Deals::Standing), QStringLiteral("accepted, expired"));
        QVERIFY(text(expired, offers::Deals::Sla).startsWith(QStringLiteral("missed: 601")));
        QVERIFY(text(deals.index(0, 0, expired), offers::Deals::Sla).startsWith(QStringLiteral("met: 599")));
        QVERIFY(text(deals.index(2, 0, expired), offers::Deals::Sla).isEmpty()); // it has no result
        QCOMPARE(text(deals.index(2, 0, expired), offers::Deals::Standing), QStringLiteral("liveness lost"));
        QCOMPARE(deals.dealAt(lasting)->endpoint.url, QStringLiteral("http://127.0.0.1:1/mcp"));

        QVERIFY(stack->deals().open(folder.filePath(QStringLiteral("other.deals.jsonl"))));
        deals.refresh();
        QCOMPARE(deals.rowCount(), 0);
    }

    void theNewestRoundIsFirstAndTheOldestIsForgotten()
    {
        const QTemporaryDir folder;
        const auto stack = makeStack(folder);
        offers::History history(*stack);
        const QAbstractItemModelTester tester(&history);
        std::vector<stack::RoundId> ids;
        const auto isConcluded = [&](stack::RoundId id) {
            return stack->round(id)->stage == stack::RoundState::Stage::Concluded;
        };
        stack::RoundCall call; // nobody to ask: it is over at once
        call.request.capability = "say";
        call.accepts = buyer::Policy::Cheapest;
        for (std::size_t i = 0; i < offers::History::kMost; ++i) {
            ids.push_back(stack->startRound(call));
            history.add(ids.back(), {});
        }
        QTRY_VERIFY(isConcluded(ids.back()) && isConcluded(ids.front()));
        history.refresh();
        ids.push_back(stack->startRound(call));
        history.add(ids.back(), {});
        QCOMPARE(history.rowCount(), static_cast<int>(offers::History::kMost));
        QCOMPARE(history.roundAt(0), ids.back());
        QCOMPARE(history.rowOf(ids.front()), -1);
        QTRY_VERIFY(!stack->round(ids.front()));
    }
};

QTEST_MAIN(TestHistory)
#include "tst_history.moc"
