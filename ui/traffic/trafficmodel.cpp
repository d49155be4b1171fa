// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/trafficmodel.h"

#include "ui/analysis/analysis.h"
#include "ui/traffic/presentation.h"

namespace traffic {

namespace {

constexpr int kKeptLines = 512;

bool isRight(int column)
{
    return column == kNo || column == kDelta || column == kSize;
}

bool isData(int column)
{
    return column != kPeers && column != kMessage && column != kFinding;
}

} // namespace

TrafficModel::TrafficModel(QObject* parent)
    : QAbstractTableModel(parent)
    , m_lines(kKeptLines)
{
}

void TrafficModel::setRecord(const capture::Record* record, const analysis::Analysis* analysis)
{
    beginResetModel();
    m_record = record;
    m_analysis = analysis;
    m_items.reset();
    if (record)
        m_items.emplace(*record);
    m_search.reset();
    m_shown = 0;
    m_shownFindings = 0;
    m_lines.clear();
    endResetModel();
}

void TrafficModel::setSearch(std::shared_ptr<const Search> search)
{
    if (search == m_search)
        return;
    beginResetModel();
    m_search = std::move(search);
    m_shown = m_items ? std::min(available(), kRowsAtOnce) : 0;
    endResetModel();
}

std::uint64_t TrafficModel::available()
{
    m_items->catchUp();
    if (!m_search)
        return m_items->size();
    // The search may have read on further than this thread knows of.
    std::uint64_t count = m_search->found.size();
    while (count > 0 && m_search->found[count - 1] >= m_items->size())
        --count;
    return count;
}

std::uint64_t TrafficModel::behind()
{
    const std::uint64_t count = m_items ? available() : 0;
    return count > m_shown ? std::min(count - m_shown, kRowsAtOnce) : 0;
}

void TrafficModel::catchUp()
{
    if (!m_items)
        return;
    if (const std::uint64_t count = behind(); count > 0) {
        beginInsertRows({}, static_cast<int>(m_shown), static_cast<int>(m_shown + count) - 1);
        m_shown += count;
        endInsertRows();
    }
    showNewFindings();
}

void TrafficModel::showNewFindings()
{
    const std::uint64_t count = m_analysis->findings().size();
    int first = -1, last = -1;
    for (; m_shownFindings < count; ++m_shownFindings) {
        const int row = rowOf(m_analysis->findings()[m_shownFindings].finding.where.record);
        first = first < 0 ? row : first;
        last = std::max(last, row);
    }
    if (last >= 0)
        Q_EMIT dataChanged(index(first, kFinding), index(last, kFinding));
}

std::uint64_t TrafficModel::itemAt(int row) const
{
    const auto number = static_cast<std::uint64_t>(row);
    return m_search ? m_search->found[number] : number;
}

Items::Place TrafficModel::placeAt(int row) const
{
    return m_items->at(itemAt(row));
}

int TrafficModel::rowOf(wire::RecordNo record) const
{
    if (!m_items || record >= m_items->rows())
        return -1;
    const std::uint64_t item = m_items->itemOf(record);
    const std::uint64_t row = m_search ? m_search->firstNotBefore(item, m_shown) : item;
    return row < m_shown && itemAt(static_cast<int>(row)) == item ? static_cast<int>(row) : -1;
}

const LineFacts& TrafficModel::factsAt(int row) const
{
    const std::uint64_t item = itemAt(row);
    if (const LineFacts* const known = m_lines.object(item))
        return *known;
    auto* const facts = new LineFacts(readLine(*m_record, m_items->at(item), m_scratch));
    m_lines.insert(item, facts);
    return *facts;
}

std::optional<capture::SliceData> TrafficModel::dataAt(int row) const
{
    if (row < 0 || static_cast<std::uint64_t>(row) >= m_shown || placeAt(row).isEvent)
        return std::nullopt;
    auto data = m_record->read(placeAt(row).number);
    return data ? std::optional(std::move(*data)) : std::nullopt;
}

QString TrafficModel::exchangeWordAt(int row) const
{
    const Items::Place place = placeAt(row);
    if (place.isEvent)
        return {};
    const capture::Row& of = m_record->row(place.number);
    if (!isOfSharedChannel(of.kind))
        return Filter::exchangeWord(of.connection, of.exchange);
    const analysis::Exchanges::Entry* const entry = m_analysis->exchanges().of(place.number);
    return entry ? Filter::exchangeWord(of.connection, entry->exchange)
                 : Filter::connectionWord(of.connection);
}

int TrafficModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown);
}

int TrafficModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(kColumns);
}

QVariant TrafficModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int row = index.row(), column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isRight(column)           ? Qt::AlignRight
                                           : column == kArrow ? Qt::AlignHCenter
                                                              : Qt::AlignLeft)
            | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        if (column == kArrow && !placeAt(row).isEvent)
            return m_record->row(placeAt(row).number).direction == wire::Direction::Sent ? tr("sent")
                                                                                         : tr("received");
        return cellText(row, column);
    case kToneRole:
        return QVariant::fromValue(toneAt(row, column));
    case kIsDataRole:
        return isData(column);
    default:
        return {};
    }
}

QString TrafficModel::cellText(int row, int column) const
{
    switch (column) {
    case kNo:
        return placeAt(row).isEvent ? QString() : grouped(placeAt(row).number);
    case kTime:
        return timeCell(row);
    case kDelta:
        return deltaCell(row);
    case kArrow:
        return arrowOf(factsAt(row));
    case kPeers:
        return peersText(factsAt(row));
    case kCarrier:
        return carrierText(factsAt(row));
    case kMessage:
        return messageText(factsAt(row));
    case kTask:
        return QString::fromStdString(wire::excerpt(factsAt(row).summary.taskId));
    case kId:
        return idText(factsAt(row).summary.id);
    case kSize:
        return placeAt(row).isEvent ? QString() : shortSizeText(factsAt(row).summary.size);
    case kFinding:
        if (const lint::Reported* const worst = findingAt(row))
            return findingText(*worst->finding.rule);
        return {};
    default:
        return {};
    }
}

QString TrafficModel::timeCell(int row) const
{
    const wire::Instant at = m_items->instantOf(placeAt(row));
    if (at == wire::Instant {})
        return {}; // a gap has none
    return timeText(m_items->unixUsAt(at), at - m_record->startedAt());
}

QString TrafficModel::deltaCell(int row) const
{
    if (row == 0)
        return {};
    const wire::Instant at = m_items->instantOf(placeAt(row));
    const wire::Instant before = m_items->instantOf(placeAt(row - 1));
    return at == wire::Instant {} || before == wire::Instant {} ? QString() : deltaText(at - before);
}

const lint::Reported* TrafficModel::findingAt(int row) const
{
    const Items::Place place = placeAt(row);
    return place.isEvent ? nullptr : m_analysis->worstOf(place.number);
}

Tone TrafficModel::toneAt(int row, int column) const
{
    switch (column) {
    case kArrow:
    case kMessage:
        return toneOf(factsAt(row));
    case kTime:
    case kPeers:
        return placeAt(row).isEvent ? Tone::Secondary : Tone::Text;
    case kFinding:
        if (const lint::Reported* const worst = findingAt(row))
            return toneOf(worst->finding.rule->level);
        return Tone::Secondary;
    default:
        return Tone::Secondary;
    }
}

QVariant TrafficModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((isRight(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case kNo:
        return tr("No");
    case kTime:
        return tr("Time");
    case kDelta:
        return tr("Δ ms");
    case kArrow:
        return role == Qt::DisplayRole ? QString() : tr("Direction");
    case kPeers:
        return tr("Peers");
    case kCarrier:
        return tr("Carrier");
    case kMessage:
        return tr("Message");
    case kTask:
        return tr("Task");
    case kId:
        return tr("Id");
    case kSize:
        return tr("Size");
    case kFinding:
        return tr("Finding");
    default:
        return {};
    }
}

} // namespace traffic
