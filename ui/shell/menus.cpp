// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window: every action has an entry here.
#include "ui/discovery/discoverview.h"
#include "ui/endpoints/endpointsview.h"
#include "ui/invoke/invokeview.h"
#include "ui/offers/offersview.h"
#include "ui/shell/helpwindow.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/palette.h"
#include "ui/theme/icons.h"
#include "ui/traffic/trafficview.h"

#include <QActionGroup>
#include <QMenuBar>
#include <QMessageBox>

namespace shell {

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    menu->addAction(theme::icon(QStringLiteral("market")), tr("Start the &demo market"), this,
        &MainWindow::startDemoMarket);
    menu->addAction(theme::icon(QStringLiteral("endpoints")), tr("&Connect to an endpoint…"), this, [this] {
        showView(kEndpoints);
        endpoints().addEndpoint();
    });
    menu->addSeparator();
    menu->addAction(theme::icon(QStringLiteral("open")), tr("&Open a capture…"),
        QKeySequence(QKeySequence::Open), this, &MainWindow::chooseCapture);
    menu->addAction(tr("Back to the &live record"), this, [this] {
        showLiveRecord();
        showView(kTraffic);
    });
    menu->addSeparator();
    menu->addAction(tr("&New workspace…"), this, &MainWindow::chooseNewWorkspace);
    menu->addAction(tr("Open a &workspace…"), this, &MainWindow::chooseWorkspace);
    menu->addAction(tr("&Save the workspace as…"), QKeySequence(QKeySequence::SaveAs), this,
        &MainWindow::chooseWorkspaceToSave);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence(QKeySequence::Quit), this, &QWidget::close);
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    menu->addAction(tr("&Welcome"), QKeySequence(Qt::CTRL | Qt::Key_0), this, &MainWindow::showWelcome);
    menu->addSeparator();
    for (const Place place : { kDiscover, kEndpoints, kOffers, kInvoke, kMock, kTraffic }) {
        const auto key = static_cast<Qt::Key>(static_cast<int>(Qt::Key_1) + place);
        menu->addAction(m_entries[place].icon, m_entries[place].title, QKeySequence(Qt::CTRL | key), this,
            [this, place] { showView(place); });
    }
    menu->addSeparator();
    menu->addAction(tr("&Command palette…"), QKeySequence(Qt::CTRL | Qt::Key_K), this, [this] {
        auto* const palette = new Palette(this);
        palette->setAttribute(Qt::WA_DeleteOnClose);
        palette->show();
    });
    menu->addSeparator();
    auto* schemes = new QActionGroup(this);
    const auto current = static_cast<theme::Scheme>(m_parts.settings.value(QStringLiteral("theme")).toInt());
    const auto add = [&](const QString& text, theme::Scheme scheme) {
        QAction* action = menu->addAction(text, this, [this, scheme] { setScheme(scheme); });
        action->setCheckable(true);
        action->setChecked(scheme == current);
        schemes->addAction(action);
    };
    add(tr("Colours of the &system"), theme::Scheme::System);
    add(tr("&Light"), theme::Scheme::Light);
    add(tr("&Dark"), theme::Scheme::Dark);
}

void MainWindow::makeDiscoverMenu()
{
    m_discoverMenu = menuBar()->addMenu(tr("&Discover"));
    m_discoverMenu->addAction(theme::icon(QStringLiteral("discover")), tr("&Discover a domain…"),
        QKeySequence(Qt::CTRL | Qt::Key_L), this, [this] {
            showView(kDiscover);
            discover().focusAddress();
        });
    m_discoverMenu->addAction(theme::icon(QStringLiteral("open")), tr("Open a &manifest…"), this, [this] {
        showView(kDiscover);
        discover().chooseFile();
    });
}

void MainWindow::makeSessionMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Session"));
    // The keys are those of the buttons in Invoke.
    menu->addAction(theme::icon(QStringLiteral("send")), tr("&Send\tCtrl+Enter"), this, [this] {
        showView(kInvoke);
        invoke().send();
    });
    menu->addAction(
        theme::icon(QStringLiteral("cancel")), tr("&Cancel\tCtrl+."), this, [this] { invoke().cancel(); });
    menu->addAction(
        theme::icon(QStringLiteral("retry")), tr("&Retry same task"), this, [this] { invoke().retry(); });
    menu->addAction(
        theme::icon(QStringLiteral("new")), tr("&New task"), QKeySequence(QKeySequence::New), this, [this] {
            showView(kInvoke);
            invoke().newTask();
        });
    menu->addSeparator();
    menu->addAction(theme::icon(QStringLiteral("offers")), tr("Request &offers"), this, [this] {
        showView(kOffers);
        offers().requestOffers();
    });
    menu->addAction(theme::icon(QStringLiteral("test")), tr("&Test all endpoints"), this, [this] {
        showView(kEndpoints);
        endpoints().testAll();
    });
}

void MainWindow::makeHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&User guide"), QKeySequence(QKeySequence::HelpContents), this, [this] {
        auto* help = new HelpWindow(this);
        help->setAttribute(Qt::WA_DeleteOnClose);
        help->show();
    });
    menu->addAction(tr("&About"), this, &MainWindow::showAbout);
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(QMessageBox::Information, tr("About"), {}, QMessageBox::Ok, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("ACMP Workbench %1\n\nInspects and drives sessions of the Agent Compute Market Protocol. "
                    "This window is free software under the GPL, version 3 or later; the protocol layer and "
                    "acmpctl are under the Apache License 2.0.")
            .arg(QStringLiteral(ACMP_VERSION)));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace shell
