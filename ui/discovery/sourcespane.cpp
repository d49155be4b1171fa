// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/sourcespane.h"

#include "ui/discovery/describe.h"
#include "ui/discovery/sourcesmodel.h"
#include "ui/discovery/stepsmodel.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/pane.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace discover {

using widgets::CellDelegate;

SourcesPane::SourcesPane(QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_model(new SourcesModel(this))
    , m_stepsModel(new StepsModel(this))
{
    setObjectName(QStringLiteral("discoverLeft"));
    setChildrenCollapsible(false);
    addWidget(makeTree());
    addWidget(makeSteps());
    setStretchFactor(0, 1);
    setSizes({ 420, 320 });
}

QWidget* SourcesPane::makeTree()
{
    m_pane = new widgets::Pane(tr("Sources"), this);
    m_tree = new QTreeView(m_pane);
    m_tree->setObjectName(QStringLiteral("discoverSources"));
    m_tree->setAccessibleName(tr("Sources"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(theme::scaled(14));
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, m_tree));
    m_tree->setItemDelegateForColumn(
        SourcesModel::State, new CellDelegate(CellDelegate::Look::State, SourcesModel::StateRole, m_tree));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(theme::scaled(40));
    m_tree->header()->setSectionResizeMode(SourcesModel::Name, QHeaderView::Stretch);
    m_tree->header()->resizeSection(SourcesModel::State, theme::scaled(102));
    m_pane->addContent(m_tree);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &SourcesPane::choose);
    connect(m_tree, &QAbstractItemView::activated, this, &SourcesPane::activated);
    return m_pane;
}

QWidget* SourcesPane::makeSteps()
{
    m_stepsPane = new widgets::Pane(tr("How it was found"), this);
    auto* const steps = new QTableView(m_stepsPane);
    steps->setObjectName(QStringLiteral("discoverSteps"));
    steps->setAccessibleName(tr("How it was found"));
    steps->setFrameShape(QFrame::NoFrame);
    steps->setModel(m_stepsModel);
    steps->setSelectionBehavior(QAbstractItemView::SelectRows);
    steps->setSelectionMode(QAbstractItemView::SingleSelection);
    steps->setShowGrid(false);
    steps->setWordWrap(false);
    steps->setTabKeyNavigation(false);
    steps->verticalHeader()->hide();
    steps->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kCompactRowHeight));
    steps->setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, steps));
    steps->setItemDelegateForColumn(
        StepsModel::Name, new CellDelegate(CellDelegate::Look::State, StepsModel::StateRole, steps));
    QHeaderView* const header = steps->horizontalHeader();
    header->setObjectName(QStringLiteral("discoverStepsColumns"));
    header->setHighlightSections(false);
    header->setSectionResizeMode(StepsModel::Detail, QHeaderView::Stretch);
    header->resizeSection(StepsModel::Name, theme::scaled(120));
    header->resizeSection(StepsModel::Took, theme::scaled(40));
    m_stepsPane->addContent(steps);
    return m_stepsPane;
}

void SourcesPane::addAction(QAction* action, bool isInHeader)
{
    m_tree->addAction(action);
    if (!isInHeader)
        return;
    auto* const button = new QToolButton(m_pane);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->iconText());
    m_pane->addToHeader(button);
}

void SourcesPane::setStates(const States& states)
{
    const Scope before = scope();
    const bool isNew = states.size() > m_states.size();
    m_states = states;
    m_model->setStates(states);
    m_tree->expandAll();
    // A new address is what one wants to see.
    const Scope wanted = isNew ? Scope { states.back()->id } : before;
    if (!m_tree->currentIndex().isValid() || isNew) {
        const QModelIndex index = m_model->indexOf(wanted);
        m_tree->setCurrentIndex(index.isValid() ? index : m_model->index(0, 0));
    }
    const auto state = current();
    m_stepsModel->setState(state);
    m_stepsPane->setFacts(state ? shown(state->what) : QString());
}

Scope SourcesPane::scope() const
{
    return m_model->scopeOf(m_tree->currentIndex());
}

void SourcesPane::select(const Scope& scope)
{
    if (const QModelIndex index = m_model->indexOf(scope); index.isValid())
        m_tree->setCurrentIndex(index);
}

std::shared_ptr<const stack::BrowseState> SourcesPane::current() const
{
    const stack::BrowseId id = scope().browse;
    for (const auto& state : m_states) {
        if (state->id == id)
            return state;
    }
    return m_states.empty() ? nullptr : m_states.back();
}

const discovery::Source* SourcesPane::currentSource() const
{
    const Scope scope = this->scope();
    const auto state = current();
    const auto index = static_cast<std::size_t>(scope.source);
    return state && scope.source >= 0 && index < state->sources.size() ? &state->sources[index] : nullptr;
}

void SourcesPane::choose()
{
    const auto state = current();
    m_stepsModel->setState(state);
    m_stepsPane->setFacts(state ? shown(state->what) : QString());
    Q_EMIT scopeChanged();
}

} // namespace discover
