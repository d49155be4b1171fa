// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include "ui/analysis/analysis.h"
#include "ui/discovery/discoverview.h"
#include "ui/endpoints/endpointsview.h"
#include "ui/invoke/invokeview.h"
#include "ui/mock/mockview.h"
#include "ui/offers/offersview.h"
#include "ui/shell/layoutkeeper.h"
#include "ui/shell/rail.h"
#include "ui/shell/statusstrip.h"
#include "ui/shell/welcome.h"
#include "ui/stack/dealbook.h"
#include "ui/traffic/trafficview.h"
#include "ui/workspace/workspacestore.h"

#include "protocol/capture/capturefile.h"
#include "protocol/workspace/carry.h"

#include <QApplication>
#include <QCloseEvent>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QStackedWidget>

namespace shell {

namespace {

constexpr qint64 kFrameMs = 16, kLongestFrameMs = 100;
/// The window leaves so many times what a frame takes to others.
constexpr qint64 kRest = 2;

} // namespace

/// A capture that is looked at, and what checks it.
struct MainWindow::Opened {
    explicit Opened(std::unique_ptr<capture::CaptureFile> opened)
        : file(std::move(opened))
        , analysis(*file)
    {
    }
    std::unique_ptr<capture::CaptureFile> file;
    analysis::Analysis analysis;
};

MainWindow::MainWindow(const Parts& parts, QWidget* parent)
    : QMainWindow(parent)
    , m_parts(parts)
    , m_entries {
        { discover::DiscoverView::title(), discover::DiscoverView::icon(), &MainWindow::makeDiscover },
        { endpoints::EndpointsView::title(), endpoints::EndpointsView::icon(), &MainWindow::makeEndpoints },
        { offers::OffersView::title(), offers::OffersView::icon(), &MainWindow::makeOffers },
        { invoke::InvokeView::title(), invoke::InvokeView::icon(), &MainWindow::makeInvoke },
        { mock::MockView::title(), mock::MockView::icon(), &MainWindow::makeMock },
        { traffic::TrafficView::title(), traffic::TrafficView::icon(), &MainWindow::makeTraffic },
    }
    , m_rail(new Rail(this))
    , m_pages(new QStackedWidget(this))
    , m_status(new StatusStrip(this))
{
    setWindowTitle(tr("ACMP Workbench"));
    resize(1440, 900);
    makeContent();
    makeFileMenu();
    makeViewMenu();
    makeDiscoverMenu();
    makeSessionMenu();
    makeHelpMenu();
    restoreLayout(*this, m_parts.settings);
    connect(&m_parts.workspace, &workspace::WorkspaceStore::opened, this, &MainWindow::openAccounts);
    connect(&m_parts.workspace, &workspace::WorkspaceStore::budgetChanged, this,
        [this] { m_parts.stack.spending().setBudget(m_parts.workspace.budget()); });
    openAccounts();
    connect(&m_frames, &QTimer::timeout, this, &MainWindow::nextFrame);
    m_frames.setSingleShot(true);
    m_frames.start(0);
}

MainWindow::~MainWindow()
{
    // What reads a record goes before it.
    m_frames.stop();
    delete m_entries[kTraffic].view;
}

void MainWindow::makeContent()
{
    auto* center = new QWidget(this);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addWidget(m_pages, 1);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row, 1);
    column->addWidget(m_status);
    setCentralWidget(center);

    for (const Entry& entry : m_entries)
        m_rail->add(entry.title, entry.icon);
    connect(m_rail, &Rail::chosen, this, [this](int index) { showView(static_cast<Place>(index)); });
    auto* welcome = new Welcome(this);
    m_pages->addWidget(welcome);
    connect(welcome, &Welcome::demoRequested, this, &MainWindow::startDemoMarket);
    connect(welcome, &Welcome::discoverRequested, this, [this] {
        showView(kDiscover);
        discover().focusAddress();
    });
    connect(welcome, &Welcome::captureRequested, this, &MainWindow::chooseCapture);
    connect(welcome, &Welcome::endpointRequested, this, [this] {
        showView(kEndpoints);
        endpoints().addEndpoint();
    });
}

void MainWindow::invokeAt(const workspace::Endpoint& endpoint)
{
    invoke().setTarget(endpoint);
    showView(kInvoke);
}

void MainWindow::showInTraffic(wire::RecordNo record)
{
    showLiveRecord();
    showView(kTraffic);
    traffic().showRecord(record);
}

void MainWindow::showWelcome()
{
    m_pages->setCurrentIndex(0);
    m_rail->setCurrent(-1);
}

void MainWindow::showView(Place place)
{
    widgets::View& shown = view(place);
    m_pages->setCurrentWidget(&shown);
    m_rail->setCurrent(place);
    shown.nextFrame();
}

void MainWindow::startDemoMarket()
{
    mock().startDemoMarket();
    showView(kMock);
}

void MainWindow::chooseCapture()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a capture"), {}, tr("Captures (*.acmpcap);;All files (*)"));
    if (!path.isEmpty())
        openCapture(path);
}

void MainWindow::openCapture(const QString& path)
{
    auto file = capture::open(path.toStdString());
    if (!file)
        return complain(tr("The capture can't be opened"), file.error());
    auto opened = std::make_unique<Opened>(std::move(*file));
    traffic().setRecord(*opened->file, opened->analysis);
    m_opened = std::move(opened);
    m_status->setNote(tr("Traffic shows %1").arg(QFileInfo(path).fileName()));
    showView(kTraffic);
}

void MainWindow::showLiveRecord()
{
    if (!m_opened)
        return;
    traffic().setRecord(m_parts.stack.record(), m_parts.analysis);
    m_opened.reset();
    m_status->setNote({});
}

void MainWindow::chooseWorkspace()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a workspace"), {}, tr("Workspaces (*.acmpworkspace);;All files (*)"));
    if (!path.isEmpty())
        openWorkspace(path);
}

void MainWindow::openWorkspace(const QString& path)
{
    if (auto opened = m_parts.workspace.open(path); !opened)
        complain(tr("The workspace can't be opened"), opened.error());
}

void MainWindow::chooseNewWorkspace()
{
    const QString path
        = QFileDialog::getSaveFileName(this, tr("New workspace"), {}, tr("Workspaces (*.acmpworkspace)"));
    if (!path.isEmpty())
        newWorkspace(path);
}

void MainWindow::newWorkspace(const QString& path)
{
    for (const QString& file :
        { path, workspace::LedgerFile::pathFor(path), workspace::DealsFile::pathFor(path) }) {
        if (QFileInfo::exists(file))
            return complain(tr("A new workspace can't be made"),
                { wire::ErrorKind::Usage, "something is there already, and is kept", "no such file", "a file",
                    file.toStdString(), false });
    }
    openWorkspace(path);
}

void MainWindow::chooseWorkspaceToSave()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the workspace as"), {}, tr("Workspaces (*.acmpworkspace)"));
    if (!path.isEmpty())
        saveWorkspaceAs(path);
}

void MainWindow::saveWorkspaceAs(const QString& path)
{
    const QString from = m_parts.workspace.path();
    const QString title = tr("The workspace can't be saved");
    for (const auto pathFor : { &workspace::LedgerFile::pathFor, &workspace::DealsFile::pathFor }) {
        if (auto may = workspace::mayCarry(pathFor(from), pathFor(path)); !may)
            return complain(title, may.error());
    }
    m_savedFrom = from; // opened() comes from within
    const auto saved = m_parts.workspace.saveAs(path);
    m_savedFrom.clear();
    if (!saved)
        complain(title, saved.error());
}

void MainWindow::complain(const QString& title, const wire::Error& error)
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("ACMP Workbench"), {}, QMessageBox::Ok, this);
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("%1: %2").arg(title, QString::fromStdString(error.toString())));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::setScheme(theme::Scheme scheme)
{
    m_parts.settings.setValue(QStringLiteral("theme"), static_cast<int>(scheme));
    theme::apply(*qApp, scheme);
}

/// What is spent and what was accepted is kept beside the workspace that is open.
void MainWindow::openAccounts()
{
    using workspace::DealsFile;
    using workspace::LedgerFile;
    const QString path = m_parts.workspace.path();
    const auto carried = [this](QString (*pathFor)(const QString&)) {
        return m_savedFrom.isEmpty() ? QString() : pathFor(m_savedFrom);
    };
    if (auto opened = m_parts.stack.spending().open(
            LedgerFile::pathFor(path), m_parts.workspace.budget(), carried(&LedgerFile::pathFor));
        !opened)
        complain(tr("The ledger can't be read, so nothing may be accepted"), opened.error());
    if (auto opened = m_parts.stack.deals().open(DealsFile::pathFor(path), carried(&DealsFile::pathFor));
        !opened)
        complain(tr("The accepted offers can't be read"), opened.error());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout(*this, m_parts.settings);
    event->accept();
}

void MainWindow::nextFrame()
{
    QElapsedTimer took;
    took.start();
    m_parts.analysis.wake();
    if (m_opened)
        m_opened->analysis.wake();
    m_status->show(m_parts.stack.status(), m_parts.analysis.checkedTo());
    if (auto* view = qobject_cast<widgets::View*>(m_pages->currentWidget()))
        view->nextFrame();
    const bool hasMade = makeNextView();
    // When this comes, what the frame changed is painted.
    QTimer::singleShot(0, this, [this, took, hasMade] {
        const qint64 rest = std::clamp(kRest * took.elapsed(), kFrameMs, kLongestFrameMs);
        m_frames.start(hasMade ? 0 : static_cast<int>(rest));
    });
}

} // namespace shell
