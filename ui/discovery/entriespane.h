// SPDX-License-Identifier: GPL-3.0-or-later
// The entries: filter, table, and what is to be known of their prices. Filters and sorts on a worker.
#pragma once

#include "ui/discovery/arrange.h"
#include "ui/widgets/worker.h"

#include <QTimer>
#include <QWidget>

namespace widgets {
class Pane;
class PlainLabel;
class StateLabel;
}

namespace discover {

class EntriesList;
class EntriesModel;
class FilterRow;

class EntriesPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntriesPane)

public:
    explicit EntriesPane(QWidget* parent = nullptr);
    ~EntriesPane() override;

    void setStates(States states);
    void setScope(const Scope& scope);
    /// Over the empty table: what to do; empty: nothing.
    void setHint(const QString& text);
    void addToHint(QWidget* widget);
    FilterRow& filter() { return *m_filter; }
    /// Null if there is none.
    const Row* current() const;
    /// In the order shown.
    std::vector<Row> selected() const;
    /// On the table, its context menu too.
    void addActions(const QList<QAction*>& actions);
    /// Below the table, on the right.
    void addToFooter(QWidget* widget);

Q_SIGNALS:
    void currentChanged(); ///< another one, or it was read again
    void activated();

private:
    void makeFooter();
    void ask();
    void take(Arranged arranged);
    void selectAgain(const std::optional<Row>& row);
    void tellFacts();

    States m_states;
    Wish m_wish;
    Arranged m_shown; ///< its rows are the model's
    bool m_hasChanged = false; ///< once: the column that says what is shown
    widgets::Generation m_generation;
    EntriesModel* m_model;
    widgets::Pane* m_pane;
    FilterRow* m_filter;
    EntriesList* m_list;
    QWidget* m_footer;
    QWidget* m_hint;
    widgets::PlainLabel* m_hintText;
    widgets::StateLabel* m_prices;
    QTimer m_ages;
};

} // namespace discover
