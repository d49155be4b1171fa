// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that was on the wire: the lines of a record, filtered, and what is to be seen of one of them.
// Reads the record, live or opened; knows nothing of who fills it.
#pragma once

#include "ui/traffic/items.h"
#include "ui/widgets/view.h"

#include <QElapsedTimer>

class QLabel;
class QStackedWidget;

namespace analysis {
class Analysis;
}

namespace widgets {
class Pane;
}

namespace traffic {

class DetailsPanes;
class FilterBar;
class MessageSaver;
class Searcher;
class StderrPane;
class TrafficList;
class TrafficModel;
struct Search;

class TrafficView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrafficView)

public:
    explicit TrafficView(QWidget* parent = nullptr);
    ~TrafficView() override;

    static QString title();
    static QIcon icon();
    void nextFrame() override;

    /// A live record or an opened one, and what checks it. Both must outlive the view or be replaced before.
    void setRecord(const capture::Record& record, analysis::Analysis& analysis);
    /// Makes that row the current one, now or once it has come; takes a filter away that hides it.
    void showRecord(wire::RecordNo record);
    /// Shows only what names that task.
    void followTask(const QString& taskId);
    /// Writes the whole message that a row is of into a file.
    void saveMessage(wire::RecordNo row, const QString& path);

private:
    QWidget* makeContent();
    void startSearch();
    void useSearch(const std::shared_ptr<const Search>& search);
    void catchUp();
    void showWanted();
    void showCurrent(int row);
    void updateStatus();
    void chooseFileFor(wire::RecordNo row);
    void saveFailed(const QString& path, const QString& why);

    const capture::Record* m_record = nullptr;
    analysis::Analysis* m_analysis = nullptr;
    std::unique_ptr<Searcher> m_searcher;
    std::shared_ptr<const Search> m_nextSearch; // shown once it has something to show
    QElapsedTimer m_searchBegan;
    int m_framesWaited = 0;
    std::optional<wire::RecordNo> m_wanted;
    std::optional<Items::Place> m_current;
    QString m_saved; // what was, until another row is chosen

    TrafficModel* m_model;
    FilterBar* m_filter;
    TrafficList* m_list = nullptr;
    StderrPane* m_stderr = nullptr;
    DetailsPanes* m_details = nullptr;
    MessageSaver* m_saver;
    widgets::Pane* m_rows = nullptr;
    QStackedWidget* m_stack; // empty, content
    QStackedWidget* m_listStack = nullptr; // list, nothing found
};

} // namespace traffic
