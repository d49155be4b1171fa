// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/asksmodel.h"
#include "ui/widgets/statelabel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using analysis::DealSummary;
using analysis::Snapshot;
using analysis::TaskSummary;
using mock::AsksModel;

class TestAsksModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void appendsInTheOrderAsked();
    void passesOverWhatWeAsked();
    void tellsOnlyWhatChanged();
    void showsOneProvider();
    void namesProviders();
    void showsStateAndNumbers();

private:
    void publish()
    {
        auto next = std::make_shared<Snapshot>();
        next->tasks = m_tasks.state();
        next->deals = m_deals.state();
        m_model->update(next);
    }
    void task(wire::RecordNo record, const char* id, const char* endpoint = "127.0.0.1:1/mcp",
        wire::Direction asked = wire::Direction::Received)
    {
        TaskSummary task;
        task.taskId = id;
        task.invoke = record;
        task.endpoint = endpoint;
        task.asked = asked;
        task.capability = "summarize";
        m_tasks.append(task);
    }
    void deal(wire::RecordNo record, const char* id)
    {
        DealSummary deal;
        deal.offerId = id;
        deal.request = record;
        deal.endpoint = "127.0.0.1:1/mcp";
        deal.asked = wire::Direction::Received;
        m_deals.append(deal);
    }
    QString text(int row, int column) const { return m_model->index(row, column).data().toString(); }
    QString ids() const
    {
        QStringList all;
        for (int row = 0; row < m_model->rowCount(); ++row)
            all += text(row, AsksModel::Id);
        return all.join(u' ');
    }

    /// Nothing is read from it but the time of day.
    struct EmptyRecord final : capture::Record {
        std::string readStored(std::uint64_t, std::size_t) const override { return {}; }
    };
    EmptyRecord m_record;
    analysis::BlockList<TaskSummary> m_tasks;
    analysis::BlockList<DealSummary> m_deals;
    std::unique_ptr<AsksModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_check;
};

void TestAsksModel::init()
{
    m_tasks = {};
    m_deals = {};
    m_model = std::make_unique<AsksModel>(m_record);
    m_check = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestAsksModel::cleanup()
{
    m_check.reset();
    m_model.reset();
}

void TestAsksModel::appendsInTheOrderAsked()
{
    QSignalSpy inserted(m_model.get(), &QAbstractItemModel::rowsInserted),
        reset(m_model.get(), &QAbstractItemModel::modelReset);
    task(5, "t5");
    deal(2, "d2");
    deal(7, "d7");
    publish();
    QCOMPARE(ids(), QStringLiteral("d2 t5 d7"));
    QCOMPARE(m_model->recordOf(1), 5U);
    deal(9, "d9");
    task(8, "t8");
    publish();
    QCOMPARE(ids(), QStringLiteral("d2 t5 d7 t8 d9"));
    // A batch each, however many rows.
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(reset.count(), 0);
}

void TestAsksModel::passesOverWhatWeAsked()
{
    task(1, "ours", "127.0.0.1:1/mcp", wire::Direction::Sent);
    task(2, "theirs");
    publish();
    QCOMPARE(ids(), QStringLiteral("theirs"));
    m_tasks.edit(0).chunks = 9;
    publish();
    QCOMPARE(ids(), QStringLiteral("theirs"));
}

void TestAsksModel::tellsOnlyWhatChanged()
{
    for (wire::RecordNo i = 0; i < 200; ++i)
        task(i, "t");
    publish();
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    publish();
    QCOMPARE(changed.count(), 0);
    m_tasks.edit(70).chunks = 3;
    m_tasks.edit(72).chunks = 4;
    publish();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().at(0).toModelIndex().row(), 70);
    QCOMPARE(changed.front().at(1).toModelIndex().row(), 72);
    QCOMPARE(text(72, AsksModel::Chunks), QStringLiteral("4"));
}

void TestAsksModel::showsOneProvider()
{
    task(1, "a1", "127.0.0.1:1/mcp");
    task(2, "b1", "127.0.0.1:2/mcp");
    publish();
    m_model->setOnly(std::vector<std::string> { "127.0.0.1:2/mcp" });
    QCOMPARE(ids(), QStringLiteral("b1"));
    task(3, "a2", "127.0.0.1:1/mcp");
    task(4, "b2", "127.0.0.1:2/mcp");
    m_tasks.edit(1).chunks = 5;
    publish();
    QCOMPARE(ids(), QStringLiteral("b1 b2"));
    QCOMPARE(text(0, AsksModel::Chunks), QStringLiteral("5"));
    m_model->setOnly(std::nullopt);
    QCOMPARE(ids(), QStringLiteral("a1 b1 a2 b2"));
}

void TestAsksModel::namesProviders()
{
    task(1, "t");
    publish();
    QCOMPARE(text(0, AsksModel::Provider), QStringLiteral("127.0.0.1:1/mcp"));
    m_model->nameProvider("127.0.0.1:1/mcp", QStringLiteral("demo-fast"));
    QCOMPARE(text(0, AsksModel::Provider), QStringLiteral("demo-fast"));
}

void TestAsksModel::showsStateAndNumbers()
{
    task(1, "t\n1");
    TaskSummary& task = m_tasks.edit(0);
    task.ended = session::End::Result;
    task.costCu = "0.0060";
    task.chunks = 16;
    publish();
    QCOMPARE(text(0, AsksModel::Id), QStringLiteral("t\\x0a1"));
    QCOMPARE(text(0, AsksModel::What), QStringLiteral("invoke summarize"));
    QCOMPARE(text(0, AsksModel::State), QStringLiteral("result"));
    QCOMPARE(m_model->index(0, AsksModel::State).data(AsksModel::StateRole).toInt(),
        static_cast<int>(widgets::State::Good));
    QVERIFY(!m_model->index(0, AsksModel::Id).data(AsksModel::StateRole).isValid());
    // As written, not as a number.
    QCOMPARE(text(0, AsksModel::Cu), QStringLiteral("0.0060"));
    QVERIFY(m_model->index(0, AsksModel::Cu).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
}

QTEST_GUILESS_MAIN(TestAsksModel)
#include "tst_asksmodel.moc"
