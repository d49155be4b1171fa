// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has produced so far: text as it streams, JSON as a tree once it is whole.
#pragma once

#include "ui/stack/runstate.h"

#include <QWidget>

class QStackedWidget;
class QToolButton;

namespace widgets {
class ByteView;
class JsonTree;
class Pane;
class PlainLabel;
}

namespace invoke {

class OutputPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OutputPane)

public:
    explicit OutputPane(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const stack::RunState>& run);
    /// Takes in the text that has come since.
    void grow();

private:
    QToolButton* addChoice(const QString& text, const QString& name);
    void showFacts();
    void showWhole();
    void choosePage();

    std::shared_ptr<const stack::RunState> m_run;
    std::shared_ptr<const stack::RunLog> m_log;
    std::uint64_t m_taken = 0;
    bool m_isWhole = false;
    widgets::Pane* m_pane;
    QStackedWidget* m_pages;
    widgets::PlainLabel* m_empty;
    widgets::ByteView* m_text;
    widgets::JsonTree* m_tree;
    QToolButton *m_hex, *m_following;
};

} // namespace invoke
