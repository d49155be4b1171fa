// SPDX-License-Identifier: GPL-3.0-or-later
// The run that is shown: where it stands, its timeline, output and chunks.
#pragma once

#include "ui/stack/stack.h"

#include <QWidget>

class QTableView;

namespace widgets {
class Pane;
class PlainLabel;
class StateLabel;
}

namespace invoke {

class ChunkModel;
class OutputPane;
class TimelineStrip;

class RunPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPane)

public:
    /// `stack` must outlive it.
    explicit RunPane(stack::Stack& stack, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const stack::RunState>& run);
    void nextFrame();

Q_SIGNALS:
    void showInTraffic(wire::RecordNo record);

private:
    QWidget* makeTimeline();
    QWidget* makeChunks();
    void showFacts();

    stack::Stack& m_stack;
    std::shared_ptr<const stack::RunState> m_run;
    widgets::Pane *m_head, *m_chunkPane;
    widgets::StateLabel* m_state;
    widgets::PlainLabel* m_sentence;
    TimelineStrip* m_timeline;
    OutputPane* m_output;
    ChunkModel* m_model;
    QTableView* m_chunks;
    bool m_isFollowing = true;
};

} // namespace invoke
