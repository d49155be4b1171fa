// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/endpointlist.h"

#include "ui/theme/icons.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/pane.h"

#include <QAction>
#include <QHeaderView>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace endpoints {

EndpointList::EndpointList(EndpointsModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_pane(new widgets::Pane(tr("Endpoints"), this))
    , m_list(new QTreeView(m_pane))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_pane);
    m_pane->addContent(m_list);
    makeList();
    addAction(QStringLiteral("add"), tr("Add…"), Qt::Key_Insert, &EndpointList::addRequested, true);
    m_edit = addAction(QStringLiteral("edit"), tr("Edit…"), Qt::Key_F2, &EndpointList::editRequested, false);
    m_remove = addAction(
        QStringLiteral("remove"), tr("Remove…"), QKeySequence::Delete, &EndpointList::removeRequested, false);
    addAction(
        QStringLiteral("test"), tr("Test all"), QKeySequence::Refresh, &EndpointList::testAllRequested, true)
        ->setToolTip(tr("Tests all but programs, which are started one by one"));
    showGroups();
}

void EndpointList::makeList()
{
    using widgets::CellDelegate;
    m_list->setObjectName(QStringLiteral("endpointList"));
    m_list->setAccessibleName(tr("Endpoints"));
    m_list->setModel(&m_model);
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setIndentation(theme::kGap);
    m_list->setUniformRowHeights(true);
    // The ends of URLs tell them apart.
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_list->setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, m_list));
    m_list->setItemDelegateForColumn(
        EndpointsModel::Url, new CellDelegate(CellDelegate::Look::Data, -1, m_list));
    m_list->setItemDelegateForColumn(EndpointsModel::State,
        new CellDelegate(CellDelegate::Look::State, EndpointsModel::StateRole, m_list));
    m_list->header()->setObjectName(QStringLiteral("endpointListHeader"));
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(EndpointsModel::Url, QHeaderView::Stretch);
    m_list->header()->resizeSection(EndpointsModel::Name, theme::scaled(130));
    m_list->header()->resizeSection(EndpointsModel::State, theme::scaled(166));

    connect(m_list, &QTreeView::activated, this, [this] {
        if (current())
            Q_EMIT testRequested();
    });
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &EndpointList::updateActions);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &EndpointList::showGroups);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &EndpointList::showGroups);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &EndpointList::updateActions);
}

QAction* EndpointList::addAction(const QString& icon, const QString& text, const QKeySequence& shortcut,
    void (EndpointList::*signal)(), bool hasText)
{
    auto* action = new QAction(theme::icon(icon), text, this);
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_list->addAction(action);
    connect(action, &QAction::triggered, this, signal);
    auto* button = new QToolButton(m_pane);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action->iconText());
    if (hasText)
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pane->addToHeader(button);
    return action;
}

void EndpointList::showGroups()
{
    for (const auto group : { EndpointsModel::Saved, EndpointsModel::Local }) {
        const QModelIndex index = m_model.groupIndex(group);
        m_list->setFirstColumnSpanned(group, {}, true);
        m_list->setRowHidden(group, {}, m_model.rowCount(index) == 0);
        m_list->expand(index);
        const QModelIndex first = m_model.index(0, 0, index);
        if (first.isValid() && !current())
            m_list->setCurrentIndex(first);
    }
    updateActions();
}

const workspace::Endpoint* EndpointList::current() const
{
    return m_model.endpoint(m_list->currentIndex());
}

void EndpointList::select(const QString& endpointId)
{
    if (const QModelIndex index = m_model.indexOf(endpointId); index.isValid())
        m_list->setCurrentIndex(index);
}

void EndpointList::updateActions()
{
    const bool canChange = current() && !EndpointsModel::isLocal(m_list->currentIndex());
    m_edit->setEnabled(canChange);
    m_remove->setEnabled(canChange);
    Q_EMIT currentChanged();
}

} // namespace endpoints
