// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/traffic/items.h"

#include <QTest>

using traffic::Items;
using wire::Direction;

namespace {

/// "e0 r0 r1 e1": what stands in which order.
QString orderOf(const Items& items)
{
    QStringList order;
    for (std::uint64_t i = 0; i < items.size(); ++i) {
        const Items::Place place = items.at(i);
        order += (place.isEvent ? QLatin1Char('e') : QLatin1Char('r')) + QString::number(place.number);
    }
    return order.join(QLatin1Char(' '));
}

} // namespace

class TestItems final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsEventsBetweenRows();
    void keepsItsNumbersAsTheRecordGrows();
    void tellsTheItemOfARow();
    void tellsTheTimeOfDayToTheMicrosecond();
};

void TestItems::putsEventsBetweenRows()
{
    Written written;
    Items items(*written.recorder);
    items.catchUp();
    QCOMPARE(orderOf(items), QStringLiteral("e0")); // recording began
    const wire::ConnectionId connection = written.open();
    written.body(connection, Direction::Sent, 1, "a");
    written.body(connection, Direction::Sent, 1, "b");
    written.close(connection, "reset by peer");
    written.body(written.open(), Direction::Sent, 1, "c");
    items.catchUp();
    QCOMPARE(orderOf(items), QStringLiteral("e0 e1 r0 r1 e2 e3 r2"));
    QCOMPARE(items.rows(), 3U);
}

void TestItems::keepsItsNumbersAsTheRecordGrows()
{
    Written written;
    Items items(*written.recorder);
    QString before;
    for (int i = 0; i < 100; ++i) {
        const wire::ConnectionId connection = written.open();
        for (int row = 0; row < i % 4; ++row)
            written.body(connection, Direction::Sent, 1, "a");
        if (i % 3 == 0)
            written.close(connection, "done");
        items.catchUp();
        const QString now = orderOf(items);
        QVERIFY(now.startsWith(before));
        before = now;
    }
}

void TestItems::tellsTheItemOfARow()
{
    Written written;
    for (int i = 0; i < 50; ++i)
        written.body(i % 5 == 0 ? written.open() : wire::ConnectionId { 1 }, Direction::Sent, 1, "a");
    Items items(*written.recorder);
    items.catchUp();
    for (std::uint64_t row = 0; row < items.rows(); ++row)
        QCOMPARE(items.at(items.itemOf(row)), (Items::Place { false, row }));
}

void TestItems::tellsTheTimeOfDayToTheMicrosecond()
{
    Written written;
    const std::int64_t begin = written.clock.unixMs() * 1000;
    const wire::ConnectionId connection = written.open();
    written.clock.advance(std::chrono::microseconds(250));
    written.body(connection, Direction::Sent, 1, "a");
    Items items(*written.recorder);
    items.catchUp();
    QVERIFY(items.unixUsAt(written.recorder->row(0).at) == begin + 1250);
}

QTEST_GUILESS_MAIN(TestItems)
#include "tst_items.moc"
