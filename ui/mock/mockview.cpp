// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/mockview.h"

#include "ui/analysis/analysis.h"
#include "ui/mock/askspane.h"
#include "ui/mock/describe.h"
#include "ui/mock/scenariolist.h"
#include "ui/mock/scenariopane.h"
#include "ui/mock/scenariosmodel.h"
#include "ui/mock/stallpane.h"
#include "ui/theme/icons.h"
#include "ui/workspace/workspacestore.h"

#include <QDir>
#include <QFileDialog>
#include <QSplitter>
#include <QVBoxLayout>

namespace mock {

namespace {

const QString kBuiltins = QStringLiteral(":/scenarios/");

QString builtin(const QString& name)
{
    return kBuiltins % name % QStringLiteral(".json");
}

} // namespace

MockView::MockView(stack::Stack& stack, const analysis::Analysis& analysis,
    workspace::WorkspaceStore& workspace, QWidget* parent, workspace::LoadKey loadKey)
    : View(parent)
    , m_analysis(analysis)
    , m_workspace(workspace)
    , m_stage(stack, std::move(loadKey))
    , m_model(new ScenariosModel(m_stage, this))
    , m_list(new ScenarioList(*m_model, this))
    , m_stall(new StallPane(this))
    , m_asks(new AsksPane(stack.record(), this))
    , m_scenario(new ScenarioPane(this))
{
    auto* middle = new QSplitter(Qt::Vertical);
    middle->setObjectName(QStringLiteral("mockMiddle"));
    middle->setChildrenCollapsible(false);
    middle->setMinimumWidth(theme::scaled(500));
    middle->addWidget(m_stall);
    middle->addWidget(m_asks);
    middle->setStretchFactor(1, 1);
    auto* splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("mock"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(middle);
    splitter->addWidget(m_scenario);
    splitter->setSizes({ 230, 780, 340 });
    splitter->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    column->addWidget(splitter);

    connect(&workspace, &workspace::WorkspaceStore::scenariosChanged, this, &MockView::readFiles);
    connect(&m_stage, &Stage::changed, this, &MockView::stageChanged);
    connect(&stack, &stack::Stack::stallsChanged, m_list,
        [this, &stack] { m_list->setListed(QString::fromStdString(stack.listed().ardUrl)); });
    connect(m_list, &ScenarioList::currentChanged, this, &MockView::showCurrent);
    connect(m_list, &ScenarioList::discoverRequested, this, &MockView::discoverRequested);
    connect(m_list, &ScenarioList::demoRequested, this, &MockView::startDemoMarket);
    connect(m_list, &ScenarioList::openRequested, this, &MockView::askForFile);
    connect(m_list, &ScenarioList::removeRequested, this, &MockView::removeCurrent);
    connect(m_list, &ScenarioList::toggleRequested, this, &MockView::toggleCurrent);
    connect(m_stall, &StallPane::toggleRequested, this, &MockView::toggleCurrent);
    connect(m_stall, &StallPane::tlsRequested, this, [this](bool isTls) {
        if (current())
            m_stage.setTls(*current(), isTls);
    });
    connect(m_stall, &StallPane::invokeRequested, this, &MockView::invokeCurrent);
    connect(m_asks, &AsksPane::showInTraffic, this, &MockView::showInTraffic);
    readFiles();
}

QIcon MockView::icon()
{
    return theme::icon(QStringLiteral("mock"));
}

void MockView::nextFrame()
{
    m_asks->update(m_analysis.snapshot());
}

void MockView::readFiles()
{
    QStringList files;
    for (const QString& name :
        QDir(kBuiltins).entryList({ QStringLiteral("*.json") }, QDir::Files, QDir::Name))
        files += kBuiltins % name;
    const QString first = files.value(0);
    // What another workspace began to play can still be stopped.
    files += m_workspace.scenarios() + m_stage.played();
    files.removeDuplicates();
    m_model->setFiles(files);
    m_list->choose(current() ? current()->path : first);
    showCurrent();
}

const ScenarioFile* MockView::current() const
{
    return m_list->current();
}

void MockView::start(const QString& path)
{
    const int row = m_model->rowOf(path);
    if (row < 0 || m_stage.isPlayed(path))
        return;
    // As it stands now: it may have been edited since.
    m_model->reload(row);
    m_stage.start(m_model->file(row));
}

void MockView::toggleCurrent()
{
    if (!current())
        return;
    const QString path = current()->path;
    if (m_stage.isPlayed(path))
        m_stage.stop(path);
    else if (current()->scenario)
        start(path);
    else
        m_model->reload(m_model->rowOf(path));
}

void MockView::startDemoMarket()
{
    const QString first = builtin(QStringLiteral("demo-fast"));
    start(first);
    for (const char* name : { "demo-careful", "demo-refuser", "demo-forger", "demo-slow" })
        start(builtin(QLatin1String(name)));
    choose(first);
}

void MockView::openScenario(const QString& path)
{
    m_workspace.addScenario(path);
    choose(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
}

void MockView::choose(const QString& path)
{
    m_list->choose(path);
}

void MockView::removeCurrent()
{
    if (!current() || current()->isBuiltin())
        return;
    const QString path = current()->path;
    m_stage.stop(path);
    m_workspace.removeScenario(path);
}

void MockView::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open a scenario"), {}, tr("Scenarios (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MockView::openScenario);
    dialog->open();
}

void MockView::invokeCurrent()
{
    const stack::StallState* stall = current() ? m_stage.state(current()->path) : nullptr;
    if (stall)
        Q_EMIT invokeRequested(current()->name(), QString::fromStdString(stall->mcpUrl));
}

void MockView::stageChanged(const QString& path)
{
    const int row = m_model->rowOf(path);
    const stack::StallState* stall = m_stage.state(path);
    if (stall && row >= 0) {
        for (const std::string& url : { stall->mcpUrl, stall->wsUrl })
            m_asks->model().nameProvider(endpointOf(url), m_model->file(row).name());
    }
    showCurrent();
}

void MockView::showCurrent()
{
    const ScenarioFile* file = current();
    if (!file) {
        m_stall->showNothing(tr("Choose a scenario, or open one from a file."));
        m_scenario->clear();
        return m_asks->setChosen({});
    }
    m_stall->showScenario(*file, m_stage);
    m_scenario->showScenario(*file);
    const stack::StallState* stall = m_stage.state(file->path);
    m_asks->setHint(m_stage.played().isEmpty()
            ? tr("Start a provider: what buyers ask of it shows here as it happens.")
            : tr("Nothing asked yet. Invoke it, or run its command in a terminal."));
    if (stall && !stall->mcpUrl.empty())
        m_asks->setChosen({ endpointOf(stall->mcpUrl), endpointOf(stall->wsUrl) });
    else
        m_asks->setChosen({});
}

} // namespace mock
