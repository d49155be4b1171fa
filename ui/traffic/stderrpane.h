// SPDX-License-Identifier: GPL-3.0-or-later
// What the child processes of a record wrote to stderr, on the same clock as the list. Hidden while there is
// nothing.
#pragma once

#include "ui/traffic/items.h"

#include <QWidget>

namespace analysis {
class Analysis;
}

namespace widgets {
class Pane;
}

namespace traffic {

class Searcher;
class TrafficList;
class TrafficModel;

class StderrPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StderrPane)

public:
    explicit StderrPane(QWidget* parent = nullptr);
    ~StderrPane() override;

    /// Both must outlive it or be replaced before.
    void setRecord(const capture::Record& record, const analysis::Analysis& analysis);
    /// Once a frame: what has come since.
    void nextFrame();
    /// Nothing is chosen here any more.
    void clearChoice();

Q_SIGNALS:
    void chosen(const traffic::Items::Place& place); ///< to be shown in detail
    void asked(wire::RecordNo record); ///< to be shown among all rows

private:
    widgets::Pane* m_pane;
    TrafficModel* m_model;
    TrafficList* m_list;
    std::unique_ptr<Searcher> m_searcher;
};

} // namespace traffic
