// SPDX-License-Identifier: GPL-3.0-or-later
// What was read, as a tree, over how it was found. The choice in the tree is what the entries are of.
#pragma once

#include "ui/discovery/arrange.h"

#include <QSplitter>

class QAction;
class QTreeView;

namespace widgets {
class Pane;
}

namespace discover {

class SourcesModel;
class StepsModel;

class SourcesPane final : public QSplitter {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SourcesPane)

public:
    explicit SourcesPane(QWidget* parent = nullptr);

    void setStates(const States& states);
    Scope scope() const;
    void select(const Scope& scope);
    /// The state that the choice is of; of "All" the last one. Null if there is none.
    std::shared_ptr<const stack::BrowseState> current() const;
    /// Of the choice; nullptr if that is no source.
    const discovery::Source* currentSource() const;
    /// A button of the header, and an entry of the tree's context menu.
    void addAction(QAction* action, bool isInHeader);

Q_SIGNALS:
    void scopeChanged();
    void activated(); ///< by double click or Enter

private:
    QWidget* makeTree();
    QWidget* makeSteps();
    void choose();

    States m_states;
    SourcesModel* m_model;
    StepsModel* m_stepsModel;
    widgets::Pane* m_pane = nullptr;
    widgets::Pane* m_stepsPane = nullptr;
    QTreeView* m_tree = nullptr;
};

} // namespace discover
