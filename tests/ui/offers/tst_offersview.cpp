// SPDX-License-Identifier: GPL-3.0-or-later
// The view driven by hand, with providers on loopback.
#include "tests/ui/support/accessible.h"

#include "protocol/acmp/codec.h"
#include "protocol/workspace/secretstore.h"
#include "ui/offers/dealpane.h"
#include "ui/offers/detailpane.h"
#include "ui/offers/ledgerpane.h"
#include "ui/offers/offerstable.h"
#include "ui/offers/offersview.h"
#include "ui/offers/policyrow.h"
#include "ui/offers/requestpane.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/workspace/workspacestore.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using offers::OffersModel;
using Stage = stack::RoundState::Stage;

namespace {

std::string scenarioText(const char* name, const char* price)
{
    return std::string("{\"format\":1,\"name\":\"") + name
        + "\",\"capabilities\":[{\"name\":\"summarize\",\"price_cu\":" + price
        + ",\"latency_sla_ms\":9000,\"output\":{\"type\":\"text\",\"data\":\"x\"},\"proofs\":[\"result-"
          "hash\"]}]}";
}

} // namespace

class TestOffersView final : public QObject {
    Q_OBJECT

    template <class Widget>
    Widget* find(const char* name)
    {
        return m_view->findChild<Widget*>(QLatin1String(name));
    }
    QPushButton* button(const char* name) { return find<QPushButton>(name); }
    bool waitFor(const std::function<bool()>& holds)
    {
        return QTest::qWaitFor([&] {
            m_view->nextFrame();
            return holds();
        });
    }
    std::shared_ptr<const stack::RoundState> round() { return m_stack->round(m_view->shownRound()); }
    bool waitForOffers()
    {
        return waitFor(
            [&] { return round() && round()->stage == Stage::Concluded && table().currentBid() >= 0; });
    }
    offers::OffersTable& table() { return m_view->table(); }
    QString text(int bid, int column) { return table().bids().index(bid, column).data().toString(); }
    void open(const char* name, const char* price)
    {
        const auto scenario = engine::Scenario::parse(scenarioText(name, price));
        QVERIFY(scenario);
        const auto before = m_stack->stalls().size();
        m_stack->open(*scenario);
        QTRY_COMPARE(m_stack->stalls().size(), before + 1);
        QTRY_COMPARE(m_view->providers().rowCount(), static_cast<int>(before) + 1);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    workspace::SessionStore m_secrets;
    std::unique_ptr<offers::OffersView> m_view;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = stack::Stack::create(m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString());
        QVERIFY(made);
        m_stack = std::move(*made);
        QVERIFY(m_stack->spending().open(m_folder->filePath(QStringLiteral("a.ledger.jsonl")), {}));
        m_workspace = std::make_unique<workspace::WorkspaceStore>(
            m_folder->filePath(QStringLiteral("a.acmpworkspace")));
        connect(m_workspace.get(), &workspace::WorkspaceStore::budgetChanged, this,
            [this] { m_stack->spending().setBudget(m_workspace->budget()); });
        m_view = std::make_unique<offers::OffersView>(*m_stack, *m_workspace, m_secrets);
        m_view->resize(1400, 860);
        m_view->show();
    }
    void cleanup()
    {
        m_view.reset();
        m_workspace.reset();
        m_stack.reset();
    }

    void comparesAcceptsAndHandsOver()
    {
        open("dear", "0.30000000000000004");
        open("cheap", "0.010");
        open("too dear", "5");
        button("requestOffers")->click();
        QVERIFY(waitForOffers());
        QCOMPARE(table().bids().rowCount(), 3);
        QCOMPARE(text(0, OffersModel::Provider), QStringLiteral("dear"));
        QVERIFY2(text(0, OffersModel::Signature).contains(QStringLiteral("budget_exceeded")),
            qPrintable(text(0, OffersModel::Signature))); // above the request's ceiling
        QCOMPARE(text(1, OffersModel::Price), QStringLiteral("0.010"));
        QCOMPARE(table().currentBid(), 1); // the only offer, and so the cheapest

        QVERIFY(!button("fillIntoInvoke")->isEnabled());
        button("accept")->click();
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1 && !button("accept")->isEnabled(); }));
        QVERIFY(button("fillIntoInvoke")->isEnabled());
        std::optional<offers::AcceptedDeal> handed;
        connect(m_view.get(), &offers::OffersView::invokeRequested, this,
            [&](const offers::AcceptedDeal& deal) { handed = deal; });
        button("fillIntoInvoke")->click();
        QVERIFY(handed);
        QCOMPARE(handed->deal->offer.priceCu.text(), std::string("0.010"));
        QCOMPARE(handed->endpoint.name, QStringLiteral("cheap"));
    }

    void aTaskUnderTheDealIsListedBelowIt()
    {
        open("a", "0.01");
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        m_view->accept(0);
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1; }));
        const offers::AcceptedDeal deal = *m_view->deals().dealAt(m_view->deals().index(0, 0));
        stack::Invocation invocation;
        invocation.target.url = deal.endpoint.url.toStdString();
        invocation.request.capability = "summarize";
        invocation.request.input = acmp::Content { "text", json::Raw::string("hello"), {} };
        invocation.deal = deal.deal;
        const stack::RunId run = m_stack->invoke(invocation);
        m_view->addRun(run);
        invocation.deal.reset();
        m_view->addRun(m_stack->invoke(invocation)); // under none
        QVERIFY(waitFor([&] { return m_stack->run(run)->isClosed; }));
        m_view->nextFrame();
        const QModelIndex parent = m_view->deals().index(0, 0);
        QCOMPARE(m_view->deals().rowCount(parent), 1);
        const QString sla = m_view->deals().index(0, offers::Deals::Sla, parent).data().toString();
        QVERIFY2(sla.startsWith(QStringLiteral("met")), qPrintable(sla));
    }

    /// By default what was asked; what is set here holds instead, and the round says so.
    void aPolicyKeepsToItsLimits()
    {
        open("a", "0.02");
        auto* shownLimits = find<widgets::ElidedLabel>("limitsText");
        m_view->request().setText(R"({"capability":"summarize","max_price_cu":0.05,"max_latency_ms":10000})");
        QCOMPARE(shownLimits->text(), QStringLiteral("at most 0.05 CU, at most 10000 ms"));
        find<QComboBox>("limitLatency")->setEditText(QStringLiteral("off"));
        find<QComboBox>("limitPrice")->setEditText(QStringLiteral("0.0190"));
        find<QComboBox>("limitProof")->setEditText(QStringLiteral("result-hash"));
        QCOMPARE(shownLimits->text(), QStringLiteral("at most 0.0190 CU, proof result-hash"));
        find<QCheckBox>("acceptByPolicy")->setChecked(true);
        m_view->requestOffers();
        QVERIFY(waitFor([&] { return round() && round()->decision.has_value(); }));
        QVERIFY(!round()->decision->chosen);
        QCOMPARE(round()->bid(0).bid.whyNot.value_or(""), std::string("0.02 CU, above 0.0190"));
        QVERIFY2(QString::fromStdString(round()->decision->why).contains(shownLimits->text()),
            round()->decision->why.c_str());

        const stack::RoundId before = m_view->shownRound();
        find<QComboBox>("limitPrice")->setEditText(QStringLiteral("cheap"));
        QVERIFY(shownLimits->text().contains(QStringLiteral("cheap")));
        m_view->requestOffers(); // nothing is asked that could be taken against the user's will
        QCOMPARE(m_view->shownRound(), before);
        find<QComboBox>("limitPrice")->setEditText(QStringLiteral("as asked"));
        find<QComboBox>("limitProof")->setEditText(QStringLiteral("as asked")); // none
        m_view->requestOffers();
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1; }));
    }

    /// One of an earlier session, at an endpoint that is the workspace's still, or that is not any more.
    void aDealIsRunUnderAgain()
    {
        workspace::Endpoint endpoint;
        endpoint.name = QStringLiteral("kept");
        endpoint.url = QStringLiteral("http://127.0.0.1:9/mcp");
        endpoint.tokenRef = QStringLiteral("ref");
        const QString id = m_workspace->add(endpoint);
        workspace::KeptDeal kept;
        kept.endpointId = id.toStdString();
        kept.provider = kept.url = endpoint.url.toStdString();
        kept.offer.offerId = "o1";
        kept.offer.priceCu = *json::Decimal::parse("0.0030");
        kept.received = json::Raw(acmp::toJson(kept.offer));
        const QString file = m_folder->filePath(QStringLiteral("a.deals.jsonl"));
        {
            stack::DealBook earlier;
            QVERIFY(earlier.open(file));
            earlier.add(kept);
            kept.offer.offerId = "o2";
            kept.url = "http://127.0.0.1:9/moved";
            kept.received = json::Raw(acmp::toJson(kept.offer));
            earlier.add(kept);
        }
        QVERIFY(m_stack->deals().open(file));
        m_view->deal().showPage(offers::DealPane::kDeals);
        QVERIFY(waitFor([&] { return m_view->deals().count() == 2; }));
        std::vector<offers::AcceptedDeal> handed;
        connect(m_view.get(), &offers::OffersView::invokeRequested, this,
            [&](const offers::AcceptedDeal& deal) { handed.push_back(deal); });
        auto* tree = find<QTreeView>("deals");
        for (const int row : { 0, 1 }) {
            tree->setCurrentIndex(tree->model()->index(row, 0));
            QVERIFY(button("fillIntoInvoke")->isEnabled());
            button("fillIntoInvoke")->click();
        }
        QCOMPARE(handed.size(), 2U);
        QVERIFY(handed[0].endpoint.id.isEmpty()); // another address: no token goes there
        QCOMPARE(handed[0].endpoint.url, QStringLiteral("http://127.0.0.1:9/moved"));
        QCOMPARE(handed[1].endpoint.id, id);
        QCOMPARE(handed[1].endpoint.tokenRef, QStringLiteral("ref"));
        QCOMPARE(handed[1].deal->offer.priceCu.text(), std::string("0.0030"));
    }

    void aFileOfDealsThatIsBrokenSaysWhere()
    {
        const QString path = m_folder->filePath(QStringLiteral("a.deals.jsonl"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("broken\n") > 0);
        file.close();
        QVERIFY(m_stack->deals().open(path));
        m_view->deal().showPage(offers::DealPane::kDeals);
        m_view->nextFrame();
        auto* problem = find<QLabel>("dealProblem");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(path + QStringLiteral(":1")), qPrintable(problem->text()));
    }

    void formAndJsonEditEachOther()
    {
        auto* ceiling = find<QLineEdit>("max_price_cu");
        ceiling->clear();
        QTest::keyClicks(ceiling, QStringLiteral("1.10"));
        QVERIFY(m_view->request().text().contains("\"max_price_cu\": 1.10"));
        m_view->request().setText("{\"capability\":\"x\",\"max_price_cu\":1e-9,\"mine\":[1]}");
        QCOMPARE(ceiling->text(), QStringLiteral("1e-9"));
        QTest::keyClicks(ceiling, QStringLiteral("0"));
        QCOMPARE(m_view->request().text(),
            QByteArray("{\"capability\":\"x\",\"max_price_cu\":1e-90,\"mine\":[1]}"));
        m_view->request().setText("{\"capability\": 7}");
        QVERIFY(!m_view->request().request());
    }

    void asksOnlyThoseTicked()
    {
        open("a", "0.01");
        open("b", "0.02");
        m_view->providers().setTicked(0, false);
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        QCOMPARE(round()->bids.size(), 1U);
        QCOMPARE(text(0, OffersModel::Provider), QStringLiteral("b"));
        m_view->providers().setTicked(1, false);
        QVERIFY(!button("requestOffers")->isEnabled());
    }

    void thePolicyAcceptsByItself()
    {
        open("a", "0.02");
        open("b", "0.01");
        find<QCheckBox>("acceptByPolicy")->setChecked(true);
        m_view->requestOffers();
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1 && round()->decision; }));
        QCOMPARE(round()->decision->chosen, std::optional<std::size_t>(1));
    }

    void signedOnlyTakesNoUnsignedOne()
    {
        open("a", "0.02");
        find<QCheckBox>("acceptByPolicy")->setChecked(true);
        find<QCheckBox>("signedOnly")->setChecked(true);
        m_view->requestOffers();
        QVERIFY(waitFor([&] { return round() && round()->decision.has_value(); }));
        QVERIFY(!round()->decision->chosen);
        QCOMPARE(m_view->deals().count(), 0U);
        QVERIFY(text(0, OffersModel::Taking).contains(QStringLiteral("unsigned")));
    }

    void aBudgetStopsTheAcceptAndSaysSo()
    {
        open("a", "0.02");
        auto* budget = find<QLineEdit>("budgetAll");
        budget->setText(QStringLiteral("no amount"));
        Q_EMIT budget->editingFinished();
        QVERIFY(!m_workspace->budget().all);
        budget->setText(QStringLiteral("0.010"));
        Q_EMIT budget->editingFinished();
        QCOMPARE(m_workspace->budget().all->text(), std::string("0.010"));
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        button("accept")->click();
        QVERIFY(waitFor([&] { return text(0, OffersModel::Taking).contains(QStringLiteral("budget")); }));
        QCOMPARE(m_view->deals().count(), 0U);
    }

    void theLedgerIsSavedAsCsv()
    {
        open("a", "1e-9");
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        m_view->accept(0);
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1; }));
        const QString path = m_folder->filePath(QStringLiteral("ledger.csv"));
        m_view->deal().ledger().exportTo(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(",committed,"));
        file.seek(0);
        QVERIFY(file.readAll().contains(",1e-9,"));
    }

    void theLedgerShowsWhatAnotherProgramSpent()
    {
        offers::LedgerPane pane(m_stack->spending(), *m_workspace);
        pane.show();
        pane.nextFrame();
        const auto* const ledger = pane.findChild<QTableView*>(QStringLiteral("ledger"))->model();
        QCOMPARE(ledger->rowCount(), 0);
        auto theirs = workspace::LedgerFile::open(m_folder->filePath(QStringLiteral("a.ledger.jsonl")));
        workspace::Spending spending;
        spending.provider = "did:web:a.example";
        spending.cu = *json::Decimal::parse("0.5");
        QVERIFY(theirs && theirs->add(spending));
        QVERIFY(waitFor([&] {
            pane.nextFrame();
            return ledger->rowCount() == 1;
        }));
    }

    /// Nobody is there: only that it is asked first, and that "no" sends nothing.
    void anAcceptElsewhereIsConfirmedFirst()
    {
        workspace::Endpoint far;
        far.name = QStringLiteral("far");
        far.url = QStringLiteral("http://compute.invalid/mcp");
        m_workspace->add(far);
        QTRY_COMPARE(m_view->providers().rowCount(), 1);
        QVERIFY(m_view->providers().ticked().empty()); // only our own are asked untold
        m_view->providers().setTicked(0, true);
        find<QCheckBox>("acceptByPolicy")->setChecked(true);
        m_view->requestOffers();
        auto* box = find<QMessageBox>("confirmAccept");
        QVERIFY(box);
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY(!round());
        box->reject();
        QCoreApplication::processEvents();
        QVERIFY(!round());
        m_view->requestOffers();
        for (QAbstractButton* one : find<QMessageBox>("confirmAccept")->buttons()) {
            if (find<QMessageBox>("confirmAccept")->buttonRole(one) == QMessageBox::AcceptRole)
                one->click();
        }
        QVERIFY(waitFor([&] { return round() != nullptr; }));
    }

    /// Decision D17: a token is for the origin that it was entered for.
    void aTokenGoesToNoOtherOrigin()
    {
        offers::Provider provider;
        provider.endpoint.url = QStringLiteral("https://a.example/mcp");
        provider.endpoint.tokenRef = QStringLiteral("ref");
        QCOMPARE(offers::Asking::askedAt(provider), provider.endpoint);
        provider.negotiationUrl = QStringLiteral("https://a.example/offers");
        QCOMPARE(offers::Asking::askedAt(provider).url, provider.negotiationUrl);
        QCOMPARE(offers::Asking::askedAt(provider).tokenRef, QStringLiteral("ref"));
        for (const char* other :
            { "https://b.example/mcp", "http://a.example/mcp", "https://a.example:444/mcp" }) {
            provider.negotiationUrl = QLatin1String(other);
            QVERIFY(offers::Asking::askedAt(provider).tokenRef.isEmpty());
        }
        provider.endpoint.url = QStringLiteral("a2a:https://a.example/card.json");
        provider.negotiationUrl = QStringLiteral("a2a+jsonrpc:https://a.example/offers");
        QCOMPARE(offers::Asking::askedAt(provider).url, provider.negotiationUrl);
        QCOMPARE(offers::Asking::askedAt(provider).tokenRef, QStringLiteral("ref"));
        provider.negotiationUrl = QStringLiteral("a2a+jsonrpc:https://b.example/offers");
        QVERIFY(offers::Asking::askedAt(provider).tokenRef.isEmpty());
    }

    void offersComeFromWhereAnEntrySays()
    {
        open("runs", "0.01");
        open("quotes", "0.02");
        const auto stalls = m_stack->stalls();
        offers::Provider listed;
        listed.endpoint.name = QStringLiteral("listed");
        listed.endpoint.url = QStringLiteral("a2a:") + QString::fromStdString(stalls[0].a2aUrl);
        listed.negotiationUrl = QStringLiteral("a2a+jsonrpc:") + QString::fromStdString(stalls[1].a2aUrl);
        m_view->offerProviders({ listed }, {});
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        QCOMPARE(round()->bids.size(), 1U);
        QCOMPARE(text(0, OffersModel::Price), QStringLiteral("0.02"));
        m_view->accept(0);
        QVERIFY(waitFor([&] { return m_view->deals().count() == 1; }));
        const offers::AcceptedDeal deal = *m_view->deals().dealAt(m_view->deals().index(0, 0));
        QCOMPARE(deal.endpoint.url, listed.endpoint.url); // a task runs where it always did
    }

    void twoOffersCanBeCompared()
    {
        open("a", "0.01");
        open("b", "0.02");
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        table().selectAll();
        m_view->details().showPage(offers::DetailPane::kDifference);
        bool found = false;
        for (const auto* facts : m_view->findChildren<QAbstractTableModel*>()) {
            for (int row = 0; row < facts->rowCount(); ++row)
                found |= facts->index(row, 0).data().toString() == QStringLiteral("≠ price_cu");
        }
        QVERIFY(found);
    }

    void slidersMoveTheScore()
    {
        open("a", "0.01");
        open("b", "0.02");
        m_view->requestOffers();
        QVERIFY(waitForOffers());
        for (const char* name : { "weightSla", "weightRoundTrip" })
            find<QSlider>(name)->setValue(0);
        find<QSlider>("weightPrice")->setValue(100);
        // Neither is signed: half of it.
        QCOMPARE(text(0, OffersModel::Score), QStringLiteral("50.0"));
        QCOMPARE(text(1, OffersModel::Score), QStringLiteral("25.0"));
    }

    void everyControlHasAName()
    {
        open("a", "0.01");
        QCOMPARE(namelessControls(*m_view), QStringList());
    }
};

QTEST_MAIN(TestOffersView)
#include "tst_offersview.moc"
