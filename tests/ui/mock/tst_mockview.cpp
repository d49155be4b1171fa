// SPDX-License-Identifier: GPL-3.0-or-later
// The view on a stack of its own: what it plays really listens, and is really asked.
#include "tests/ui/support/accessible.h"

#include "ui/analysis/analysis.h"
#include "ui/mock/asksmodel.h"
#include "ui/mock/mockview.h"
#include "ui/widgets/segments.h"
#include "ui/workspace/workspacestore.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPromise>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using mock::AsksModel;
using mock::MockView;

class TestMockView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsWhatIsShipped();
    void startsTheDemoMarket();
    void showsWhatIsAskedOfIt();
    void stopsAndStartsOne();
    void copiesEachAddress();
    void speaksTlsWhereAsked();
    void showsWhatIsAskedOverAWebSocket();
    void showsTheMistakesOfAFile();
    void readsAFileAgainWhenItIsStarted();
    void takesAKeyFromTheKeychainWhenItIsStarted();
    void saysWhyAKeyCantBeHad();
    void opensNothingThatWasStoppedMeanwhile();
    void keepsFilesInTheWorkspace();
    void namesEveryControl();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    QAbstractItemModel* scenarios() const { return child<QTableView>("scenarios")->model(); }
    QAbstractItemModel* asks() const { return child<QTableView>("asks")->model(); }
    QModelIndex cell(int column) const { return asks()->index(0, column); }
    QString write(const QByteArray& text)
    {
        const QString path = m_folder.filePath(QStringLiteral("mine.json"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    }
    using Loaded = std::expected<identity::Key, wire::Error>;
    void answer(const Loaded& key)
    {
        m_key->addResult(key);
        m_key->finish();
    }
    QString sentence() const { return child<QLabel>("sentence")->text(); }
    /// What the buttons of that name copy, those in sight.
    QString copied(const char* button) const;
    int running() const
    {
        int count = 0;
        for (int row = 0; row < scenarios()->rowCount(); ++row)
            count += scenarios()->index(row, 1).data().toString() == QLatin1String("running") ? 1 : 0;
        return count;
    }
    void readFrames()
    {
        m_analysis->wake();
        m_view->nextFrame();
    }

    QTemporaryDir m_folder;
    int m_captures = 0;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<analysis::Analysis> m_analysis;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    std::vector<std::string> m_asked; ///< for keys of the keychain, by name
    std::unique_ptr<QPromise<Loaded>> m_key; ///< what the next of them is answered with
    std::unique_ptr<MockView> m_view;
};

static const QByteArray kScenario
    = R"({"format": 1, "name": "mine", "capabilities": [{"name": "c", "price_cu": 1}]})";
static const QByteArray kKeychainScenario
    = R"({"format": 1, "name": "mine", "capabilities": [{"name": "c", "price_cu": 1}], "key": {"keychain": "my shop"}})";

void TestMockView::init()
{
    const QString name = QString::number(m_captures++);
    binding::Surroundings surroundings;
    surroundings.devCaFolder = m_folder.filePath(QStringLiteral("ca")).toStdString();
    auto stack = stack::Stack::create(
        m_folder.filePath(name + QStringLiteral(".acmpcap")).toStdString(), surroundings);
    QVERIFY(stack);
    m_stack = std::move(*stack);
    m_analysis = std::make_unique<analysis::Analysis>(m_stack->record());
    m_workspace = std::make_unique<workspace::WorkspaceStore>(m_folder.filePath(name));
    m_asked.clear();
    m_key = std::make_unique<QPromise<Loaded>>();
    m_key->start();
    m_view = std::make_unique<MockView>(
        *m_stack, *m_analysis, *m_workspace, nullptr, [this](const std::string& wanted) {
            m_asked.push_back(wanted);
            return m_key->future();
        });
    m_view->resize(1300, 800);
    m_view->show();
}

void TestMockView::cleanup()
{
    m_view.reset();
    m_workspace.reset();
    m_analysis.reset();
    m_stack.reset();
}

void TestMockView::listsWhatIsShipped()
{
    QStringList names;
    for (int row = 0; row < scenarios()->rowCount(); ++row)
        names += scenarios()->index(row, 0).data().toString();
    QCOMPARE(names,
        (QStringList { QStringLiteral("demo-careful"), QStringLiteral("demo-fast"),
            QStringLiteral("demo-forger"), QStringLiteral("demo-refuser"), QStringLiteral("demo-slow"),
            QStringLiteral("flood") }));
    // Nothing is started by looking at it.
    QVERIFY(m_stack->stalls().empty());
}

void TestMockView::startsTheDemoMarket()
{
    auto* const discoverAll = child<QPushButton>("discoverAll");
    QVERIFY(!discoverAll->isEnabled());
    child<QPushButton>("startDemoMarket")->click();
    QTRY_COMPARE(running(), 5);
    m_view->startDemoMarket();
    QCOMPARE(m_stack->stalls().size(), 5U);

    QSignalSpy discover(m_view.get(), &MockView::discoverRequested);
    discoverAll->click();
    QCOMPARE(discover.count(), 1);
    QCOMPARE(discover.front().at(0).toString().toStdString(), m_stack->listed().ardUrl);

    QSignalSpy invoke(m_view.get(), &MockView::invokeRequested);
    child<QPushButton>("invoke")->click();
    QCOMPARE(invoke.count(), 1);
    QCOMPARE(invoke.front().at(0).toString(), QStringLiteral("demo-fast"));
    QVERIFY(invoke.front().at(1).toString().startsWith(QStringLiteral("http://127.0.0.1:")));

    for (auto* copy : m_view->findChildren<QToolButton*>()) {
        if (copy->accessibleName() == QLatin1String("Copy the address"))
            copy->click();
    }
    QCOMPARE(QGuiApplication::clipboard()->text(), invoke.front().at(1).toString());
}

void TestMockView::showsWhatIsAskedOfIt()
{
    m_view->startDemoMarket();
    QTRY_COMPARE(running(), 5);
    acmp::Invoke request;
    request.taskId = "task_1";
    request.capability = "summarize";
    request.input = acmp::Content { "text", json::Raw::string("Hello"), {} };
    request.stream = true;
    stack::Invocation invocation;
    invocation.target.url = m_stack->stalls().front().mcpUrl;
    invocation.request = request;
    const auto run = m_stack->invoke(invocation);
    QTRY_VERIFY(m_stack->run(run)->stage == stack::Stage::Ended);

    const auto state = [this] { return readFrames(), cell(AsksModel::State).data().toString(); };
    QTRY_COMPARE(state(), QStringLiteral("result"));
    QCOMPARE(asks()->rowCount(), 1);
    QCOMPARE(cell(AsksModel::Provider).data().toString(), QStringLiteral("demo-fast"));
    QCOMPARE(cell(AsksModel::What).data().toString(), QStringLiteral("invoke summarize"));
    QCOMPARE(cell(AsksModel::Id).data().toString(), QStringLiteral("task_1"));
    QCOMPARE(cell(AsksModel::Chunks).data().toString(), QStringLiteral("16"));
    QCOMPARE(cell(AsksModel::Cu).data().toString(), QStringLiteral("0.006"));

    QSignalSpy show(m_view.get(), &MockView::showInTraffic);
    child<QTableView>("asks")->setCurrentIndex(asks()->index(0, 0));
    child<QPushButton>("showInTraffic")->click();
    QCOMPARE(show.count(), 1);
    QVERIFY(show.front().front().value<wire::RecordNo>() < m_stack->record().rowCount());
}

void TestMockView::stopsAndStartsOne()
{
    auto* toggle = child<QPushButton>("startStop");
    toggle->click();
    QTRY_COMPARE(running(), 1);
    QVERIFY(toggle->text().contains(QStringLiteral("Sto&p")));
    toggle->click();
    QCOMPARE(running(), 0);
    QTRY_VERIFY(m_stack->stalls().empty());
    toggle->click();
    QTRY_COMPARE(running(), 1);
}

QString TestMockView::copied(const char* button) const
{
    QGuiApplication::clipboard()->clear();
    for (auto* copy : m_view->findChildren<QToolButton*>()) {
        if (copy->accessibleName() == QLatin1String(button) && copy->isVisible())
            copy->click();
    }
    return QGuiApplication::clipboard()->text();
}

void TestMockView::copiesEachAddress()
{
    const QString path = write(kScenario);
    m_view->openScenario(path);
    // A process of its own needs nothing to run here.
    const QString command = copied("Copy the command line for stdio");
    QVERIFY2(command.endsWith(QStringLiteral("/acmpctl serve --stdio ") + path), qPrintable(command));
    QCOMPARE(copied("Copy the WebSocket address"), QString());
    child<QPushButton>("startStop")->click();
    QTRY_COMPARE(running(), 1);
    const QString address = copied("Copy the WebSocket address");
    QCOMPARE(address, QString::fromStdString(m_stack->stalls().front().wsUrl));
    QVERIFY2(address.startsWith(QStringLiteral("ws://127.0.0.1:")), qPrintable(address));
    const QString card = copied("Copy the address of the agent card");
    QCOMPARE(card, QString::fromStdString(m_stack->stalls().front().a2aUrl));
    QVERIFY2(card.endsWith(QStringLiteral("/.well-known/agent-card.json")), qPrintable(card));
    QVERIFY(copied("Copy the A2A address").endsWith(QStringLiteral("/a2a/rest")));
    // One that is shipped is in no file.
    m_view->choose(QStringLiteral(":/scenarios/demo-fast.json"));
    QCOMPARE(copied("Copy the command line for stdio"), QString());
}

void TestMockView::speaksTlsWhereAsked()
{
    auto* tls = child<QCheckBox>("tls");
    child<QPushButton>("startStop")->click();
    QTRY_COMPARE(running(), 1);
    const stack::StallId before = m_stack->stalls().front().id;
    tls->click();
    QTRY_VERIFY(m_stack->stalls().size() == 1 && m_stack->stalls().front().id != before);
    QTRY_COMPARE(running(), 1);
    QVERIFY(copied("Copy the address").startsWith(QStringLiteral("https://")));
    QVERIFY(copied("Copy the WebSocket address").startsWith(QStringLiteral("wss://")));
    QVERIFY(copied("Copy the A2A address").startsWith(QStringLiteral("https://")));
    // Each has a switch of its own.
    m_view->choose(QStringLiteral(":/scenarios/flood.json"));
    QVERIFY(!tls->isChecked());
    m_view->choose(QStringLiteral(":/scenarios/demo-careful.json"));
    QVERIFY(tls->isChecked());
    child<QPushButton>("startStop")->click();
    QTRY_VERIFY(m_stack->stalls().empty());
    QVERIFY(tls->isChecked());
    tls->click();
    QVERIFY(m_stack->stalls().empty());
}

void TestMockView::showsWhatIsAskedOverAWebSocket()
{
    child<QPushButton>("startStop")->click();
    QTRY_COMPARE(running(), 1);
    acmp::Invoke request;
    request.taskId = "task_1";
    request.capability = "summarize";
    request.input = acmp::Content { "text", json::Raw::string("Hello"), {} };
    stack::Invocation invocation;
    invocation.target.url = m_stack->stalls().front().wsUrl;
    invocation.request = request;
    invocation.force = true;
    m_stack->invoke(invocation);
    QTRY_VERIFY((readFrames(), asks()->rowCount() == 1));
    QCOMPARE(cell(AsksModel::Provider).data().toString(), QStringLiteral("demo-careful"));
    m_view->findChild<widgets::Segments*>(QStringLiteral("asksScope"))->setCurrent(1);
    QCOMPARE(asks()->rowCount(), 1);
}

void TestMockView::showsTheMistakesOfAFile()
{
    m_view->openScenario(write("{\n  \"format\": 1,\n  \"nam\": \"x\",\n  \"capabilities\": []\n}"));
    const auto* mistakes = child<QListWidget>("mistakes");
    QVERIFY(mistakes->isVisible());
    QVERIFY(mistakes->count() >= 2);
    // Mended meanwhile.
    write(kScenario);
    QVERIFY(child<QPushButton>("startStop")->text().contains(QStringLiteral("Read again")));
    child<QPushButton>("startStop")->click();
    QVERIFY(!mistakes->isVisible());
    QVERIFY(m_stack->stalls().empty());
    write("{");
    QVERIFY(child<QPushButton>("startStop")->text().contains(QStringLiteral("St&art")));
    child<QPushButton>("startStop")->click();
    QVERIFY(mistakes->isVisible());
    // Another one has none.
    m_view->choose(QStringLiteral(":/scenarios/flood.json"));
    QVERIFY(!mistakes->isVisible());
    QVERIFY(child<QPushButton>("startStop")->text().contains(QStringLiteral("St&art")));
}

void TestMockView::takesAKeyFromTheKeychainWhenItIsStarted()
{
    m_view->openScenario(write(kKeychainScenario));
    QVERIFY(m_asked.empty());
    child<QPushButton>("startStop")->click();
    QCOMPARE(m_asked, std::vector<std::string> { "my shop" });
    QVERIFY(m_stack->stalls().empty());
    answer(identity::Key::generate(identity::KeyType::P256).value());
    QTRY_COMPARE(running(), 1);
    child<QPushButton>("startStop")->click();
    QTRY_COMPARE(running(), 0);
}

void TestMockView::saysWhyAKeyCantBeHad()
{
    m_view->openScenario(write(kKeychainScenario));
    child<QPushButton>("startStop")->click();
    answer(std::unexpected(
        wire::Error { wire::ErrorKind::Io, "there is no keychain", {}, "no bus", {}, false }));
    QTRY_VERIFY(sentence().contains(QStringLiteral("there is no keychain")));
    QVERIFY(m_stack->stalls().empty());
    child<QPushButton>("startStop")->click();
    QVERIFY(!sentence().contains(QStringLiteral("keychain")));
    QVERIFY(child<QPushButton>("startStop")->text().contains(QStringLiteral("St&art")));
}

void TestMockView::opensNothingThatWasStoppedMeanwhile()
{
    m_view->openScenario(write(kKeychainScenario));
    child<QPushButton>("startStop")->click();
    child<QPushButton>("startStop")->click();
    answer(identity::Key::generate(identity::KeyType::Ed25519).value());
    QCoreApplication::processEvents();
    QVERIFY(m_stack->stalls().empty());
    QCOMPARE(running(), 0);
}

void TestMockView::readsAFileAgainWhenItIsStarted()
{
    m_view->openScenario(write(kScenario));
    write(QByteArray(kScenario).replace("mine", "later"));
    child<QPushButton>("startStop")->click();
    QTRY_COMPARE(running(), 1);
    QTRY_COMPARE(m_stack->stalls().size(), 1U);
    QCOMPARE(m_stack->stalls().front().name, std::string("later"));
}

void TestMockView::keepsFilesInTheWorkspace()
{
    const QString path = write(kScenario);
    m_view->openScenario(path);
    QCOMPARE(m_workspace->scenarios(), QStringList { path });
    QCOMPARE(scenarios()->rowCount(), 7);
    m_workspace->removeScenario(path);
    QCOMPARE(scenarios()->rowCount(), 6);
}

void TestMockView::namesEveryControl()
{
    m_view->startDemoMarket();
    QTRY_COMPARE(running(), 5);
    QCOMPARE(namelessControls(*m_view), QStringList());
}

QTEST_MAIN(TestMockView)
#include "tst_mockview.moc"
