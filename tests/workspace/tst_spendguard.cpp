// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/spendguard.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <thread>

using workspace::SpendGuard;
using workspace::Spending;

class TestSpendGuard final : public QObject {
    Q_OBJECT

    static Spending owed(const char* cu, const char* provider = "did:web:a.example")
    {
        Spending spending;
        spending.unixMs = 1'783'017'900'000;
        spending.provider = provider;
        spending.cu = *json::Decimal::parse(cu);
        spending.offerId = "offer_1";
        return spending;
    }
    static workspace::Budget budgetOf(const char* all)
    {
        workspace::Budget budget;
        budget.all = json::Decimal::parse(all);
        return budget;
    }
    void open(SpendGuard& guard, const workspace::Budget& budget)
    {
        QVERIFY(guard.open(m_folder.filePath(QString::number(++m_files)), budget));
    }

    QTemporaryDir m_folder;
    int m_files = 0;

private Q_SLOTS:
    void whatIsOnItsWayCountsForTheOthers()
    {
        SpendGuard guard;
        open(guard, budgetOf("0.3"));
        const auto first = guard.hold(owed("0.2"));
        QVERIFY(first);
        const auto second = guard.hold(owed("0.2"));
        QVERIFY(!second);
        QVERIFY2(second.error().find("0.3") != std::string::npos, second.error().c_str());
        guard.release(*first);
        QVERIFY(guard.hold(owed("0.2")));
        QVERIFY(guard.ledger()->entries().empty()); // nothing of it is owed yet
    }

    /// Saved as another workspace, what was spent is not forgotten.
    void aLedgerIsCarriedAlong()
    {
        SpendGuard guard;
        const QString from = m_folder.filePath(QStringLiteral("from"));
        const QString to = m_folder.filePath(QStringLiteral("to"));
        QVERIFY(guard.open(from, budgetOf("0.3")));
        guard.commit(*guard.hold(owed("0.2")));
        QVERIFY(guard.open(to, budgetOf("0.3"), from));
        QVERIFY(!guard.hold(owed("0.2")));
        guard.commit(*guard.hold(owed("0.1")));
        QVERIFY(guard.open(from, budgetOf("0.3")));
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.2")); // the copy is of its own
        QVERIFY(!guard.open(to, {}, from)); // another ledger by now: kept, and nothing may be spent
        QVERIFY(!guard.hold(owed("0.01")));
        QVERIFY(guard.open(to, {}));
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.3"));
    }

    /// As doubles 0.1 + 0.2 is more than 0.3.
    void sumsAreExact()
    {
        SpendGuard guard;
        open(guard, budgetOf("0.3"));
        guard.commit(*guard.hold(owed("0.1")));
        const auto rest = guard.hold(owed("0.2"));
        QVERIFY(rest);
        guard.commit(*rest);
        QVERIFY(!guard.hold(owed("1e-30")));
        QCOMPARE(guard.ledger()->entries().size(), 2U);
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.3"));
    }

    void aSmallerBudgetIsInForceAtOnce()
    {
        SpendGuard guard;
        open(guard, {});
        QVERIFY(guard.hold(owed("100")));
        const auto version = guard.version();
        guard.setBudget(budgetOf("0.5"));
        QVERIFY(guard.version() != version);
        QVERIFY(!guard.hold(owed("1")));
    }

    void aPriceBelowZeroIsNoWayToEarnRoom()
    {
        SpendGuard guard;
        open(guard, budgetOf("1"));
        QVERIFY(!guard.hold(owed("-5")));
    }

    void nothingIsSpentWhereTheLedgerCannotBeRead()
    {
        const QString path = m_folder.filePath(QStringLiteral("broken"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no ledger\n");
        file.close();
        SpendGuard guard;
        QVERIFY(!guard.open(path, {}));
        QVERIFY(guard.problem());
        QVERIFY(!guard.hold(owed("0.1")));
        open(guard, {});
        QVERIFY(!guard.problem());
        QVERIFY(guard.hold(owed("0.1")));
    }

    void whatAnotherProgramSpentCountsAsWell()
    {
        const QString path = m_folder.filePath(QStringLiteral("shared"));
        SpendGuard ours, theirs;
        QVERIFY(ours.open(path, budgetOf("0.3")) && theirs.open(path, budgetOf("0.3")));
        const auto version = ours.version();
        theirs.commit(*theirs.hold(owed("0.2")));
        const auto refused = ours.hold(owed("0.2"));
        QVERIFY(!refused);
        for (const char* part : { "is 0.3 CU", "0.2 are spent", "this is 0.2" })
            QVERIFY2(refused.error().find(part) != std::string::npos, refused.error().c_str());
        QVERIFY(ours.version() != version);
        QCOMPARE(ours.ledger()->entries().size(), 1U);
        ours.commit(*ours.hold(owed("0.1")));
        theirs.refresh();
        QCOMPARE(theirs.ledger()->spent().text(), std::string("0.3"));
    }

    void whatIsOnTheWayOfAnotherProgramCountsAsWell()
    {
        const QString path = m_folder.filePath(QStringLiteral("underway"));
        SpendGuard ours, theirs;
        QVERIFY(ours.open(path, budgetOf("0.3")) && theirs.open(path, budgetOf("0.3")));
        const auto held = theirs.hold(owed("0.2"));
        QVERIFY(held);
        const auto refused = ours.hold(owed("0.2"));
        QVERIFY(!refused);
        QVERIFY2(refused.error().find("0 are spent and 0.2 on their way") != std::string::npos,
            refused.error().c_str());
        QVERIFY(ours.ledger()->entries().empty());
        theirs.release(*held);
        const auto free = ours.hold(owed("0.2"));
        QVERIFY(free);
        ours.commit(*free);
        QVERIFY(!theirs.hold(owed("0.2")));
        QCOMPARE(theirs.ledger()->spent().text(), std::string("0.2")); // once, not held as well
        QVERIFY(theirs.hold(owed("0.1")));
    }

    void whatACrashedProgramHeldIsFreeAgainSomeDay()
    {
        const QString path = m_folder.filePath(QStringLiteral("crashed"));
        {
            SpendGuard crashes;
            QVERIFY(crashes.open(path, budgetOf("0.3")));
            QVERIFY(crashes.hold(owed("0.2"), std::chrono::minutes(1)));
        }
        SpendGuard guard;
        QVERIFY(guard.open(path, budgetOf("0.3")));
        Spending later = owed("0.2");
        later.unixMs += 60'000;
        QVERIFY(!guard.hold(later));
        later.unixMs += 1;
        QVERIFY(guard.hold(later));
    }

    void moreOrLessThanWasHeldMayBeOwed()
    {
        const QString path = m_folder.filePath(QStringLiteral("billed"));
        SpendGuard guard;
        QVERIFY(guard.open(path, budgetOf("0.3")));
        guard.commit(*guard.hold(owed("0.3")), owed("0.1"));
        QCOMPARE(guard.ledger()->entries().size(), 1U);
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.1"));
        QVERIFY(guard.hold(owed("0.2")));
    }

    void nothingIsSpentWhileTheLedgerCannotBeRead()
    {
        const QString path = m_folder.filePath(QStringLiteral("spoiled"));
        SpendGuard guard;
        QVERIFY(guard.open(path, {}));
        guard.add(owed("0.1"));
        QFile file(path);
        const auto append = [&file](const QByteArray& text) {
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
            file.write(text);
            file.close();
        };
        const qint64 whole = file.size();
        append("no ledger\n");
        const auto refused = guard.hold(owed("0.1"));
        QVERIFY(!refused && guard.problem());
        QVERIFY2(refused.error().find("not known") != std::string::npos, refused.error().c_str());
        QVERIFY(file.resize(whole)); // mended
        append(QByteArray::fromStdString(toLine(owed("0.2"))) + '\n');
        QVERIFY(guard.hold(owed("0.1")));
        QVERIFY(!guard.problem());
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.3"));
    }

    void whatARoundLeavesMayBeOwed()
    {
        SpendGuard guard;
        open(guard, budgetOf("0.3"));
        {
            workspace::Holds holds(guard);
            QVERIFY(
                !holds.hold(0, owed("0.1")) && !holds.hold(1, owed("0.1")) && !holds.hold(2, owed("0.1")));
            QVERIFY(holds.hold(3, owed("0.1")));
            holds.settle(0, true);
            holds.settle(1, false);
            holds.settle(3, true); // nothing is held there
            QCOMPARE(guard.ledger()->spent().text(), std::string("0.1"));
        }
        QCOMPARE(guard.ledger()->spent().text(), std::string("0.2"));
    }

    void manyAtOnceNeverGoOverTheBudget_data()
    {
        QTest::addColumn<bool>("isShared");
        QTest::newRow("threads of one program") << true;
        QTest::newRow("programs with one ledger") << false;
    }
    void manyAtOnceNeverGoOverTheBudget()
    {
        QFETCH(bool, isShared);
        const QString path = m_folder.filePath(QStringLiteral("many%1").arg(isShared));
        std::array<SpendGuard, 4> guards;
        for (SpendGuard& guard : guards)
            QVERIFY(guard.open(path, budgetOf("0.5")));
        std::vector<std::thread> buyers;
        for (SpendGuard& own : guards)
            buyers.emplace_back([&guard = isShared ? guards.front() : own] {
                for (int n = 0; n < 8; ++n) {
                    if (const auto held = guard.hold(owed("0.1")))
                        guard.commit(*held);
                }
            });
        for (std::thread& buyer : buyers)
            buyer.join();
        guards.back().refresh();
        QCOMPARE(guards.back().ledger()->entries().size(), 5U);
        QCOMPARE(guards.back().ledger()->spent().text(), std::string("0.5"));
    }
};

QTEST_GUILESS_MAIN(TestSpendGuard)
#include "tst_spendguard.moc"
