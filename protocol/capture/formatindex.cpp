// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/bytes.h"
#include "protocol/capture/format.h"

namespace capture::format {

namespace {

bool readRows(
    std::string_view body, std::uint32_t count, std::uint64_t from, std::uint64_t to, std::vector<Row>& rows)
{
    rows.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const char* const entry = body.data() + i * kRowBytes;
        const std::uint64_t offset = loadU64(entry);
        const std::string_view fixed(entry + 8, kSliceFixedBytes);
        const std::uint64_t stored = std::uint64_t {
            loadU32(fixed.data() + 16)
        } + ((static_cast<std::uint8_t>(fixed[30]) & wire::kDetached) != 0 ? loadU32(fixed.data() + 24) : 0U);
        std::optional<Row> row = readSliceFixed(fixed, kSliceFixedBytes + stored);
        const std::uint64_t whole = kBlockHeaderBytes + kSliceFixedBytes + stored;
        if (!row || offset < from || offset > to || whole > to - offset) {
            return false;
        }
        row->offset = offset;
        from = offset + whole;
        rows.push_back(*row);
    }
    return true;
}

bool readEvents(
    std::string_view body, std::uint32_t count, std::uint64_t from, std::uint64_t to, IndexBlock& index)
{
    wire::RecordNo before = index.firstRow;
    index.events.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const char* entry = body.data() + i * kEventEntryBytes;
        const EventEntry event { loadU64(entry), loadU64(entry + 8) };
        if (event.offset < from || event.offset > to || kBlockHeaderBytes > to - event.offset
            || event.before < before || event.before > index.firstRow + index.rows.size()) {
            return false;
        }
        from = event.offset + kBlockHeaderBytes;
        before = event.before;
        index.events.push_back(event);
    }
    return true;
}

} // namespace

std::string indexBody(const IndexBlock& index)
{
    std::string body(
        kIndexFixedBytes + index.rows.size() * kRowBytes + index.events.size() * kEventEntryBytes, '\0');
    char* at = storeU64(body.data(), index.previous);
    at = storeU64(at, index.firstRow);
    at = storeU32(at, static_cast<std::uint32_t>(index.rows.size()));
    at = storeU32(at, static_cast<std::uint32_t>(index.events.size()));
    for (const Row& row : index.rows) {
        writeSliceFixed(storeU64(at, row.offset), row);
        at += kRowBytes;
    }
    for (const EventEntry& event : index.events) {
        at = storeU64(storeU64(at, event.offset), event.before);
    }
    return body;
}

std::optional<IndexBlock> readIndexFixed(std::string_view body)
{
    if (body.size() < kIndexFixedBytes) {
        return std::nullopt;
    }
    const char* const at = body.data();
    return IndexBlock { loadU64(at), loadU64(at + 8), {}, {} };
}

std::optional<IndexBlock> readIndex(std::string_view body, std::uint64_t from, std::uint64_t to)
{
    std::optional<IndexBlock> index = readIndexFixed(body);
    if (!index) {
        return std::nullopt;
    }
    const std::uint32_t rows = loadU32(body.data() + 16);
    const std::uint32_t events = loadU32(body.data() + 20);
    if (rows > kMaxIndexEntries || events > kMaxIndexEntries
        || body.size() != kIndexFixedBytes + rows * kRowBytes + events * kEventEntryBytes) {
        return std::nullopt;
    }
    if (!readRows(body.substr(kIndexFixedBytes), rows, from, to, index->rows)
        || !readEvents(body.substr(kIndexFixedBytes + rows * kRowBytes), events, from, to, *index)) {
        return std::nullopt;
    }
    return index;
}

} // namespace capture::format
