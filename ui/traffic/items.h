// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the list in their order: the rows of a record and, between them, its events. Item numbers are
// found by calculation; only an event costs memory. What is known once never changes. Each thread that needs
// one has its own.
#pragma once

#include "protocol/capture/record.h"

namespace traffic {

class Items final {
public:
    struct Place {
        bool isEvent = false;
        std::uint64_t number = 0; ///< of the row, or of the event
        bool operator==(const Place&) const = default;
    };

    /// `record` must outlive it.
    explicit Items(const capture::Record& record)
        : m_record(&record)
    {
    }

    /// Takes in what has come since.
    void catchUp();
    std::uint64_t size() const { return m_rows + m_placed; }
    std::uint64_t rows() const { return m_rows; }
    /// `item` must be less than size(); `row` less than rows().
    Place at(std::uint64_t item) const;
    std::uint64_t itemOf(wire::RecordNo row) const;
    wire::Instant instantOf(const Place& place) const;
    /// Time of day in µs since 1970 UTC; nothing in a record without any mark.
    std::optional<std::int64_t> unixUsAt(wire::Instant at) const;

private:
    struct Event {
        wire::RecordNo before;
        wire::Instant at;
    };

    const capture::Record* m_record;
    std::uint64_t m_rows = 0;
    std::vector<Event> m_events; // in the order of the record; m_placed of them have their place
    std::uint64_t m_placed = 0;
    std::map<wire::Instant, std::int64_t> m_unixMs;
};

} // namespace traffic
