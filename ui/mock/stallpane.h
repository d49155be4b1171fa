// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario that is chosen: whether it is played, where it is reached, what it has done so far.
#pragma once

#include "ui/mock/stage.h"

#include <QWidget>

class QCheckBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace widgets {
class CopyButton;
class ElidedLabel;
class Pane;
class PlainLabel;
class StateLabel;
}

namespace mock {

class StallPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StallPane)

public:
    explicit StallPane(QWidget* parent = nullptr);

    void showScenario(const ScenarioFile& file, const Stage& stage);
    void showNothing(const QString& hint);

Q_SIGNALS:
    void toggleRequested(); ///< start or stop
    void tlsRequested(bool isTls);
    void invokeRequested();

private:
    struct Line {
        QLabel* label;
        widgets::ElidedLabel* text;
        widgets::CopyButton* copy;
    };
    Line addLine(const QString& label, const QString& copyName);
    static void setLine(const Line& line, const QString& text);
    void showAddresses(const ScenarioFile& file, const stack::StallState* open);

    widgets::Pane* m_pane;
    widgets::StateLabel* m_state;
    QPushButton* m_startStop;
    QPushButton* m_invoke;
    QCheckBox* m_tls;
    widgets::PlainLabel* m_sentence;
    QGridLayout* m_grid;
    Line m_wares, m_address, m_webSocket, m_agentCard, m_a2aRest, m_manifest, m_stdio, m_command;
};

} // namespace mock
