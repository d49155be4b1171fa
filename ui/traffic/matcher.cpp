// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/matcher.h"

#include "ui/analysis/analysis.h"
#include "ui/traffic/presentation.h"

namespace traffic {

namespace {

constexpr std::size_t kKeptPeers = 1024;

bool mayNameARule(const std::vector<Needle>& needles)
{
    return std::ranges::any_of(acmp::rules(), [&](const acmp::Rule& rule) {
        return std::ranges::any_of(needles, [&](const Needle& needle) { return needle.isIn(rule.id); });
    });
}

bool isSharedChannel(const wire::ConnectionFacts& facts)
{
    return facts.transport == "stdio" || facts.transport == "ws" || facts.transport == "wss";
}

// Or may become one.
bool mayBeShared(const capture::Record& record, wire::ConnectionId connection)
{
    const auto state = record.connection(connection);
    return !state || isSharedChannel(state->facts);
}

wire::ConnectionId connectionOf(const capture::Event& event)
{
    if (const auto* opened = std::get_if<capture::Opened>(&event.what))
        return opened->connection;
    const auto* closed = std::get_if<capture::Closed>(&event.what);
    return closed ? closed->connection : wire::ConnectionId::None;
}

} // namespace

Matcher::Matcher(const capture::Record& record, const analysis::Analysis& analysis, const Filter& filter)
    : m_record(record)
    , m_analysis(analysis)
    , m_filter(filter)
    , m_needles(filter.words.begin(), filter.words.end())
    , m_needsFindings(mayNameARule(m_needles) || (filter.exchange && mayBeShared(record, *filter.connection)))
{
}

bool Matcher::matches(const Items::Place& place)
{
    return place.isEvent ? matchesEvent(place.number) : matchesRow(place.number);
}

bool Matcher::matchesEvent(std::uint64_t number) const
{
    const std::vector<capture::Event> events = m_record.events(number, 1);
    if (events.empty() || m_filter.exchange || m_filter.kind || m_filter.atLeast)
        return false;
    if (m_filter.connection && connectionOf(events.front()) != *m_filter.connection)
        return false;
    std::string text = eventText(events.front()).toStdString();
    if (const auto* opened = std::get_if<capture::Opened>(&events.front().what))
        text += ' ' + opened->facts.peer;
    return std::ranges::all_of(m_needles, [&](const Needle& needle) { return needle.isIn(text); });
}

bool Matcher::matchesRow(wire::RecordNo number)
{
    const capture::Row& row = m_record.row(number);
    if (m_filter.kind && row.kind != *m_filter.kind)
        return false;
    if (m_filter.connection && row.connection != *m_filter.connection)
        return false;
    if (m_filter.exchange && !isOfExchange(row, number))
        return false;
    m_missing.clear();
    for (const Needle& needle : m_needles)
        m_missing.push_back(&needle);
    if (!m_missing.empty())
        strike(m_missing, peerOf(row.connection).text);
    if (m_needsFindings)
        strikeFindings(m_missing, number);
    if (!m_missing.empty())
        strikeBytes(m_missing, number);
    return m_missing.empty();
}

void Matcher::strike(std::vector<const Needle*>& missing, std::string_view text) const
{
    std::erase_if(missing, [&](const Needle* needle) { return needle->isIn(text); });
}

void Matcher::strikeFindings(std::vector<const Needle*>& missing, wire::RecordNo number) const
{
    const auto [first, end] = m_analysis.findingsOf(number);
    for (std::uint64_t i = first; i < end; ++i)
        strike(missing, m_analysis.findings()[i].finding.rule->id);
}

void Matcher::strikeBytes(std::vector<const Needle*>& missing, wire::RecordNo number)
{
    const auto data = m_record.read(number);
    if (!data)
        return;
    strike(missing, data->bytes());
    if (data->row().isDetached())
        strike(missing, data->payload());
    if (missing.empty() || data->payload().find('\\') == std::string_view::npos)
        return;
    // Written with escapes, e.g. "acmp\/invoke".
    const capture::Row& row = data->row();
    const dissect::Summary summary = dissect::summarize(
        { row.kind, row.flags, row.direction, data->bytes(), data->payload() }, m_scratch);
    for (const std::string& text : { summary.method, summary.taskId, summary.id, summary.errorMessage })
        strike(missing, text);
}

// On a shared channel the numbers of HTTP are those of the handshake.
bool Matcher::isOfExchange(const capture::Row& row, wire::RecordNo number)
{
    if (!peerOf(row.connection).isShared)
        return row.exchange == *m_filter.exchange;
    const analysis::Exchanges::Entry* const entry = m_analysis.exchanges().of(number);
    return entry && entry->exchange == *m_filter.exchange;
}

const Matcher::Peer& Matcher::peerOf(wire::ConnectionId connection)
{
    const auto known = m_peers.find(connection);
    if (known != m_peers.end())
        return known->second;
    if (m_peers.size() >= kKeptPeers)
        m_peers.clear();
    const auto state = m_record.connection(connection);
    Peer peer;
    if (state)
        peer = { state->facts.peer + ' ' + state->facts.target, isSharedChannel(state->facts) };
    return m_peers.emplace(connection, std::move(peer)).first->second;
}

} // namespace traffic
