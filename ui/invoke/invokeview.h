// SPDX-License-Identifier: GPL-3.0-or-later
// Runs tasks by hand: the request, the run as it streams, what is thought of it. Several runs are tabs.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"
#include "ui/widgets/view.h"

class QTabBar;

namespace workspace {
class SecretStore;
class WorkspaceStore;
}

namespace invoke {

class InputPane;
class RequestPane;
class RunPane;
class SidePanes;

class InvokeView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InvokeView)

public:
    /// All must outlive it.
    InvokeView(stack::Stack& stack, workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets,
        QWidget* parent = nullptr);
    ~InvokeView() override;

    static QString title() { return tr("Invoke"); }
    static QIcon icon();
    void nextFrame() override;

    /// Whom to ask; takes the first of its capabilities if the request's is not among them.
    void setTarget(const workspace::Endpoint& endpoint);
    /// The next tasks run under it, as long as that provider is asked (Layer 6 §4): its terms are written
    /// into the request.
    void setDeal(const stack::DealPtr& deal, const workspace::Endpoint& endpoint);
    const stack::DealPtr& deal() const { return m_deal; }
    RequestPane& request() { return *m_request; }
    InputPane& input() { return *m_input; }
    void send(bool force = false);
    void cancel();
    void retry();
    void newTask();
    /// None before the first.
    stack::RunId currentRun() const;

Q_SIGNALS:
    void showInTraffic(wire::RecordNo record);
    void runStarted(stack::RunId run);

private:
    void readTargets();
    void askCapabilities();
    QWidget* makeLeft();
    void start(acmp::Invoke request, const workspace::Endpoint& endpoint, binding::Access target, bool force);
    void dropDeal();
    void showCurrent();
    void showInput();
    void closeRun(int tab);

    stack::Stack& m_stack;
    workspace::WorkspaceStore& m_workspace;
    workspace::SecretStore& m_secrets;
    RequestPane* m_request;
    InputPane* m_input;
    QTabBar* m_tabs;
    RunPane* m_run;
    SidePanes* m_side;
    std::shared_ptr<const stack::RunState> m_shown;
    std::string m_ownTaskId; ///< that we put into the request; replaced once it is used
    stack::DealPtr m_deal; ///< null: none
    QString m_dealUrl; ///< whose it is
    QString m_askedUrl; ///< whose capabilities are offered
};

} // namespace invoke
