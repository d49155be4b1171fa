// SPDX-License-Identifier: GPL-3.0-or-later
// What the view shows of what is read, and of what is chosen.
#include "tests/ui/discovery/viewfixture.h"
#include "tests/ui/support/accessible.h"

#include "ui/widgets/statelabel.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

class TestDiscoverView final : public QObject, ViewFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void saysWhatToDoFirst();
    void showsHowItWasFound();
    void marksWhatChanged();
    void keepsWhatCouldNotBeReadAgain();
    void readsASourceThatTheUserOpenedAgain();
    void readsSeveralAtOnce();
    void searchesARegistry();
    void remembersWhoCanNotFilter();
    void asksARegistryWithAToken();
    void filtersAndSorts();
    void warnsOfPricesThatDoNotCompare();
    void remembersAddresses();
    void offersTheMocksOfThisProgram();
    void comparesWhatAProviderSays();
    void showsTheColumnsChosen();
    void namesEveryControl();
};

void TestDiscoverView::saysWhatToDoFirst()
{
    QVERIFY(hint().contains(QStringLiteral("domain")));
    QVERIFY(!child<QPushButton>("discoverLocals")->isVisible());
    QVERIFY(!child<QPushButton>("discoverStop")->isEnabled());
    QVERIFY(!m_view->entryActions().connectAction()->isEnabled());
}

void TestDiscoverView::showsHowItWasFound()
{
    site({ entryText("one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    const QAbstractItemModel* const steps = child<QTableView>("discoverSteps")->model();
    QStringList places;
    for (int row = 0; row < steps->rowCount(); ++row)
        places += steps->index(row, 0).data().toString();
    QCOMPARE(places.front(), QStringLiteral("ard.json"));
    QVERIFY(places.contains(QStringLiteral("robots.txt")));
    QVERIFY(!hint().contains(QStringLiteral("domain")));
}

void TestDiscoverView::marksWhatChanged()
{
    site({ entryText("same"), entryText("other"), entryText("old") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "same other old");
    QCOMPARE(cell(0, discover::Change), QString());
    site({ entryText("same"), entryText("other", R"(,"version":"2")"), entryText("young") });
    sourceAction("Refresh")->trigger();
    QTRY_COMPARE(names(), "same other young old");
    QCOMPARE(cell(0, discover::Change), QString());
    QCOMPARE(cell(1, discover::Change), QStringLiteral("changed"));
    QCOMPARE(cell(2, discover::Change), QStringLiteral("new"));
    QCOMPARE(cell(3, discover::Change), QStringLiteral("gone"));
    // It is another answer that counts, not another time.
    sourceAction("Refresh all")->trigger();
    QTRY_COMPARE(names(), "same other young");
    QCOMPARE(cell(1, discover::Change), QString());
}

void TestDiscoverView::keepsWhatCouldNotBeReadAgain()
{
    site({ entryText("one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    m_site->answers["/.well-known/ard.json"] = { "oops", {}, 500 };
    for (int round = 0; round < 2; ++round) {
        const std::size_t asked = m_site->count("/.well-known/ard.json");
        sourceAction("Refresh")->trigger();
        QTRY_VERIFY(m_site->count("/.well-known/ard.json") > asked);
        QTRY_COMPARE(cell(0, discover::Change), QStringLiteral("not read again"));
        QTRY_VERIFY(!m_view->isReading());
        QCOMPARE(names(), "one");
    }
}

void TestDiscoverView::readsASourceThatTheUserOpenedAgain()
{
    Site other;
    other.answers["/c.json"] = { manifestText({ entryText("far") }) };
    site({ R"({"identifier":"urn:air:p.example:c:cat","displayName":"cat",
        "type":"application/ai-catalog+json","url":")"
        + QByteArray::fromStdString(other.origin()) + R"(/c.json"})" });
    browse(m_site->origin());
    QTRY_VERIFY(source("cat").isValid());
    choose(source("cat"));
    sourceAction("Open the source")->trigger();
    QTRY_COMPARE(names(), "far");
    sourceAction("Refresh")->trigger();
    QTRY_COMPARE(other.count("/c.json"), 2U);
    QTRY_VERIFY(!m_view->isReading());
    m_view->showAll();
    QTRY_COMPARE(names(), "cat far");
    QCOMPARE(cell(1, discover::Change), QString());
}

void TestDiscoverView::readsSeveralAtOnce()
{
    Site other;
    site({ entryText("here") });
    other.answers["/.well-known/ard.json"] = { manifestText({ entryText("there") }) };
    browse(m_site->origin());
    browse(other.origin());
    QTRY_COMPARE(names(), "there");
    m_view->showAll();
    QTRY_COMPARE(names(), "here there");
    choose(sources()->index(0, 0, sources()->index(0, 0)));
    QTRY_COMPARE(names(), "here");
    sourceAction("Remove from the sources")->trigger();
    QTRY_COMPARE(names(), "there");
}

void TestDiscoverView::searchesARegistry()
{
    m_site->answers["/api/search"] = { R"({"results":[{"identifier":"urn:air:p.example:acmp:hit",
        "displayName":"hit","score":95,"source":"https://p.example/api"}],
        "referrals":[{"identifier":"urn:air:q.example:reg:r","displayName":"another",
        "type":"application/ai-registry+json","url":"https://q.example/api/search"}]})" };
    browse(m_site->origin() + "/api reviews of customers");
    QTRY_COMPARE(names(), "hit");
    QCOMPARE(cell(0, discover::Relevance), QStringLiteral("95"));
    QCOMPARE(m_site->seen.back().method, "POST");
    QVERIFY(source("another").isValid());
    // A source that is a registry is searched from the tree.
    site({ R"({"identifier":"urn:air:p.example:reg:r","displayName":"reg",
        "type":"application/ai-registry+json","url":")"
        + QByteArray::fromStdString(m_site->origin()) + R"(/api"})" });
    browse(m_site->origin());
    QTRY_VERIFY(source("reg").isValid());
    choose(source("reg"));
    sourceAction("Search the registry…")->trigger();
    QCOMPARE(child<QComboBox>("discoverAddress")->currentText(),
        QString::fromStdString(m_site->origin() + "/api "));
}

void TestDiscoverView::remembersWhoCanNotFilter()
{
    m_site->questions["/api/search"] = [](const QByteArray& question) -> Site::Answer {
        if (question.contains("acmp:"))
            return { R"({"errorCode":"INVALID_ARGUMENT","message":"not indexed"})", {}, 400 };
        return { R"({"results":[]})" };
    };
    discovery::Filter filter;
    filter.tier = "A";
    stack::Browsing browsing(*m_stack);
    const auto asks = [&](const char* words, std::size_t times) {
        m_site->seen.clear();
        const auto id = browsing.start(m_site->origin() + "/api " + words, filter);
        QTRY_VERIFY(!browsing.state(id)->isReading);
        QCOMPARE(m_site->count("/api/search"), times);
    };
    asks("first", 2);
    asks("second", 1);
}

void TestDiscoverView::asksARegistryWithAToken()
{
    m_site->answers["/api/search"] = { "{}", { { "WWW-Authenticate", "Bearer" } }, 401 };
    browse(m_site->origin() + "/other");
    QVERIFY(!sourceAction("Ask with a token…")->isEnabled());
    browse(m_site->origin() + "/api words");
    choose(sources()->index(1, 0, sources()->index(0, 0)));
    QTRY_VERIFY2(hint().contains(QStringLiteral("wants to know who asks")), qPrintable(hint()));
    m_site->answers["/api/search"] = { R"({"results":[{"identifier":"urn:air:p.example:acmp:hit",
        "displayName":"hit","score":95,"source":"https://p.example/api"}]})" };
    sourceAction("Ask with a token…")->trigger();
    auto* const dialog = m_view->findChild<QInputDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->setTextValue(QStringLiteral("s3cret"));
    dialog->accept();
    QTRY_COMPARE(names(), "hit");
    QCOMPARE(m_site->seen.back().fields.find("Authorization").value_or(""), "Bearer s3cret");
    // What else is asked there is asked with it, too, and no one else.
    browse(m_site->origin() + "/api others");
    QCOMPARE(m_site->seen.back().fields.find("Authorization").value_or(""), "Bearer s3cret");
    browse(m_site->origin() + "/another words");
    QVERIFY(!m_site->seen.back().fields.find("Authorization"));
}

void TestDiscoverView::filtersAndSorts()
{
    site({ entryText("b", R"(,"capabilities":["x"],"acmp:tier":"A","acmp:price_cu_indicative":{"x":2})"),
        entryText("a", R"(,"capabilities":["x"],"acmp:tier":"B","acmp:price_cu_indicative":{"x":1})"),
        entryText("c") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "b a c");
    child<QTableView>("discoverEntries")->sortByColumn(discover::Price, Qt::AscendingOrder);
    QTRY_COMPARE(names(), "a b c");
    child<QPushButton>("discoverTrading")->click();
    QTRY_COMPARE(names(), "a b");
    QTRY_COMPARE(child<QComboBox>("discoverTier")->count(), 3);
    child<QComboBox>("discoverTier")->setCurrentText(QStringLiteral("B"));
    QTRY_COMPARE(names(), "a");
    child<QPushButton>("discoverClear")->click();
    QTRY_COMPARE(names(), "a b c");
    child<QLineEdit>("discoverPrice")->setText(QStringLiteral("1.5"));
    QTRY_COMPARE(names(), "a");
    child<QLineEdit>("discoverPrice")->setText(QStringLiteral("cheap"));
    QTRY_COMPARE(names(), "a b c");
    QVERIFY(
        child<widgets::StateLabel>("discoverPrices")->word().contains(QStringLiteral("expected a number")));
    child<QLineEdit>("discoverPrice")->clear();
    child<QLineEdit>("discoverWords")->setText(QStringLiteral("nobody"));
    QTRY_COMPARE(entries()->rowCount(), 0);
    QVERIFY(!m_view->entryActions().connectAction()->isEnabled());
}

void TestDiscoverView::warnsOfPricesThatDoNotCompare()
{
    const auto priced = [](const char* name, const QByteArray& basis) {
        return entryText(name,
            R"(,"capabilities":["x"],"acmp:price_cu_indicative":{"x":2},"acmp:price_basis":")" + basis
                + "\"");
    };
    site({ priced("a", "one"), priced("b", "one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "a b");
    const auto* const label = child<widgets::StateLabel>("discoverPrices");
    QTRY_VERIFY(label->word().contains(QStringLiteral("indicative, not binding; same basis one")));
    site({ priced("a", "one"), priced("b", "two") });
    sourceAction("Refresh")->trigger();
    QTRY_VERIFY(label->word().contains(QStringLiteral("compare only within one")));
    QCOMPARE(label->state(), widgets::State::Attention);
}

void TestDiscoverView::remembersAddresses()
{
    site({ entryText("one") });
    browse(m_site->origin());
    browse(m_site->origin() + "/other");
    browse(m_site->origin());
    auto* const box = child<QComboBox>("discoverAddress");
    QCOMPARE(box->count(), 2);
    QCOMPARE(box->itemText(0), QString::fromStdString(m_site->origin()));
    browse("http://me:secret@127.0.0.1:1/x");
    QCOMPARE(box->count(), 2);
    const discover::AddressBar later(*m_settings);
    QCOMPARE(later.history().size(), 2);
}

void TestDiscoverView::offersTheMocksOfThisProgram()
{
    m_stack->open(engine::builtinScenario());
    engine::Scenario other = engine::builtinScenario();
    other.name = "another";
    m_stack->open(std::move(other));
    auto* const locals = child<QPushButton>("discoverLocals");
    // A manifest and a registry of both, and a manifest of each.
    QTRY_COMPARE(child<QComboBox>("discoverAddress")->count(), 4);
    QVERIFY(locals->isVisible());
    locals->click();
    QTRY_COMPARE(entries()->rowCount(), 5);
    QTRY_VERIFY(!locals->isVisible());
    m_view->discover(child<QComboBox>("discoverAddress")->itemText(1));
    QTRY_VERIFY(!m_view->isReading());
    QTRY_COMPARE(entries()->rowCount(), 4);
}

void TestDiscoverView::comparesWhatAProviderSays()
{
    m_stack->open(engine::builtinScenario());
    QTRY_VERIFY(child<QPushButton>("discoverLocals")->isVisible());
    child<QPushButton>("discoverLocals")->click();
    QTRY_VERIFY(entries()->rowCount() >= 2);
    m_view->entry().showPage(discover::EntryPane::Live);
    const QAbstractItemModel* const rows = child<QTableView>("discoverCompared")->model();
    for (int row = 0; row < 2; ++row) {
        selectRow(row);
        QVERIFY(!m_view->entry().live().isAsked());
        QCOMPARE(rows->rowCount(), 0);
        child<QPushButton>("discoverAsk")->click();
        QTRY_VERIFY(m_view->entry().live().isAsked());
        QVERIFY(rows->rowCount() > 0);
        QStringList verdicts;
        for (int i = 0; i < rows->rowCount(); ++i)
            verdicts += rows->index(i, rows->columnCount() - 1).data().toString();
        QVERIFY(verdicts.contains(QStringLiteral("same")));
        QVERIFY2(!verdicts.contains(QStringLiteral("differs")), qPrintable(verdicts.join(u' ')));
    }
}

void TestDiscoverView::showsTheColumnsChosen()
{
    auto* const list = child<QTableView>("discoverEntries");
    auto* const button = child<QToolButton>("discoverColumnsButton");
    QMetaObject::invokeMethod(button->menu(), "aboutToShow");
    const QList<QAction*> actions = button->menu()->actions();
    QCOMPARE(actions.size(), static_cast<int>(discover::ColumnCount));
    QVERIFY(!actions[discover::Name]->isEnabled());
    QVERIFY(list->isColumnHidden(discover::Basis));
    actions[discover::Basis]->trigger();
    QVERIFY(!list->isColumnHidden(discover::Basis));
    actions[discover::Tier]->trigger();
    QVERIFY(list->isColumnHidden(discover::Tier));
}

void TestDiscoverView::namesEveryControl()
{
    site({ entryText("one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    using discover::EntryPane;
    for (const auto page : { EntryPane::Summary, EntryPane::Raw, EntryPane::Terms, EntryPane::Findings,
             EntryPane::CardOf, EntryPane::Live }) {
        m_view->entry().showPage(page);
        QCOMPARE(namelessControls(*m_view), QStringList());
    }
}

QTEST_MAIN(TestDiscoverView)
#include "tst_discoverview.moc"
