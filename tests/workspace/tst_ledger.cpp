// SPDX-License-Identifier: Apache-2.0
// What is spent, what may be, and that neither a crash nor a spreadsheet changes it.
#include "protocol/workspace/ledgerfile.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using json::Decimal;
using workspace::Budget;
using workspace::Ledger;
using workspace::LedgerFile;
using workspace::Spending;
using Kind = Spending::Kind;

namespace {

constexpr std::int64_t kNoon = 1'783'036'800'000; // 2026-07-03T00:00:00Z
constexpr std::int64_t kNextDay = kNoon + 24 * 60 * 60 * 1000;

Decimal cu(const char* text)
{
    return *Decimal::parse(text);
}

Spending spending(Kind kind, const char* provider, const char* amount, std::int64_t unixMs = kNoon)
{
    Spending made;
    made.unixMs = unixMs;
    made.kind = kind;
    made.provider = provider;
    made.capability = "summarize";
    made.cu = cu(amount);
    made.offerId = "offer_1";
    return made;
}

} // namespace

class TestLedger final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsExactly();
    void whatIsBilledUnderADealIsNotSpentTwice();
    void whatIsHeldIsNotSpentButRefuses();
    void refusesWhatIsOverABudget_data();
    void refusesWhatIsOverABudget();
    void anAmountOfAnyLengthIsCounted();
    void exportsForSpreadsheets();
    void keepsWhatItIsTold();
    void namesTheLineThatCannotBeUnderstood_data();
    void namesTheLineThatCannotBeUnderstood();
    void leavesOutATornLineAndGoesOn();
    void anOtherProgramMayAddToo();
    void writersAtOnceLoseAndTearNothing();
    void waitsForNoWriterThatIsGone();
    void startsAnewWhereTheFileIsAnother();
};

void TestLedger::sumsExactly()
{
    Ledger ledger;
    for (int i = 0; i < 3; ++i)
        ledger.add(spending(Kind::Committed, "a", "0.1"));
    ledger.add(spending(Kind::Direct, "b", "1e-9", kNextDay));
    QCOMPARE(ledger.spent().text(), std::string("0.300000001"));
    QCOMPARE(ledger.spentAt("a").text(), std::string("0.3"));
    QCOMPARE(ledger.spentAt("b").text(), std::string("0.000000001"));
    QCOMPARE(ledger.spentAt("c").text(), std::string("0"));
    QCOMPARE(ledger.spentOn(kNoon + 1000).text(), std::string("0.3"));
    QCOMPARE(ledger.spentOn(kNextDay).text(), std::string("0.000000001"));
    QCOMPARE(ledger.spentOn(kNoon - 1).text(), std::string("0"));
}

void TestLedger::whatIsBilledUnderADealIsNotSpentTwice()
{
    Ledger ledger;
    ledger.add(spending(Kind::Committed, "a", "2"));
    ledger.add(spending(Kind::Billed, "a", "1.5"));
    QVERIFY(ledger.spent() == cu("2"));
    QVERIFY(ledger.billed() == cu("1.5"));
}

void TestLedger::whatIsHeldIsNotSpentButRefuses()
{
    const auto held = [](Kind kind, const char* provider, const char* amount, const char* hold) {
        Spending made = spending(kind, provider, amount);
        made.hold = hold;
        made.untilUnixMs = kind == Kind::Held ? kNoon + 10 : 0;
        return *workspace::readLine(toLine(made)); // as another program sees it
    };
    Ledger ledger;
    ledger.add(held(Kind::Held, "a", "1", "h1"));
    ledger.add(held(Kind::Held, "b", "2", "h2"));
    QVERIFY(ledger.entries().empty());
    QVERIFY(ledger.spent() == cu("0"));
    const auto refusal = [&](const Budget& budget, const char* provider, std::int64_t unixMs = kNoon) {
        return ledger.refusal(budget, provider, cu("1"), unixMs).value_or("");
    };
    const Budget all { cu("3.5"), {}, {}, {} }, perProvider { {}, cu("2.5"), {}, {} },
        perDay { {}, {}, cu("3.5"), {} };
    QCOMPARE(refusal(all, "c"),
        "the budget of this workspace is 3.5 CU, of which 0 are spent and 3 on their way; this is 1");
    QVERIFY(!refusal(perDay, "c").empty());
    QVERIFY(!refusal(perProvider, "b").empty());
    QCOMPARE(refusal(perProvider, "a"), "");
    QVERIFY(!refusal(all, "c", kNoon + 10).empty());
    QCOMPARE(refusal(all, "c", kNoon + 11), ""); // whoever held it has crashed
    ledger.add(held(Kind::Released, "b", "2", "h2"));
    QCOMPARE(refusal(all, "c"), "");
    ledger.add(held(Kind::Committed, "a", "1", "h1"));
    QVERIFY(ledger.spent() == cu("1"));
    QCOMPARE(refusal(perProvider, "a"), ""); // 1 spent, no more held as well
}

void TestLedger::refusesWhatIsOverABudget_data()
{
    QTest::addColumn<QString>("all");
    QTest::addColumn<QString>("perProvider");
    QTest::addColumn<QString>("perDay");
    QTest::addColumn<QString>("why"); ///< how it begins; empty: it may be spent
    const auto row
        = [](const char* name, const char* all, const char* provider, const char* day, const char* why) {
              QTest::newRow(name) << QString::fromUtf8(all) << QString::fromUtf8(provider)
                                  << QString::fromUtf8(day) << QString::fromUtf8(why);
          };
    // 1 is spent at a today, 2 yesterday, and 4 elsewhere yesterday.
    row("no budget", "", "", "", "");
    row("all of it", "8", "", "", "");
    row("the workspace's", "7.999", "", "",
        "the budget of this workspace is 7.999 CU, of which 7 are spent; this is 1.0");
    row("the provider's last", "", "4.0", "", "");
    row("the provider's", "", "3.9", "", "the budget of this provider is 3.9 CU, of which 3 are spent");
    row("the day's last", "", "", "2", "");
    row("the day's", "", "", "1", "the budget of this day is 1 CU, of which 1 are spent");
    row("nothing", "0", "", "", "the budget of this workspace is 0 CU");
}

void TestLedger::refusesWhatIsOverABudget()
{
    QFETCH(QString, all);
    QFETCH(QString, perProvider);
    QFETCH(QString, perDay);
    QFETCH(QString, why);
    Ledger ledger;
    ledger.add(spending(Kind::Committed, "a", "2", kNoon));
    ledger.add(spending(Kind::Direct, "b", "4", kNoon));
    ledger.add(spending(Kind::Committed, "a", "1", kNextDay));
    const auto limit = [](const QString& text) { return Decimal::parse(text.toStdString()); };
    const Budget budget { limit(all), limit(perProvider), limit(perDay), {} };
    const QString found
        = QString::fromStdString(ledger.refusal(budget, "a", cu("1.0"), kNextDay + 5).value_or(""));
    QVERIFY2(found.startsWith(why) && found.isEmpty() == why.isEmpty(), qPrintable(found));
}

void TestLedger::anAmountOfAnyLengthIsCounted()
{
    Ledger ledger;
    ledger.add(spending(Kind::Committed, "a", "1"));
    ledger.add(spending(Kind::Committed, "a", "1e99999"));
    ledger.add(spending(Kind::Committed, "a", "1"));
    QVERIFY(ledger.spent() >= cu("1e99999"));
    QVERIFY(ledger.refusal({ cu("1e300"), {}, {}, {} }, "a", cu("0"), kNoon));
    Ledger other;
    QVERIFY(other.refusal({ cu("5"), {}, {}, {} }, "a", cu("1e99999"), kNoon));
}

void TestLedger::exportsForSpreadsheets()
{
    Ledger ledger;
    Spending entry = spending(Kind::Committed, "did:key:z6Mk, \"x\"", "1.10", kNoon + 1);
    entry.capability = "=SUM(A1)";
    entry.escrowId = "esc_1";
    ledger.add(entry);
    QCOMPARE(ledger.toCsv(),
        std::string("time,kind,provider,capability,cu,offer_id,task_id,escrow_id\r\n"
                    "2026-07-03T00:00:00.001Z,committed,\"did:key:z6Mk, "
                    "\"\"x\"\"\",'=SUM(A1),1.10,offer_1,,esc_1\r\n"));
}

void TestLedger::keepsWhatItIsTold()
{
    QTemporaryDir folder;
    const QString path = LedgerFile::pathFor(folder.filePath(QStringLiteral("my.acmpworkspace")));
    QCOMPARE(path, folder.filePath(QStringLiteral("my.ledger.jsonl")));
    Spending billed = spending(Kind::Billed, "a", "0.30000000000000004");
    billed.taskId = "task_1";
    {
        auto file = LedgerFile::open(path);
        QVERIFY(file && file->ledger().entries().empty());
        QVERIFY(!QFile::exists(path));
        QVERIFY(file->add(spending(Kind::Committed, "a", "1.10")));
        QVERIFY(file->add(billed));
        QCOMPARE(file->ledger().entries().size(), std::size_t { 2 });
    }
    const auto again = LedgerFile::open(path);
    QVERIFY(again);
    QCOMPARE(again->ledger().entries().front(), spending(Kind::Committed, "a", "1.10"));
    QCOMPARE(again->ledger().entries().back(), billed);
    QCOMPARE(again->ledger().entries().back().cu.text(), std::string("0.30000000000000004"));
}

void TestLedger::namesTheLineThatCannotBeUnderstood_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("no amount") << QByteArray(R"({"unix_ms":1,"kind":"direct"})");
    QTest::newRow("below 0") << QByteArray(R"({"unix_ms":1,"kind":"direct","cu":-1})");
    QTest::newRow("text") << QByteArray(R"({"unix_ms":1,"kind":"direct","cu":"1"})");
    QTest::newRow("other kind") << QByteArray(R"({"unix_ms":1,"kind":"gift","cu":1})");
    QTest::newRow("no hold") << QByteArray(R"({"unix_ms":1,"kind":"held","cu":1,"until_unix_ms":2})");
    QTest::newRow("no hold to release") << QByteArray(R"({"unix_ms":1,"kind":"released","cu":1})");
}

void TestLedger::namesTheLineThatCannotBeUnderstood()
{
    QFETCH(QByteArray, line);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(toLine(spending(Kind::Direct, "a", "1"))) + '\n' + line + '\n');
    file.close();
    const auto found = LedgerFile::open(path);
    QVERIFY(!found);
    QCOMPARE(found.error().where, path.toStdString() + ":2");
}

void TestLedger::leavesOutATornLineAndGoesOn()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    const QByteArray whole = QByteArray::fromStdString(toLine(spending(Kind::Direct, "a", "1"))) + '\n';
    for (qsizetype cut = 0; cut < whole.size(); ++cut) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(whole + whole.first(cut));
        file.close();
        auto found = LedgerFile::open(path);
        QVERIFY(found && found->ledger().spent() == cu("1"));
        QVERIFY(found->add(spending(Kind::Direct, "a", "2")));
        QVERIFY(LedgerFile::open(path)->ledger().spent() == cu("3"));
    }
}

void TestLedger::anOtherProgramMayAddToo()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    auto one = LedgerFile::open(path), other = LedgerFile::open(path);
    QVERIFY(one->add(spending(Kind::Direct, "a", "1")));
    QVERIFY(other->add(spending(Kind::Direct, "a", "2")));
    QVERIFY(one->add(spending(Kind::Direct, "a", "4")));
    QVERIFY(LedgerFile::open(path)->ledger().spent() == cu("7"));
    // Whoever writes has read what the others wrote; who does not, looks.
    QVERIFY(one->ledger().spent() == cu("7"));
    QVERIFY(other->ledger().spent() == cu("3"));
    QVERIFY(other->refresh().value());
    QVERIFY(!other->refresh().value());
    QVERIFY(other->ledger().spent() == cu("7"));
    // What is only half there counts when it is whole.
    const QByteArray line = QByteArray::fromStdString(toLine(spending(Kind::Direct, "a", "1"))) + '\n';
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered));
    file.write(line.first(10));
    QVERIFY(!other->refresh().value());
    file.write(line.sliced(10));
    QVERIFY(other->refresh().value());
    QVERIFY(other->ledger().spent() == cu("8"));
}

void TestLedger::writersAtOnceLoseAndTearNothing()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    constexpr int kWriters = 4, kLines = 5;
    std::atomic<int> failures = 0;
    std::vector<std::thread> writers;
    for (int writer = 0; writer < kWriters; ++writer)
        writers.emplace_back([&] {
            auto file = LedgerFile::open(path);
            for (int n = 0; n < kLines; ++n)
                failures += file && file->add(spending(Kind::Committed, "a", "0.1")) ? 0 : 1;
        });
    for (std::thread& writer : writers)
        writer.join();
    QCOMPARE(failures.load(), 0);
    const auto all = LedgerFile::open(path);
    QVERIFY(all);
    QCOMPARE(all->ledger().entries().size(), std::size_t { kWriters * kLines });
    QCOMPARE(all->ledger().spent().text(), std::string("2.0"));
    QVERIFY(!QFile::exists(path + QStringLiteral(".lock")));
}

void TestLedger::waitsForNoWriterThatIsGone()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    const auto child = ::fork();
    if (child == 0) {
        QLockFile lock(path + QStringLiteral(".lock"));
        lock.setStaleLockTime(0);
        ::_exit(lock.tryLock(std::chrono::milliseconds(0)) ? 0 : 1); // with the lock in its hand
    }
    int status = 0;
    QVERIFY(::waitpid(child, &status, 0) == child && status == 0);
    QVERIFY(QFile::exists(path + QStringLiteral(".lock")));
    auto file = LedgerFile::open(path);
    QVERIFY(file && file->add(spending(Kind::Direct, "a", "1")));
}

void TestLedger::startsAnewWhereTheFileIsAnother()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x.ledger.jsonl"));
    auto file = LedgerFile::open(path);
    QVERIFY(file->add(spending(Kind::Direct, "a", "1")) && file->add(spending(Kind::Direct, "a", "2")));
    QVERIFY(QFile::remove(path));
    QVERIFY(file->refresh().value());
    QVERIFY(file->ledger().entries().empty());
    QVERIFY(file->add(spending(Kind::Direct, "a", "4")));
    QVERIFY(LedgerFile::open(path)->ledger().spent() == cu("4"));
    // Where it can't be written it counts all the same.
    QVERIFY(QFile::remove(path) && QDir().mkpath(path));
    QVERIFY(!file->add(spending(Kind::Direct, "a", "8")));
    QVERIFY(file->ledger().spent() >= cu("8"));
}

QTEST_GUILESS_MAIN(TestLedger)
#include "tst_ledger.moc"
