// SPDX-License-Identifier: GPL-3.0-or-later
// What was read: below "All" the addresses, below each the documents that list its entries, as they name one
// another.
#pragma once

#include "ui/discovery/arrange.h"

#include <QAbstractItemModel>

namespace discover {

class SourcesModel final : public QAbstractItemModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SourcesModel)

public:
    enum Column { Name, State, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State

    explicit SourcesModel(QObject* parent = nullptr);

    void setStates(States states);
    Scope scopeOf(const QModelIndex& index) const;
    /// Invalid if there is none any more.
    QModelIndex indexOf(const Scope& scope) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node {
        std::size_t state = 0;
        int source = -1; ///< -1: the address itself
        std::size_t parent = 0;
        int row = 0;
        std::vector<std::size_t> children = {};
        bool operator==(const Node&) const = default;
    };
    static std::vector<Node> nodesOf(const States& states);
    const Node& node(const QModelIndex& index) const { return m_nodes[index.internalId()]; }
    QVariant text(const Node& node, int column) const;
    QVariant toolTip(const Node& node) const;
    QVariant state(const Node& node) const;

    States m_states;
    std::vector<Node> m_nodes; ///< [0]: all
};

} // namespace discover
