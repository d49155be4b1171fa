// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/inputmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using invoke::InputModel;
using widgets::State;

class TestInputModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsHowFarEachPieceGot();
    void growsByRows();
    void startsAnewWithAnotherRun();
    void hasNothingToShowOfNoRun();
};

namespace {

/// A run whose input grows.
struct Growing {
    std::shared_ptr<stack::InputLog> log = std::make_shared<stack::InputLog>();
    stack::RunState state;

    Growing()
    {
        state.input = log;
        state.stage = stack::Stage::Running;
    }
    void add(const char* begin, bool isFinal = false) { log->pieces.append({ 5, isFinal, begin }); }
    std::shared_ptr<const stack::RunState> now() const { return std::make_shared<stack::RunState>(state); }
};

QStringList column(const InputModel& model, InputModel::Column column)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all += model.index(row, column).data().toString();
    return all;
}

QStringList words(std::initializer_list<const char*> all)
{
    QStringList list;
    for (const char* word : all)
        list += QString::fromUtf8(word);
    return list;
}

} // namespace

void TestInputModel::showsHowFarEachPieceGot()
{
    InputModel model;
    const QAbstractItemModelTester check(&model);
    Growing run;
    run.add("\"a\"");
    run.add("\"b\"");
    run.add("\"c\"", true);
    run.state.inputTaken = 1;
    model.show(run.now());
    QCOMPARE(column(model, InputModel::Seq), words({ "0", "1", "2" }));
    QCOMPARE(column(model, InputModel::Size), words({ "5", "5", "5" }));
    QCOMPARE(column(model, InputModel::State), words({ "taken", "waiting", "waiting" }));
    QVERIFY(column(model, InputModel::Data).last().contains(QStringLiteral("final")));
    QSignalSpy changed(&model, &InputModel::dataChanged);
    run.state.isInputBroken = true;
    model.show(run.now());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(column(model, InputModel::State), words({ "taken", "failed", "not sent" }));
    QCOMPARE(
        model.index(1, InputModel::State).data(InputModel::StateRole).toInt(), static_cast<int>(State::Bad));
    run.state.isInputBroken = false;
    run.state.stage = stack::Stage::Ended;
    model.show(run.now());
    QCOMPARE(column(model, InputModel::State), words({ "taken", "not sent", "not sent" }));
}

void TestInputModel::growsByRows()
{
    InputModel model;
    const QAbstractItemModelTester check(&model);
    Growing run;
    model.show(run.now());
    QSignalSpy inserted(&model, &InputModel::rowsInserted);
    QSignalSpy reset(&model, &InputModel::modelReset);
    run.add("1");
    run.add("2");
    model.show(run.now());
    run.add("3");
    model.show(run.now());
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(column(model, InputModel::Data), words({ "1", "2", "3" }));
}

void TestInputModel::startsAnewWithAnotherRun()
{
    InputModel model;
    const QAbstractItemModelTester check(&model);
    Growing first, second;
    first.add("1");
    second.add("2");
    second.add("3");
    model.show(first.now());
    model.show(second.now());
    QCOMPARE(column(model, InputModel::Data), words({ "2", "3" }));
}

void TestInputModel::hasNothingToShowOfNoRun()
{
    InputModel model;
    const QAbstractItemModelTester check(&model);
    QCOMPARE(model.rowCount(), 0);
    Growing run;
    run.add("1");
    model.show(run.now());
    model.show(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestInputModel)
#include "tst_inputmodel.moc"
