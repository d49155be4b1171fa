// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/recorder.h"

#include "protocol/capture/crc32c.h"
#include "protocol/capture/secrets.h"

#include <functional>

namespace capture {

namespace {

/// Different for each file, so that one's blocks are none in another.
std::uint64_t makeSalt(const wire::Clock& clock, const std::string& path)
{
    std::uint64_t salt = static_cast<std::uint64_t>(clock.unixMs())
        ^ static_cast<std::uint64_t>(clock.now().sinceBoot.count()) * 0x9E3779B97F4A7C15U;
    salt ^= std::hash<std::string> {}(path);
    salt = (salt ^ (salt >> 30)) * 0xBF58476D1CE4E5B9U;
    return salt ^ (salt >> 31);
}

/// Where a payload stands: inside the bytes, or (also where it should but doesn't) as a copy behind them.
Row rowOf(const wire::Slice& slice)
{
    Row row;
    row.at = slice.at;
    row.length = static_cast<std::uint32_t>(slice.bytes.size());
    row.payloadLength = static_cast<std::uint32_t>(slice.payload.size());
    row.connection = slice.connection;
    row.exchange = slice.exchange;
    row.direction = slice.direction;
    row.kind = slice.kind;
    row.flags = slice.flags;
    const std::less_equal<const char*> notAfter;
    const char* const end = slice.bytes.data() + slice.bytes.size();
    const bool inside = !slice.payload.empty() && notAfter(slice.bytes.data(), slice.payload.data())
        && notAfter(slice.payload.data() + slice.payload.size(), end);
    if (!slice.payload.empty() && !inside) {
        row.flags |= wire::kDetached;
    }
    if (row.isDetached()) {
        row.payloadOffset = row.length;
    } else if (inside) {
        row.payloadOffset = static_cast<std::uint32_t>(slice.payload.data() - slice.bytes.data());
    }
    return row;
}

} // namespace

std::expected<std::unique_ptr<Recorder>, wire::Error> Recorder::create(
    const std::string& path, wire::Clock& clock, Options options)
{
    std::expected<File, wire::Error> file = File::create(path, options.overwrite);
    if (!file) {
        return std::unexpected(file.error());
    }
    const std::uint64_t salt = makeSalt(clock, path);
    const std::string header = format::fileHeader(salt);
    std::size_t done = 0;
    if (std::optional<wire::Error> error = file->writeAt(0, header.data(), header.size(), done)) {
        return std::unexpected(std::move(*error));
    }
    std::unique_ptr<Recorder> recorder(new Recorder(std::move(*file), path, clock, salt, std::move(options)));
    recorder->mark(MarkKind::Began, "recording began");
    return recorder;
}

Recorder::Recorder(
    File file, const std::string& path, wire::Clock& clock, std::uint64_t salt, Options options)
    : m_clock(clock)
    , m_queue(std::move(file), format::kFileHeaderBytes,
          { std::move(options.pressureChanged), std::move(options.failed) })
{
    m_path = path;
    m_salt = salt;
}

Recorder::~Recorder()
{
    // Whoever wants to know whether all was written calls close().
    [[maybe_unused]] const std::expected<void, wire::Error> closed = close();
}

wire::ConnectionId Recorder::opened(const wire::ConnectionFacts& facts, wire::Instant at)
{
    const wire::ConnectionId id { ++m_connections };
    wire::ConnectionFacts recorded = facts;
    recorded.target = withoutTokenVariable(facts.target);
    recorded.peer = withoutTokenVariable(facts.peer);
    record({ .before = rowCount(), .at = at, .what = Opened { id, std::move(recorded) } });
    return id;
}

void Recorder::closed(wire::ConnectionId connection, wire::Instant at, std::string_view cause)
{
    record({ .before = rowCount(), .at = at, .what = Closed { connection, std::string(cause) } });
}

void Recorder::mark(MarkKind kind, std::string_view text)
{
    putMark({ .kind = kind, .unixMs = 0, .slices = 0, .bytes = 0, .text = std::string(text) });
}

wire::RecordNo Recorder::add(const wire::Slice& slice)
{
    if (slice.bytes.size() + slice.payload.size() > format::kMaxSliceBytes
        || rowCount() >= RowIndex::kMaxSize) {
        return drop(slice);
    }
    catchUp();
    const wire::RecordNo number = rowCount();
    if (!put(rowOf(slice), slice)) {
        return drop(slice);
    }
    m_queue.announcePressure();
    putIndexIfDue();
    return number;
}

bool Recorder::put(Row row, const wire::Slice& slice)
{
    const std::size_t body = format::kSliceFixedBytes + row.storedLength();
    const std::optional<WriteQueue::Space> space = m_queue.reserve(format::kBlockHeaderBytes + body);
    if (!space) {
        return false;
    }
    row.offset = space->offset();
    char* const start = space->data() + format::kBlockHeaderBytes;
    format::writeSliceFixed(start, row);
    char* const bytes = start + format::kSliceFixedBytes;
    slice.bytes.copy(bytes, slice.bytes.size());
    if (row.isDetached()) {
        slice.payload.copy(bytes + slice.bytes.size(), slice.payload.size());
    }
    format::writeBlockHeader(space->data(),
        { format::BlockKind::Slice, static_cast<std::uint32_t>(body), crc32c({ start, body }) }, m_salt,
        space->offset());
    m_index.append(row);
    return true;
}

std::optional<std::uint64_t> Recorder::putBlock(format::BlockKind kind, std::string_view body)
{
    const std::optional<WriteQueue::Space> space = m_queue.reserve(format::kBlockHeaderBytes + body.size());
    if (!space) {
        return std::nullopt;
    }
    body.copy(space->data() + format::kBlockHeaderBytes, body.size());
    format::writeBlockHeader(space->data(), { kind, static_cast<std::uint32_t>(body.size()), crc32c(body) },
        m_salt, space->offset());
    return space->offset();
}

bool Recorder::putEvent(const Event& event)
{
    const std::optional<std::uint64_t> offset = putBlock(format::kindOf(event), format::eventBody(event));
    m_queue.announcePressure();
    if (!offset) {
        return false;
    }
    m_newEvents.push_back({ *offset, event.before });
    putIndexIfDue();
    return true;
}

/// On the live record in any case: a window must learn of a closed connection though the disk is full.
void Recorder::record(Event event)
{
    catchUp();
    if (!m_unwrittenEvents.empty() || !putEvent(event)) {
        m_unwrittenEvents.push_back(event);
    }
    addEvent(std::move(event));
}

void Recorder::putMark(Mark mark)
{
    mark.unixMs = m_clock.unixMs();
    record({ .before = rowCount(), .at = m_clock.now(), .what = std::move(mark) });
}

/// Once the file can be written again: first the events that it missed, then how many slices.
void Recorder::catchUp()
{
    const std::uint64_t all = m_droppedSlices.load(std::memory_order_relaxed);
    if ((m_unwrittenEvents.empty() && all == m_toldDroppedSlices) || m_queue.hasFailed()) {
        return;
    }
    std::size_t written = 0;
    while (written < m_unwrittenEvents.size() && putEvent(m_unwrittenEvents[written])) {
        ++written;
    }
    m_unwrittenEvents.erase(
        m_unwrittenEvents.begin(), m_unwrittenEvents.begin() + static_cast<std::ptrdiff_t>(written));
    const std::uint64_t slices = all - m_toldDroppedSlices;
    if (slices == 0 || !m_unwrittenEvents.empty()) {
        return;
    }
    Event event { .before = rowCount(),
        .at = m_clock.now(),
        .what = Mark { .kind = MarkKind::Dropped,
            .unixMs = m_clock.unixMs(),
            .slices = slices,
            .bytes = m_droppedBytes,
            .text = std::to_string(slices) + " slices were not recorded" } };
    if (!putEvent(event)) {
        return;
    }
    addEvent(std::move(event));
    m_toldDroppedSlices = all;
    m_droppedBytes = 0;
}

wire::RecordNo Recorder::drop(const wire::Slice& slice)
{
    m_droppedSlices.fetch_add(1, std::memory_order_relaxed);
    m_droppedBytes += slice.bytes.size();
    return wire::kNoRecord;
}

void Recorder::putIndexIfDue()
{
    if (rowCount() - m_indexedRows >= format::kIndexEvery || m_newEvents.size() >= format::kIndexEvery) {
        putIndex();
    }
}

void Recorder::putIndex()
{
    format::IndexBlock index {
        .previous = m_previousIndex, .firstRow = m_indexedRows, .rows = {}, .events = std::move(m_newEvents)
    };
    m_newEvents.clear();
    while (index.firstRow + index.rows.size() < rowCount()) {
        const std::span<const Row> rows
            = m_index.from(index.firstRow + index.rows.size(), RowIndex::kSegment);
        index.rows.insert(index.rows.end(), rows.begin(), rows.end());
    }
    const std::optional<std::uint64_t> offset = putBlock(format::BlockKind::Index, format::indexBody(index));
    if (!offset) {
        m_newEvents = std::move(index.events);
        return;
    }
    m_previousIndex = *offset;
    m_indexedRows += index.rows.size();
    m_queue.announcePressure();
}

std::expected<void, wire::Error> Recorder::close()
{
    if (!m_closed) {
        m_closed = true;
        mark(MarkKind::Ended, "recording ended");
        putIndex();
    }
    if (std::optional<wire::Error> error = m_queue.close()) {
        return std::unexpected(std::move(*error));
    }
    return {};
}

std::string Recorder::readStored(std::uint64_t offset, std::size_t length) const
{
    return m_queue.read(offset, length);
}

} // namespace capture
