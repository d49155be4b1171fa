// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shell/windowfixture.h"

#include "protocol/acmp/codec.h"
#include "ui/discovery/discoverview.h"
#include "ui/discovery/entryactions.h"
#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/targetbox.h"
#include "ui/offers/offersview.h"
#include "ui/offers/providersmodel.h"
#include "ui/offers/requestpane.h"
#include "ui/shell/palette.h"
#include "ui/stack/dealbook.h"
#include "ui/traffic/trafficview.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTest>

class TestMainWindow final : public QObject {
    Q_OBJECT

    static void makeAllViews(shell::MainWindow& window)
    {
        using Window = shell::MainWindow;
        for (const Window::Place place : { Window::kDiscover, Window::kEndpoints, Window::kOffers,
                 Window::kInvoke, Window::kMock, Window::kTraffic })
            window.showView(place);
    }

    static workspace::KeptDeal accepted()
    {
        workspace::KeptDeal deal;
        deal.offer.offerId = "offer_1";
        deal.offer.capability = deal.request.capability = "say";
        deal.received = json::Raw(acmp::toJson(deal.offer));
        return deal;
    }

private Q_SLOTS:
    void opensACaptureAndGoesBackToTheLiveRecord()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.show();
        window.openCapture(fixture.path(QStringLiteral("live.acmpcap")));
        QVERIFY(window.traffic().isVisible());
        window.showLiveRecord();
    }

    void whoIsListedIsAskedForOffers()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.show();
        window.showView(shell::MainWindow::kDiscover);
        discover::OfferCandidate candidate;
        candidate.endpoint.name = QStringLiteral("listed");
        candidate.endpoint.url = QStringLiteral("http://127.0.0.1:9/card");
        candidate.negotiationTarget = "http://127.0.0.1:9/quotes";
        candidate.capabilities = { "read", "write" };
        candidate.tier = "A";
        candidate.indicative = { { "read", *json::Decimal::parse("0.0030") } };
        Q_EMIT window.discover().entryActions().offersRequested({ candidate });
        QVERIFY(window.offers().isVisible());
        const std::vector<offers::Provider> ticked = window.offers().providers().ticked();
        QCOMPARE(ticked.size(), std::size_t { 1 });
        QCOMPARE(ticked.front().endpoint.url, candidate.endpoint.url);
        QCOMPARE(ticked.front().negotiationUrl, QStringLiteral("http://127.0.0.1:9/quotes"));
        QCOMPARE(ticked.front().tier, std::string("A"));
        QCOMPARE(ticked.front().indicative.front().second.text(), std::string("0.0030"));
        QCOMPARE(window.offers().request().request()->capability, std::string("read"));
    }

    /// A budget counts what was spent before, under whatever name the workspace is saved.
    void aWorkspaceIsSavedWithItsLedgerAndDeals()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.show();
        workspace::Spending spent;
        spent.cu = *json::Decimal::parse("0.30");
        fixture.stack().spending().add(spent);
        fixture.stack().deals().add(accepted());
        window.saveWorkspaceAs(fixture.path(QStringLiteral("b.acmpworkspace")));
        QVERIFY(!window.findChild<QMessageBox*>());
        const auto reopen = [&](const char* name) {
            window.openWorkspace(fixture.path(QLatin1String(name)));
            return std::pair(fixture.stack().spending().ledger()->entries().size(),
                fixture.stack().deals().state().deals->size());
        };
        const std::pair<std::size_t, std::size_t> one { 1, 1 }, none { 0, 0 };
        QVERIFY(reopen("new.acmpworkspace") == none);
        QVERIFY(reopen("b.acmpworkspace") == one);
        fixture.stack().spending().add(spent);
        QVERIFY(reopen("a.acmpworkspace") == one); // each its own from then on

        // Another's ledger is there: nothing is written.
        window.saveWorkspaceAs(fixture.path(QStringLiteral("b.acmpworkspace")));
        const auto* box = window.findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY2(box->text().contains(QStringLiteral("b.ledger.jsonl")), qPrintable(box->text()));
        QCOMPARE(fixture.parts().workspace.path(), fixture.path(QStringLiteral("a.acmpworkspace")));
    }

    void aNewWorkspaceIsEmpty()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        workspace::Spending spent;
        spent.cu = *json::Decimal::parse("0.30");
        fixture.stack().spending().add(spent);
        window.newWorkspace(fixture.path(QStringLiteral("new.acmpworkspace")));
        QVERIFY(!window.findChild<QMessageBox*>());
        QVERIFY(fixture.stack().spending().ledger()->entries().empty());
        fixture.stack().spending().add(spent);
        window.newWorkspace(fixture.path(QStringLiteral("new.acmpworkspace"))); // its ledger is there by now
        QVERIFY(window.findChild<QMessageBox*>());
    }

    void saysWhyACaptureCannotBeOpened()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.show();
        window.openCapture(QStringLiteral("/nowhere.acmpcap"));
        const auto* box = window.findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY(box->text().contains(QStringLiteral("/nowhere.acmpcap")));
        QCOMPARE(box->textFormat(), Qt::PlainText);
    }

    void remembersItsSplitters()
    {
        WindowFixture fixture;
        const QString name = QStringLiteral("invoke.columns");
        QList<int> sizes;
        {
            shell::MainWindow window(fixture.parts());
            window.resize(1200, 700);
            window.showView(shell::MainWindow::kInvoke);
            window.show();
            auto* splitter = window.findChild<QSplitter*>(name);
            splitter->setSizes({ 400, 500, 280 });
            sizes = splitter->sizes();
            window.close();
        }
        shell::MainWindow window(fixture.parts());
        window.showView(shell::MainWindow::kInvoke);
        window.show();
        QCOMPARE(window.findChild<QSplitter*>(name)->sizes(), sizes);
    }

    /// Trap 24: what comes from a peer is never rendered.
    void noLabelRendersRichText()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        makeAllViews(window);
        for (const auto* label : window.findChildren<QLabel*>()) {
            const bool isOfAForm = label->buddy() != nullptr; // with a name that is our own
            QVERIFY2(label->textFormat() == Qt::PlainText || isOfAForm, qPrintable(label->text()));
        }
    }

    /// Two actions on one key are two that do nothing where both are within reach.
    void everyKeyHasOneMeaning()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        makeAllViews(window);
        QHash<QKeySequence, int> uses;
        QSet<QKeySequence> everywhere;
        for (const auto* action : window.findChildren<QAction*>()) {
            for (const QKeySequence& key : action->shortcuts()) {
                ++uses[key];
                if (action->shortcutContext() == Qt::WindowShortcut
                    || action->shortcutContext() == Qt::ApplicationShortcut)
                    everywhere.insert(key);
            }
        }
        for (const auto* menu : window.menuBar()->actions())
            ++uses[QKeySequence::mnemonic(menu->text())];
        for (const auto* button : window.findChildren<QAbstractButton*>()) {
            if (!button->shortcut().isEmpty())
                QVERIFY2(!uses.contains(button->shortcut()), qPrintable(button->shortcut().toString()));
        }
        QVERIFY(!everywhere.isEmpty());
        for (const QKeySequence& key : everywhere)
            QVERIFY2(uses.value(key) == 1, qPrintable(key.toString()));
    }

    void thePaletteDoesWhatItsWordsName()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        window.resize(1200, 700);
        window.show();
        window.activateWindow();
        [&] { QTRY_VERIFY(window.isActiveWindow()); }();
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<shell::Palette*>();
        QVERIFY(palette);
        QVERIFY(palette->shownNames().contains(QStringLiteral("View › Offers")));
        auto* words = palette->findChild<QLineEdit*>();
        QTest::keyClicks(words, QStringLiteral("no such command"));
        QVERIFY(palette->shownNames().isEmpty());
        QTest::keyClick(words, Qt::Key_Return); // and nothing happens
        words->clear();
        QTest::keyClicks(words, QStringLiteral("DEMO start"));
        QVERIFY(palette->shownNames().contains(QStringLiteral("File › Start the demo market")));
        QTest::keyClick(words, Qt::Key_Return);
        QTRY_COMPARE(fixture.stack().stalls().size(), 5U);
        QTRY_VERIFY(!window.findChild<shell::Palette*>());

        window.showView(shell::MainWindow::kInvoke);
        QTRY_VERIFY(!window.invoke().request().target().current().url.isEmpty());
        const shell::Palette ofInvoke(&window);
        const QStringList names = ofInvoke.shownNames();
        QVERIFY(names.contains(QStringLiteral("Hex")));
        QVERIFY(names.contains(QStringLiteral("Session › Send")) && !names.contains(QStringLiteral("Send")));
        window.showView(shell::MainWindow::kMock);
        const shell::Palette ofMock(&window);
        QVERIFY(!ofMock.shownNames().contains(QStringLiteral("Hex"))); // out of sight
    }

    void aButtonHasTheKeyThatItNames()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        makeAllViews(window);
        window.offers().request().setAsked(3);
        int named = 0;
        for (const auto* button : window.findChildren<QPushButton*>()) {
            if (!button->toolTip().startsWith(QStringLiteral("Ctrl+")))
                continue;
            ++named;
            QVERIFY2(!button->shortcut().isEmpty(), qPrintable(button->text()));
        }
        QVERIFY2(named >= 2, qPrintable(QString::number(named)));
    }

    void everyControlHasAName()
    {
        WindowFixture fixture;
        shell::MainWindow window(fixture.parts());
        makeAllViews(window);
        for (const auto* button : window.findChildren<QAbstractButton*>()) {
            const bool named = !button->accessibleName().isEmpty() || !button->text().isEmpty()
                || !button->toolTip().isEmpty() || button->objectName().startsWith(QStringLiteral("qt_"))
                || qobject_cast<QLineEdit*>(button->parentWidget())
                || QByteArray(button->metaObject()->className()) == "QTableCornerButton";
            QVERIFY2(named, button->parentWidget()->metaObject()->className());
        }
    }

    void closesWhileATaskStreams()
    {
        WindowFixture fixture;
        auto window = std::make_unique<shell::MainWindow>(fixture.parts());
        window->show();
        window->startDemoMarket();
        QTRY_COMPARE(fixture.stack().stalls().size(), 5U);
        QTRY_VERIFY(!window->invoke().request().target().current().url.isEmpty());
        window->showView(shell::MainWindow::kInvoke);
        window->invoke().send();
        QTRY_VERIFY(fixture.stack().status().runningTasks == 1);
        window->close();
        window.reset();
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
