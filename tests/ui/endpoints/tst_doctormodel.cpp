// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/doctormodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using buyer::Step;
using endpoints::DoctorModel;
using Kind = Step::Kind;

using namespace Qt::StringLiterals;

namespace {

Step step(Kind kind, Step::State state, const char* detail = "so it went", const char* hint = "")
{
    Step step { .kind = kind, .state = state, .detail = detail };
    step.hint = hint;
    step.duration = wire::milliseconds(12);
    return step;
}

} // namespace

class TestDoctorModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatIsToCome();
    void fillsStepByStep();
    void tellsWhereItFails();
    void countsWarnings();
    void tellsThatItWasNotCarriedOut();
    void reportsInPlainText();
    void takesNoMoreThanThePlan();

private:
    static QStringList column(const DoctorModel& model, int column)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += model.index(row, column).data().toString();
        return all;
    }
};

void TestDoctorModel::showsWhatIsToCome()
{
    DoctorModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.telling(), -1);
    model.begin({ Kind::Program, Kind::Discovery, Kind::Capability });
    QVERIFY(!model.isEnded());
    QCOMPARE(column(model, DoctorModel::Name),
        QStringList({ u"Program start"_s, u"Discovery"_s, u"Capability"_s }));
    QCOMPARE(column(model, DoctorModel::State), QStringList({ u"under way"_s, u"waiting"_s, u"waiting"_s }));
    QCOMPARE(model.state(), widgets::State::Running);
    QCOMPARE(model.summary(), QStringLiteral("under way: Program start"));
}

void TestDoctorModel::fillsStepByStep()
{
    DoctorModel model;
    const QAbstractItemModelTester tester(&model);
    model.begin({ Kind::Name, Kind::Tcp, Kind::Proxy });
    model.add(step(Kind::Name, Step::State::Ok));
    QCOMPARE(column(model, DoctorModel::State), QStringList({ u"ok"_s, u"under way"_s, u"waiting"_s }));
    model.add(step(Kind::Tcp, Step::State::Ok));
    model.add(step(Kind::Proxy, Step::State::Skipped, "none is used"));
    model.end();
    QCOMPARE(column(model, DoctorModel::State), QStringList({ u"ok"_s, u"ok"_s, u"skipped"_s }));
    QCOMPARE(column(model, DoctorModel::Detail),
        QStringList({ u"so it went"_s, u"so it went"_s, u"none is used"_s }));
    QCOMPARE(column(model, DoctorModel::Time), QStringList({ u"12.0 ms"_s, u"12.0 ms"_s, u""_s }));
    QCOMPARE(model.index(0, DoctorModel::State).data(DoctorModel::StateRole).toInt(),
        static_cast<int>(widgets::State::Good));
    QCOMPARE(model.state(), widgets::State::Good);
    QCOMPARE(model.summary(), QStringLiteral("works"));
}

void TestDoctorModel::tellsWhereItFails()
{
    DoctorModel model;
    const QAbstractItemModelTester tester(&model);
    model.begin({ Kind::Name, Kind::Tcp, Kind::Proxy, Kind::Tls });
    model.add(step(Kind::Name, Step::State::Warning));
    model.add(step(Kind::Tcp, Step::State::Failed));
    // At once, not when all are skipped.
    QCOMPARE(model.state(), widgets::State::Bad);
    QCOMPARE(model.telling(), 1);
    QCOMPARE(model.summary(), QStringLiteral("fails at: TCP"));
}

void TestDoctorModel::countsWarnings()
{
    DoctorModel model;
    model.begin({ Kind::Name, Kind::Tcp, Kind::Proxy });
    for (const Kind kind : { Kind::Name, Kind::Tcp })
        model.add(step(kind, Step::State::Warning));
    model.add(step(Kind::Proxy, Step::State::Ok));
    model.end();
    QCOMPARE(model.telling(), 0);
    QCOMPARE(model.summary(), QStringLiteral("works, 2 warnings"));
}

void TestDoctorModel::tellsThatItWasNotCarriedOut()
{
    DoctorModel model;
    model.begin({ Kind::Name, Kind::Tcp });
    model.add(step(Kind::Name, Step::State::Ok));
    model.end();
    QCOMPARE(column(model, DoctorModel::State), QStringList({ u"ok"_s, u"not done"_s }));
    QCOMPARE(model.state(), widgets::State::Neutral);
    QCOMPARE(model.summary(), QStringLiteral("not carried out"));
}

void TestDoctorModel::reportsInPlainText()
{
    DoctorModel model;
    model.begin({ Kind::Name });
    Step failed = step(Kind::Name, Step::State::Failed, "the name is <b>not</b> known", "check it");
    failed.seen = { "a: 1", "b: 2" };
    model.add(failed);
    QCOMPARE(model.report(),
        QStringLiteral("✕ Name — failed: the name is <b>not</b> known (12.0 ms)\n    a: 1\n    b: 2\n    "
                       "What to try: check it\n"));
}

void TestDoctorModel::takesNoMoreThanThePlan()
{
    DoctorModel model;
    const QAbstractItemModelTester tester(&model);
    model.begin({ Kind::Name });
    model.add(step(Kind::Name, Step::State::Ok));
    model.add(step(Kind::Tcp, Step::State::Ok));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.steps().size(), 1U);
}

QTEST_GUILESS_MAIN(TestDoctorModel)
#include "tst_doctormodel.moc"
