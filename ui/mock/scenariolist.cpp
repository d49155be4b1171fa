// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/scenariolist.h"

#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/pane.h"

#include <QAction>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace mock {

ScenarioList::ScenarioList(ScenariosModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_pane(new widgets::Pane(tr("Scenarios"), this))
    , m_table(new QTableView(m_pane))
    , m_discover(new QPushButton(theme::icon(QStringLiteral("discover")), tr("D&iscover them")))
{
    m_pane->addContent(m_table);
    setMinimumWidth(theme::scaled(214));
    auto* demo = new QPushButton(
        theme::icon(QStringLiteral("market"), theme::Token::OnAccent), tr("Start the d&emo market"));
    demo->setObjectName(QStringLiteral("startDemoMarket"));
    theme::makePrimary(*demo);
    auto* foot = new QWidget;
    auto* footColumn = new QVBoxLayout(foot);
    footColumn->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap - 3);
    footColumn->addWidget(m_discover);
    footColumn->addWidget(demo);
    m_discover->setObjectName(QStringLiteral("discoverAll"));
    m_pane->addContent(foot, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);
    makeTable();
    addAction(QStringLiteral("open"), tr("Open a scenario…"), Qt::Key_Insert, &ScenarioList::openRequested);
    m_remove = addAction(QStringLiteral("remove"), tr("Remove from the workspace"), QKeySequence::Delete,
        &ScenarioList::removeRequested);
    connect(demo, &QPushButton::clicked, this, &ScenarioList::demoRequested);
    connect(m_discover, &QPushButton::clicked, this, [this] { Q_EMIT discoverRequested(m_listed); });
    setListed({});
    updateActions();
}

void ScenarioList::makeTable()
{
    using widgets::CellDelegate;
    m_table->setObjectName(QStringLiteral("scenarios"));
    m_table->setAccessibleName(tr("Scenarios"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    m_table->setItemDelegateForColumn(ScenariosModel::State,
        new CellDelegate(CellDelegate::Look::State, ScenariosModel::StateRole, m_table));
    m_table->horizontalHeader()->setObjectName(QStringLiteral("scenariosHeader"));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(ScenariosModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->resizeSection(ScenariosModel::State, theme::scaled(104));
    connect(m_table, &QTableView::activated, this, &ScenarioList::toggleRequested);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ScenarioList::updateActions);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &ScenarioList::updateActions);
}

QAction* ScenarioList::addAction(
    const QString& icon, const QString& text, const QKeySequence& shortcut, void (ScenarioList::*signal)())
{
    auto* action = new QAction(theme::icon(icon), text, this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    connect(action, &QAction::triggered, this, signal);
    auto* button = new QToolButton(m_pane);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->iconText());
    m_pane->addToHeader(button);
    return action;
}

const ScenarioFile* ScenarioList::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model.file(index.row()) : nullptr;
}

void ScenarioList::choose(const QString& path)
{
    if (const int row = m_model.rowOf(path); row >= 0)
        m_table->setCurrentIndex(m_model.index(row, ScenariosModel::Name));
}

void ScenarioList::setListed(const QString& address)
{
    m_listed = address;
    m_discover->setEnabled(!address.isEmpty());
    m_discover->setToolTip(address.isEmpty() ? tr("Those that are started are listed in one place")
                                             : tr("All that are started are listed at %1").arg(address));
}

void ScenarioList::updateActions()
{
    m_remove->setEnabled(current() && !current()->isBuiltin());
    Q_EMIT currentChanged();
}

} // namespace mock
