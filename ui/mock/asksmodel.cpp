// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/asksmodel.h"

#include "ui/mock/describe.h"
#include "ui/widgets/shown.h"

#include <QDateTime>

namespace mock {

using analysis::DealSummary;
using analysis::Snapshot;
using analysis::TaskSummary;
using widgets::shown;

namespace {

/// For one line of a table.
} // namespace

AsksModel::AsksModel(const capture::Record& record, QObject* parent)
    : QAbstractTableModel(parent)
    , m_record(record)
{
}

void AsksModel::nameProvider(const std::string& endpoint, const QString& name)
{
    QString& known = m_names[endpoint];
    if (known == name)
        return;
    known = name;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Provider), index(rowCount() - 1, Provider));
}

void AsksModel::setOnly(std::optional<std::vector<std::string>> endpoints)
{
    if (endpoints == m_only)
        return;
    beginResetModel();
    m_only = std::move(endpoints);
    m_rows.clear();
    m_taskRows.clear();
    m_dealRows.clear();
    const auto all = std::exchange(m_snapshot, std::make_shared<Snapshot>());
    endResetModel();
    update(all);
}

bool AsksModel::isShown(wire::Direction asked, const std::string& endpoint) const
{
    return asked == wire::Direction::Received
        && (!m_only || std::ranges::find(*m_only, endpoint) != m_only->end());
}

void AsksModel::update(const std::shared_ptr<const Snapshot>& snapshot)
{
    if (snapshot == m_snapshot)
        return;
    const auto before = std::exchange(m_snapshot, snapshot);
    change(*before, *snapshot);
    append(*before, *snapshot);
}

void AsksModel::append(const Snapshot& from, const Snapshot& to)
{
    std::vector<Row> rows;
    for (std::size_t i = from.tasks.size(); i < to.tasks.size(); ++i) {
        if (isShown(to.tasks[i].asked, to.tasks[i].endpoint))
            rows.push_back({ to.tasks[i].invoke, false, i });
    }
    for (std::size_t i = from.deals.size(); i < to.deals.size(); ++i) {
        if (isShown(to.deals[i].asked, to.deals[i].endpoint))
            rows.push_back({ to.deals[i].request, true, i });
    }
    std::ranges::sort(rows, {}, &Row::record);
    m_taskRows.resize(to.tasks.size(), -1);
    m_dealRows.resize(to.deals.size(), -1);
    if (rows.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    for (const Row& row : rows) {
        (row.isDeal ? m_dealRows : m_taskRows)[row.index] = rowCount();
        m_rows.push_back(row);
    }
    endInsertRows();
}

void AsksModel::change(const Snapshot& from, const Snapshot& to)
{
    int first = rowCount();
    int last = -1;
    const auto widen = [&](const std::vector<int>& rows, std::size_t index) {
        if (index >= rows.size() || rows[index] < 0)
            return;
        first = std::min(first, rows[index]);
        last = std::max(last, rows[index]);
    };
    to.tasks.forEachChange(from.tasks, [&](std::size_t index) { widen(m_taskRows, index); });
    to.deals.forEachChange(from.deals, [&](std::size_t index) { widen(m_dealRows, index); });
    if (last >= 0)
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

wire::RecordNo AsksModel::recordOf(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].record;
}

QString AsksModel::timeOf(wire::Instant at) const
{
    return QDateTime::fromMSecsSinceEpoch(m_record.unixMsAt(at)).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString AsksModel::provider(const std::string& endpoint) const
{
    const auto name = m_names.find(endpoint);
    return name == m_names.end() ? shown(endpoint) : name->second;
}

QString AsksModel::text(const TaskSummary& task, int column) const
{
    switch (column) {
    case Time:
        return timeOf(task.startedAt);
    case Provider:
        return provider(task.endpoint);
    case Peer:
        return shown(task.peer);
    case What:
        return tr("invoke %1").arg(shown(task.capability));
    case Id:
        return shown(task.taskId);
    case State:
        return conditionOf(task).word;
    case Chunks:
        return QStringLiteral("%L1").arg(task.chunks);
    case Cu:
        return shown(task.costCu);
    default:
        return {};
    }
}

QString AsksModel::text(const DealSummary& deal, int column) const
{
    switch (column) {
    case Time:
        return timeOf(deal.askedAt);
    case Provider:
        return provider(deal.endpoint);
    case Peer:
        return shown(deal.peer);
    case What:
        return tr("offer %1").arg(shown(deal.capability));
    case Id:
        return shown(deal.offerId);
    case State:
        return conditionOf(deal).word;
    case Cu:
        return shown(deal.priceCu);
    default:
        return {};
    }
}

int AsksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AsksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AsksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int column = index.column();
    if (role == Qt::TextAlignmentRole && (column == Chunks || column == Cu))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    const bool isState = role == StateRole && column == State;
    if (role != Qt::DisplayRole && !isState)
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.isDeal) {
        const DealSummary& deal = m_snapshot->deals[row.index];
        return isState ? QVariant(static_cast<int>(conditionOf(deal).state)) : QVariant(text(deal, column));
    }
    const TaskSummary& task = m_snapshot->tasks[row.index];
    return isState ? QVariant(static_cast<int>(conditionOf(task).state)) : QVariant(text(task, column));
}

QVariant AsksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            (section == Chunks || section == Cu ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Provider:
        return tr("Provider");
    case Peer:
        return tr("Asked by");
    case What:
        return tr("What");
    case Id:
        return tr("Id");
    case State:
        return tr("State");
    case Chunks:
        return tr("Chunks");
    case Cu:
        return tr("CU");
    default:
        return {};
    }
}

} // namespace mock
