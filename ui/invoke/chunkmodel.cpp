// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/chunkmodel.h"

#include "ui/invoke/describe.h"

#include "protocol/dissect/summary.h"

namespace invoke {

namespace {

constexpr std::size_t kShownData = 160;

} // namespace

ChunkModel::ChunkModel(const capture::Record& record, QObject* parent)
    : QAbstractTableModel(parent)
    , m_record(record)
{
}

void ChunkModel::show(std::shared_ptr<const stack::RunLog> log, std::optional<wire::Instant> sentAt)
{
    m_sentAt = sentAt;
    if (log == m_log)
        return;
    beginResetModel();
    m_log = std::move(log);
    m_cache.clear();
    m_rows = m_log ? static_cast<int>(m_log->chunks.size()) : 0;
    endResetModel();
}

void ChunkModel::grow()
{
    const int rows = m_log ? static_cast<int>(m_log->chunks.size()) : 0;
    if (rows == m_rows)
        return;
    beginInsertRows({}, m_rows, rows - 1);
    m_rows = rows;
    endInsertRows();
}

wire::RecordNo ChunkModel::recordOf(int row) const
{
    const std::uint32_t record = m_log->chunks[static_cast<std::uint64_t>(row)];
    return record == stack::RunLog::kNotRecorded ? wire::kNoRecord : record;
}

std::optional<wire::Instant> ChunkModel::arrival(int row) const
{
    const wire::RecordNo record = recordOf(row);
    return record == wire::kNoRecord ? std::nullopt : std::optional(m_record.row(record).at);
}

const ChunkModel::Chunk& ChunkModel::read(int row) const
{
    if (const Chunk* known = m_cache.object(row))
        return *known;
    auto* chunk = new Chunk;
    m_cache.insert(row, chunk);
    const wire::RecordNo record = recordOf(row);
    if (record == wire::kNoRecord) {
        chunk->data = tr("not recorded");
        return *chunk;
    }
    const auto payload = m_record.payload(record);
    if (!payload) {
        chunk->data = QString::fromStdString(payload.error().toString());
        return *chunk;
    }
    chunk->size = static_cast<qsizetype>(payload->size());
    if (m_document.reset(QByteArray(payload->data(), chunk->size), 0, chunk->size)) {
        const json::View params = dissect::bodyOf(m_document.root());
        chunk->seq = QString::fromStdString(std::string(params["seq"].lexeme()));
        const std::string_view data = params["chunk"]["data"].lexeme();
        chunk->size = static_cast<qsizetype>(data.size());
        chunk->data = QString::fromStdString(wire::excerpt(data, kShownData));
        if (params["final"].boolean().value_or(false))
            chunk->data += tr("   final");
    }
    return *chunk;
}

QString ChunkModel::text(int row, int column) const
{
    const auto at = arrival(row);
    switch (column) {
    case Seq:
        return read(row).seq;
    case Arrived:
        return at && m_sentAt ? QString::number(wire::toMs(*at - *m_sentAt), 'f', 1) : QString();
    case Gap: {
        const auto before = row > 0 ? arrival(row - 1) : m_sentAt;
        return at && before ? u'+' + QString::number(wire::toMs(*at - *before), 'f', 1) : QString();
    }
    case Size:
        return countText(static_cast<std::uint64_t>(read(row).size));
    default:
        return read(row).data;
    }
}

int ChunkModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int ChunkModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ChunkModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (index.column() == Data ? Qt::AlignLeft : Qt::AlignRight));
    return {};
}

QVariant ChunkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (section == Data ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Seq:
        return tr("seq");
    case Arrived:
        return tr("arrived, ms");
    case Gap:
        return tr("gap, ms");
    case Size:
        return tr("size, B");
    case Data:
        return tr("data");
    default:
        return {};
    }
}

} // namespace invoke
