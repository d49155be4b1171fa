// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/endpointsmodel.h"

#include "ui/endpoints/describe.h"

namespace endpoints {

using workspace::Endpoint;

namespace {

// The internal id of a group; that of an endpoint is its group.
constexpr quintptr kGroupId = quintptr { EndpointsModel::GroupCount };

} // namespace

EndpointsModel::EndpointsModel(const Tester& tester, QObject* parent)
    : QAbstractItemModel(parent)
    , m_tester(tester)
{
    connect(&tester, &Tester::changed, this, &EndpointsModel::testChanged);
}

void EndpointsModel::setEndpoints(Group group, std::vector<Endpoint> endpoints)
{
    std::vector<Endpoint>& rows = m_groups[group];
    const QModelIndex parent = groupIndex(group);
    const auto has = [&](const Endpoint& row) {
        return std::ranges::find(endpoints, row.id, &Endpoint::id) != endpoints.end();
    };
    for (int row = static_cast<int>(rows.size()) - 1; row >= 0; --row) {
        if (has(rows[static_cast<std::size_t>(row)]))
            continue;
        beginRemoveRows(parent, row, row);
        rows.erase(rows.begin() + row);
        endRemoveRows();
    }
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        const int row = static_cast<int>(i);
        const auto old = std::ranges::find(rows, endpoints[i].id, &Endpoint::id);
        if (old == rows.end()) {
            beginInsertRows(parent, row, row);
            rows.insert(rows.begin() + row, std::move(endpoints[i]));
            endInsertRows();
            continue;
        }
        // What stays keeps its order but where a file was changed by hand.
        if (const int from = static_cast<int>(old - rows.begin()); from != row) {
            beginMoveRows(parent, from, from, parent, row);
            std::rotate(rows.begin() + row, old, old + 1);
            endMoveRows();
        }
        if (rows[i] == endpoints[i])
            continue;
        rows[i] = std::move(endpoints[i]);
        Q_EMIT dataChanged(index(row, 0, parent), index(row, ColumnCount - 1, parent));
    }
}

const Endpoint* EndpointsModel::endpoint(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kGroupId)
        return nullptr;
    return &m_groups[index.internalId()][static_cast<std::size_t>(index.row())];
}

bool EndpointsModel::isLocal(const QModelIndex& index)
{
    return index.isValid() && index.internalId() == quintptr { Local };
}

QModelIndex EndpointsModel::indexOf(const QString& endpointId) const
{
    for (const Group group : { Saved, Local }) {
        const std::vector<Endpoint>& rows = m_groups[group];
        const auto found = std::ranges::find(rows, endpointId, &Endpoint::id);
        if (found != rows.end())
            return index(static_cast<int>(found - rows.begin()), 0, groupIndex(group));
    }
    return {};
}

void EndpointsModel::testChanged(const QString& endpointId)
{
    if (const QModelIndex row = indexOf(endpointId); row.isValid())
        Q_EMIT dataChanged(row.siblingAtColumn(State), row.siblingAtColumn(State));
}

QModelIndex EndpointsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kGroupId);
}

QModelIndex EndpointsModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kGroupId)
        return {};
    return createIndex(static_cast<int>(child.internalId()), 0, kGroupId);
}

int EndpointsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return GroupCount;
    if (parent.internalId() != kGroupId || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].size());
}

int EndpointsModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

Qt::ItemFlags EndpointsModel::flags(const QModelIndex& index) const
{
    if (!endpoint(index))
        return index.isValid() ? Qt::ItemIsEnabled : Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant EndpointsModel::data(const QModelIndex& index, int role) const
{
    const Endpoint* row = endpoint(index);
    if (!row) {
        if (!index.isValid() || index.column() != 0 || role != Qt::DisplayRole)
            return {};
        return index.row() == Saved ? tr("In the workspace") : tr("On this machine");
    }
    if (role == StateRole && index.column() == State)
        return static_cast<int>(verdictOf(m_tester.outcome(*row)).state);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (index.column()) {
    case Name:
        return row->name.isEmpty() ? row->url : row->name;
    case Url:
        return row->url;
    case State:
        return verdictOf(m_tester.outcome(*row)).word;
    default:
        return {};
    }
}

QVariant EndpointsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Url:
        return tr("Address");
    case State:
        return tr("Last test");
    default:
        return {};
    }
}

} // namespace endpoints
