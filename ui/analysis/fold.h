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
    /// `record` and `findings`, which it alone appends to, must outlive it.
    Fold(const capture::Record& record, Findings& findings)
        : m_record(record)
        , m_cursor(record)
        , m_findings(findings)
    {
    }

    /// Reads on by at most `atMost` rows. False if there was nothing new.
    bool advance(std::size_t atMost);
    wire::RecordNo checkedTo() const { return m_cursor.position(); }
    std::shared_ptr<const Snapshot> snapshot();

private:
    /// The exchange that a connection is at, and what it is about.
    struct At {
        std::uint32_t exchange = 0;
        std::optional<std::size_t> task;
        bool isDeal = false;
    };

    void takeEvents();
    std::size_t applyEvents(wire::RecordNo upTo);
    void apply(const capture::Event& event);
    void add(wire::RecordNo number, const capture::Row& row);
    bool takeContinued(const capture::Row& row);
    std::optional<QByteArray> payloadOf(wire::RecordNo number, bool isContinued);
    At& begin(const capture::Row& row, const QByteArray& payload);
    void addTasks(const capture::Row& row, At& at);
    void refresh(std::size_t task);
    void refreshDeals();
    void collect(wire::RecordNo number);
    std::string peerOf(wire::ConnectionId connection) const;

    const capture::Record& m_record;
    capture::Cursor m_cursor;
    Findings& m_findings;
    std::vector<capture::Event> m_events; // taken; not applied yet from m_nextEvent on
    std::size_t m_nextEvent = 0;
    std::size_t m_eventsTaken = 0; // ever

    lint::Run m_run;
    std::size_t m_collected = 0; // of what lint reported
    std::uint64_t m_unreadable = 0;
    json::Document m_scratch;
    std::set<std::pair<wire::ConnectionId, wire::Direction>> m_unfinished; // streams within a long body
    std::map<wire::ConnectionId, At> m_at;
    std::unordered_map<std::string, std::size_t> m_taskById; // the newest of that id
    std::unordered_map<wire::RecordNo, std::size_t> m_dealByRequest;
    bool m_dealsChanged = false;
    BlockList<TaskSummary> m_tasks;
    BlockList<DealSummary> m_deals;
};

} // namespace analysis
