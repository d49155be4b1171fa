// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/factstable.h"

#include "ui/widgets/celldelegate.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/fittingheader.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>

namespace offers {

FactsModel::FactsModel(QStringList headings, QObject* parent)
    : QAbstractTableModel(parent)
    , m_headings(std::move(headings))
{
}

void FactsModel::setFacts(Facts facts)
{
    if (facts == m_facts)
        return;
    beginResetModel();
    m_facts = std::move(facts);
    endResetModel();
}

void FactsModel::setHeading(int column, const QString& heading)
{
    if (m_headings[column] == heading)
        return;
    m_headings[column] = heading;
    Q_EMIT headerDataChanged(Qt::Horizontal, column, column);
}

int FactsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_facts.size());
}

int FactsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant FactsModel::data(const QModelIndex& index, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const QString word = m_facts[static_cast<std::size_t>(index.row())].value(index.column());
    return role == Qt::ToolTipRole ? widgets::plainToolTip(word) : word;
}

QVariant FactsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? m_headings.value(section) : QVariant();
}

FactsTable::FactsTable(const QString& name, const QStringList& headings, QWidget* parent)
    : QTableView(parent)
    , m_model(new FactsModel(headings, this))
{
    setAccessibleName(name);
    setModel(m_model);
    auto* const header = new widgets::FittingHeader(this);
    setHorizontalHeader(header);
    connect(m_model, &QAbstractItemModel::modelReset, header, [header] { header->fit(); });
    setItemDelegate(new widgets::CellDelegate(widgets::CellDelegate::Look::Data, -1, this));
    setItemDelegateForColumn(0, new widgets::CellDelegate(widgets::CellDelegate::Look::Plain, -1, this));
    setUpTable(*this, {});
    setSelectionMode(ExtendedSelection);
    header->setSectionsClickable(false);
}

void FactsTable::copy() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    QStringList lines;
    for (const QModelIndex& row : rows) {
        QStringList words;
        for (int column = 0; column < m_model->columnCount(); ++column)
            words += row.siblingAtColumn(column).data().toString();
        lines += words.join(u'\t');
    }
    if (!lines.isEmpty())
        QApplication::clipboard()->setText(lines.join(u'\n'));
}

void FactsTable::keyPressEvent(QKeyEvent* event)
{
    if (event == QKeySequence::Copy)
        copy();
    else
        QTableView::keyPressEvent(event);
}

void setUpTable(QTableView& table, const QString& objectName)
{
    if (!objectName.isEmpty())
        table.setObjectName(objectName);
    table.setFrameShape(QFrame::NoFrame);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setCornerButtonEnabled(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kCompactRowHeight));
    table.horizontalHeader()->setHighlightSections(false);
}

} // namespace offers
