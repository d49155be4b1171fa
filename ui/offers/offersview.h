// SPDX-License-Identifier: GPL-3.0-or-later
// Asks many providers for offers at once, compares what comes, accepts by hand or by policy, and hands the
// terms on (Layer 6).
#pragma once

#include "ui/offers/asking.h"
#include "ui/offers/deals.h"
#include "ui/offers/history.h"
#include "ui/widgets/view.h"

class QPushButton;
class QTableView;

namespace widgets {
class Pane;
class PlainLabel;
class Segments;
}

namespace workspace {
class WorkspaceStore;
}

namespace offers {

class DealPane;
class DetailPane;
class OffersTable;
class Plot;
class PolicyRow;
class RequestPane;
class WeightsPane;

class OffersView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OffersView)

public:
    /// All must outlive it.
    OffersView(stack::Stack& stack, workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets,
        QWidget* parent = nullptr);

    static QString title() { return tr("Offers"); }
    static QIcon icon();
    void nextFrame() override;

    /// Ticks these, and no others, besides what is known; for this capability, unless it is empty.
    void offerProviders(const std::vector<Provider>& providers, const QString& capability);
    void requestOffers();
    void accept(int bid);
    void requoteAndAccept(int bid);
    /// A task has begun, perhaps under one of the deals.
    void addRun(stack::RunId run) { m_deals->addRun(run); }
    void showRound(stack::RoundId round);
    /// None before the first.
    stack::RoundId shownRound() const { return m_shown; }

    RequestPane& request() { return *m_request; }
    PolicyRow& policy() { return *m_policy; }
    OffersTable& table() { return *m_table; }
    DetailPane& details() { return *m_details; }
    DealPane& deal() { return *m_deal; }
    ProvidersModel& providers() { return *m_providers; }
    const Deals& deals() const { return *m_deals; }

Q_SIGNALS:
    void invokeRequested(const offers::AcceptedDeal& deal);
    void showInTraffic(wire::RecordNo record);

private:
    QWidget* makeLeft();
    QWidget* makeProviders();
    QWidget* makeRounds();
    QWidget* makeComparison();
    QWidget* makeBottom();
    QWidget* makePlot();
    void connectAll();
    void readProviders();
    void showAsked();
    stack::RoundCall callOf(acmp::OfferRequest request, buyer::Constraints constraints) const;
    void startRound(stack::RoundCall call);
    void begin(stack::RoundId round, const std::vector<Provider>& providers);
    /// With what the workspace has of its endpoint now.
    AcceptedDeal current(AcceptedDeal deal) const;
    void takeChanges();
    void showShown(const std::shared_ptr<const stack::RoundState>& round);
    void showChosen();
    void showButtons();
    void showPlot();
    void chooseBest(const stack::RoundState& round);
    /// Binding, and outside this machine: asks first.
    void confirm(const QString& what, std::function<void()> then);
    QString bindingText(int bid) const;

    stack::Stack& m_stack;
    workspace::WorkspaceStore& m_workspace;
    ProvidersModel* m_providers;
    Asking* m_asking;
    History* m_history;
    Deals* m_deals;
    std::vector<Provider> m_handedOver;
    stack::RoundId m_shown = stack::RoundId::None;
    bool m_hasChosen = false; ///< a row of the round that is shown

    RequestPane* m_request;
    PolicyRow* m_policy;
    WeightsPane* m_weights;
    widgets::Pane *m_providerPane = nullptr, *m_roundPane = nullptr;
    QTableView* m_rounds = nullptr;
    OffersTable* m_table;
    QPushButton *m_accept = nullptr, *m_requote = nullptr;
    DetailPane* m_details;
    DealPane* m_deal;
    Plot* m_plot = nullptr;
    widgets::Segments* m_measure = nullptr;
};

} // namespace offers
