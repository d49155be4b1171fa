// SPDX-License-Identifier: GPL-3.0-or-later
// The worker of Analysis without its thread: reads a record on, row by row and event by event, through
// lint::Run, and keeps a summary of each task and negotiation.
#pragma once

#include "ui/analysis/analysis.h"

#include "protocol/capture/cursor.h"

#include <set>
#include <unordered_map>

namespace analysis {

class Fold final {
public:
    /// All must outlive it; it alone appends to `findings` and `exchanges`.
    Fold(const capture::Record& record, Findings& findings, Exchanges& exchanges)
        : m_record(record)
        , m_cursor(record)
        , m_findings(findings)
        , m_exchanges(exchanges)
    {
    }

    /// Reads on by at most `atMost` rows. False if there was nothing new.
    bool advance(std::size_t atMost);
    wire::RecordNo checkedTo() const { return m_cursor.position(); }
    std::shared_ptr<const Snapshot> snapshot();

private:
    void takeEvents();
    std::size_t applyEvents(wire::RecordNo upTo);
    void apply(const capture::Event& event);
    void add(wire::RecordNo number, const capture::Row& row);
    bool takeContinued(const capture::Row& row);
    std::optional<QByteArray> payloadOf(wire::RecordNo number, bool isContinued);
    void addTasks(const capture::Row& row);
    void refresh(std::size_t task);
    void refreshDeals();
    void collect(wire::RecordNo number);
    std::string peerOf(wire::ConnectionId connection) const;
    std::string endpointOf(wire::RecordNo request);

    const capture::Record& m_record;
    capture::Cursor m_cursor;
    Findings& m_findings;
    Exchanges& m_exchanges;
    std::vector<capture::Event> m_events; // taken; not applied yet from m_nextEvent on
    std::size_t m_nextEvent = 0;
    std::size_t m_eventsTaken = 0; // ever

    lint::Run m_run;
    std::size_t m_collected = 0; // of what lint reported
    std::uint64_t m_unreadable = 0;
    std::set<std::pair<wire::ConnectionId, wire::Direction>> m_unfinished; // streams within a long message
    std::map<wire::ConnectionId, std::string> m_endpoints; // of shared channels that are open
    std::unordered_map<wire::RecordNo, std::size_t> m_dealByRequest;
    bool m_dealsChanged = false;
    BlockList<TaskSummary> m_tasks;
    BlockList<DealSummary> m_deals;
};

} // namespace analysis
