// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's views: how each is made and what it asks of the others.
#include "ui/discovery/discoverview.h"
#include "ui/endpoints/endpointsview.h"
#include "ui/invoke/invokeview.h"
#include "ui/invoke/requestpane.h"
#include "ui/mock/mockview.h"
#include "ui/offers/offersview.h"
#include "ui/shell/layoutkeeper.h"
#include "ui/shell/mainwindow.h"
#include "ui/traffic/trafficview.h"

#include <QMenu>
#include <QStackedWidget>

namespace shell {

widgets::View& MainWindow::view(Place place)
{
    Entry& entry = m_entries[place];
    if (!entry.view) {
        entry.view = (this->*entry.make)();
        m_pages->addWidget(entry.view);
        restoreParts(*entry.view, m_parts.settings);
    }
    return *entry.view;
}

bool MainWindow::makeNextView()
{
    for (const Place place : { kDiscover, kEndpoints, kOffers, kInvoke, kMock, kTraffic }) {
        if (!m_entries[place].view) {
            view(place);
            return true;
        }
    }
    return false;
}

widgets::View* MainWindow::makeDiscover()
{
    auto* view = new discover::DiscoverView(
        m_parts.stack, m_parts.workspace, m_parts.secrets, m_parts.settings, m_pages);
    const discover::EntryActions& actions = view->entryActions();
    connect(&actions, &discover::EntryActions::connectRequested, this, &MainWindow::connectTo);
    connect(&actions, &discover::EntryActions::invokeRequested, this,
        [this](const workspace::Endpoint& endpoint, const QStringList& capabilities) {
            invokeAt(endpoint);
            invoke().request().setCapabilities(capabilities);
        });
    connect(&actions, &discover::EntryActions::offersRequested, this, &MainWindow::requestOffers);
    m_discoverMenu->addSeparator();
    m_discoverMenu->addActions(view->sourceActions());
    m_discoverMenu->addSeparator();
    m_discoverMenu->addActions(actions.all());
    return view;
}

void MainWindow::requestOffers(const std::vector<discover::OfferCandidate>& candidates)
{
    std::vector<offers::Provider> providers;
    for (const discover::OfferCandidate& candidate : candidates) {
        offers::Provider provider { candidate.endpoint, QString::fromStdString(candidate.negotiationTarget),
            candidate.tier };
        for (const discovery::Price& price : candidate.indicative)
            provider.indicative.emplace_back(price.capability, price.cu);
        providers.push_back(std::move(provider));
    }
    const bool hasCapability = !candidates.empty() && !candidates.front().capabilities.empty();
    offers().offerProviders(providers,
        hasCapability ? QString::fromStdString(candidates.front().capabilities.front()) : QString());
    showView(kOffers);
}

void MainWindow::connectTo(const QString& endpointId)
{
    showView(kEndpoints);
    endpoints().select(endpointId);
    endpoints().testCurrent();
}

widgets::View* MainWindow::makeEndpoints()
{
    auto* view = new endpoints::EndpointsView(m_parts.stack, m_parts.workspace, m_parts.secrets, m_pages);
    connect(view, &endpoints::EndpointsView::invokeRequested, this, &MainWindow::invokeAt);
    connect(view, &endpoints::EndpointsView::showInTraffic, this, &MainWindow::showInTraffic);
    return view;
}

widgets::View* MainWindow::makeOffers()
{
    auto* view = new offers::OffersView(m_parts.stack, m_parts.workspace, m_parts.secrets, m_pages);
    connect(view, &offers::OffersView::invokeRequested, this, [this](const offers::AcceptedDeal& deal) {
        invoke().setDeal(deal.deal, deal.endpoint);
        showView(kInvoke);
    });
    connect(view, &offers::OffersView::showInTraffic, this, &MainWindow::showInTraffic);
    return view;
}

widgets::View* MainWindow::makeInvoke()
{
    auto* view = new invoke::InvokeView(m_parts.stack, m_parts.workspace, m_parts.secrets, m_pages);
    connect(view, &invoke::InvokeView::showInTraffic, this, &MainWindow::showInTraffic);
    connect(view, &invoke::InvokeView::runStarted, this, [this](stack::RunId run) {
        if (m_entries[kOffers].view)
            offers().addRun(run);
    });
    return view;
}

widgets::View* MainWindow::makeMock()
{
    auto* view = new mock::MockView(m_parts.stack, m_parts.analysis, m_parts.workspace, m_pages);
    connect(view, &mock::MockView::invokeRequested, this, [this](const QString& name, const QString& url) {
        workspace::Endpoint endpoint;
        endpoint.name = name;
        endpoint.url = url;
        invokeAt(endpoint);
    });
    connect(view, &mock::MockView::discoverRequested, this, [this](const QString& address) {
        showView(kDiscover);
        discover().discover(address);
    });
    connect(view, &mock::MockView::showInTraffic, this, &MainWindow::showInTraffic);
    return view;
}

widgets::View* MainWindow::makeTraffic()
{
    auto* view = new traffic::TrafficView(m_pages);
    view->setRecord(m_parts.stack.record(), m_parts.analysis);
    return view;
}

discover::DiscoverView& MainWindow::discover()
{
    return static_cast<discover::DiscoverView&>(view(kDiscover));
}

endpoints::EndpointsView& MainWindow::endpoints()
{
    return static_cast<endpoints::EndpointsView&>(view(kEndpoints));
}

offers::OffersView& MainWindow::offers()
{
    return static_cast<offers::OffersView&>(view(kOffers));
}

invoke::InvokeView& MainWindow::invoke()
{
    return static_cast<invoke::InvokeView&>(view(kInvoke));
}

mock::MockView& MainWindow::mock()
{
    return static_cast<mock::MockView&>(view(kMock));
}

traffic::TrafficView& MainWindow::traffic()
{
    return static_cast<traffic::TrafficView&>(view(kTraffic));
}

} // namespace shell
