// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios that can be played: those that are shipped, and the files of the workspace.
#pragma once

#include "ui/mock/stage.h"

#include <QAbstractTableModel>

namespace mock {

class ScenariosModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScenariosModel)

public:
    enum Column { Name, State, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State

    /// `stage` must outlive it.
    explicit ScenariosModel(const Stage& stage, QObject* parent = nullptr);

    /// Reads those that are new; the others stay as they were read.
    void setFiles(const QStringList& paths);
    /// Reads a file anew.
    void reload(int row);
    const ScenarioFile& file(int row) const { return m_files[static_cast<std::size_t>(row)]; }
    /// -1 if there is none.
    int rowOf(const QString& path) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void stageChanged(const QString& path);

    const Stage& m_stage;
    std::vector<ScenarioFile> m_files;
};

} // namespace mock
