// SPDX-License-Identifier: GPL-3.0-or-later
// With a stack of its own: its providers really listen.
#include "ui/mock/scenariosmodel.h"
#include "ui/widgets/statelabel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using mock::ScenarioFile;
using mock::ScenariosModel;
using mock::Stage;
using widgets::State;

class TestScenariosModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsFilesAsTheyComeAndGo();
    void showsWhatIsPlayed();
    void playsEachOnce();
    void leavesABadFileAlone();
    void readsAFileAnew();

private:
    QString write(const QString& name, const QByteArray& text)
    {
        const QString path = m_folder->filePath(name);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    }
    QString state(int row) const { return m_model->index(row, ScenariosModel::State).data().toString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<ScenariosModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_check;
};

static QByteArray scenario(const char* name)
{
    return QByteArray(R"({"format": 1, "name": ")") + name
        + R"(", "capabilities": [{"name": "c", "price_cu": 1}]})";
}

void TestScenariosModel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    auto stack = stack::Stack::create(m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString());
    QVERIFY(stack);
    m_stack = std::move(*stack);
    m_stage = std::make_unique<Stage>(*m_stack, workspace::LoadKey());
    m_model = std::make_unique<ScenariosModel>(*m_stage);
    m_check = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestScenariosModel::cleanup()
{
    m_check.reset();
    m_model.reset();
    m_stage.reset();
    m_stack.reset();
}

void TestScenariosModel::listsFilesAsTheyComeAndGo()
{
    const QString a = write(QStringLiteral("a"), scenario("one")),
                  b = write(QStringLiteral("b"), scenario("two"));
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    m_model->setFiles({ a });
    m_model->setFiles({ a, b });
    QCOMPARE(m_model->index(1, ScenariosModel::Name).data().toString(), QStringLiteral("two"));
    m_model->setFiles({ b });
    QCOMPARE(m_model->rowCount(), 1);
    QCOMPARE(m_model->rowOf(b), 0);
    QCOMPARE(m_model->rowOf(a), -1);
    QCOMPARE(reset.count(), 0);
}

void TestScenariosModel::showsWhatIsPlayed()
{
    const QString a = write(QStringLiteral("a"), scenario("one")),
                  b = write(QStringLiteral("b"), scenario("two"));
    m_model->setFiles({ a, b });
    QCOMPARE(state(0), QStringLiteral("stopped"));
    m_stage->start(m_model->file(0));
    m_stage->start(m_model->file(1));
    QCOMPARE(state(0), QStringLiteral("opening"));
    QTRY_COMPARE(state(0), QStringLiteral("running"));
    QTRY_COMPARE(state(1), QStringLiteral("running"));
    QVERIFY(m_stage->state(a)->mcpUrl != m_stage->state(b)->mcpUrl);
    QCOMPARE(m_model->index(0, ScenariosModel::State).data(ScenariosModel::StateRole).toInt(),
        static_cast<int>(State::Running));
    m_stage->stop(a);
    QCOMPARE(state(0), QStringLiteral("stopped"));
    QTRY_COMPARE(m_stack->stalls().size(), 1U);
    QCOMPARE(state(1), QStringLiteral("running"));
}

void TestScenariosModel::playsEachOnce()
{
    const QString a = write(QStringLiteral("a"), scenario("one"));
    m_model->setFiles({ a });
    m_stage->start(m_model->file(0));
    m_stage->start(m_model->file(0));
    QTRY_COMPARE(state(0), QStringLiteral("running"));
    QCOMPARE(m_stack->stalls().size(), 1U);
    // Again after it was stopped.
    m_stage->stop(a);
    m_stage->start(m_model->file(0));
    QTRY_COMPARE(state(0), QStringLiteral("running"));
}

void TestScenariosModel::leavesABadFileAlone()
{
    m_model->setFiles({ write(QStringLiteral("a"), "{}"), m_folder->filePath(QStringLiteral("none")) });
    QCOMPARE(state(0), QStringLiteral("3 mistakes"));
    QCOMPARE(state(1), QStringLiteral("can't be read"));
    m_stage->start(m_model->file(0));
    QVERIFY(!m_stage->isPlayed(m_model->file(0).path));
    QCOMPARE(m_model->index(0, ScenariosModel::State).data(ScenariosModel::StateRole).toInt(),
        static_cast<int>(State::Bad));
}

void TestScenariosModel::readsAFileAnew()
{
    const QString a = write(QStringLiteral("a"), "{}");
    m_model->setFiles({ a });
    write(QStringLiteral("a"), scenario("mended"));
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    m_model->reload(0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_model->index(0, ScenariosModel::Name).data().toString(), QStringLiteral("mended"));
    QCOMPARE(state(0), QStringLiteral("stopped"));
}

QTEST_GUILESS_MAIN(TestScenariosModel)
#include "tst_scenariosmodel.moc"
