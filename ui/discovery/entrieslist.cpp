// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/entrieslist.h"

#include "ui/discovery/describe.h"
#include "ui/discovery/entriesmodel.h"
#include "ui/widgets/celldelegate.h"

#include <QHeaderView>
#include <QMenu>

#include <array>

namespace discover {

namespace {

constexpr std::array<int, ColumnCount> kWidths { 130, 50, 100, 134, 42, 124, 68, 90, 160, 110, 110, 70, 110,
    170, 200, 150, 84 };
constexpr std::array kHiddenAtFirst { Availability, Change, Basis, Negotiation, ListedBy, Relevance };

} // namespace

EntriesList::EntriesList(EntriesModel& model, QWidget* parent)
    : QTableView(parent)
    , m_columns(new QMenu(tr("Columns"), this))
{
    setObjectName(QStringLiteral("discoverEntries"));
    setAccessibleName(tr("Entries"));
    setModel(&model);
    setFrameShape(NoFrame);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kRowHeight));
    using widgets::CellDelegate;
    setItemDelegate(new CellDelegate(CellDelegate::Look::Plain, -1, this));
    auto* const state = new CellDelegate(CellDelegate::Look::State, EntriesModel::StateRole, this);
    for (const int column : { Identity, Findings, Change })
        setItemDelegateForColumn(column, state);
    auto* const figures = new CellDelegate(CellDelegate::Look::Data, -1, this);
    for (const int column : { Tier, Price, Latency, Availability, Basis, Negotiation, Relevance })
        setItemDelegateForColumn(column, figures);
    setUpHeader();
    connect(m_columns, &QMenu::aboutToShow, this, &EntriesList::fillColumnsMenu);
}

void EntriesList::setUpHeader()
{
    QHeaderView* const header = horizontalHeader();
    header->setObjectName(QStringLiteral("discoverColumns"));
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(theme::scaled(30));
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    setSortingEnabled(true);
    for (int column = 0; column < ColumnCount; ++column)
        header->resizeSection(column, theme::scaled(kWidths[static_cast<std::size_t>(column)]));
    for (const int column : kHiddenAtFirst)
        setColumnHidden(column, true);
    // What changed is told beside the name.
    header->moveSection(header->visualIndex(Change), 1);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
        [this, header](const QPoint& at) { m_columns->popup(header->mapToGlobal(at)); });
}

void EntriesList::fillColumnsMenu()
{
    m_columns->clear();
    for (int column = 0; column < ColumnCount; ++column) {
        QAction* const action = m_columns->addAction(titleOf(column));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        // A row is told by its name.
        action->setEnabled(column != Name);
        connect(action, &QAction::toggled, this,
            [this, column](bool isShown) { setColumnHidden(column, !isShown); });
    }
}

void EntriesList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    Q_EMIT currentRowChanged(current.isValid() ? current.row() : -1);
}

} // namespace discover
