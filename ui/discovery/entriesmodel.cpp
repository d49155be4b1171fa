// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/entriesmodel.h"

#include "ui/discovery/describe.h"
#include "ui/widgets/elidedlabel.h"

#include <QDateTime>

#include <algorithm>

namespace discover {

namespace {

bool isNumeric(int column)
{
    return column == Price || column == Latency || column == Availability;
}

bool isSame(const Row& a, const Row& b)
{
    return a.entry == b.entry && a.follows == b.follows;
}

bool isOfSameEntry(const Row& a, const Row& b)
{
    if (a.entry == b.entry)
        return true;
    return a.of->id == b.of->id && a->identifier == b->identifier
        && (!a->identifier.empty() || a->raw == b->raw);
}

} // namespace

void EntriesModel::show(std::vector<Row> rows, const std::string& capability)
{
    m_nowMs = QDateTime::currentMSecsSinceEpoch();
    const bool isContinued
        = rows.size() >= m_rows.size() && std::equal(m_rows.begin(), m_rows.end(), rows.begin(), isSame);
    if (!isContinued) {
        beginResetModel();
        m_rows = std::move(rows);
        m_capability = capability;
        endResetModel();
        return;
    }
    const int before = rowCount();
    const int after = static_cast<int>(rows.size());
    const bool isOtherPrice = std::exchange(m_capability, capability) != capability;
    if (after > before)
        beginInsertRows({}, before, after - 1);
    m_rows = std::move(rows);
    if (after > before)
        endInsertRows();
    if (isOtherPrice && before > 0)
        Q_EMIT dataChanged(index(0, Price), index(before - 1, Price));
}

void EntriesModel::updateAges()
{
    m_nowMs = QDateTime::currentMSecsSinceEpoch();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Age), index(rowCount() - 1, Age));
}

int EntriesModel::find(const Row& wanted) const
{
    const auto found
        = std::ranges::find_if(m_rows, [&](const Row& row) { return isOfSameEntry(row, wanted); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int EntriesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EntriesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EntriesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = this->row(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const QString text = cellOf(row, index.column(), m_capability, m_nowMs);
        return index.column() == Name && row.follows ? QStringLiteral("↳ ") % text : text;
    }
    case Qt::ToolTipRole:
        if (const QString text = more(row, index.column()); !text.isEmpty())
            return widgets::plainToolTip(text);
        return {};
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case StateRole: {
        const auto state = stateOf(row, index.column());
        return state ? QVariant(static_cast<int>(*state)) : QVariant();
    }
    default:
        return {};
    }
}

QVariant EntriesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return titleOf(section);
    case Qt::ToolTipRole:
        return hintOf(section);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

void EntriesModel::sort(int column, Qt::SortOrder order)
{
    Q_EMIT sortAsked(column, order == Qt::DescendingOrder);
}

} // namespace discover
