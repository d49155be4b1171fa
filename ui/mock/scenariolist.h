// SPDX-License-Identifier: GPL-3.0-or-later
// The pane that lists the scenarios, with the actions on them.
#pragma once

#include "ui/mock/scenariosmodel.h"

#include <QWidget>

class QAction;
class QPushButton;
class QTableView;

namespace widgets {
class Pane;
}

namespace mock {

class ScenarioList final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScenarioList)

public:
    /// `model` must outlive it.
    explicit ScenarioList(ScenariosModel& model, QWidget* parent = nullptr);

    /// Null if none is chosen.
    const ScenarioFile* current() const;
    void choose(const QString& path);
    /// Where all that are played are listed; empty: nowhere.
    void setListed(const QString& address);

Q_SIGNALS:
    void currentChanged(); ///< another one, or another text of it
    void demoRequested();
    void discoverRequested(const QString& address);
    void openRequested();
    void removeRequested();
    void toggleRequested(); ///< start or stop

private:
    void makeTable();
    QAction* addAction(const QString& icon, const QString& text, const QKeySequence& shortcut,
        void (ScenarioList::*signal)());
    void updateActions();

    ScenariosModel& m_model;
    widgets::Pane* m_pane;
    QTableView* m_table;
    QAction* m_remove = nullptr;
    QPushButton* m_discover;
    QString m_listed;
};

} // namespace mock
