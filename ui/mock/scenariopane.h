// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a scenario, and the mistakes in it, each marked where it is.
#pragma once

#include "ui/mock/scenariofile.h"

#include <QWidget>

class QListWidget;

namespace widgets {
class JsonEditor;
class Pane;
class PlainLabel;
}

namespace mock {

class ScenarioPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScenarioPane)

public:
    explicit ScenarioPane(QWidget* parent = nullptr);

    void showScenario(const ScenarioFile& file);
    void clear();

private:
    void markMistake(int row);

    ScenarioFile m_file;
    widgets::Pane* m_pane;
    widgets::JsonEditor* m_editor;
    widgets::PlainLabel* m_tooLong;
    QListWidget* m_mistakes;
};

} // namespace mock
