// SPDX-License-Identifier: GPL-3.0-or-later
// The live table of what is asked of our providers. Follows its end while that is in sight.
#pragma once

#include "ui/mock/asksmodel.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace widgets {
class FittingHeader;
class Pane;
class Segments;
}

namespace mock {

class AsksPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AsksPane)

public:
    /// `record` must outlive it.
    explicit AsksPane(const capture::Record& record, QWidget* parent = nullptr);

    AsksModel& model() { return m_model; }
    void update(const std::shared_ptr<const analysis::Snapshot>& snapshot);
    /// The endpoints of the provider that "this one" is; none: there is no such provider.
    void setChosen(const std::vector<std::string>& endpoints);
    void setHint(const QString& hint); ///< instead of an empty table

Q_SIGNALS:
    void showInTraffic(wire::RecordNo record);

private:
    void makeTable();
    void filter();
    void showCount();
    void showCurrent();

    AsksModel m_model;
    std::vector<std::string> m_chosen;
    widgets::Pane* m_pane;
    widgets::Segments* m_scope;
    QPushButton* m_show;
    QStackedWidget* m_stack;
    QLabel* m_hint;
    QTableView* m_table;
    widgets::FittingHeader* m_header = nullptr;
};

} // namespace mock
