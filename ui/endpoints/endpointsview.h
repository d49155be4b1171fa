// SPDX-License-Identifier: GPL-3.0-or-later
// Where providers are reached: those of the workspace and our own mocks, and what each says of itself.
#pragma once

#include "ui/endpoints/tester.h"
#include "ui/widgets/view.h"

class QStackedWidget;

namespace workspace {
class WorkspaceStore;
}

namespace endpoints {

class Editor;
class DoctorView;
class EndpointList;
class EndpointsModel;
class NoticeBar;
class OutcomeView;

class EndpointsView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EndpointsView)

public:
    /// All must outlive it.
    EndpointsView(stack::Stack& stack, workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets,
        QWidget* parent = nullptr);

    static QString title() { return tr("Endpoints"); }
    static QIcon icon();
    void nextFrame() override { }

    /// Opens the dialog for a new one.
    void addEndpoint();
    /// Opens the dialog on those facts; without an id it becomes a new one.
    void editEndpoint(const workspace::Endpoint& endpoint);
    /// Null if none is selected.
    const workspace::Endpoint* current() const;
    void select(const QString& endpointId);
    void testCurrent();
    bool isTested() const; ///< the one that is selected
    void testAll();
    /// Sends the connection doctor to the one that is selected.
    void examine();
    bool isExamining() const;

Q_SIGNALS:
    void invokeRequested(const workspace::Endpoint& endpoint);
    void showInTraffic(wire::RecordNo record);

private:
    void makeNotices(workspace::SecretStore& secrets);
    void readWorkspace();
    void readStalls();
    void showProblem();
    void showCurrent();

    stack::Stack& m_stack;
    workspace::WorkspaceStore& m_workspace;
    Tester* m_tester;
    EndpointsModel* m_model;
    Editor* m_editor;
    NoticeBar* m_problem;
    NoticeBar* m_noKeychain;
    EndpointList* m_list;
    OutcomeView* m_outcome;
    DoctorView* m_doctor;
    QStackedWidget* m_side; ///< one of the two
};

} // namespace endpoints
