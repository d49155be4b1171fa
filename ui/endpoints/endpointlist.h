// SPDX-License-Identifier: GPL-3.0-or-later
// The pane that lists the endpoints, with the actions on them.
#pragma once

#include "ui/endpoints/endpointsmodel.h"

#include <QWidget>

class QAction;
class QTreeView;

namespace widgets {
class Pane;
}

namespace endpoints {

class EndpointList final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointList)

public:
    /// `model` must outlive it.
    explicit EndpointList(EndpointsModel& model, QWidget* parent = nullptr);

    /// Null if none is.
    const workspace::Endpoint* current() const;
    void select(const QString& endpointId);

Q_SIGNALS:
    void currentChanged(); ///< another one, or another state of it
    void addRequested();
    void editRequested();
    void removeRequested();
    void testRequested();
    void testAllRequested();

private:
    void makeList();
    QAction* addAction(const QString& icon, const QString& text, const QKeySequence& shortcut,
        void (EndpointList::*signal)(), bool hasText);
    void showGroups();
    void updateActions();

    EndpointsModel& m_model;
    widgets::Pane* m_pane;
    QTreeView* m_list;
    QAction* m_edit = nullptr;
    QAction* m_remove = nullptr;
};

} // namespace endpoints
