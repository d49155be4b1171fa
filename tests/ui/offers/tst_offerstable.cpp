// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame repaints while offers run out.
#include "tests/ui/offers/madeup.h"

#include "ui/offers/offerstable.h"

#include <QPaintEvent>
#include <QTest>

using madeup::kAsked;
using offers::CountdownDelegate;
using offers::OffersModel;
using wire::milliseconds;

class TestOffersTable final : public QObject {
    Q_OBJECT

    /// Collects what of a widget is painted.
    class Painted final : public QObject {
    public:
        explicit Painted(QWidget* widget) { widget->installEventFilter(this); }
        /// Since the last call.
        QRegion take()
        {
            QCoreApplication::processEvents();
            return std::exchange(m_region, {});
        }

    protected:
        bool eventFilter(QObject*, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                m_region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }

    private:
        QRegion m_region;
    };

    static madeup::Round manyOffers(std::size_t count, milliseconds valid)
    {
        std::vector<buyer::Bid> bids;
        for (std::size_t i = 0; i < count; ++i)
            bids.push_back(madeup::offered(madeup::offer("0." + std::to_string(100 + i)), valid));
        return madeup::round(1, bids);
    }

private Q_SLOTS:
    void aCountdownLooksOtherOnlyWhenAnEyeCanTell()
    {
        const offers::Countdown countdown { kAsked + milliseconds(60'000), milliseconds(60'000), false };
        const auto at
            = [&](int ms) { return CountdownDelegate::lookOf(countdown, kAsked + milliseconds(ms)); };
        QVERIFY(at(20'010) == at(20'050));
        QVERIFY(!(at(20'010) == at(21'000)));
        QVERIFY(!at(20'000).isShort);
        QVERIFY(at(50'000).isShort);
        QCOMPARE(at(0).bar, 86);
        QCOMPARE(at(60'000).bar, -1);
    }

    void repaintsOnlyTheCountdownsThatDiffer()
    {
        offers::OffersTable table;
        table.resize(1300, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.setNow(kAsked);
        table.showRound(manyOffers(200, milliseconds(60'000)));
        table.setNow(kAsked + milliseconds(1'001));
        Painted painted(table.viewport());
        painted.take();

        // No step of 0.1 s and no pixel of the bar in this frame.
        QCOMPARE(table.setNow(kAsked + milliseconds(1'002)), 0);
        QVERIFY(painted.take().isEmpty());

        const int changed = table.setNow(kAsked + milliseconds(1'901));
        QVERIFY(changed > 0 && changed < 30); // of those in sight, not of 200
        const QRegion region = painted.take();
        QVERIFY(!region.isEmpty());
        const int left = table.columnViewportPosition(OffersModel::Left);
        QVERIFY2(region.boundingRect().left() >= left
                && region.boundingRect().right() < left + table.columnWidth(OffersModel::Left),
            qPrintable(QStringLiteral("%1…%2")
                    .arg(region.boundingRect().left())
                    .arg(region.boundingRect().right())));
    }

    void nothingIsPaintedOnceAllHaveExpired()
    {
        offers::OffersTable table;
        table.resize(1300, 400);
        table.show();
        table.setNow(kAsked);
        table.showRound(manyOffers(5, milliseconds(50)));
        QVERIFY(table.setNow(kAsked + milliseconds(20)) > 0);
        table.setNow(kAsked + milliseconds(60));
        QVERIFY(!table.bids().isCounting());
        QCOMPARE(table.setNow(kAsked + milliseconds(70)), 0);
    }

    void aChosenBidStaysChosenWhenTheOrderChanges()
    {
        offers::OffersTable table;
        table.setNow(kAsked);
        table.showRound(madeup::round(
            1, { madeup::offered(madeup::offer("0.3")), madeup::offered(madeup::offer("0.1")) }));
        table.selectBid(0);
        table.sortByColumn(OffersModel::Price, Qt::AscendingOrder);
        QCOMPARE(table.currentBid(), 0);
        QCOMPARE(table.currentIndex().row(), 1);
        QCOMPARE(table.selectedBids(), std::vector<int> { 0 });
    }
};

QTEST_MAIN(TestOffersTable)
#include "tst_offerstable.moc"
