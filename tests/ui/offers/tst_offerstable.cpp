// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame repaints while offers run out.
#include "tests/ui/offers/madeup.h"

#include "ui/offers/offerstable.h"
#include "ui/widgets/fittingheader.h"

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
        QCOMPARE(at(0).bar, 64);
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
        QTRY_VERIFY(painted.take().isEmpty()); // laid out

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

    /// At the width that the table has in a window of 1440 pixels, whatever the round brought.
    void allThatMattersIsInSight()
    {
        acmp::Offer offer = madeup::offer("0.0055", 30'000);
        offer.proofMethod = "result-hash";
        offer.challengeWindowMs = 86'400'000;
        buyer::Bid taken = madeup::offered(offer);
        taken.taking = buyer::Bid::Taking::Taken;
        taken.trust = buyer::Trust::Verified;
        buyer::Bid bad = madeup::offered(madeup::offer("0.1", 900));
        bad.trust = buyer::Trust::Bad;
        bad.whyNot = "its signature is bad";
        offers::OffersTable table;
        table.resize(1090, 400);
        table.show();
        table.setNow(kAsked);
        table.showRound(madeup::round(1, { taken, bad, madeup::refused(-33006, "no such proof here") }));
        const QHeaderView& header = *table.horizontalHeader();
        QVERIFY2(header.length() <= table.viewport()->width(), qPrintable(QString::number(header.length())));
        for (int column = 0; column < OffersModel::kColumns; ++column) {
            if (table.isColumnHidden(column))
                continue;
            const int needed = std::max(static_cast<QAbstractItemView&>(table).sizeHintForColumn(column),
                header.sectionSizeHint(column));
            QVERIFY2(header.sectionSize(column) >= needed, qPrintable(QString::number(column)));
        }
        // Who makes no offer says why over all the cells that an offer would fill.
        QCOMPARE(table.columnSpan(2, OffersModel::Signature), OffersModel::kColumns - OffersModel::Signature);
        QCOMPARE(table.columnSpan(0, OffersModel::Signature), 1);
        table.sortByColumn(OffersModel::Provider, Qt::DescendingOrder);
        const int refused
            = table.model()->index(2, 0).data().toString() == QStringLiteral("provider 2") ? 2 : 0;
        for (const int row : { 0, 2 })
            QCOMPARE(table.columnSpan(row, OffersModel::Signature) > 1, row == refused);
    }

    /// Until the user sizes a column: that one stays as it is.
    void columnsFollowTheirContents()
    {
        offers::OffersTable table;
        table.resize(1120, 400);
        table.show();
        QVERIFY(QTest::qWaitForWindowExposed(&table));
        table.setNow(kAsked);
        auto& header = *static_cast<widgets::FittingHeader*>(table.horizontalHeader());
        table.showRound(madeup::round(1, { madeup::offered(madeup::offer("0.1")) }));
        const int narrow = table.columnWidth(OffersModel::Price);
        table.showRound(madeup::round(2, { madeup::offered(madeup::offer("0.123456789012345678901")) }));
        const int wide = table.columnWidth(OffersModel::Price);
        QVERIFY(wide > narrow);
        table.showRound(madeup::round(3, { madeup::offered(madeup::offer("0.1")) }));
        QCOMPARE(table.columnWidth(OffersModel::Price), narrow);
        QVERIFY(header.sized().isEmpty());

        const int edge = header.sectionViewportPosition(OffersModel::Price) + narrow - 1;
        const QPoint grip(edge, header.height() / 2);
        QTest::mousePress(header.viewport(), Qt::LeftButton, {}, grip);
        QTest::mouseMove(header.viewport(), grip + QPoint(20, 0));
        QTest::mouseRelease(header.viewport(), Qt::LeftButton, {}, grip + QPoint(20, 0));
        const int sized = table.columnWidth(OffersModel::Price);
        QVERIFY(sized > narrow);
        QCOMPARE(header.sized(), QList<QVariant> { static_cast<int>(OffersModel::Price) });
        table.showRound(madeup::round(4, { madeup::offered(madeup::offer("0.123456789012345678901")) }));
        QCOMPARE(table.columnWidth(OffersModel::Price), sized);

        offers::OffersTable another; // in another session
        another.horizontalHeader()->restoreState(header.saveState());
        static_cast<widgets::FittingHeader*>(another.horizontalHeader())->setSized(header.sized());
        another.showRound(madeup::round(5, { madeup::offered(madeup::offer("1")) }));
        QCOMPARE(another.columnWidth(OffersModel::Price), sized);
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
