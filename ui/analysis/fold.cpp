// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/fold.h"

#include "ui/analysis/parts.h"

namespace analysis {

namespace {

constexpr std::size_t kEventsAtOnce = 1024;

// A line holds one even if it is empty: that is noise.
bool holdsMessage(const capture::Row& row)
{
    return wire::holdsMessage(row.kind) && (row.flags & wire::kPartial) == 0
        && (row.payloadLength > 0 || row.kind == wire::SliceKind::Line);
}

template <class T>
void assignIfNew(T& to, T value)
{
    if (!(to == value))
        to = std::move(value);
}

void fill(DealSummary& summary, const session::OfferTrack& track)
{
    summary.state = track.state();
    if (track.offer()) {
        summary.offerId = track.offer()->offerId;
        summary.priceCu = wire::excerpt(track.offer()->priceCu.text());
    }
    if (const auto& error = track.acceptError() ? track.acceptError() : track.error())
        summary.errorCode = error->code;
    if (track.answeredAt())
        summary.answeredAt = track.answeredAt()->at;
}

} // namespace

bool Fold::advance(std::size_t atMost)
{
    // Rows first, then events: an event that stands before a row was put on record before it.
    const capture::Cursor::Batch batch = m_cursor.next(atMost);
    takeEvents();
    wire::RecordNo number = batch.first;
    for (const capture::Row& row : batch.rows) {
        applyEvents(number);
        add(number, row);
        collect(number++);
    }
    const std::size_t applied = applyEvents(number);
    if (applied > 0)
        collect(number > 0 ? number - 1 : 0);
    if (m_dealsChanged)
        refreshDeals();
    return !batch.rows.empty() || applied > 0;
}

// Those that stand before the rows read by now, and maybe some more.
void Fold::takeEvents()
{
    m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(m_nextEvent));
    m_nextEvent = 0;
    while (m_events.empty() || m_events.back().before <= m_cursor.position()) {
        std::vector<capture::Event> more = m_record.events(m_eventsTaken, kEventsAtOnce);
        if (more.empty())
            return;
        m_eventsTaken += more.size();
        std::move(more.begin(), more.end(), std::back_inserter(m_events));
    }
}

std::size_t Fold::applyEvents(wire::RecordNo upTo)
{
    std::size_t count = 0;
    for (; m_nextEvent < m_events.size() && m_events[m_nextEvent].before <= upTo; ++count)
        apply(m_events[m_nextEvent++]);
    return count;
}

void Fold::apply(const capture::Event& event)
{
    if (const auto* opened = std::get_if<capture::Opened>(&event.what)) {
        m_run.opened(opened->connection, opened->facts);
    } else if (const auto* closed = std::get_if<capture::Closed>(&event.what)) {
        for (const session::Sessions::Folded& lost : m_run.closed(closed->connection, event.at)) {
            if (lost.task)
                refresh(lost.task->index);
            m_dealsChanged = m_dealsChanged || lost.deal;
        }
        m_unfinished.erase({ closed->connection, wire::Direction::Sent });
        m_unfinished.erase({ closed->connection, wire::Direction::Received });
        m_endpoints.erase(closed->connection);
    }
}

void Fold::add(wire::RecordNo number, const capture::Row& row)
{
    const bool isContinued = takeContinued(row);
    if (!holdsMessage(row))
        return;
    std::optional<QByteArray> payload = payloadOf(number, isContinued);
    if (!payload)
        return;
    const session::Sessions::Folded folded = m_run.add({ .connection = row.connection,
        .exchange = row.exchange,
        .direction = row.direction,
        .kind = row.kind,
        .flags = row.flags,
        .at = { row.at, m_record.unixMsAt(row.at) },
        .record = number,
        .payload = std::move(*payload) });
    addTasks(row);
    if (folded.task) {
        m_tasks.edit(folded.task->index).last = number;
        refresh(folded.task->index);
    }
    m_dealsChanged = m_dealsChanged || folded.deal;
    if (folded.exchange > 0)
        m_exchanges.append({ number, folded.exchange, folded.part });
}

// True if the row's message began in an earlier one.
bool Fold::takeContinued(const capture::Row& row)
{
    if (row.kind == wire::SliceKind::ControlFrame)
        return false; // may come between the fragments of a message
    const std::pair stream(row.connection, row.direction);
    const bool isContinued = !m_unfinished.empty() && m_unfinished.erase(stream) > 0;
    if (row.goesOn())
        m_unfinished.insert(stream);
    return isContinued && capture::Row::liesInPieces(row.kind);
}

std::optional<QByteArray> Fold::payloadOf(wire::RecordNo number, bool isContinued)
{
    if (isContinued) {
        auto message = readMessage(m_record, number);
        if (message)
            return std::move(message->bytes);
        m_unreadable += message.error().kind == wire::ErrorKind::TooLarge ? 0U : 1U;
        return std::nullopt;
    }
    const auto data = m_record.read(number);
    if (!data) {
        ++m_unreadable;
        return std::nullopt;
    }
    return QByteArray(data->payload().data(), static_cast<qsizetype>(data->payload().size()));
}

void Fold::addTasks(const capture::Row& row)
{
    const auto& tasks = m_run.sessions().tasks();
    for (std::size_t i = m_tasks.size(); i < tasks.size(); ++i) {
        const session::Sessions::Task& task = tasks[i];
        TaskSummary summary;
        summary.taskId = task.taskId;
        summary.capability = task.track ? wire::excerpt(task.track->request().capability) : std::string();
        summary.peer = peerOf(row.connection);
        summary.endpoint = endpointOf(task.invoke);
        summary.asked = task.asked;
        summary.connection = row.connection;
        summary.invoke = task.invoke;
        summary.last = task.invoke;
        summary.startedAt = row.at;
        m_tasks.append(std::move(summary));
    }
}

void Fold::refresh(std::size_t index)
{
    const session::Sessions::Task& task = m_run.sessions().tasks()[index];
    TaskSummary& summary = m_tasks.edit(index);
    summary.findings = task.allFindings().count();
    if (!task.track) {
        summary.ended = task.ended;
        return;
    }
    const session::TaskTrack& track = *task.track;
    summary.ended = track.ended();
    summary.endedAt = track.endedAt();
    summary.isCancelAsked = track.cancelSentAt().has_value();
    summary.chunks = track.chunksReceived();
    summary.heartbeats = track.heartbeats().count;
    summary.progress = track.heartbeats().progress ? track.heartbeats().progress->toDouble() : -1;
    if (track.result())
        assignIfNew(summary.costCu, wire::excerpt(track.result()->costCu.text()));
    if (track.error())
        summary.errorCode = track.error()->code;
}

void Fold::refreshDeals()
{
    m_dealsChanged = false;
    for (const session::Sessions::Deal& deal : m_run.sessions().deals()) {
        const auto [known, isNew] = m_dealByRequest.try_emplace(deal.request, m_deals.size());
        if (isNew) {
            const capture::Row& row = m_record.row(deal.request);
            DealSummary summary;
            summary.request = deal.request;
            summary.asked = deal.asked;
            summary.connection = row.connection;
            summary.peer = peerOf(row.connection);
            summary.endpoint = endpointOf(deal.request);
            summary.capability = wire::excerpt(deal.track.request().capability);
            summary.askedAt = row.at;
            fill(summary, deal.track);
            m_deals.append(std::move(summary));
        } else if (std::as_const(m_deals)[known->second].state != deal.track.state()) {
            fill(m_deals.edit(known->second), deal.track);
        }
    }
}

void Fold::collect(wire::RecordNo number)
{
    const std::vector<lint::Reported>& reported = m_run.reported();
    for (; m_collected < reported.size(); ++m_collected) {
        lint::Reported copy = reported[m_collected];
        copy.finding.where.record = number;
        m_findings.append(copy);
    }
}

std::string Fold::peerOf(wire::ConnectionId connection) const
{
    const auto state = m_record.connection(connection);
    return state ? state->facts.peer : std::string();
}

std::string Fold::endpointOf(wire::RecordNo request)
{
    const capture::Row& row = m_record.row(request);
    if (!session::isShared(row.kind))
        return analysis::endpointOf(m_record, request);
    const auto [known, isNew] = m_endpoints.try_emplace(row.connection);
    if (isNew)
        known->second = analysis::endpointOf(m_record, request);
    return known->second;
}

std::shared_ptr<const Snapshot> Fold::snapshot()
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->checkedTo = checkedTo();
    snapshot->messages = m_run.messages();
    snapshot->unreadable = m_unreadable;
    for (const acmp::Level level : { acmp::Level::Note, acmp::Level::Warning, acmp::Level::Error })
        snapshot->counts[static_cast<std::size_t>(level)] = m_run.count(level);
    snapshot->tasks = m_tasks.state();
    snapshot->deals = m_deals.state();
    return snapshot;
}

} // namespace analysis
