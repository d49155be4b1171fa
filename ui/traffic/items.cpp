// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/items.h"

#include <algorithm>

namespace traffic {

namespace {

constexpr std::size_t kEventsAtOnce = 1024;

} // namespace

void Items::catchUp()
{
    // Rows first, then events: an event that stands before a row was put on record before it.
    m_rows = m_record->rowCount();
    while (m_record->eventCount() > m_events.size()) {
        for (const capture::Event& event : m_record->events(m_events.size(), kEventsAtOnce)) {
            const wire::RecordNo least = m_events.empty() ? 0 : m_events.back().before;
            m_events.push_back({ std::max(least, event.before), event.at });
            if (const auto* mark = std::get_if<capture::Mark>(&event.what))
                m_unixMs.emplace(event.at, mark->unixMs);
        }
    }
    while (m_placed < m_events.size() && m_events[m_placed].before <= m_rows)
        ++m_placed;
}

Items::Place Items::at(std::uint64_t item) const
{
    // The n-th event is item `before` + n.
    std::uint64_t event = 0;
    for (std::uint64_t end = m_placed; event < end;) {
        const std::uint64_t middle = event + (end - event) / 2;
        if (m_events[middle].before + middle < item)
            event = middle + 1;
        else
            end = middle;
    }
    if (event < m_placed && m_events[event].before + event == item)
        return { true, event };
    return { false, item - event };
}

std::uint64_t Items::itemOf(wire::RecordNo row) const
{
    const auto end = m_events.begin() + static_cast<std::ptrdiff_t>(m_placed);
    const auto after = std::upper_bound(m_events.begin(), end, row,
        [](wire::RecordNo number, const Event& event) { return number < event.before; });
    return row + static_cast<std::uint64_t>(after - m_events.begin());
}

wire::Instant Items::instantOf(const Place& place) const
{
    return place.isEvent ? m_events[place.number].at : m_record->row(place.number).at;
}

std::optional<std::int64_t> Items::unixUsAt(wire::Instant at) const
{
    if (m_unixMs.empty())
        return std::nullopt;
    auto mark = m_unixMs.upper_bound(at);
    if (mark != m_unixMs.begin())
        --mark;
    // As a double: what a damaged or made-up file says may be further apart than a difference can hold.
    const double us = static_cast<double>(mark->second) * 1000
        + (wire::toMs(at.sinceBoot) - wire::toMs(mark->first.sinceBoot)) * 1000;
    constexpr double kMost = 9e15;
    return us > -kMost && us < kMost ? std::optional(static_cast<std::int64_t>(us)) : std::nullopt;
}

} // namespace traffic
