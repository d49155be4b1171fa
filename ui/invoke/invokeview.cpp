// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/invokeview.h"

#include "protocol/workspace/reach.h"
#include "ui/invoke/describe.h"
#include "ui/invoke/inputpane.h"
#include "ui/invoke/requestpane.h"
#include "ui/invoke/requesttext.h"
#include "ui/invoke/runpane.h"
#include "ui/invoke/sidepanes.h"
#include "ui/invoke/targetbox.h"
#include "ui/stack/localendpoints.h"
#include "ui/theme/icons.h"
#include "ui/workspace/workspacestore.h"

#include <QSplitter>
#include <QTabBar>
#include <QTextDocument>
#include <QVBoxLayout>

namespace invoke {

InvokeView::InvokeView(stack::Stack& stack, workspace::WorkspaceStore& workspace,
    workspace::SecretStore& secrets, QWidget* parent)
    : View(parent)
    , m_stack(stack)
    , m_workspace(workspace)
    , m_secrets(secrets)
    , m_request(new RequestPane(this))
    , m_input(new InputPane(this))
    , m_tabs(new QTabBar(this))
    , m_run(new RunPane(stack, this))
    , m_side(new SidePanes(this))
{
    setAccessibleName(title());
    m_tabs->setAccessibleName(tr("Runs"));
    m_tabs->setTabsClosable(true);
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->hide();
    auto* middle = new QWidget(this);
    auto* middleLayout = new QVBoxLayout(middle);
    middleLayout->setContentsMargins(0, 0, 0, 0);
    middleLayout->setSpacing(4);
    middleLayout->addWidget(m_tabs);
    middleLayout->addWidget(m_run, 1);
    auto* splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("invoke.columns"));
    splitter->setChildrenCollapsible(false);
    for (QWidget* column : { makeLeft(), middle, static_cast<QWidget*>(m_side) })
        splitter->addWidget(column);
    splitter->setSizes({ 330, 720, 300 });
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    layout->addWidget(splitter);

    connect(m_request, &RequestPane::sendRequested, this, &InvokeView::send);
    connect(m_request, &RequestPane::cancelRequested, this, &InvokeView::cancel);
    connect(m_request, &RequestPane::retryRequested, this, &InvokeView::retry);
    connect(m_request, &RequestPane::newTaskRequested, this, &InvokeView::newTask);
    connect(&m_request->target(), &TargetBox::chosen, this, &InvokeView::askCapabilities);
    connect(m_request, &RequestPane::edited, this, &InvokeView::showInput);
    connect(m_request, &RequestPane::dealDropped, this, &InvokeView::dropDeal);
    connect(m_input, &InputPane::pieceEntered, this, [this](const acmp::Content& piece, bool isFinal) {
        m_stack.sendInput(currentRun(), piece, isFinal);
    });
    connect(m_input, &InputPane::fileChosen, this,
        [this](const stack::InputFromFile& file) { m_stack.sendInput(currentRun(), file); });
    connect(m_run, &RunPane::showInTraffic, this, &InvokeView::showInTraffic);
    connect(m_side, &SidePanes::showInTraffic, this, &InvokeView::showInTraffic);
    connect(m_tabs, &QTabBar::currentChanged, this, &InvokeView::showCurrent);
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &InvokeView::closeRun);
    connect(&workspace, &workspace::WorkspaceStore::endpointsChanged, this, &InvokeView::readTargets);
    connect(&workspace, &workspace::WorkspaceStore::opened, this, &InvokeView::readTargets);
    connect(&stack, &stack::Stack::stallsChanged, this, &InvokeView::readTargets);
    m_ownTaskId = stack.makeTaskId();
    m_request->setText(firstRequest(m_ownTaskId));
    readTargets();
}

QWidget* InvokeView::makeLeft()
{
    auto* left = new QSplitter(Qt::Vertical, this);
    left->setObjectName(QStringLiteral("invoke.left"));
    left->setChildrenCollapsible(false);
    left->addWidget(m_request);
    left->addWidget(m_input);
    left->setStretchFactor(0, 3);
    left->setStretchFactor(1, 2);
    m_input->hide();
    return left;
}

/// For the request that is being written, and for the run that is shown.
void InvokeView::showInput()
{
    const bool isTaking = m_shown && m_shown->request.inputStreamOrDefault();
    m_input->setVisible(isTaking || m_request->isInputStreamed());
    m_input->show(m_shown);
}

InvokeView::~InvokeView()
{
    // A field that loses the focus as it goes still tells what was chosen.
    m_request->target().disconnect(this);
}

QIcon InvokeView::icon()
{
    return theme::icon(QStringLiteral("invoke"));
}

void InvokeView::readTargets()
{
    std::vector<workspace::Endpoint> targets;
    for (const stack::StallState& stall : m_stack.stalls()) {
        for (workspace::Endpoint& endpoint : stack::endpointsOf(stall))
            targets.push_back(std::move(endpoint));
    }
    const auto& known = m_workspace.endpoints();
    targets.insert(targets.end(), known.begin(), known.end());
    m_request->target().setKnown(targets);
}

void InvokeView::setTarget(const workspace::Endpoint& endpoint)
{
    m_request->target().choose(endpoint);
}

void InvokeView::setDeal(const stack::DealPtr& deal, const workspace::Endpoint& endpoint)
{
    setTarget(endpoint);
    newTask();
    m_request->setText(underDeal(m_request->text(), deal->offer, deal->escrowId));
    m_deal = deal;
    m_dealUrl = m_request->target().current().url;
    m_request->setDeal(deal.get());
}

void InvokeView::dropDeal()
{
    m_deal.reset();
    m_request->setDeal(nullptr);
}

/// Only of our own mocks: nobody else is asked anything that the user has not told us to.
void InvokeView::askCapabilities()
{
    const workspace::Endpoint target = m_request->target().current();
    if (m_deal && target.url != m_dealUrl)
        dropDeal();
    if (target.url == m_askedUrl || !target.id.startsWith(stack::kLocalPrefix))
        return;
    m_askedUrl = target.url;
    for (const stack::StallState& stall : m_stack.stalls()) {
        if (!std::ranges::any_of(stack::endpointsOf(stall),
                [&](const workspace::Endpoint& endpoint) { return endpoint.id == target.id; }))
            continue;
        QStringList names;
        for (const std::string& name : stall.capabilities)
            names += QString::fromStdString(name);
        m_request->setCapabilities(names);
    }
}

void InvokeView::send(bool force)
{
    const workspace::Endpoint endpoint = m_request->target().current();
    if (endpoint.url.isEmpty())
        return m_request->setNotice(tr("Say whom to ask: choose an endpoint, or type its address."));
    if (m_tabs->count() > 0 && !m_ownTaskId.empty()) {
        // An id that the user typed is theirs to repeat; ours is for one task.
        const auto typed = readRequest(m_request->text());
        const auto last = m_stack.run(currentRun());
        if (typed && last && typed->taskId == m_ownTaskId && last->request.taskId == m_ownTaskId)
            newTask();
    }
    auto request = m_request->request();
    if (!request)
        return;
    m_request->setNotice({});
    workspace::reach(endpoint, m_secrets, this,
        [this, request = std::move(*request), endpoint, force](
            const workspace::Reached& reached) { start(request, endpoint, reached.access, force); });
}

void InvokeView::start(
    acmp::Invoke request, const workspace::Endpoint& endpoint, binding::Access target, bool force)
{
    stack::Invocation invocation;
    invocation.target = std::move(target);
    invocation.request = std::move(request);
    invocation.options = m_request->limits();
    invocation.force = force;
    invocation.deal = m_deal;
    const QString taskId = QString::fromStdString(invocation.request.taskId);
    const stack::RunId run = m_stack.invoke(std::move(invocation));
    const int tab = m_tabs->addTab(shortId(taskId));
    m_tabs->setTabData(tab, static_cast<std::uint32_t>(run));
    m_tabs->setTabToolTip(tab, Qt::convertFromPlainText(endpoint.name + u' ' + endpoint.url));
    m_tabs->setVisible(m_tabs->count() > 1);
    m_tabs->setCurrentIndex(tab);
    showCurrent();
    Q_EMIT runStarted(run);
}

void InvokeView::cancel()
{
    m_stack.cancel(currentRun(), tr("cancelled by its user").toStdString());
}

void InvokeView::retry()
{
    m_stack.retry(currentRun());
}

void InvokeView::newTask()
{
    m_ownTaskId = m_stack.makeTaskId();
    m_request->setTaskId(m_ownTaskId);
}

stack::RunId InvokeView::currentRun() const
{
    return m_tabs->count() == 0 ? stack::RunId::None
                                : stack::RunId { m_tabs->tabData(m_tabs->currentIndex()).toUInt() };
}

void InvokeView::closeRun(int tab)
{
    m_stack.forget(stack::RunId { m_tabs->tabData(tab).toUInt() });
    m_tabs->removeTab(tab);
    m_tabs->setVisible(m_tabs->count() > 1);
    showCurrent();
}

void InvokeView::showCurrent()
{
    auto run = m_stack.run(currentRun());
    if (run == m_shown)
        return;
    m_shown = run;
    m_run->show(run);
    m_side->show(run);
    m_request->showRun(run.get());
    showInput();
}

void InvokeView::nextFrame()
{
    showCurrent();
    m_run->nextFrame();
    m_side->setNow(m_stack.now());
}

} // namespace invoke
