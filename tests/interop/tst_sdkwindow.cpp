// SPDX-License-Identifier: Apache-2.0
// The window as a buyer at a provider on the official MCP TypeScript SDK.
#include "tests/interop/program.h"
#include "tests/ui/shell/windowfixture.h"

#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/requesttext.h"

#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;

class TestSdkWindow final : public QObject {
    Q_OBJECT

    QPushButton* button(const QString& name) { return m_window->findChild<QPushButton*>(name); }
    std::shared_ptr<const stack::RunState> run()
    {
        return m_fixture->stack().run(m_window->invoke().currentRun());
    }
    void press(const QString& capability)
    {
        invoke::InvokeView& view = m_window->invoke();
        view.request().setText(invoke::withMember(
            view.request().text(), "capability", u"\"%1\""_s.arg(capability).toStdString()));
        button(u"send"_s)->click();
    }

    interop::Server m_provider;
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<shell::MainWindow> m_window;

private Q_SLOTS:
    void initTestCase()
    {
        SKIP_WITHOUT_PEERS();
        m_provider.start(interop::node(), { interop::peer(u"provider.mjs"_s) });
        QVERIFY(!m_provider.mcpUrl().isEmpty());
        m_fixture = std::make_unique<WindowFixture>();
        m_window = std::make_unique<shell::MainWindow>(m_fixture->parts());
        m_window->showView(shell::MainWindow::kInvoke);
        m_window->show();
        workspace::Endpoint endpoint;
        endpoint.url = m_provider.mcpUrl();
        m_window->invoke().setTarget(endpoint);
    }
    void cleanupTestCase()
    {
        m_window.reset();
        m_fixture.reset();
        m_provider.stop();
    }

    void showsTheStreamAsItComes()
    {
        press(u"sentiment-analysis"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run() && run()->isClosed, 20'000);
        const auto ended = run();
        QVERIFY2(ended->ended == session::End::Result,
            ended->failure     ? ended->failure->toString().c_str()
                : ended->error ? ended->error->message.c_str()
                               : "another end");
        QCOMPARE(ended->provider, std::string("sdk-provider"));
        QVERIFY(ended->chunks > 1);
        const auto* chunks = m_window->findChild<QTableView*>(u"invoke.chunks"_s)->model();
        QTRY_COMPARE(chunks->rowCount(), static_cast<int>(ended->chunks));
        for (const session::Verdict& verdict : ended->verdicts)
            QVERIFY2(verdict.state != session::VerdictState::Fail, verdict.text.c_str());
    }

    void cancelIsConfirmed()
    {
        press(u"summarize"_s);
        QTRY_VERIFY_WITH_TIMEOUT(run() && run()->stage == stack::Stage::Running, 20'000);
        QTRY_VERIFY(button(u"cancel"_s)->isEnabled());
        button(u"cancel"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(run()->isClosed, 20'000);
        QVERIFY(run()->ended == session::End::Cancelled);
    }
};

QTEST_MAIN(TestSdkWindow)
#include "tst_sdkwindow.moc"
