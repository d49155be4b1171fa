// SPDX-License-Identifier: GPL-3.0-or-later
// The endpoints of the workspace and those that this program itself plays, in two groups. Owned by the view.
#pragma once

#include "ui/endpoints/tester.h"

#include <QAbstractItemModel>

#include <array>

namespace endpoints {

class EndpointsModel final : public QAbstractItemModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointsModel)

public:
    enum Column { Name, Url, State, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State
    enum Group { Saved, Local, GroupCount };

    /// `tester` must outlive it.
    explicit EndpointsModel(const Tester& tester, QObject* parent = nullptr);

    void setEndpoints(Group group, std::vector<workspace::Endpoint> endpoints);
    /// nullptr for a group.
    const workspace::Endpoint* endpoint(const QModelIndex& index) const;
    /// Of column 0; invalid if there is none.
    QModelIndex indexOf(const QString& endpointId) const;
    QModelIndex groupIndex(Group group) const { return index(group, 0); }
    static bool isLocal(const QModelIndex& index);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void testChanged(const QString& endpointId);

    const Tester& m_tester;
    std::array<std::vector<workspace::Endpoint>, GroupCount> m_groups;
};

} // namespace endpoints
