// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a line is what a filter asks for. Reads the line's bytes from the record.
#pragma once

#include "ui/traffic/filter.h"
#include "ui/traffic/items.h"

#include "protocol/json/document.h"

#include <unordered_map>

namespace analysis {
class Analysis;
}

namespace traffic {

class Matcher final {
public:
    /// All must outlive it.
    Matcher(const capture::Record& record, const analysis::Analysis& analysis, const Filter& filter);

    /// True if a line can't be judged before it is checked: a word may be in a rule's id, or the check tells
    /// what belongs to an exchange.
    bool needsFindings() const { return m_needsFindings; }
    bool matches(const Items::Place& place);

private:
    bool matchesRow(wire::RecordNo number);
    bool matchesEvent(std::uint64_t number) const;
    void strike(std::vector<const Needle*>& missing, std::string_view text) const;
    void strikeFindings(std::vector<const Needle*>& missing, wire::RecordNo number) const;
    void strikeBytes(std::vector<const Needle*>& missing, wire::RecordNo number);
    bool isOfExchange(const capture::Row& row, wire::RecordNo number);
    struct Peer {
        std::string text;
        bool isShared = false; ///< of a channel that many requests share
    };
    const Peer& peerOf(wire::ConnectionId connection);

    const capture::Record& m_record;
    const analysis::Analysis& m_analysis;
    const Filter& m_filter;
    std::vector<Needle> m_needles;
    bool m_needsFindings;
    std::vector<const Needle*> m_missing; // in the line at hand
    std::unordered_map<wire::ConnectionId, Peer> m_peers;
    json::Document m_scratch;
};

} // namespace traffic
