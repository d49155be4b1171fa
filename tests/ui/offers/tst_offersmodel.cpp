// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/offers/madeup.h"

#include "ui/offers/offersmodel.h"
#include "ui/offers/offersorter.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using madeup::kAsked;
using offers::OffersModel;
using wire::milliseconds;

class TestOffersModel final : public QObject {
    Q_OBJECT

    static QString text(const QAbstractItemModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

private Q_SLOTS:
    /// Decision D18: as received, however a double would print it.
    void amountsShowAsReceived()
    {
        OffersModel model;
        const QAbstractItemModelTester tester(&model);
        const QStringList prices { QStringLiteral("0.1"), QStringLiteral("0.30000000000000004"),
            QStringLiteral("1e-9"), QStringLiteral("1.10") };
        std::vector<buyer::Bid> bids;
        for (const QString& price : prices)
            bids.push_back(madeup::offered(madeup::offer(price.toStdString())));
        model.show(madeup::round(1, bids));
        for (int row = 0; row < prices.size(); ++row)
            QCOMPARE(text(model, row, OffersModel::Price), prices[row]);
    }

    void amountsSortExactly()
    {
        OffersModel model;
        offers::OfferSorter sorter(model);
        const QAbstractItemModelTester tester(&sorter);
        // Equal as doubles: only their digits tell the second from the third.
        model.show(madeup::round(1,
            { madeup::offered(madeup::offer("1.10")), madeup::offered(madeup::offer("0.30000000000000001")),
                madeup::offered(madeup::offer("0.3")), madeup::refused(-33001, "no"),
                madeup::offered(madeup::offer("1e-9")) }));
        sorter.sort(OffersModel::Price);
        QStringList prices;
        for (int row = 0; row < sorter.rowCount(); ++row)
            prices += text(sorter, row, OffersModel::Price);
        QCOMPARE(prices.join(u' '), QStringLiteral("1e-9 0.3 0.30000000000000001 1.10 –"));
        sorter.sort(OffersModel::Price, Qt::DescendingOrder);
        QCOMPARE(text(sorter, 0, OffersModel::Price), QStringLiteral("1.10"));
        QCOMPARE(text(sorter, 4, OffersModel::Price), QStringLiteral("–")); // who makes no offer is last
    }

    void refusalsAndFailuresAreRows()
    {
        OffersModel model;
        model.show(madeup::round(1, { madeup::refused(-33006, "no tee here"), madeup::failed("no route") }));
        QCOMPARE(model.rowCount(), 2);
        const QString refusal = text(model, 0, OffersModel::Signature);
        QVERIFY2(refusal.contains(QStringLiteral("-33006 proof_unsupported")), qPrintable(refusal));
        QVERIFY(text(model, 1, OffersModel::Signature).contains(QStringLiteral("no route")));
        QCOMPARE(model.index(1, OffersModel::Signature).data(OffersModel::StateRole).toInt(),
            static_cast<int>(widgets::State::Bad));
    }

    void marksTheCheapestAndTheFastest()
    {
        OffersModel model;
        model.show(madeup::round(1,
            { madeup::offered(madeup::offer("0.3", 100)), madeup::offered(madeup::offer("0.1", 900)),
                madeup::offered(madeup::offer("0.2")) }));
        QCOMPARE(model.cheapest(), 1);
        QCOMPARE(model.fastest(), 0);
        QVERIFY(model.index(1, 0)
                .data(OffersModel::MarksRole)
                .toStringList()
                .front()
                .contains(QStringLiteral("cheapest")));
        QVERIFY(model.index(2, 0).data(OffersModel::MarksRole).toStringList().isEmpty());
    }

    void aBadSignatureIsNeverTheCheapest()
    {
        buyer::Bid bad = madeup::offered(madeup::offer("0.1"));
        bad.trust = buyer::Trust::Bad;
        bad.whyNot = "its signature is bad";
        OffersModel model;
        model.show(madeup::round(1, { bad, madeup::offered(madeup::offer("0.2")) }));
        QCOMPARE(model.cheapest(), 1);
        QVERIFY(text(model, 0, OffersModel::Score).isEmpty());
        QVERIFY(text(model, 0, OffersModel::Taking).contains(QStringLiteral("its signature is bad")));
    }

    void theWeightsMakeTheScore()
    {
        OffersModel model;
        model.show(madeup::round(
            1, { madeup::offered(madeup::offer("0.1", 1000)), madeup::offered(madeup::offer("0.2", 100)) }));
        const auto score = [&](int row) { return text(model, row, OffersModel::Score).toDouble(); };
        model.setWeights({ 100, 0, 0, 1 });
        QCOMPARE(score(0), 100.0);
        QCOMPARE(score(1), 50.0);
        model.setWeights({ 0, 100, 0, 1 });
        QCOMPARE(score(0), 10.0);
        QCOMPARE(score(1), 100.0);
    }

    void anExpiredOfferIsGreyAndLeavesTheMarkToTheNext()
    {
        OffersModel model;
        model.setNow(kAsked);
        model.show(madeup::round(1,
            { madeup::offered(madeup::offer("0.1"), milliseconds(50)),
                madeup::offered(madeup::offer("0.2"), milliseconds(500)) }));
        QCOMPARE(model.cheapest(), 0);
        model.setNow(kAsked + milliseconds(49));
        QVERIFY(!model.index(0, 0).data(OffersModel::FadedRole).toBool());
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setNow(kAsked + milliseconds(50));
        QVERIFY(model.index(0, 0).data(OffersModel::FadedRole).toBool());
        QCOMPARE(text(model, 0, OffersModel::Left), QStringLiteral("expired"));
        QCOMPARE(model.cheapest(), 1);
        QVERIFY(model.isCounting());
        changes.clear();
        model.setNow(kAsked + milliseconds(60)); // nothing more has run out
        QCOMPARE(changes.count(), 0);
        model.setNow(kAsked + milliseconds(500));
        QVERIFY(!model.isCounting());
    }

    void tellsOnlyOfCellsThatDiffer()
    {
        OffersModel model;
        std::vector<buyer::Bid> bids(200);
        for (std::size_t i = 0; i < bids.size(); ++i)
            bids[i] = madeup::offered(madeup::offer("0." + std::to_string(1000 + i), 500));
        const auto before = madeup::round(1, bids);
        model.show(before);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        buyer::Bid taken = bids[70];
        taken.taking = buyer::Bid::Taking::Taken;
        model.show(madeup::with(before, 70, taken));
        QCOMPARE(changes.count(), 2);
        for (const auto& [change, column] : { std::pair(0, OffersModel::Provider), // its mark
                 std::pair(1, OffersModel::Taking) }) {
            const QModelIndex cell = changes[change].at(0).toModelIndex();
            QCOMPARE(cell, changes[change].at(1).toModelIndex());
            QCOMPARE(cell, model.index(70, column));
        }
        QCOMPARE(model.index(70, OffersModel::Provider).data(OffersModel::MarksRole).toStringList(),
            QStringList { QStringLiteral("✓ accepted") });
        QCOMPARE(resets.count(), 0);
    }

    void comparesWithWhatTheEntryAnnounces()
    {
        OffersModel model;
        const auto round = madeup::round(
            1, { madeup::offered(madeup::offer("0.003")), madeup::offered(madeup::offer("0.003")) });
        model.show(round);
        QVERIFY(!model.hasIndicatives());
        model.show(round, { json::Decimal::parse("0.002"), std::nullopt });
        QVERIFY(model.hasIndicatives());
        QCOMPARE(text(model, 0, OffersModel::Indicative), QStringLiteral("+50.0"));
        QVERIFY(text(model, 1, OffersModel::Indicative).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestOffersModel)
#include "tst_offersmodel.moc"
