// SPDX-License-Identifier: GPL-3.0-or-later
// What the workspace may spend and has spent: three limits to edit, the sums, each entry, and the way out as
// CSV.
#pragma once

#include "protocol/workspace/spendguard.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QWidget>

class QLineEdit;
class QTableView;

namespace widgets {
class FittingHeader;
class PlainLabel;
}

namespace workspace {
class WorkspaceStore;
}

namespace offers {

/// The newest first.
class LedgerModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LedgerModel)

public:
    enum Column { Time, Kind, Who, Cu, What, Task, Escrow, kColumns };

    using QAbstractTableModel::QAbstractTableModel;

    void show(std::shared_ptr<const workspace::Ledger> ledger);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const workspace::Ledger> m_ledger;
};

class LedgerPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LedgerPane)

public:
    /// Both must outlive it.
    LedgerPane(workspace::SpendGuard& guard, workspace::WorkspaceStore& workspace, QWidget* parent = nullptr);

    /// What has come since; only while it is in sight.
    void nextFrame();
    void exportTo(const QString& path);

private:
    QLineEdit* addLimit(
        const QString& label, const char* name, std::optional<json::Decimal> workspace::Budget::* limit);
    void edit(QLineEdit* line, std::optional<json::Decimal> workspace::Budget::* limit);
    void showBudget();
    void showSums(const workspace::Ledger& ledger);
    void chooseFile();

    struct Limit {
        QLineEdit* line;
        std::optional<json::Decimal> workspace::Budget::* limit;
    };
    workspace::SpendGuard& m_guard;
    workspace::WorkspaceStore& m_workspace;
    std::vector<Limit> m_limits;
    LedgerModel* m_model;
    QTableView* m_table;
    widgets::FittingHeader* m_header = nullptr;
    widgets::PlainLabel *m_sums, *m_problem;
    std::optional<std::uint64_t> m_version;
    QElapsedTimer m_lookedAt; ///< for what other programs added
};

} // namespace offers
