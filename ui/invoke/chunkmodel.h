// SPDX-License-Identifier: GPL-3.0-or-later
// The chunks of one attempt, read from the record when they are shown. Grows in batches.
#pragma once

#include "ui/stack/runstate.h"

#include "protocol/capture/record.h"
#include "protocol/json/document.h"

#include <QAbstractTableModel>
#include <QCache>

namespace invoke {

class ChunkModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChunkModel)

public:
    enum Column { Seq, Arrived, Gap, Size, Data, kColumns };

    /// `record` must outlive it.
    explicit ChunkModel(const capture::Record& record, QObject* parent = nullptr);

    void show(std::shared_ptr<const stack::RunLog> log, std::optional<wire::Instant> sentAt);
    /// Takes in what has come since.
    void grow();
    wire::RecordNo recordOf(int row) const; ///< kNoRecord: it was not recorded

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Chunk {
        QString seq, data;
        qsizetype size = 0;
    };
    const Chunk& read(int row) const;
    QString text(int row, int column) const;
    std::optional<wire::Instant> arrival(int row) const;

    const capture::Record& m_record;
    std::shared_ptr<const stack::RunLog> m_log;
    std::optional<wire::Instant> m_sentAt;
    int m_rows = 0;
    mutable QCache<int, Chunk> m_cache { 1024 };
    mutable json::Document m_document;
};

} // namespace invoke
