// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/endpoints/discoveries.h"

#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/endpointsmodel.h"
#include "ui/widgets/statelabel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using endpoints::EndpointsModel;
using endpoints::Tester;

class TestEndpointsModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void hasTwoGroups();
    void keepsWhatStays_data();
    void keepsWhatStays();
    void showsTheStateOfItsOwnTest();

private:
    QModelIndex cell(int row, int column) const
    {
        return m_model->index(row, column, m_model->groupIndex(EndpointsModel::Saved));
    }
    QString ids() const
    {
        QString all;
        for (int row = 0; row < m_model->rowCount(m_model->groupIndex(EndpointsModel::Saved)); ++row)
            all += m_model->endpoint(cell(row, 0))->id;
        return all;
    }

    Questions m_questions;
    workspace::SessionStore m_secrets;
    std::unique_ptr<Tester> m_tester;
    std::unique_ptr<EndpointsModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_check;
};

static std::vector<workspace::Endpoint> endpointsOf(const QString& ids)
{
    std::vector<workspace::Endpoint> all;
    for (const QChar id : ids)
        all.push_back(endpoint(QByteArray(1, id.toLatin1()).constData(), "http://x/"));
    return all;
}

void TestEndpointsModel::init()
{
    m_questions = {};
    m_tester = std::make_unique<Tester>(m_questions.function(), m_secrets);
    m_model = std::make_unique<EndpointsModel>(*m_tester);
    m_check = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestEndpointsModel::cleanup()
{
    m_check.reset();
    m_model.reset();
    m_tester.reset();
}

void TestEndpointsModel::hasTwoGroups()
{
    m_model->setEndpoints(EndpointsModel::Saved, { endpoint("a", "http://a/") });
    m_model->setEndpoints(EndpointsModel::Local, { endpoint("l", "http://l/") });
    QCOMPARE(m_model->rowCount(), 2);
    const QModelIndex saved = m_model->indexOf(QStringLiteral("a")),
                      local = m_model->indexOf(QStringLiteral("l"));
    QVERIFY(!EndpointsModel::isLocal(saved) && EndpointsModel::isLocal(local));
    QVERIFY(!m_model->endpoint(m_model->groupIndex(EndpointsModel::Saved)));
    QVERIFY(!m_model->groupIndex(EndpointsModel::Saved).flags().testFlag(Qt::ItemIsSelectable));
    QVERIFY(!m_model->indexOf(QStringLiteral("z")).isValid());

    // Without a name its URL stands for it.
    workspace::Endpoint nameless = endpoint("a", "http://a/");
    nameless.name.clear();
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_model->setEndpoints(EndpointsModel::Saved, { nameless });
    QCOMPARE(changed.count(), 1);
    QCOMPARE(saved.data().toString(), QStringLiteral("http://a/"));
}

void TestEndpointsModel::keepsWhatStays_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("first ones") << QString() << QStringLiteral("ab");
    QTest::newRow("appended") << QStringLiteral("ab") << QStringLiteral("abc");
    QTest::newRow("removed") << QStringLiteral("abc") << QStringLiteral("ac");
    QTest::newRow("inserted") << QStringLiteral("ac") << QStringLiteral("abc");
    QTest::newRow("moved") << QStringLiteral("abcd") << QStringLiteral("dbca");
    QTest::newRow("all others") << QStringLiteral("abc") << QStringLiteral("xy");
    QTest::newRow("none left") << QStringLiteral("abc") << QString();
}

void TestEndpointsModel::keepsWhatStays()
{
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    m_model->setEndpoints(EndpointsModel::Saved, endpointsOf(before));
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    const QPersistentModelIndex last
        = cell(m_model->rowCount(m_model->groupIndex(EndpointsModel::Saved)) - 1, 0);
    m_model->setEndpoints(EndpointsModel::Saved, endpointsOf(after));
    QCOMPARE(ids(), after);
    QCOMPARE(reset.count(), 0);
    // So a selection stays where it was.
    if (!before.isEmpty() && after.contains(before.back()))
        QCOMPARE(m_model->endpoint(last)->id, QString(before.back()));
}

void TestEndpointsModel::showsTheStateOfItsOwnTest()
{
    m_model->setEndpoints(EndpointsModel::Saved, { endpoint("a", "http://a/"), endpoint("b", "http://b/") });
    const QModelIndex a = cell(0, EndpointsModel::State), b = cell(1, EndpointsModel::State);
    QCOMPARE(a.data().toString(), QStringLiteral("not tested"));
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_tester->test(endpoint("b", "http://b/"));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toModelIndex(), b);
    m_questions.asked[0].answer(discovered("b"));
    QTRY_COMPARE(b.data().toString(), QStringLiteral("answers"));
    QCOMPARE(b.data(EndpointsModel::StateRole).toInt(), static_cast<int>(widgets::State::Good));
    QCOMPARE(a.data().toString(), QStringLiteral("not tested"));
}

QTEST_GUILESS_MAIN(TestEndpointsModel)
#include "tst_endpointsmodel.moc"
