// SPDX-License-Identifier: Apache-2.0
// Checks a record, message by message, in both roles, against every rule that messages and their order can
// break: decoding, the substrate, tasks, negotiations. Pure, so the same over live traffic, a tap, a file.
#pragma once

#include "protocol/session/sessions.h"

#include <map>
#include <vector>

namespace lint {

struct Reported {
    acmp::Finding finding;
    wire::ConnectionId connection = wire::ConnectionId::None;
    std::string taskId; ///< empty if it is about no task
    bool operator==(const Reported&) const = default;
};

class Run final {
public:
    /// Of each rule so many are reported; the rest are counted.
    static constexpr std::size_t kReportedPerRule = 1000;

    void opened(wire::ConnectionId connection, const wire::ConnectionFacts& facts);
    /// Returns whom it ended.
    std::vector<session::Sessions::Folded> closed(wire::ConnectionId connection, wire::Instant at);
    /// Slices that hold no whole message are passed over. Returns what it did, its findings reported by now.
    session::Sessions::Folded add(const session::MessageFacts& facts);

    /// In the order found; only ever appended to.
    const std::vector<Reported>& reported() const { return m_reported; }
    /// Of the task with that id, in the order found.
    std::vector<acmp::Finding> ofTask(std::string_view taskId) const;
    std::vector<acmp::Finding> ofRecord(wire::RecordNo record) const;
    /// How many breaches of a rule were found, reported or not.
    std::size_t count(const acmp::Rule& rule) const;
    std::size_t count(acmp::Level level) const;
    std::uint64_t messages() const { return m_messages; }
    const session::Sessions& sessions() const { return m_sessions; }

private:
    void report(acmp::Finding finding, wire::ConnectionId connection, std::string_view taskId);
    void reportNew(const session::Sessions::Folded& folded, wire::ConnectionId connection);

    void checkSignature(const session::Sessions::Folded& folded, const session::MessageFacts& facts);

    session::Sessions m_sessions;
    std::string m_lastSignature; ///< A2A says a result again
    json::Document m_document;
    std::vector<Reported> m_reported;
    std::map<const acmp::Rule*, std::size_t> m_counts;
    std::uint64_t m_messages = 0;
};

} // namespace lint
