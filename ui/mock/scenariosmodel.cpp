// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/scenariosmodel.h"

#include "ui/mock/describe.h"

namespace mock {

ScenariosModel::ScenariosModel(const Stage& stage, QObject* parent)
    : QAbstractTableModel(parent)
    , m_stage(stage)
{
    connect(&stage, &Stage::changed, this, &ScenariosModel::stageChanged);
}

void ScenariosModel::setFiles(const QStringList& paths)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (paths.contains(file(row).path))
            continue;
        beginRemoveRows({}, row, row);
        m_files.erase(m_files.begin() + row);
        endRemoveRows();
    }
    for (const QString& path : paths) {
        if (rowOf(path) >= 0)
            continue;
        beginInsertRows({}, rowCount(), rowCount());
        m_files.push_back(ScenarioFile::read(path));
        endInsertRows();
    }
}

void ScenariosModel::reload(int row)
{
    m_files[static_cast<std::size_t>(row)] = ScenarioFile::read(file(row).path);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int ScenariosModel::rowOf(const QString& path) const
{
    const auto found = std::ranges::find(m_files, path, &ScenarioFile::path);
    return found == m_files.end() ? -1 : static_cast<int>(found - m_files.begin());
}

void ScenariosModel::stageChanged(const QString& path)
{
    if (const int row = rowOf(path); row >= 0)
        Q_EMIT dataChanged(index(row, State), index(row, State));
}

int ScenariosModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_files.size());
}

int ScenariosModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ScenariosModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ScenarioFile& file = this->file(index.row());
    if (index.column() == Name)
        return role == Qt::DisplayRole ? file.name() : QVariant();
    const Condition condition = conditionOf(file, m_stage);
    if (role == StateRole)
        return static_cast<int>(condition.state);
    return role == Qt::DisplayRole ? condition.word : QVariant();
}

QVariant ScenariosModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Scenario") : tr("State");
}

} // namespace mock
