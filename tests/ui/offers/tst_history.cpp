// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of rounds that are over: values over time, and whether a deal was kept.
#include "tests/ui/offers/madeup.h"

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

private Q_SLOTS:
    void drawsEachProviderOverTheRounds()
    {
        const auto first = madeup::round(1,
            { madeup::offered(madeup::offer("0.3"), milliseconds(50), milliseconds(7)),
                madeup::refused(-33001, "no") });
        const auto second = madeup::round(2,
            { madeup::offered(madeup::offer("0.1"), milliseconds(50), milliseconds(9)),
                madeup::refused(-33001, "no") });
        const auto prices = offers::seriesOf({ first, second }, Measure::Price);
        QCOMPARE(prices.size(), 1U); // who never made an offer has no line
        QCOMPARE(prices[0].name, QStringLiteral("provider 0"));
        QCOMPARE(prices[0].values, (std::vector { 0.3, 0.1 }));
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

    void anAcceptedOfferIsADealOnce()
    {
        const QTemporaryDir folder;
        const auto stack = makeStack(folder);
        offers::Deals deals(*stack);
        const QAbstractItemModelTester tester(&deals);
        buyer::Bid taken = madeup::offered(madeup::offer("1.10"));
        taken.taking = buyer::Bid::Taking::Taken;
        buyer::Bid unsure = madeup::offered(madeup::offer("0.2"));
        unsure.taking = buyer::Bid::Taking::Unsure;
        const auto round = madeup::round(1, { taken, unsure, madeup::offered(madeup::offer("0.3")) });
        const std::vector<workspace::Endpoint> endpoints(3);
        deals.take(*round, endpoints);
        deals.take(*round, endpoints);
        QCOMPARE(deals.rowCount(), 2);
        QCOMPARE(deals.index(0, offers::Deals::Cu).data().toString(), QStringLiteral("1.10"));
        QVERIFY(!deals.dealAt(deals.index(0, 0))->isUnsure);
        QVERIFY(deals.dealAt(deals.index(1, 0))->isUnsure);
        QVERIFY(deals.find(round->bid(0).provider, "offer of 1.10"));
        QVERIFY(!deals.find("another provider", "offer of 1.10"));
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
