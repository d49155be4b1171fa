// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/endpointsview.h"

#include "protocol/workspace/endpointurl.h"
#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/doctorview.h"
#include "ui/endpoints/editor.h"
#include "ui/endpoints/endpointlist.h"
#include "ui/endpoints/noticebar.h"
#include "ui/endpoints/outcomeview.h"
#include "ui/stack/localendpoints.h"
#include "ui/theme/icons.h"
#include "ui/workspace/workspacestore.h"

#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace endpoints {

using workspace::Endpoint;
using workspace::WorkspaceStore;

EndpointsView::EndpointsView(
    stack::Stack& stack, WorkspaceStore& workspace, workspace::SecretStore& secrets, QWidget* parent)
    : View(parent)
    , m_stack(stack)
    , m_workspace(workspace)
    , m_tester(new Tester(
          [&stack](const binding::Access& target) { return stack.discover(target); }, secrets, this))
    , m_model(new EndpointsModel(*m_tester, this))
    , m_editor(new Editor(workspace, secrets, this))
    , m_problem(new NoticeBar(this))
    , m_noKeychain(new NoticeBar(this))
    , m_list(new EndpointList(*m_model, this))
    , m_outcome(new OutcomeView(this))
    , m_doctor(new DoctorView(
          [&stack](const binding::Access& target) { return stack.examine(target); }, secrets, this))
    , m_side(new QStackedWidget(this))
{
    m_side->addWidget(m_outcome);
    m_side->addWidget(m_doctor);
    auto* splitter = new QSplitter(this);
    splitter->setObjectName(QStringLiteral("endpoints"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_list);
    splitter->addWidget(m_side);
    splitter->setSizes({ 580, 640 });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    column->setSpacing(theme::kGap);
    column->addWidget(m_problem);
    column->addWidget(m_noKeychain);
    column->addWidget(splitter, 1);
    makeNotices(secrets);

    connect(&stack, &stack::Stack::stallsChanged, this, &EndpointsView::readStalls);
    connect(&workspace, &WorkspaceStore::endpointsChanged, this, &EndpointsView::readWorkspace);
    connect(&workspace, &WorkspaceStore::problemChanged, this, &EndpointsView::showProblem);
    connect(m_list, &EndpointList::currentChanged, this, &EndpointsView::showCurrent);
    connect(m_list, &EndpointList::addRequested, m_editor, &Editor::add);
    connect(m_list, &EndpointList::editRequested, this, [this] { m_editor->edit(*current()); });
    connect(m_list, &EndpointList::removeRequested, this, [this] { m_editor->remove(*current()); });
    connect(m_list, &EndpointList::testRequested, this, &EndpointsView::testCurrent);
    connect(m_list, &EndpointList::testAllRequested, this, &EndpointsView::testAll);
    connect(m_editor, &Editor::stored, this, &EndpointsView::select);
    connect(m_outcome, &OutcomeView::testRequested, this, &EndpointsView::testCurrent);
    connect(m_outcome, &OutcomeView::doctorRequested, this, &EndpointsView::examine);
    connect(m_doctor, &DoctorView::closed, this, [this] { m_side->setCurrentWidget(m_outcome); });
    connect(m_outcome, &OutcomeView::invokeRequested, this, [this] {
        const Endpoint endpoint = *current();
        Q_EMIT invokeRequested(endpoint);
    });
    connect(m_outcome, &OutcomeView::pinRequested, this, [this](const QString& sha256) {
        Endpoint endpoint = *current();
        endpoint.access.tls.pin = sha256;
        m_editor->edit(endpoint);
    });
    connect(m_outcome, &OutcomeView::recordRequested, this, &EndpointsView::showInTraffic);
    readWorkspace();
    readStalls();
    showProblem();
    showCurrent();
}

QIcon EndpointsView::icon()
{
    return theme::icon(QStringLiteral("endpoints"));
}

void EndpointsView::makeNotices(workspace::SecretStore& secrets)
{
    connect(m_problem->addButton(tr("Read it again")), &QPushButton::clicked, this, [this] {
        if (const auto opened = m_workspace.open(m_workspace.path()); !opened)
            m_problem->say(
                tr("The workspace can't be opened"), QString::fromStdString(opened.error().toString()));
    });
    connect(m_problem->addButton(tr("Keep it aside and save")), &QPushButton::clicked, this,
        [this] { (void)m_workspace.replaceFile(); });
    connect(&secrets, &workspace::SecretStore::keptForSessionOnly, this, [this](const QString& reason) {
        m_noKeychain->say(tr("No keychain: tokens are forgotten when the program ends"), reason);
    });
}

void EndpointsView::showProblem()
{
    if (const auto& problem = m_workspace.problem())
        m_problem->say(tr("Changes are not saved"), QString::fromStdString(problem->toString()));
    else
        m_problem->hide();
}

void EndpointsView::readWorkspace()
{
    m_model->setEndpoints(EndpointsModel::Saved, m_workspace.endpoints());
}

void EndpointsView::readStalls()
{
    std::vector<Endpoint> locals;
    for (const stack::StallState& stall : m_stack.stalls()) {
        for (Endpoint& endpoint : stack::endpointsOf(stall))
            locals.push_back(std::move(endpoint));
    }
    m_model->setEndpoints(EndpointsModel::Local, std::move(locals));
}

const Endpoint* EndpointsView::current() const
{
    return m_list->current();
}

void EndpointsView::showCurrent()
{
    if (!current() || !m_doctor->isAbout(*current()))
        m_side->setCurrentWidget(m_outcome);
    if (const Endpoint* endpoint = current())
        m_outcome->showOutcome(
            *endpoint, m_tester->outcome(*endpoint), m_workspace.find(endpoint->id) != nullptr);
    else
        m_outcome->showNothing(
            tr("No endpoint yet. Add the address of a provider, or start one of your own in Mock."));
}

void EndpointsView::addEndpoint()
{
    m_editor->add();
}

void EndpointsView::editEndpoint(const Endpoint& endpoint)
{
    m_editor->edit(endpoint);
}

void EndpointsView::testCurrent()
{
    if (current())
        m_tester->test(*current());
}

bool EndpointsView::isTested() const
{
    return current() && m_tester->outcome(*current()).stage == Outcome::Stage::Ended;
}

void EndpointsView::select(const QString& endpointId)
{
    m_list->select(endpointId);
}

void EndpointsView::examine()
{
    if (!current())
        return;
    m_doctor->examine(*current());
    m_side->setCurrentWidget(m_doctor);
}

bool EndpointsView::isExamining() const
{
    return m_doctor->isExamining();
}

// A program is started because somebody asks for that one.
void EndpointsView::testAll()
{
    for (const auto group : { EndpointsModel::Saved, EndpointsModel::Local }) {
        const QModelIndex parent = m_model->groupIndex(group);
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const Endpoint& endpoint = *m_model->endpoint(m_model->index(row, 0, parent));
            if (workspace::kindOf(endpoint.url) != workspace::Kind::Program)
                m_tester->test(endpoint);
        }
    }
}

} // namespace endpoints
