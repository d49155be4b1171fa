// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of one examination: those that are to come wait, the first of them is under way.
#pragma once

#include "ui/widgets/statelabel.h"

#include "protocol/buyer/doctor/step.h"

#include <QAbstractTableModel>

namespace endpoints {

class DoctorModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DoctorModel)

public:
    enum Column { Name, State, Time, Detail, ColumnCount };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column State

    using QAbstractTableModel::QAbstractTableModel;

    /// Begins anew.
    void begin(std::vector<buyer::Step::Kind> plan);
    void add(const buyer::Step& step);
    /// What has not ended will not.
    void end();
    bool isEnded() const { return m_isEnded; }

    const std::vector<buyer::Step>& steps() const { return m_steps; }
    /// Null while it has not ended.
    const buyer::Step* step(int row) const;
    QString name(int row) const;
    /// Of the failed one, else of the first that warns, else of the last; -1 if there is none.
    int telling() const;
    /// How it went as a whole: icon and a few words.
    widgets::State state() const;
    QString summary() const;
    /// All of it, as plain text.
    QString report() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    widgets::State stateAt(int row) const;
    QString wordAt(int row) const;

    std::vector<buyer::Step::Kind> m_plan;
    std::vector<buyer::Step> m_steps; ///< that have ended
    bool m_isEnded = true;
};

} // namespace endpoints
