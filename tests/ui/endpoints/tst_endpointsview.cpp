// SPDX-License-Identifier: GPL-3.0-or-later
// The view on a stack of its own: what it tests really listens, or really doesn't.
#include "tests/support/rawpeer.h"
#include "tests/ui/support/accessible.h"

#include "protocol/workspace/keychainstore.h"
#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/endpointform.h"
#include "ui/endpoints/endpointsview.h"
#include "ui/endpoints/noticebar.h"
#include "ui/widgets/segments.h"
#include "ui/workspace/workspacestore.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using endpoints::EndpointsView;
using workspace::Endpoint;
using workspace::KeychainStore;

class TestEndpointsView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatToDoFirst();
    void testsAProviderOfThisMachine();
    void saysWhyOneCantBeAsked();
    void findsOutWhatIsWrong();
    void showsTheAnswerOfTheOneChosen();
    void listsWhatAnOlderServerOffers();
    void pinsACertificateThatItCantVerify();
    void startsNoProgramUnasked();
    void offersAWayOutOfADamagedWorkspace();
    void saysThatThereIsNoKeychain();
    void namesEveryControl();

private:
    QString sentence() const { return m_view->findChild<QLabel*>(QStringLiteral("sentence"))->text(); }
    QPushButton* button(const char* name) const
    {
        return m_view->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QString openProvider()
    {
        m_stack->open(engine::builtinScenario());
        const auto isOpen
            = [this] { return !m_stack->stalls().empty() && !m_stack->stalls().front().mcpUrl.empty(); };
        return QTest::qWaitFor(isOpen, 5'000) ? QString::fromStdString(m_stack->stalls().front().mcpUrl)
                                              : QString();
    }

    QTemporaryDir m_folder;
    int m_captures = 0;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    std::unique_ptr<KeychainStore> m_secrets;
    std::unique_ptr<EndpointsView> m_view;
};

void TestEndpointsView::init()
{
    const QString name = QString::number(m_captures++);
    binding::Surroundings surroundings;
    surroundings.devCaFolder = m_folder.filePath(name + QStringLiteral(".ca")).toStdString();
    auto stack = stack::Stack::create(
        m_folder.filePath(name + QStringLiteral(".acmpcap")).toStdString(), surroundings);
    QVERIFY(stack);
    m_stack = std::move(*stack);
    m_workspace = std::make_unique<workspace::WorkspaceStore>(m_folder.filePath(name));
    m_secrets = std::make_unique<KeychainStore>([](const KeychainStore::Call&) {
        return QtFuture::makeReadyFuture(
            KeychainStore::Answer { KeychainStore::Answer::Kind::Failed, {}, QStringLiteral("no bus") });
    });
    m_view = std::make_unique<EndpointsView>(*m_stack, *m_workspace, *m_secrets);
    m_view->resize(1100, 700);
    m_view->show();
}

void TestEndpointsView::cleanup()
{
    m_view.reset();
    m_secrets.reset();
    m_workspace.reset();
    m_stack.reset();
}

void TestEndpointsView::saysWhatToDoFirst()
{
    QVERIFY(!m_view->current());
    QVERIFY(sentence().contains(QStringLiteral("Add")));
    QVERIFY(!button("test")->isEnabled() && !button("invoke")->isEnabled());
}

void TestEndpointsView::testsAProviderOfThisMachine()
{
    const QString url = openProvider();
    QTRY_VERIFY(m_view->current());
    QCOMPARE(m_view->current()->url, url);
    QCOMPARE(m_view->current()->name, QStringLiteral("workbench"));
    button("test")->click();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It trades over ACMP.")));

    QSignalSpy invoke(m_view.get(), &EndpointsView::invokeRequested);
    button("invoke")->click();
    QCOMPARE(invoke.count(), 1);
    QCOMPARE(invoke.front().front().value<Endpoint>().url, url);
    // It is not the workspace's.
    QVERIFY(m_workspace->endpoints().empty());
    m_stack->close(m_stack->stalls().front().id);
    QTRY_VERIFY(!m_view->current());
}

void TestEndpointsView::saysWhyOneCantBeAsked()
{
    m_workspace->add({ {}, QStringLiteral("nobody"), QStringLiteral("http://127.0.0.1:1/mcp"), {}, {}, {} });
    QVERIFY(m_view->current());
    button("test")->click();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It can't be asked")));
    const auto labels = m_view->findChildren<QLabel*>();
    const auto has = [&](const char* text) {
        return std::ranges::any_of(
            labels, [&](const QLabel* label) { return label->text() == QLatin1String(text); });
    };
    QVERIFY(has("What to try"));
    QVERIFY(has("Expected"));
    QVERIFY(has("Found"));
}

void TestEndpointsView::findsOutWhatIsWrong()
{
    m_workspace->add({ {}, QStringLiteral("nobody"), QStringLiteral("http://127.0.0.1:1/mcp"), {}, {}, {} });
    QVERIFY(!button("findOut")->isVisible());
    button("test")->click();
    QTRY_VERIFY(button("findOut")->isVisible());
    button("findOut")->click();
    const auto* steps = m_view->findChild<QTreeView*>(QStringLiteral("doctorSteps"));
    QVERIFY(steps->isVisible());
    QTRY_VERIFY(!m_view->isExamining());
    QVERIFY(m_view->findChild<QLabel*>(QStringLiteral("doctorHint"))->isVisible());
    QCOMPARE(namelessControls(*m_view), QStringList());
}

void TestEndpointsView::showsTheAnswerOfTheOneChosen()
{
    const QString good = m_workspace->add({ {}, QStringLiteral("good"), openProvider(), {}, {}, {} });
    const QString bad = m_workspace->add(
        { {}, QStringLiteral("bad"), QStringLiteral("http://127.0.0.1:1/mcp"), {}, {}, {} });
    m_view->testAll();
    m_view->select(good);
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It trades")));
    m_view->select(bad);
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It can't")));
    m_view->select(good);
    QVERIFY(sentence().startsWith(QStringLiteral("It trades")));
    // Another URL: what the old one said is no longer shown.
    Endpoint changed = *m_workspace->find(good);
    changed.url = QStringLiteral("http://127.0.0.1:2/mcp");
    m_workspace->update(changed);
    QVERIFY(sentence().startsWith(QStringLiteral("Test asks")));
}

void TestEndpointsView::listsWhatAnOlderServerOffers()
{
    support::RawPeer peer([](const QByteArray& request, QTcpSocket& socket) {
        const auto at = request.indexOf("\"id\":") + 5;
        const QByteArray id = request.mid(at, request.indexOf(',', at) - at);
        const auto result = [&](const QByteArray& members) {
            return support::answer("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{" + members + "}}");
        };
        if (request.contains("\"initialize\""))
            socket.write(result(
                "\"protocolVersion\":\"2025-06-18\",\"serverInfo\":{},\"capabilities\":{\"tools\":{}}"));
        else if (request.contains("tools/list"))
            socket.write(result("\"tools\":[{\"name\":\"echo\",\"title\":\"<i>again</i>\"}]"));
        else
            socket.write(support::answer("no session", "text/plain", "400 Bad Request"));
    });
    m_workspace->add({ {}, QStringLiteral("old"), peer.url().toString(), {}, {}, {} });
    button("test")->click();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It speaks MCP 2025-06-18")));
    auto* const lists = m_view->findChild<QTreeView*>(QStringLiteral("inventoryList"));
    QVERIFY(!lists->isVisible());
    m_view->findChild<widgets::Segments*>(QStringLiteral("whatCame"))->setCurrent(1);
    QVERIFY(lists->isVisible());
    const QModelIndex tools = lists->model()->index(0, 0);
    QCOMPARE(tools.data().toString(), QStringLiteral("1 tool"));
    QVERIFY(lists->isExpanded(tools));
    QCOMPARE(lists->model()->index(0, 1, tools).data().toString(), QStringLiteral("<i>again</i>"));
    lists->setCurrentIndex(lists->model()->index(0, 0, tools));
    QTRY_VERIFY(lists->parentWidget()->findChild<QTreeView*>(QStringLiteral("inventoryItem"))->isVisible());
}

void TestEndpointsView::pinsACertificateThatItCantVerify()
{
    // Played by another user's program: its CA is not ours.
    binding::Surroundings surroundings;
    surroundings.devCaFolder = m_folder.filePath(QStringLiteral("foreign")).toStdString();
    auto other = stack::Stack::create(
        m_folder.filePath(QStringLiteral("foreign.acmpcap")).toStdString(), surroundings);
    QVERIFY(other);
    (*other)->open(engine::builtinScenario(), true);
    QTRY_VERIFY(!(*other)->stalls().empty());
    const QString id = m_workspace->add(
        { {}, QStringLiteral("a"), QString::fromStdString((*other)->stalls().front().mcpUrl), {}, {} });
    m_view->select(id);
    button("test")->click();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It can't be asked")));
    const auto* lines = m_view->findChild<QPlainTextEdit*>(QStringLiteral("certificate"));
    QVERIFY(lines->isVisible() && lines->isReadOnly());
    QVERIFY(lines->toPlainText().contains(QStringLiteral("certificate 1 of ")));
    QVERIFY(lines->toPlainText().contains(QStringLiteral("problem: ")));

    button("pinCertificate")->click();
    auto* form = m_view->findChild<endpoints::EndpointForm*>();
    QVERIFY(form);
    const QString pin = form->findChild<QLineEdit*>(QStringLiteral("pin"))->text();
    QString told = lines->toPlainText();
    QVERIFY2(pin.size() == 64 && told.remove(u':').contains(pin), qPrintable(pin + u'\n' + told));
    QVERIFY(m_workspace->find(id)->access.tls.pin.isEmpty());
    form->findChild<QPushButton*>(QStringLiteral("save"))->click();
    QCOMPARE(m_workspace->find(id)->access.tls.pin, pin);
    QVERIFY(sentence().startsWith(QStringLiteral("Test asks")));
    button("test")->click();
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It trades over ACMP.")));
    m_view->findChild<widgets::Segments*>(QStringLiteral("whatCame"))->setCurrent(2);
    QVERIFY(lines->isVisible());
    QVERIFY(!button("pinCertificate")->isEnabled());
    QCOMPARE(namelessControls(*m_view), QStringList());
}

void TestEndpointsView::startsNoProgramUnasked()
{
    const QString mark = m_folder.filePath(QStringLiteral("started"));
    m_workspace->add({ {}, QStringLiteral("p"), QStringLiteral("stdio:touch '") + mark + u'\'', {}, {} });
    const QString good = m_workspace->add({ {}, QStringLiteral("good"), openProvider(), {}, {} });
    m_view->testAll();
    m_view->select(good);
    QTRY_VERIFY(sentence().startsWith(QStringLiteral("It trades")));
    QVERIFY(!QFile::exists(mark));
}

void TestEndpointsView::offersAWayOutOfADamagedWorkspace()
{
    QFile file(m_workspace->path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("damaged");
    file.close();
    m_workspace = std::make_unique<workspace::WorkspaceStore>(file.fileName());
    m_view = std::make_unique<EndpointsView>(*m_stack, *m_workspace, *m_secrets);
    m_view->show();
    auto* notice = m_view->findChildren<endpoints::NoticeBar*>().front();
    QVERIFY(notice->isVisible());
    m_workspace->add({ {}, QStringLiteral("a"), QStringLiteral("http://a/"), {}, {}, {} });
    QVERIFY(notice->isVisible());
    const auto buttons = notice->findChildren<QPushButton*>();
    buttons.front()->click();
    QVERIFY(notice->isVisible());
    buttons.back()->click();
    QVERIFY(!notice->isVisible());
    QCOMPARE(workspace::WorkspaceStore(file.fileName()).endpoints().size(), 1U);
}

void TestEndpointsView::saysThatThereIsNoKeychain()
{
    auto* notice = m_view->findChildren<endpoints::NoticeBar*>().back();
    QVERIFY(!notice->isVisible());
    m_secrets->write(QStringLiteral("k"), QStringLiteral("s"));
    QTRY_VERIFY(notice->isVisible());
}

void TestEndpointsView::namesEveryControl()
{
    openProvider();
    QTRY_VERIFY(m_view->current());
    QCOMPARE(namelessControls(*m_view), QStringList());
}

QTEST_MAIN(TestEndpointsView)
#include "tst_endpointsview.moc"
