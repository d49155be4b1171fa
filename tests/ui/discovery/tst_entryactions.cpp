// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with an entry.
#include "tests/ui/discovery/viewfixture.h"

#include "ui/discovery/cardform.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

class TestEntryActions final : public QObject, ViewFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void connectsByTheBindingChosenLast();
    void offersAreAskedForOnceSomebodyCan();
    void copiesAsAsked();
    void savesAnEndpointOnce();
    void asksForWhatTheCardAsksFor_data();
    void asksForWhatTheCardAsksFor();
    void connectsWithoutTheCardThatDoesNotCome();

private:
    template <class T>
    T* field(const char* name) const
    {
        for (T* const one : m_view->findChild<discover::CardForm*>()->findChildren<T*>()) {
            if (one->accessibleName() == QString::fromLatin1(name))
                return one;
        }
        return nullptr;
    }
    QPushButton* button() const { return child<QPushButton>("cardConnect"); }
};

void TestEntryActions::connectsByTheBindingChosenLast()
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

void TestEntryActions::offersAreAskedForOnceSomebodyCan()
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
    QCOMPARE(asked.front().negotiationTarget, "https://p.example/neg");
}

void TestEntryActions::copiesAsAsked()
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

void TestEntryActions::savesAnEndpointOnce()
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

void TestEntryActions::asksForWhatTheCardAsksFor_data()
{
    QTest::addColumn<bool>("isInline");
    QTest::newRow("at an address") << false;
    QTest::newRow("in the entry") << true;
}

void TestEntryActions::asksForWhatTheCardAsksFor()
{
    QFETCH(const bool, isInline);
    const QByteArray card
        = R"({"$schema":"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name":"p.example/one","version":"1","description":"d","remotes":[{"type":"streamable-http",
        "url":"http://127.0.0.1:9/{tenant}/mcp","variables":{"tenant":{"isRequired":true},
        "region":{"choices":["eu","us"]}},
        "headers":[{"name":"X-Key","isRequired":true,"isSecret":true},{"name":"X-Plan","value":"free"}]}]})";
    QByteArray entry = entryText("one");
    const QByteArray url = QByteArray::fromStdString(m_site->origin()) + "/card.json";
    entry.replace("\"url\":\"https://p.example/one\"",
        isInline ? QByteArray("\"data\":" + card) : QByteArray("\"url\":\"" + url + '"'));
    m_site->answers["/card.json"] = { card };
    site({ entry });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    discover::EntryActions& actions = m_view->entryActions();
    QSignalSpy connected(&actions, &discover::EntryActions::connectRequested);
    actions.connectAction()->trigger();
    QTRY_VERIFY(m_view->findChild<discover::CardForm*>());
    QVERIFY(!button()->isEnabled());
    field<QLineEdit>("tenant")->setText(QStringLiteral("a/b"));
    QVERIFY(!button()->isEnabled());
    QCOMPARE(field<QLineEdit>("X-Key")->echoMode(), QLineEdit::Password);
    field<QLineEdit>("X-Key")->setText(QStringLiteral("s3cret"));
    QVERIFY(button()->isEnabled());
    button()->click();
    QTRY_COMPARE(connected.count(), 1);
    const workspace::Endpoint& endpoint = *m_workspace->find(connected.front().front().toString());
    QCOMPARE(endpoint.url, QStringLiteral("http://127.0.0.1:9/a%2Fb/mcp"));
    QCOMPARE(endpoint.name, QStringLiteral("one"));
    QCOMPARE(endpoint.access.headers.size(), 2U);
    QVERIFY(endpoint.access.headers[0].value.isEmpty());
    QCOMPARE(m_secrets.read(workspace::headerKey(endpoint, endpoint.access.headers[0])).result(),
        QStringLiteral("s3cret"));
    QCOMPARE(endpoint.access.headers[1].value, QStringLiteral("free"));
}

void TestEntryActions::connectsWithoutTheCardThatDoesNotCome()
{
    QByteArray entry = entryText("one");
    const QByteArray url = QByteArray::fromStdString(m_site->origin()) + "/card.json";
    entry.replace("https://p.example/one", url);
    site({ entry });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    QSignalSpy connected(&m_view->entryActions(), &discover::EntryActions::connectRequested);
    m_view->entryActions().connectAction()->trigger();
    QTRY_COMPARE(connected.count(), 1);
    QCOMPARE(m_workspace->endpoints().front().url.toUtf8(), url);
}

QTEST_MAIN(TestEntryActions)
#include "tst_entryactions.moc"
