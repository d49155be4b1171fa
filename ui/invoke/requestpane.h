// SPDX-License-Identifier: GPL-3.0-or-later
// The request: whom to ask, what, as a form and as JSON, each editing the other, and the buttons that act.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/runstate.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace widgets {
class JsonEditor;
class PlainLabel;
class Segments;
class StateLabel;
}

namespace invoke {

class RequestForm;
class TargetBox;

class RequestPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RequestPane)

public:
    explicit RequestPane(QWidget* parent = nullptr);

    TargetBox& target() { return *m_target; }
    /// The request as it stands, if it can be sent; what is wrong is shown at its place otherwise.
    std::optional<acmp::Invoke> request();
    QByteArray text() const;
    void setText(const QByteArray& text);
    /// It says that its input follows in pieces.
    bool isInputStreamed() const { return m_isInputStreamed; }
    /// Replaces the task's id, and nothing else.
    void setTaskId(const std::string& taskId);
    void setCapabilities(const QStringList& names);
    /// Which buttons can be pressed. `run` may be null.
    void showRun(const stack::RunState* run);
    /// Below the buttons; empty hides it.
    void setNotice(const QString& text);
    void showJson(bool json);
    /// Under which the next task runs; null: none.
    void setDeal(const stack::Deal* deal);
    /// Of the tasks to come.
    const buyer::TaskOptions& limits() const { return m_limits; }

Q_SIGNALS:
    void sendRequested(bool force);
    void cancelRequested();
    void retryRequested();
    void newTaskRequested();
    void dealDropped();
    void edited(); ///< text() is new

private:
    QWidget* makeButtons();
    QWidget* makeDeal();
    void complain(const QByteArray& text);
    void openLimits();

    TargetBox* m_target;
    RequestForm* m_form;
    widgets::JsonEditor* m_editor;
    QStackedWidget* m_pages;
    QPushButton *m_send, *m_cancel, *m_retry;
    widgets::Segments* m_pageChoice;
    QWidget* m_dealRow = nullptr;
    widgets::StateLabel* m_deal = nullptr;
    buyer::TaskOptions m_limits;
    widgets::PlainLabel* m_limitWords = nullptr;
    widgets::PlainLabel* m_notice;
    bool m_isInputStreamed = false;
};

} // namespace invoke
