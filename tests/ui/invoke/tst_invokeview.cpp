// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/accessible.h"

#include "protocol/workspace/secretstore.h"
#include "ui/invoke/describe.h"
#include "ui/invoke/inputpane.h"
#include "ui/invoke/invokeview.h"
#include "ui/invoke/limitsform.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/requesttext.h"
#include "ui/invoke/targetbox.h"
#include "ui/widgets/byteview.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

class TestInvokeView final : public QObject {
    Q_OBJECT

    QPushButton* button(const char* name) { return m_view->findChild<QPushButton*>(QLatin1String(name)); }
    std::shared_ptr<const stack::RunState> run() { return m_stack->run(m_view->currentRun()); }
    bool waitUntilClosed()
    {
        return QTest::qWaitFor([&] {
            m_view->nextFrame();
            return run() && run()->isClosed;
        });
    }
    void open(const char* capability)
    {
        const auto scenario = engine::Scenario::parse(
            std::string(
                R"({"format":1,"name":"stall","features":{"output_streaming":true,"input_streaming":true},"capabilities":[)")
            + capability + "]}");
        QVERIFY(scenario);
        m_stack->open(*scenario);
        QTRY_COMPARE(m_stack->stalls().size(), 1U);
        QTRY_COMPARE(m_view->request().target().current().name, QStringLiteral("stall"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    workspace::SessionStore m_secrets;
    std::unique_ptr<invoke::InvokeView> m_view;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = stack::Stack::create(m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString());
        QVERIFY(made);
        m_stack = std::move(*made);
        m_workspace = std::make_unique<workspace::WorkspaceStore>(
            m_folder->filePath(QStringLiteral("a.acmpworkspace")));
        m_view = std::make_unique<invoke::InvokeView>(*m_stack, *m_workspace, m_secrets);
        m_view->resize(1200, 700);
        m_view->show();
    }
    void cleanup()
    {
        m_view.reset();
        m_workspace.reset();
        m_stack.reset();
    }

    void sendsWhatIsWrittenAndShowsWhatComes()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"chunks":3,"output":{"type":"text","data":"abcdef"},"proofs":["result-hash"]})");
        QVERIFY(!button("cancel")->isEnabled());
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->ended == session::End::Result);
        m_view->nextFrame();
        const auto* chunks = m_view->findChild<QTableView*>(QStringLiteral("invoke.chunks"));
        QCOMPARE(chunks->model()->rowCount(), 3);
        bool shown = false;
        for (const auto* view : m_view->findChildren<widgets::ByteView*>())
            shown |= view->bytes() == "abcdef";
        QVERIFY(shown);
        QVERIFY(button("retry")->isEnabled());
    }

    /// Trap 13: no time limit is hidden.
    void theTimeLimitsOfATaskAreSet()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"chunks":2,"chunk_interval_ms":600000,"proofs":["result-hash"]})");
        auto* const limits = m_view->findChild<QAction*>(QStringLiteral("timeLimits"));
        limits->trigger();
        auto* form = m_view->findChild<invoke::LimitsForm*>();
        QVERIFY(form);
        auto* const liveness = form->findChild<QComboBox*>(QStringLiteral("livenessLimit"));
        liveness->setCurrentText(QStringLiteral("soon"));
        auto* const apply = form->findChild<QPushButton*>(QStringLiteral("applyLimits"));
        QVERIFY(!apply->isEnabled());
        liveness->setCurrentText(QStringLiteral("50"));
        form->findChild<QLineEdit*>(QStringLiteral("cancelGrace"))->setText(QStringLiteral("70"));
        apply->click();
        const auto* const words = m_view->findChild<QLabel*>(QStringLiteral("limitWords"));
        QVERIFY2(words->text().contains(QStringLiteral("50 ms")), qPrintable(words->text()));
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY2(run()->ended == session::End::LivenessLost, qPrintable(invoke::standingOf(*run()).word));

        limits->trigger();
        form = m_view->findChildren<invoke::LimitsForm*>().back();
        QCOMPARE(form->limits()->livenessWindow, wire::milliseconds(50));
        QCOMPARE(form->limits()->cancelGrace, wire::milliseconds(70));
    }

    void aSecondSendIsATaskOfItsOwn()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"output":{"type":"text","data":"x"},"proofs":["result-hash"]})");
        button("send")->click();
        QVERIFY(waitUntilClosed());
        const std::string first = run()->request.taskId;
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->request.taskId != first);
        QCOMPARE(m_view->findChild<QTabBar*>()->count(), 2);
    }

    void anIdThatTheUserTypedIsSentAgainAsItIs()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"output":{"type":"text","data":"x"},"proofs":["result-hash"]})");
        m_view->request().setTaskId("task_mine");
        for (int i = 0; i < 2; ++i) {
            button("send")->click();
            QVERIFY(waitUntilClosed());
            QCOMPARE(run()->request.taskId, std::string("task_mine"));
        }
    }

    void refusesTextThatIsNoRequest()
    {
        m_view->request().target().setEditText(QStringLiteral("http://127.0.0.1:1/mcp"));
        m_view->request().setText("{\"task_id\": 7}");
        button("send")->click();
        QVERIFY(!run());
        QCOMPARE(m_view->request().text(), QByteArray("{\"task_id\": 7}"));
    }

    void formAndTextEditEachOther()
    {
        auto* price = m_view->findChild<QLineEdit*>(QStringLiteral("max_price_cu"));
        const QByteArray before = m_view->request().text();
        QVERIFY(before.contains("\"max_price_cu\": 0.05"));
        price->clear();
        QTest::keyClicks(price, QStringLiteral("0.0070"));
        QCOMPARE(m_view->request().text(), QByteArray(before).replace("0.05", "0.0070"));
        m_view->request().setText(QByteArray(before).replace("0.05", "1.10"));
        price->clearFocus();
        QCOMPARE(price->text(), QStringLiteral("1.10"));
    }

    void cancelsWhileItStreams()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"chunks":1000,"chunk_interval_ms":10,"output":{"type":"text","chunk_bytes":4},"proofs":["result-hash"]})");
        button("send")->click();
        QVERIFY(QTest::qWaitFor([&] {
            m_view->nextFrame();
            return run() && run()->chunks > 0;
        }));
        QVERIFY(button("cancel")->isEnabled());
        button("cancel")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->ended == session::End::Cancelled);
    }

    void sendsAnInputThatFollowsInPieces()
    {
        open(R"({"name":"summarize","price_cu":0.001,"output":{"echo":true},"proofs":["result-hash"]})");
        auto* pane = m_view->findChild<invoke::InputPane*>();
        auto* follows = m_view->findChild<QCheckBox*>(QStringLiteral("input_stream"));
        auto* line = pane->findChild<QLineEdit*>(QStringLiteral("piece"));
        QVERIFY(!pane->isVisible());
        m_view->findChild<QPlainTextEdit*>(QStringLiteral("input"))->clear();
        follows->click();
        QVERIFY(pane->isVisible());
        QVERIFY(!line->isEnabled());
        QVERIFY(m_view->request().text().contains("\"input_stream\": true"));
        QVERIFY(!m_view->request().text().contains("\"input\":"));
        follows->click();
        QVERIFY(!pane->isVisible());
        QVERIFY(m_view->request().text().contains("\"input\":"));
        QVERIFY(!m_view->request().text().contains("input_stream"));
        follows->click();

        button("send")->click();
        const auto taken = [&] { return m_view->nextFrame(), run()->inputTaken; };
        QTRY_VERIFY((m_view->nextFrame(), line->isEnabled()));
        QTest::keyClicks(line, QStringLiteral("one "));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(taken(), 1U);
        QCOMPARE(line->text(), QString());
        QFile file(m_folder->filePath(QStringLiteral("input.txt")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("two three");
        file.close();
        pane->findChild<QComboBox*>(QStringLiteral("cut"))->setCurrentIndex(1);
        pane->findChild<QSpinBox*>(QStringLiteral("pieceBytes"))->setValue(4);
        pane->sendFile(file.fileName());
        QTRY_COMPARE(taken(), 4U);
        line->setText(QStringLiteral("!"));
        QTRY_VERIFY((m_view->nextFrame(), button("endInput")->isEnabled()));
        button("endInput")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->ended == session::End::Result);
        QCOMPARE(run()->output->data.toText(), std::string("one two three!"));
        const auto* pieces = m_view->findChild<QTableView*>(QStringLiteral("invoke.input"));
        QCOMPARE(pieces->model()->rowCount(), 5);
        QVERIFY(!line->isEnabled());
    }

    void saysThatStreamedInputIsNotAdvertisedAndCanInsist()
    {
        const auto scenario = engine::Scenario::parse(
            R"({"format":1,"name":"stall","features":{"input_streaming":false},"capabilities":[{"name":"summarize","price_cu":0.001,"proofs":["result-hash"]}]})");
        QVERIFY(scenario);
        m_stack->open(*scenario);
        QTRY_COMPARE(m_view->request().target().current().name, QStringLiteral("stall"));
        m_view->request().setText(
            R"({"task_id": "t", "capability": "summarize", "input_stream": true, "stream": false})");
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QCOMPARE(run()->failure->kind, wire::ErrorKind::NotAdvertised);
        QVERIFY(!m_view->findChild<QLineEdit*>(QStringLiteral("piece"))->isEnabled());
        m_view->send(true);
        QVERIFY(waitUntilClosed());
        // The provider says it itself.
        QVERIFY(run()->error);
        QCOMPARE(run()->error->code, -33007);
    }

    void offersItsMocksOverWebSocketsToo()
    {
        open(
            R"({"name":"summarize","price_cu":0.001,"output":{"type":"text","data":"x"},"proofs":["result-hash"]})");
        workspace::Endpoint endpoint;
        endpoint.url = QString::fromStdString(m_stack->stalls().front().wsUrl);
        m_view->setTarget(endpoint);
        QCOMPARE(m_view->request().target().current().name, QStringLiteral("stall"));
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->ended == session::End::Result);
        QCOMPARE(run()->transport, std::string("WebSocket"));
    }

    void runsUnderADealAsLongAsItsProviderIsAsked()
    {
        open(R"({"name":"say","price_cu":0.0010,"output":{"type":"text","data":"x"}})");
        stack::Deal deal;
        deal.offer.offerId = "offer_1";
        deal.offer.capability = "say";
        deal.offer.priceCu = *json::Decimal::parse("0.0010");
        const auto kept = std::make_shared<const stack::Deal>(deal);
        const workspace::Endpoint provider = m_view->request().target().current();
        m_view->setDeal(kept, provider);
        QVERIFY(m_view->request().text().contains("\"max_price_cu\": 0.0010"));
        m_view->request().setText(invoke::withMember(m_view->request().text(), "proof_method", std::nullopt));
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QCOMPARE(run()->deal, kept);
        QVERIFY(run()->result);

        workspace::Endpoint another;
        another.url = QStringLiteral("http://127.0.0.1:1/mcp");
        m_view->setTarget(another);
        QVERIFY(!m_view->deal());
        m_view->setDeal(kept, provider);
        m_view->findChild<QToolButton*>(QStringLiteral("dropDeal"))->click();
        QVERIFY(!m_view->deal());
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(!run()->deal);
    }

    void namesEveryControl()
    {
        m_view->request().showJson(false);
        m_view->findChild<QCheckBox*>(QStringLiteral("input_stream"))->click();
        const QStringList nameless = namelessControls(*m_view);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u';')));
    }

    void saysWhomItCouldNotReach()
    {
        m_view->request().target().setEditText(QStringLiteral("http://127.0.0.1:1/mcp"));
        button("send")->click();
        QVERIFY(waitUntilClosed());
        QVERIFY(run()->failure->kind == wire::ErrorKind::Unreachable);
    }
};

QTEST_MAIN(TestInvokeView)
#include "tst_invokeview.moc"
