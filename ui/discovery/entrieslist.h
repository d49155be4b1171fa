// SPDX-License-Identifier: GPL-3.0-or-later
// The table of entries: sorts by its header, shows the columns that the user chose.
#pragma once

#include <QTableView>

class QMenu;

namespace discover {

class EntriesModel;

class EntriesList final : public QTableView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntriesList)

public:
    /// `model` must outlive it.
    explicit EntriesList(EntriesModel& model, QWidget* parent = nullptr);

    /// A choice of columns, as it is now.
    QMenu& columnsMenu() { return *m_columns; }

Q_SIGNALS:
    void currentRowChanged(int row); ///< -1: none

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void setUpHeader();
    void fillColumnsMenu();

    QMenu* m_columns;
};

} // namespace discover
