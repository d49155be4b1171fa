// SPDX-License-Identifier: GPL-3.0-or-later
// The view on a stack of its own, at a site that is really asked.
#include "tests/discovery/site.h"
#include "tests/ui/discovery/states.h"
#include "tests/ui/support/accessible.h"

#include "ui/discovery/addressbar.h"
#include "ui/discovery/arrange.h"
#include "ui/discovery/discoverview.h"
#include "ui/discovery/entriespane.h"
#include "ui/discovery/filterrow.h"
#include "ui/widgets/statelabel.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using discover::DiscoverView;

class TestDiscoverView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatToDoFirst();
    void showsHowItWasFound();
    void marksWhatChanged();
    void keepsWhatCouldNotBeReadAgain();
    void boundsWhatIsBad_data();
    void boundsWhatIsBad();
    void leavesOtherOriginsToTheUser();
    void readsASourceThatTheUserOpenedAgain();
    void readsSeveralAtOnce();
    void searchesARegistry();
    void filtersAndSorts();
    void warnsOfPricesThatDoNotCompare();
    void fetchesNothingWithoutAClick();
    void connectsByTheBindingChosenLast();
    void fetchesNoCardOfAnotherScheme();
    void offersAreAskedForOnceSomebodyCan();
    void copiesAsAsked();
    void savesAnEndpointOnce();
    void stopsReading();
    void closesWhileReading();
    void remembersAddresses();
    void offersTheMocksOfThisProgram();
    void showsTheColumnsChosen();
    void namesEveryControl();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    QAbstractItemModel* entries() const { return child<QTableView>("discoverEntries")->model(); }
    QString cell(int row, int column) const { return entries()->index(row, column).data().toString(); }
    QAction* sourceAction(const char* text) const;
    QString hint() const { return child<QLabel>("discoverHint")->text(); }
    void browse(const std::string& what);
    void site(const QList<QByteArray>& entries)
    {
        m_site->answers["/.well-known/ard.json"] = { manifestText(entries) };
    }
    QByteArray names() const
    {
        QByteArrayList all;
        for (int row = 0; row < entries()->rowCount(); ++row)
            all += cell(row, discover::Name).toUtf8();
        return all.join(' ');
    }
    void selectRow(int row)
    {
        child<QTableView>("discoverEntries")->setCurrentIndex(entries()->index(row, 0));
    }
    QAbstractItemModel* sources() const { return child<QTreeView>("discoverSources")->model(); }
    /// Of that name, below the address that was looked at last.
    QModelIndex source(const QString& name) const;

    QTemporaryDir m_folder;
    int m_captures = 0;
    std::unique_ptr<Site> m_site;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<DiscoverView> m_view;
    QTimer m_frames;
};

void TestDiscoverView::init()
{
    const QString name = QString::number(m_captures++);
    binding::Surroundings surroundings;
    surroundings.devCaFolder = m_folder.filePath(name + QStringLiteral(".ca")).toStdString();
    auto stack = stack::Stack::create(
        m_folder.filePath(name + QStringLiteral(".acmpcap")).toStdString(), surroundings);
    QVERIFY(stack);
    m_stack = std::move(*stack);
    m_site = std::make_unique<Site>();
    m_workspace = std::make_unique<workspace::WorkspaceStore>(m_folder.filePath(name));
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(name + QStringLiteral(".ini")), QSettings::IniFormat);
    m_view = std::make_unique<DiscoverView>(*m_stack, *m_workspace, *m_settings);
    m_view->resize(1300, 760);
    m_view->show();
    connect(&m_frames, &QTimer::timeout, m_view.get(), &DiscoverView::nextFrame);
    m_frames.start(5);
}

void TestDiscoverView::cleanup()
{
    m_frames.disconnect();
    m_view.reset();
    m_settings.reset();
    m_workspace.reset();
    m_stack.reset();
    m_site.reset();
}

void TestDiscoverView::browse(const std::string& what)
{
    child<QComboBox>("discoverAddress")->setEditText(QString::fromStdString(what));
    child<QPushButton>("discoverGo")->click();
    QTRY_VERIFY(!m_view->isReading());
}

QAction* TestDiscoverView::sourceAction(const char* text) const
{
    for (QAction* const action : m_view->sourceActions()) {
        if (action->text().remove(u'&') == QString::fromUtf8(text))
            return action;
    }
    return nullptr;
}

QModelIndex TestDiscoverView::source(const QString& name) const
{
    const QModelIndexList found = sources()->match(
        sources()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
}

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

void TestDiscoverView::boundsWhatIsBad_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("said");
    const QByteArray none;
    QTest::newRow("HTML") << QByteArray("<html><p>Hello</p></html>") << none << 0
                          << QStringLiteral("no JSON");
    QTest::newRow("no manifest") << QByteArray(R"({"entries":{}})") << none << 0
                                 << QStringLiteral("no manifest");
    QTest::newRow("nothing") << none << none << 0 << QStringLiteral("no JSON");
    QTest::newRow("too long") << manifestText({ entryText("a") }) + QByteArray(33 << 20, ' ') << none << 0
                              << QStringLiteral("over 33554432 bytes");
    QByteArray bomb = qCompress(QByteArray(64 << 20, ' '));
    QTest::newRow("a bomb") << bomb.mid(4) << QByteArray("deflate") << 0 << QStringLiteral("33554432");
    QTest::newRow("deep") << QByteArray(100'000, '[') << none << 0 << QStringLiteral("no JSON");
    QTest::newRow("an entry that is a string")
        << manifestText({ "\"x\"", entryText("a"), "null" }) << none << 3 << QString();
    QTest::newRow("one twice") << manifestText({ entryText("a"), entryText("a") }) << none << 1 << QString();
    QTest::newRow("many") << manifestText(QList<QByteArray>(100'000, "{}")) << none << 100'000 << QString();
}

void TestDiscoverView::boundsWhatIsBad()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, coding);
    QFETCH(const int, rows);
    QFETCH(const QString, said);
    m_site->answers["/bad"] = { body };
    if (!coding.isEmpty())
        m_site->answers["/bad"].fields.add("Content-Encoding", coding.toStdString());
    browse(m_site->origin() + "/bad");
    QTRY_COMPARE_WITH_TIMEOUT(entries()->rowCount(), rows, 20'000);
    if (!said.isEmpty())
        QTRY_VERIFY2_WITH_TIMEOUT(hint().contains(said), qPrintable(hint()), 20'000);
    // Others are as they would be without it.
    site({ entryText("good") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "good");
}

void TestDiscoverView::leavesOtherOriginsToTheUser()
{
    Site other;
    other.answers["/c.json"] = { manifestText({ entryText("far") }) };
    const QByteArray catalog = R"({"identifier":"urn:air:p.example:c:cat","displayName":"cat",
        "type":"application/ai-catalog+json","url":")"
        + QByteArray::fromStdString(other.origin()) + R"(/c.json"})";
    // A circle, too.
    const QByteArray self = R"({"identifier":"urn:air:p.example:c:self","displayName":"self",
        "type":"application/ai-catalog+json","url":"/.well-known/ard.json"})";
    site({ catalog, self });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "cat self");
    QVERIFY(other.seen.empty());
    QVERIFY(source(QStringLiteral("cat")).isValid());
    child<QTreeView>("discoverSources")->setCurrentIndex(source(QStringLiteral("cat")));
    QVERIFY(sourceAction("Open the source")->isEnabled());
    sourceAction("Open the source")->trigger();
    QTRY_COMPARE(names(), "far");
    QCOMPARE(other.seen.size(), 1U);
}

void TestDiscoverView::readsASourceThatTheUserOpenedAgain()
{
    Site other;
    other.answers["/c.json"] = { manifestText({ entryText("far") }) };
    site({ R"({"identifier":"urn:air:p.example:c:cat","displayName":"cat",
        "type":"application/ai-catalog+json","url":")"
        + QByteArray::fromStdString(other.origin()) + R"(/c.json"})" });
    browse(m_site->origin());
    QTRY_VERIFY(source(QStringLiteral("cat")).isValid());
    child<QTreeView>("discoverSources")->setCurrentIndex(source(QStringLiteral("cat")));
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
    child<QTreeView>("discoverSources")->setCurrentIndex(sources()->index(0, 0, sources()->index(0, 0)));
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
    QCOMPARE(m_site->seen.back().method, "POST");
    QVERIFY(source(QStringLiteral("another")).isValid());
    // A source that is a registry is searched from the tree.
    site({ R"({"identifier":"urn:air:p.example:reg:r","displayName":"reg",
        "type":"application/ai-registry+json","url":")"
        + QByteArray::fromStdString(m_site->origin()) + R"(/api"})" });
    browse(m_site->origin());
    QTRY_VERIFY(source(QStringLiteral("reg")).isValid());
    child<QTreeView>("discoverSources")->setCurrentIndex(source(QStringLiteral("reg")));
    sourceAction("Search the registry…")->trigger();
    QCOMPARE(child<QComboBox>("discoverAddress")->currentText(),
        QString::fromStdString(m_site->origin() + "/api "));
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

void TestDiscoverView::fetchesNothingWithoutAClick()
{
    QByteArray entry = entryText("one");
    entry.replace("https://p.example", QByteArray::fromStdString(m_site->origin()));
    m_site->answers["/one"] = { R"({"name":"x/one","version":"1","description":"d",
        "remotes":[{"type":"streamable-http","url":"https://p.example/mcp"}]})" };
    site({ entry });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    using discover::EntryPane;
    for (const auto page :
        { EntryPane::Summary, EntryPane::Raw, EntryPane::Terms, EntryPane::Findings, EntryPane::CardOf })
        m_view->entry().showPage(page);
    QCOMPARE(m_site->count("/one"), 0U);
    QVERIFY(!m_view->entry().card().isFetched());
    child<QPushButton>("discoverFetchCard")->click();
    QTRY_VERIFY(m_view->entry().card().isFetched());
    QCOMPARE(m_site->count("/one"), 1U);
    QTRY_VERIFY(child<QTreeView>("discoverCard")->model()->rowCount() > 0);
}

void TestDiscoverView::fetchesNoCardOfAnotherScheme()
{
    QByteArray file = entryText("one");
    file.replace("https://p.example/one", "file:///etc/passwd");
    QByteArray script = entryText("two");
    script.replace("https://p.example/two", "javascript:alert(1)");
    site({ file, script });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one two");
    m_view->entry().showPage(discover::EntryPane::CardOf);
    for (int row = 0; row < 2; ++row) {
        selectRow(row);
        QVERIFY(!child<QPushButton>("discoverFetchCard")->isVisible());
        QVERIFY(!m_view->entryActions().connectAction()->isEnabled());
        QVERIFY(!m_view->entryActions().invokeAction()->isEnabled());
    }
}

void TestDiscoverView::connectsByTheBindingChosenLast()
{
    QByteArray agent = entryText("one");
    agent.replace(":acmp:", ":acmp-a2a:")
        .replace("mcp-server-card", "a2a-agent-card")
        .replace("/one", "/agent");
    site({ entryText("one"), agent });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one ↳ one");
    discover::EntryActions& actions = m_view->entryActions();
    QSignalSpy connected(&actions, &discover::EntryActions::connectRequested);
    QTRY_COMPARE(actions.connectAction()->text(), QStringLiteral("Connect via MCP"));
    QMetaObject::invokeMethod(actions.connectMenu(), "aboutToShow");
    QCOMPARE(actions.connectMenu()->actions().size(), 2);
    actions.connectMenu()->actions().at(1)->trigger();
    QCOMPARE(connected.count(), 1);
    const auto* endpoint = m_workspace->find(connected.front().front().toString());
    QVERIFY(endpoint);
    QCOMPARE(endpoint->url, QStringLiteral("a2a:https://p.example/agent"));
    QCOMPARE(actions.connectAction()->text(), QStringLiteral("Connect via A2A"));
    // Another time it is the same endpoint.
    actions.connectAction()->trigger();
    QCOMPARE(connected.count(), 2);
    QCOMPARE(connected[0], connected[1]);
    QCOMPARE(m_workspace->endpoints().size(), 1U);
}

void TestDiscoverView::offersAreAskedForOnceSomebodyCan()
{
    site({ entryText("one", R"(,"acmp:tier":"A","acmp:negotiation_endpoint":"https://p.example/neg")"),
        entryText("two") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one two");
    discover::EntryActions& actions = m_view->entryActions();
    QVERIFY(!actions.offersAction()->isVisible());
    std::vector<discover::OfferCandidate> asked;
    connect(&actions, &discover::EntryActions::offersRequested, this,
        [&](const std::vector<discover::OfferCandidate>& candidates) { asked = candidates; });
    QVERIFY(actions.offersAction()->isVisible());
    child<QTableView>("discoverEntries")->selectAll();
    QVERIFY(actions.offersAction()->isEnabled());
    actions.offersAction()->trigger();
    // The other does not say that it trades.
    QCOMPARE(asked.size(), 1U);
    QCOMPARE(asked.front().negotiationEndpoint, "https://p.example/neg");
}

void TestDiscoverView::copiesAsAsked()
{
    site({ entryText("one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    QMenu* const menu = m_view->entryActions().copyMenu();
    QMetaObject::invokeMethod(menu, "aboutToShow");
    QStringList copied;
    for (QAction* const action : menu->actions()) {
        action->trigger();
        copied += QGuiApplication::clipboard()->text();
    }
    QCOMPARE(copied.size(), 4);
    QCOMPARE(copied[0], QStringLiteral("https://p.example/one"));
    QCOMPARE(copied[1], QStringLiteral("urn:air:p.example:acmp:one"));
    QCOMPARE(copied[2].toUtf8(), entryText("one"));
    QCOMPARE(copied[3], QStringLiteral("acmpctl inspect https://p.example/one"));
}

void TestDiscoverView::savesAnEndpointOnce()
{
    site({ entryText("one") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    QAction* const save = m_view->entryActions().saveAction();
    QVERIFY(save->isEnabled());
    save->trigger();
    QCOMPARE(m_workspace->endpoints().size(), 1U);
    QCOMPARE(m_workspace->endpoints().front().name, QStringLiteral("one"));
    QVERIFY(!save->isEnabled());
}

void TestDiscoverView::stopsReading()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/m.json").arg(silent.serverPort()));
    QVERIFY(m_view->isReading());
    QTRY_VERIFY(silent.hasPendingConnections());
    const std::unique_ptr<QTcpSocket> peer(silent.nextPendingConnection());
    QTRY_VERIFY(child<QPushButton>("discoverStop")->isEnabled());
    child<QPushButton>("discoverStop")->click();
    QTRY_VERIFY(!m_view->isReading());
    // It does not go on in the background.
    QTRY_COMPARE(peer->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY(!child<QPushButton>("discoverStop")->isEnabled());
}

void TestDiscoverView::closesWhileReading()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/m.json").arg(silent.serverPort()));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/r words").arg(silent.serverPort()));
    QTRY_VERIFY(silent.hasPendingConnections());
    m_view.reset();
    m_stack.reset();
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
    auto* const locals = child<QPushButton>("discoverLocals");
    QTRY_VERIFY(locals->isVisible());
    QCOMPARE(child<QComboBox>("discoverAddress")->count(), 1);
    locals->click();
    QTRY_VERIFY(entries()->rowCount() >= 2);
    QTRY_VERIFY(!locals->isVisible());
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
    for (const auto page :
        { EntryPane::Summary, EntryPane::Raw, EntryPane::Terms, EntryPane::Findings, EntryPane::CardOf }) {
        m_view->entry().showPage(page);
        QCOMPARE(namelessControls(*m_view), QStringList());
    }
}

QTEST_MAIN(TestDiscoverView)
#include "tst_discoverview.moc"
