// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/describe.h"

#include <QTest>

using session::End;
using widgets::State;

class TestDescribe final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesHowARunEnded_data()
    {
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* tag, End end, State state, const char* words) {
            QTest::newRow(tag) << static_cast<int>(end) << static_cast<int>(state)
                               << QString::fromLatin1(words);
        };
        row("result", End::Result, State::Good, "result");
        row("cancelled is no failure", End::Cancelled, State::Neutral, "by you");
        row("not confirmed", End::CancelUnconfirmed, State::Attention, "not confirmed");
        row("deadline", End::DeadlinePassed, State::Bad, "deadline");
        row("silence", End::LivenessLost, State::Bad, "sign of life");
        row("never sent", End::None, State::Bad, "not sent");
    }
    void namesHowARunEnded()
    {
        QFETCH(const int, end);
        QFETCH(const int, state);
        QFETCH(const QString, words);
        stack::RunState run;
        run.stage = stack::Stage::Ended;
        run.ended = static_cast<End>(end);
        const invoke::Standing standing = invoke::standingOf(run);
        QCOMPARE(static_cast<int>(standing.state), state);
        QVERIFY2(standing.word.contains(words), qPrintable(standing.word));
    }

    void tellsAnErrorByNameSectionAndWhatToTry()
    {
        stack::RunState run;
        run.stage = stack::Stage::Ended;
        run.ended = End::Error;
        run.error = acmp::TaskError { -33001, "too <b>cheap</b>", {}, {} };
        run.error->data = acmp::TaskError::Data {};
        run.error->data->minPriceCu = json::Decimal::parse("0.0140");
        const QString told = invoke::standingOf(run).sentence;
        for (const char* part : { "-33001", "budget_exceeded", "too <b>cheap</b>", "0.0140 CU", "Layer 1" })
            QVERIFY2(told.contains(QLatin1String(part)), qPrintable(told));
    }

    void aFailedVerdictDisputesAResult()
    {
        stack::RunState run;
        run.stage = stack::Stage::Ended;
        run.ended = End::Result;
        run.verdicts.push_back({ "cost", session::VerdictState::Fail, {}, {}, {} });
        QCOMPARE(invoke::standingOf(run).state, State::Attention);
    }

    void writesNumbersForPeople()
    {
        QCOMPARE(invoke::durationText(std::chrono::microseconds(4200)), QStringLiteral("4.2 ms"));
        QCOMPARE(invoke::durationText(std::chrono::milliseconds(450)), QStringLiteral("450 ms"));
        QCOMPARE(invoke::durationText(std::chrono::milliseconds(3050)), QStringLiteral("3.05 s"));
        QCOMPARE(invoke::countText(999), QStringLiteral("999"));
        QCOMPARE(invoke::countText(1'372'000).remove(QChar(0x202F)), QStringLiteral("1372000"));
        QCOMPARE(invoke::countText(1'372'000).size(), 9);
        QCOMPARE(invoke::sizeText(3'140'000), QStringLiteral("3.1 MB"));
    }
};

QTEST_APPLESS_MAIN(TestDescribe)
#include "tst_describe.moc"
