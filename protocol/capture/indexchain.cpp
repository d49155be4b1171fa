// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/indexchain.h"

namespace capture {

namespace {

/// The offsets of all index blocks, first to last; empty if the chain is broken.
std::vector<std::uint64_t> followChain(BlockReader& reader)
{
    std::vector<std::uint64_t> offsets;
    std::optional<std::uint64_t> at = reader.findLastIndex();
    while (at) {
        const std::optional<format::BlockHeader> header = reader.header(*at);
        if (!header || header->kind != format::BlockKind::Index) {
            return {};
        }
        const auto fixed
            = format::readIndexFixed(reader.bytes(*at + format::kBlockHeaderBytes, format::kIndexFixedBytes));
        // Strictly backwards, so that no chain goes round.
        if (!fixed || fixed->previous >= *at) {
            return {};
        }
        offsets.push_back(*at);
        at = fixed->previous == 0 ? std::nullopt : std::optional(fixed->previous);
    }
    std::reverse(offsets.begin(), offsets.end());
    return offsets;
}

void loadEvents(BlockReader& reader, const format::IndexBlock& index, const Contents& contents)
{
    for (const format::EventEntry& entry : index.events) {
        const std::optional<format::BlockHeader> header = reader.header(entry.offset);
        std::optional<Event> event;
        if (header) {
            if (const auto body = reader.body(entry.offset, *header, format::kMaxEventBytes)) {
                event = format::readEvent(header->kind, *body);
            }
        }
        if (event) {
            contents.add(std::move(*event), entry.before);
        } else {
            contents.addGap(entry.offset, format::kBlockHeaderBytes + (header ? header->length : 0U),
                "a damaged event", entry.before);
        }
    }
}

} // namespace

std::uint64_t loadByIndex(BlockReader& reader, const Contents& contents)
{
    std::uint64_t from = format::kFileHeaderBytes;
    for (const std::uint64_t at : followChain(reader)) {
        const std::optional<format::BlockHeader> header = reader.header(at);
        const auto body = header ? reader.body(at, *header, format::kMaxIndexBytes) : std::nullopt;
        const auto index = body ? format::readIndex(*body, from, at) : std::nullopt;
        if (!index || index->firstRow != contents.rows.size()) {
            return from;
        }
        for (const Row& row : index->rows) {
            if (!contents.rows.append(row)) {
                contents.addGap(row.offset, reader.size() - row.offset, "more rows than can be held",
                    contents.rows.size());
                return reader.size();
            }
        }
        contents.report.indexedRows += index->rows.size();
        loadEvents(reader, *index, contents);
        from = at + format::kBlockHeaderBytes + header->length;
    }
    return from;
}

} // namespace capture
