// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked of our providers, a row a task or negotiation, in the order asked. Reads snapshots of the
// analysis; of one provider or of all.
#pragma once

#include "ui/analysis/snapshot.h"

#include "protocol/capture/record.h"

#include <QAbstractTableModel>

#include <map>

namespace mock {

class AsksModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AsksModel)

public:
    enum Column { Time, Provider, What, State, Chunks, Cu, Id, Peer, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State

    /// `record`, for the time of day, must outlive it.
    explicit AsksModel(const capture::Record& record, QObject* parent = nullptr);

    /// Name of the provider at an endpoint: "127.0.0.1:8402/mcp".
    void nameProvider(const std::string& endpoint, const QString& name);
    /// Only what was asked at those endpoints; nullopt: all.
    void setOnly(std::optional<std::vector<std::string>> endpoints);
    /// A later state of the same analysis.
    void update(const std::shared_ptr<const analysis::Snapshot>& snapshot);

    wire::RecordNo recordOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        wire::RecordNo record;
        bool isDeal;
        std::size_t index; ///< among the tasks or the deals
    };
    void append(const analysis::Snapshot& from, const analysis::Snapshot& to);
    void change(const analysis::Snapshot& from, const analysis::Snapshot& to);
    bool isShown(wire::Direction asked, const std::string& endpoint) const;
    QString text(const analysis::TaskSummary& task, int column) const;
    QString text(const analysis::DealSummary& deal, int column) const;
    QString provider(const std::string& endpoint) const;
    QString timeOf(wire::Instant at) const;

    const capture::Record& m_record;
    std::shared_ptr<const analysis::Snapshot> m_snapshot = std::make_shared<analysis::Snapshot>();
    std::vector<Row> m_rows;
    std::vector<int> m_taskRows, m_dealRows; ///< row of each task and deal; -1: not shown
    std::map<std::string, QString, std::less<>> m_names;
    std::optional<std::vector<std::string>> m_only;
};

} // namespace mock
