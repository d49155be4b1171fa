// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/printer.h"

namespace capture {

namespace {

constexpr std::size_t kEventsAtOnce = 256;

} // namespace

Printer::Printer(const Record& record, Options options)
    : m_record(record)
    , m_options(options)
{
}

std::optional<std::string> Printer::next()
{
    // Rows first, then events: an event that stands before a row was put on record before it.
    const bool hasRow = m_nextRow < m_record.rowCount();
    if (m_eventsUsed == m_events.size()) {
        m_events = m_record.events(m_nextEvent, kEventsAtOnce);
        m_eventsUsed = 0;
    }
    if (m_eventsUsed < m_events.size() && m_events[m_eventsUsed].before <= m_nextRow) {
        const Event& event = m_events[m_eventsUsed++];
        ++m_nextEvent;
        if (!std::holds_alternative<Gap>(event.what))
            m_lastMs = msSinceStart(m_record, event.at);
        return m_options.json ? toJson(event, m_lastMs, m_options.withSecrets)
                              : toText(event, m_lastMs, m_options.withSecrets);
    }
    if (!hasRow) {
        return std::nullopt;
    }
    const bool isLast = isLastPart(m_record.row(m_nextRow));
    const Printable row = makePrintable(m_record, m_nextRow++, isLast, m_options.withSecrets, m_scratch);
    m_lastMs = row.ms;
    return m_options.json ? toJson(row) : toText(row);
}

bool Printer::isLastPart(const Row& row)
{
    if (row.kind == wire::SliceKind::ControlFrame) {
        return false;
    }
    const std::pair stream(row.connection, row.direction);
    const bool isContinued = m_unfinished.erase(stream) > 0;
    if (row.goesOn()) {
        m_unfinished.insert(stream);
    }
    return isContinued && Row::liesInPieces(row.kind) && !row.goesOn();
}

std::string_view name(wire::SliceKind kind)
{
    switch (kind) {
    case wire::SliceKind::HttpHead:
        return "http-head";
    case wire::SliceKind::HttpBody:
        return "http-body";
    case wire::SliceKind::SseEvent:
        return "sse-event";
    case wire::SliceKind::HttpTail:
        return "http-tail";
    case wire::SliceKind::Unparsed:
        return "unparsed";
    case wire::SliceKind::Line:
        return "line";
    case wire::SliceKind::LogLine:
        return "log-line";
    case wire::SliceKind::Frame:
        return "frame";
    case wire::SliceKind::ControlFrame:
        return "control-frame";
    }
    return "unknown";
}

std::string_view name(MarkKind kind)
{
    switch (kind) {
    case MarkKind::Note:
        return "note";
    case MarkKind::Began:
        return "began";
    case MarkKind::MachineSlept:
        return "machine-slept";
    case MarkKind::Dropped:
        return "dropped";
    case MarkKind::Ended:
        return "ended";
    }
    return "unknown";
}

} // namespace capture
