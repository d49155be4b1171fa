// SPDX-License-Identifier: GPL-3.0-or-later
// The list of Traffic: what a record holds, all of it or what a search found. Grows in batches, reads a line
// only when asked for its cells and keeps the latest of them. Without a search it costs no memory per row.
#pragma once

#include "ui/traffic/columns.h"
#include "ui/traffic/linefacts.h"
#include "ui/traffic/search.h"

#include <QAbstractTableModel>
#include <QCache>

namespace analysis {
class Analysis;
}
namespace lint {
struct Reported;
}

namespace traffic {

class TrafficModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TrafficModel)

public:
    static constexpr std::uint64_t kRowsAtOnce = 500'000;

    explicit TrafficModel(QObject* parent = nullptr);

    /// Both must outlive the model or be replaced before.
    void setRecord(const capture::Record* record, const analysis::Analysis* analysis);
    /// Shows what it found and finds; null: everything.
    void setSearch(std::shared_ptr<const Search> search);
    const std::shared_ptr<const Search>& search() const { return m_search; }
    /// How many rows catchUp() would add by now.
    std::uint64_t behind();
    /// Takes in what has come since, at most kRowsAtOnce.
    void catchUp();

    Items::Place placeAt(int row) const;
    /// -1 if it isn't shown (yet).
    int rowOf(wire::RecordNo record) const;
    /// Valid until other lines are asked for.
    const LineFacts& factsAt(int row) const;
    /// Nothing of an event, of a damaged row and of no row.
    std::optional<capture::SliceData> dataAt(int row) const;
    /// How a filter asks for what belongs to the same exchange, else to the same connection; empty of an
    /// event.
    QString exchangeWordAt(int row) const;
    const Items* items() const { return m_items ? &*m_items : nullptr; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::uint64_t available();
    std::uint64_t itemAt(int row) const;
    QString cellText(int row, int column) const;
    QString timeCell(int row) const;
    QString deltaCell(int row) const;
    const lint::Reported* findingAt(int row) const;
    Tone toneAt(int row, int column) const;
    void showNewFindings();

    const capture::Record* m_record = nullptr;
    const analysis::Analysis* m_analysis = nullptr;
    std::optional<Items> m_items;
    std::shared_ptr<const Search> m_search;
    std::uint64_t m_shown = 0;
    std::uint64_t m_shownFindings = 0;
    mutable QCache<quint64, LineFacts> m_lines;
    mutable json::Document m_scratch;
};

} // namespace traffic
