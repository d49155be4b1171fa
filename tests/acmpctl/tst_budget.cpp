// SPDX-License-Identifier: Apache-2.0
// What is spent at targets that a workspace names: its budget binds, and its ledger has each line.
#include "protocol/workspace/ledgerfile.h"
#include "protocol/workspace/workspace.h"
#include "tests/acmpctl/ctl.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using workspace::Spending;

class TestBudget final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void anAcceptedOfferIsCommittedAndItsTaskBilled();
    void aTaskWithoutADealIsDirect();
    void refusesWhatGoesOver_data();
    void refusesWhatGoesOver();
    void wantsACeilingWhereThereIsABudget();
    void theStricterBudgetRules();
    void anAddressIsOnNobodysAccount();
    void spendsNothingWhereTheLedgerCannotBeRead();
    void programsAtOnceLoseNoLine();

private:
    void save(const char* budget)
    {
        workspace::Workspace workspace;
        workspace::Endpoint endpoint;
        endpoint.id = u"ep_1"_s;
        endpoint.name = u"shop"_s;
        endpoint.url = m_served->url();
        workspace.endpoints = { endpoint };
        workspace.budget.all = json::Decimal::parse(budget);
        QFile file(m_file);
        const QByteArray text = workspace.toJson();
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("can't write the workspace");
    }
    QStringList quote(const QStringList& more = {}, const QString& target = u"shop"_s) const
    {
        return QStringList { u"quote"_s, target, u"-c"_s, u"quick"_s, u"--accept"_s, u"cheapest"_s,
            u"--workspace"_s, m_file, u"--json"_s }
        + more;
    }
    QStringList invoke(const QStringList& more = {}) const
    {
        return QStringList { u"invoke"_s, u"shop"_s, u"-c"_s, u"quick"_s, u"--input"_s, u"text:x"_s,
            u"--workspace"_s, m_file, u"--json"_s }
        + more;
    }
    std::vector<Spending> entries() const
    {
        const auto file = workspace::LedgerFile::open(workspace::LedgerFile::pathFor(m_file));
        if (!file)
            qFatal("%s", file.error().toString().c_str());
        return file->ledger().entries();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::unique_ptr<Ctl> m_served;
};

void TestBudget::initTestCase()
{
    m_served = std::make_unique<Ctl>(
        QStringList { u"serve"_s, u"--json"_s, QString::fromUtf8(TEST_DATA) % u"/shop.json" });
    QVERIFY2(m_served->waitFor("listening"), m_served->report());
}

void TestBudget::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"a.acmpworkspace"_s);
}

void TestBudget::anAcceptedOfferIsCommittedAndItsTaskBilled()
{
    save("0.006");
    Ctl accepted(quote());
    VERIFY_EXIT(accepted, 0);
    QCOMPARE(entries().size(), std::size_t { 1 });
    const Spending committed = entries().front();
    QVERIFY(committed.kind == Spending::Kind::Committed);
    QCOMPARE(committed.provider, m_served->url().toStdString());
    QCOMPARE(committed.cu.text(), std::string("0.00250"));
    QCOMPARE(committed.offerId, accepted.first("accepted")["offer_id"].get<std::string>());

    Ctl run(invoke({ u"--offer"_s, u"cheapest"_s }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(entries().size(), std::size_t { 3 });
    QVERIFY(entries()[1].kind == Spending::Kind::Committed);
    const Spending billed = entries()[2];
    QVERIFY(billed.kind == Spending::Kind::Billed);
    QCOMPARE(billed.offerId, entries()[1].offerId);
    QCOMPARE(billed.taskId, run.first("result")["task_id"].get<std::string>());

    // The third would go over.
    Ctl over(quote());
    VERIFY_EXIT(over, 1);
    QVERIFY(over.named("accepted").empty());
    QCOMPARE(entries().size(), std::size_t { 3 });
}

void TestBudget::aTaskWithoutADealIsDirect()
{
    save("0.006");
    Ctl run(invoke({ u"--max-price"_s, u"0.005"_s }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(entries().size(), std::size_t { 1 });
    QVERIFY(entries().front().kind == Spending::Kind::Direct);
    QCOMPARE(entries().front().cu.text(), std::string("0.00250"));
    // Of what it might have cost only what it did cost is gone.
    Ctl again(invoke({ u"--max-price"_s, u"0.0035"_s }));
    VERIFY_EXIT(again, 0);
    Ctl failing({ u"invoke"_s, u"shop"_s, u"-c"_s, u"broken"_s, u"--input"_s, u"text:x"_s, u"--workspace"_s,
        m_file, u"--json"_s, u"--max-price"_s, u"0.001"_s });
    VERIFY_EXIT(failing, 1);
    QCOMPARE(entries().size(), std::size_t { 2 });
}

void TestBudget::refusesWhatGoesOver_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("quote") << quote();
    QTest::newRow("quote, by force") << quote({ u"--force"_s });
    QTest::newRow("quote, with more to spend") << quote({ u"--budget"_s, u"1"_s });
    QTest::newRow("invoke under an offer") << invoke({ u"--offer"_s, u"cheapest"_s });
    QTest::newRow("invoke") << invoke({ u"--max-price"_s, u"0.00250"_s });
    QTest::newRow("invoke, by force") << invoke({ u"--max-price"_s, u"0.00250"_s, u"--force"_s });
}

void TestBudget::refusesWhatGoesOver()
{
    QFETCH(QStringList, arguments);
    save("0.004");
    // The file of this case has a name of its own.
    arguments[arguments.indexOf(u"--workspace"_s) + 1] = m_file;
    Ctl first(quote());
    VERIFY_EXIT(first, 0);
    Ctl over(arguments);
    VERIFY_EXIT(over, 1);
    const QByteArray told = over.output();
    for (const char* part :
        { "budget of this workspace is 0.004 CU", "0.00250 are spent", "this is 0.00250" })
        QVERIFY2(told.contains(part), over.report());
    QVERIFY(over.named("accepted").empty() && over.named("sent").empty());
    QCOMPARE(entries().size(), std::size_t { 1 });
}

void TestBudget::wantsACeilingWhereThereIsABudget()
{
    save("1");
    Ctl endless(invoke());
    VERIFY_EXIT(endless, 2);
    const QByteArray told = endless.output() + endless.errors();
    QVERIFY2(told.contains("--max-price"), endless.report());
    save("");
    Ctl unlimited(invoke());
    VERIFY_EXIT(unlimited, 0);
    QCOMPARE(entries().size(), std::size_t { 1 });
}

void TestBudget::theStricterBudgetRules()
{
    save("1");
    Ctl refused(quote({ u"--budget"_s, u"0.002"_s }));
    VERIFY_EXIT(refused, 1);
    QVERIFY(entries().empty());
    Ctl taken(quote({ u"--budget"_s, u"0.0025"_s }));
    VERIFY_EXIT(taken, 0);
    QCOMPARE(entries().size(), std::size_t { 1 });
}

void TestBudget::anAddressIsOnNobodysAccount()
{
    save("0.001");
    Ctl accepted(quote({}, m_served->url()));
    VERIFY_EXIT(accepted, 0);
    QVERIFY(entries().empty());
}

void TestBudget::spendsNothingWhereTheLedgerCannotBeRead()
{
    save("");
    QFile ledger(workspace::LedgerFile::pathFor(m_file));
    QVERIFY(ledger.open(QIODevice::WriteOnly));
    ledger.write("no ledger\n");
    ledger.close();
    Ctl refused(quote());
    VERIFY_EXIT(refused, 1);
    QVERIFY2(refused.output().contains("a.ledger.jsonl:1"), refused.report());
    QVERIFY(refused.named("accepted").empty());
    Ctl inspect({ u"inspect"_s, u"shop"_s, u"--workspace"_s, m_file, u"--json"_s });
    VERIFY_EXIT(inspect, 0);
}

void TestBudget::programsAtOnceLoseNoLine()
{
    save("1");
    std::vector<std::unique_ptr<Ctl>> runs;
    for (int i = 0; i < 4; ++i)
        runs.push_back(std::make_unique<Ctl>(quote()));
    for (const auto& run : runs)
        VERIFY_EXIT(*run, 0);
    QCOMPARE(entries().size(), runs.size());
}

QTEST_GUILESS_MAIN(TestBudget)
#include "tst_budget.moc"
