// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the view: of entries, sources, steps and terms.
#include "tests/ui/discovery/states.h"

#include "ui/discovery/describe.h"
#include "ui/discovery/entriesmodel.h"
#include "ui/discovery/sourcesmodel.h"
#include "ui/discovery/stepsmodel.h"
#include "ui/discovery/termsmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using discover::EntriesModel;
using discover::SourcesModel;
using discover::StepsModel;
using discover::TermsModel;
using namespace Qt::StringLiterals;

class TestModels final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatAnEntrySays();
    void saysThatPricesAreIndicative();
    void growsWithoutBeingReset();
    void findsAnEntryThatWasReadAgain();
    void asksForAnotherOrder();
    void nestsSources();
    void keepsTheTreeWhileItIsRead();
    void addsStepsAsTheyEnd();
    void showsWhatTermsStandFor();
    void tellsAges_data();
    void tellsAges();

private:
    static std::vector<discover::Row> rowsOf(const std::shared_ptr<const stack::BrowseState>& state)
    {
        return discover::arrange({ state }, {}, [] { return false; })->rows;
    }
};

void TestModels::showsWhatAnEntrySays()
{
    QByteArray entry = entryText("one",
        R"(,"capabilities":["x","y"],"trustManifest":{"identity":"did:web:evil.example"},"acmp:tier":"A",
            "acmp:price_cu_indicative":{"x":0.10,"y":2},"acmp:latency_p99_ms":800)");
    entry.replace(R"("displayName":"one")", R"("displayName":"<b>x</b>")");
    const auto state = readState(manifestText({ entry }));
    EntriesModel model;
    const QAbstractItemModelTester tester(&model);
    model.show(rowsOf(state), {});
    const auto text = [&](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(text(discover::Name), u"<b>x</b>"_s);
    QCOMPARE(text(discover::Via), u"MCP"_s);
    QCOMPARE(text(discover::Publisher), u"p.example"_s);
    QCOMPARE(text(discover::Identity), u"binding failed"_s);
    QCOMPARE(model.index(0, discover::Identity).data(EntriesModel::StateRole).toInt(),
        static_cast<int>(widgets::State::Bad));
    // As it was written (decision D18).
    QCOMPARE(text(discover::Price), u"0.10 – 2"_s);
    QCOMPARE(text(discover::Latency), u"800"_s);
    QVERIFY(text(discover::Findings).contains(u"error"_s));
    model.show(rowsOf(state), "y");
    QCOMPARE(text(discover::Price), u"2"_s);
}

void TestModels::saysThatPricesAreIndicative()
{
    const EntriesModel model;
    QVERIFY(model.headerData(discover::Price, Qt::Horizontal).toString().contains(u"Indicative"_s));
    discover::Arranged arranged;
    arranged.bases = { "b" };
    QVERIFY(verdictOf(arranged).word.contains(u"indicative, not binding"_s));
    arranged.bases = { "b", "c" };
    QCOMPARE(verdictOf(arranged).state, widgets::State::Attention);
    QVERIFY(verdictOf(arranged).word.contains(u"only within one"_s));
}

void TestModels::growsWithoutBeingReset()
{
    const auto state = readState(manifestText({ entryText("a"), entryText("b"), entryText("c") }));
    std::vector<discover::Row> rows = rowsOf(state);
    EntriesModel model;
    const QAbstractItemModelTester tester(&model);
    model.show({ rows[0] }, {});
    QSignalSpy reset(&model, &EntriesModel::modelReset);
    QSignalSpy inserted(&model, &EntriesModel::rowsInserted);
    model.show(rows, {});
    QCOMPARE(reset.count(), 0);
    QCOMPARE(inserted.count(), 1);
    model.show({ rows[1] }, {});
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(), 1);
}

void TestModels::findsAnEntryThatWasReadAgain()
{
    EntriesModel model;
    model.show(rowsOf(readState(manifestText({ entryText("a"), entryText("b", R"(,"version":"2")") }))), {});
    const auto before = rowsOf(readState(manifestText({ entryText("b") })));
    QCOMPARE(model.find(before.front()), 1);
    QCOMPARE(model.find(rowsOf(readState(manifestText({ entryText("b") }), 7)).front()), -1);
}

void TestModels::asksForAnotherOrder()
{
    EntriesModel model;
    QSignalSpy asked(&model, &EntriesModel::sortAsked);
    model.sort(discover::Price, Qt::DescendingOrder);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().at(0).toInt(), static_cast<int>(discover::Price));
    QVERIFY(asked.front().at(1).toBool());
}

void TestModels::nestsSources()
{
    auto state = std::make_shared<stack::BrowseState>(*readState(manifestText({ entryText("a") })));
    using State = discovery::Source::State;
    state->sources.push_back({ .parent = 0, .url = "https://x.example/c.json", .name = "nested" });
    state->sources.push_back(
        { .parent = 1, .url = "https://x.example/r", .name = "asked", .state = State::Registry });
    SourcesModel model;
    const QAbstractItemModelTester tester(&model);
    model.setStates({ state });
    const QModelIndex all = model.index(0, 0);
    const QModelIndex address = model.index(0, 0, all);
    const QModelIndex manifest = model.index(0, 0, address);
    const QModelIndex nested = model.index(0, 0, manifest);
    QCOMPARE(all.data().toString(), u"All"_s);
    QCOMPARE(address.data().toString(), u"p.example"_s);
    QCOMPARE(nested.data().toString(), u"nested"_s);
    QCOMPARE(nested.siblingAtColumn(SourcesModel::State).data().toString(), u"not opened"_s);
    QCOMPARE(model.index(0, SourcesModel::State, nested).data().toString(), u"registry"_s);
    QCOMPARE(model.scopeOf(nested), (discover::Scope { state->id, 1 }));
    QCOMPARE(model.indexOf({ state->id, 1 }), nested);
    QCOMPARE(model.scopeOf(all), discover::Scope());
}

void TestModels::keepsTheTreeWhileItIsRead()
{
    const auto state = readState(manifestText({ entryText("a") }));
    SourcesModel model;
    const QAbstractItemModelTester tester(&model);
    model.setStates({ state });
    QSignalSpy reset(&model, &SourcesModel::modelReset);
    auto later = std::make_shared<stack::BrowseState>(*state);
    later->isReading = true;
    model.setStates({ later });
    QCOMPARE(reset.count(), 0);
    QCOMPARE(model.index(0, SourcesModel::State, model.index(0, 0)).data().toString(), u"reading"_s);
    model.setStates({});
    QCOMPARE(reset.count(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
}

void TestModels::addsStepsAsTheyEnd()
{
    auto state = std::make_shared<stack::BrowseState>();
    state->id = stack::BrowseId { 1 };
    state->steps.push_back({ .name = "ard.json",
        .state = discovery::Step::State::Found,
        .detail = "5 entries",
        .took = wire::milliseconds(12) });
    StepsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setState(state);
    QCOMPARE(model.index(0, StepsModel::Took).data().toString(), u"12"_s);
    auto later = std::make_shared<stack::BrowseState>(*state);
    later->steps.push_back(
        { .name = "robots.txt", .state = discovery::Step::State::Failed, .detail = "refused" });
    QSignalSpy reset(&model, &StepsModel::modelReset);
    model.setState(later);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, StepsModel::Name).data(StepsModel::StateRole).toInt(),
        static_cast<int>(widgets::State::Bad));
    QCOMPARE(
        model.index(1, StepsModel::Name).data(Qt::AccessibleTextRole).toString(), u"robots.txt: failed"_s);
    model.setState(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::showsWhatTermsStandFor()
{
    const auto state = readState(manifestText({ R"({"@context":{"acmp":"https://evil.example/#"},
        "identifier":"urn:air:p.example:x:a","acmp:tier":"A"})" }));
    TermsModel model;
    const QAbstractItemModelTester tester(&model);
    model.setTerms(discovery::termsOf(state->entries->front()->entry));
    QStringList iris;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, TermsModel::Name).data().toString() == u"acmp:tier"_s)
            iris += model.index(row, TermsModel::Iri).data().toString();
    }
    QCOMPARE(iris, QStringList { u"https://evil.example/#tier"_s });
}

void TestModels::tellsAges_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("at once") << qint64 { 59'000 } << u"now"_s;
    QTest::newRow("minutes") << qint64 { 3 * 60'000 } << u"3 min"_s;
    QTest::newRow("hours") << qint64 { 47 * 3'600'000LL } << u"47 h"_s;
    QTest::newRow("days") << qint64 { 48 * 3'600'000LL } << u"2 d"_s;
    QTest::newRow("years") << qint64 { 800 * 86'400'000LL } << u"2 y"_s;
}

void TestModels::tellsAges()
{
    QFETCH(const qint64, ms);
    QTEST(discover::ageText(ms), "text");
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
