// SPDX-License-Identifier: GPL-3.0-or-later
// What is thought of the run: verdicts, heartbeats, findings.
#pragma once

#include "ui/stack/stack.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QVBoxLayout;

namespace widgets {
class FindingList;
class Pane;
class PlainLabel;
}

namespace invoke {

class SidePanes final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SidePanes)

public:
    explicit SidePanes(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const stack::RunState>& run);
    void setNow(wire::Instant now);

Q_SIGNALS:
    void showInTraffic(wire::RecordNo record);

private:
    void showVerdicts();
    void showBeats();

    std::shared_ptr<const stack::RunState> m_run;
    widgets::Pane *m_verdictPane, *m_beatPane, *m_findingPane;
    QWidget* m_verdicts = nullptr;
    QProgressBar* m_progress;
    widgets::PlainLabel* m_beat;
    widgets::FindingList* m_findings;
    std::vector<session::Verdict> m_shownVerdicts;
};

} // namespace invoke
