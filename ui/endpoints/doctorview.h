// SPDX-License-Identifier: GPL-3.0-or-later
// The connection doctor at one endpoint: its steps as they end, and of the chosen one what was seen and what
// to try.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"

#include <QFutureWatcher>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;
class QTreeView;

namespace widgets {
class CopyButton;
class Pane;
class PlainLabel;
class StateLabel;
}

namespace workspace {
class SecretStore;
}

namespace endpoints {

class DoctorModel;

class DoctorView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DoctorView)

public:
    using Examine = std::function<QFuture<buyer::Step>(const binding::Access& target)>;

    /// `secrets` must outlive it.
    DoctorView(Examine examine, workspace::SecretStore& secrets, QWidget* parent = nullptr);
    ~DoctorView() override;

    /// Begins anew; what was under way is given up.
    void examine(const workspace::Endpoint& endpoint);
    bool isAbout(const workspace::Endpoint& endpoint) const;
    bool isExamining() const;

Q_SIGNALS:
    /// The user has seen enough of it.
    void closed();

private:
    void makeList();
    QWidget* makeDetails();
    void begin(const binding::Access& access);
    void take(int index);
    void end();
    void giveUp();
    void showState();
    void showStep();

    Examine m_examine;
    workspace::SecretStore& m_secrets;
    workspace::Endpoint m_endpoint;
    quint64 m_number = 0; ///< of the examination
    std::vector<std::string> m_missing; ///< as workspace::Reached has it
    std::unique_ptr<QFutureWatcher<buyer::Step>> m_steps; ///< of the present one, once it has begun
    DoctorModel* m_model;
    widgets::Pane* m_pane;
    widgets::StateLabel* m_state;
    QTreeView* m_list;
    QPushButton* m_again;
    widgets::CopyButton* m_copy;
    widgets::Pane* m_details;
    widgets::PlainLabel* m_detail;
    widgets::PlainLabel* m_hintTitle;
    widgets::PlainLabel* m_hint;
    QPlainTextEdit* m_seen;
};

} // namespace endpoints
