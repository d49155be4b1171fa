// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/record.h"

#include "protocol/capture/crc32c.h"
#include "protocol/capture/format.h"

namespace capture {

namespace {

constexpr std::size_t kBefore = format::kBlockHeaderBytes + format::kSliceFixedBytes;

bool isWhole(std::string_view block, const Row& row, std::uint64_t salt)
{
    const std::optional<format::BlockHeader> header = format::readBlockHeader(block, salt, row.offset);
    if (!header || header->kind != format::BlockKind::Slice
        || block.size() != format::kBlockHeaderBytes + std::size_t { header->length }) {
        return false;
    }
    const std::string_view body = block.substr(format::kBlockHeaderBytes);
    std::optional<Row> stored = format::readSliceFixed(body, body.size());
    if (!stored || crc32c(body) != header->crc) {
        return false;
    }
    stored->offset = row.offset;
    return *stored == row;
}

} // namespace

SliceData::SliceData(std::string block, const Row& row)
    : m_block(std::move(block))
    , m_row(row)
{
}

std::string_view SliceData::bytes() const
{
    return std::string_view(m_block).substr(kBefore, m_row.length);
}

std::string_view SliceData::payload() const
{
    return std::string_view(m_block).substr(kBefore + m_row.payloadOffset, m_row.payloadLength);
}

std::expected<SliceData, wire::Error> Record::read(wire::RecordNo number) const
{
    if (number >= rowCount()) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::Usage,
            .message = "There is no such row",
            .expected = "less than " + std::to_string(rowCount()),
            .found = std::to_string(number),
            .where = m_path });
    }
    const Row& row = m_index[number];
    std::string block = readStored(row.offset, kBefore + row.storedLength());
    if (!isWhole(block, row, m_salt)) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::Io,
            .message = "Row " + std::to_string(number) + " can't be read from the capture file",
            .expected = "a block with its checksum",
            .found = "damaged or missing bytes",
            .where = m_path + ", byte " + std::to_string(row.offset) });
    }
    return SliceData(std::move(block), row);
}

std::expected<std::string, wire::Error> Record::bytes(wire::RecordNo row) const
{
    const std::expected<SliceData, wire::Error> data = read(row);
    if (!data) {
        return std::unexpected(data.error());
    }
    return std::string(data->bytes());
}

std::expected<std::string, wire::Error> Record::payload(wire::RecordNo row) const
{
    const std::expected<SliceData, wire::Error> data = read(row);
    if (!data) {
        return std::unexpected(data.error());
    }
    return std::string(data->payload());
}

std::size_t Record::eventCount() const
{
    const std::scoped_lock lock(m_mutex);
    return m_events.size();
}

std::vector<Event> Record::events(std::size_t from, std::size_t atMost) const
{
    const std::scoped_lock lock(m_mutex);
    if (from >= m_events.size()) {
        return {};
    }
    const auto first = m_events.begin() + static_cast<std::ptrdiff_t>(from);
    return { first, first + static_cast<std::ptrdiff_t>(std::min(atMost, m_events.size() - from)) };
}

std::optional<ConnectionState> Record::connection(wire::ConnectionId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_connections.find(id);
    return found == m_connections.end() ? std::nullopt : std::optional(found->second);
}

wire::Instant Record::startedAt() const
{
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_unixMs.empty()) {
            return m_unixMs.begin()->first;
        }
    }
    return rowCount() > 0 ? row(0).at : wire::Instant {};
}

std::int64_t Record::unixMsAt(wire::Instant at) const
{
    const std::scoped_lock lock(m_mutex);
    if (m_unixMs.empty()) {
        return 0;
    }
    auto mark = m_unixMs.upper_bound(at);
    if (mark != m_unixMs.begin()) {
        --mark;
    }
    // In unsigned numbers: what a damaged or made-up file says may be as far apart as numbers go.
    const auto ns = static_cast<std::uint64_t>(at.sinceBoot.count())
        - static_cast<std::uint64_t>(mark->first.sinceBoot.count());
    const std::int64_t ms = static_cast<std::int64_t>(ns) / 1'000'000;
    return static_cast<std::int64_t>(
        static_cast<std::uint64_t>(mark->second) + static_cast<std::uint64_t>(ms));
}

std::size_t Record::openConnections() const
{
    const std::scoped_lock lock(m_mutex);
    return m_openConnections;
}

void Record::addEvent(Event event)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto* opened = std::get_if<Opened>(&event.what)) {
        m_connections[opened->connection] = { opened->facts, event.at, std::nullopt, {} };
        ++m_openConnections;
    } else if (const auto* closed = std::get_if<Closed>(&event.what)) {
        ConnectionState& state = m_connections[closed->connection];
        m_openConnections -= state.closed || m_openConnections == 0 ? 0U : 1U;
        state.closed = event.at;
        state.cause = closed->cause;
    } else if (const auto* mark = std::get_if<Mark>(&event.what)) {
        m_unixMs.emplace(event.at, mark->unixMs);
    }
    m_events.push_back(std::move(event));
}

} // namespace capture
