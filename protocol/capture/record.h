// SPDX-License-Identifier: Apache-2.0
// What was recorded, the same whether it is being recorded now (Recorder) or was opened from a file
// (CaptureFile). Everything here may be called from any thread. Rows come in order and never change; Cursor
// walks them.
#pragma once

#include "protocol/capture/event.h"
#include "protocol/capture/rowindex.h"
#include "protocol/wire/error.h"

#include <expected>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace capture {

/// The bytes of one row, checked against their checksum.
class SliceData final {
public:
    SliceData(std::string block, const Row& row);

    const Row& row() const { return m_row; }
    /// As they were on the wire.
    std::string_view bytes() const;
    /// The message within; empty if none.
    std::string_view payload() const;

private:
    std::string m_block;
    Row m_row;
};

struct ConnectionState {
    wire::ConnectionFacts facts;
    wire::Instant opened;
    std::optional<wire::Instant> closed;
    std::string cause; ///< once closed
};

class Record {
public:
    Record() = default;
    Record(const Record&) = delete;
    Record& operator=(const Record&) = delete;
    virtual ~Record() = default;

    const std::string& path() const { return m_path; }

    std::uint64_t rowCount() const { return m_index.size(); }
    /// `row` must be less than a rowCount() that this thread has seen.
    const Row& row(wire::RecordNo row) const { return m_index[row]; }
    /// Published rows from `first` on that lie together; valid while the record lives.
    std::span<const Row> rows(wire::RecordNo first, std::size_t atMost) const
    {
        return m_index.from(first, atMost);
    }

    /// An error if the bytes are damaged or never reached the file.
    std::expected<SliceData, wire::Error> read(wire::RecordNo row) const;
    std::expected<std::string, wire::Error> bytes(wire::RecordNo row) const;
    std::expected<std::string, wire::Error> payload(wire::RecordNo row) const;

    std::size_t eventCount() const;
    /// The events from the n-th on, at most `atMost`.
    std::vector<Event> events(std::size_t from, std::size_t atMost = SIZE_MAX) const;
    std::optional<ConnectionState> connection(wire::ConnectionId id) const;
    std::size_t openConnections() const;

    /// When recording began: of the first mark, else of the first row.
    wire::Instant startedAt() const;
    /// The time of day at an instant, by the mark nearest before it (the first, if none is); 0 without any
    /// mark.
    std::int64_t unixMsAt(wire::Instant at) const;

protected:
    void addEvent(Event event);
    /// Reads `length` bytes of the file from `offset`; shorter if there are no more.
    virtual std::string readStored(std::uint64_t offset, std::size_t length) const = 0;

    std::string m_path;
    std::uint64_t m_salt = 0;
    RowIndex m_index;

private:
    mutable std::mutex m_mutex;
    std::vector<Event> m_events;
    std::map<wire::ConnectionId, ConnectionState> m_connections;
    std::size_t m_openConnections = 0;
    std::map<wire::Instant, std::int64_t> m_unixMs;
};

} // namespace capture
