// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/scan.h"

namespace capture {

namespace {

using format::BlockHeader;
using format::BlockKind;
using format::kBlockHeaderBytes;

/// False if the block is not what its kind says.
bool takeSlice(BlockReader& reader, std::uint64_t offset, const BlockHeader& header, const Contents& contents)
{
    std::optional<Row> row = format::readSliceFixed(
        reader.bytes(offset + kBlockHeaderBytes, format::kSliceFixedBytes), header.length);
    if (!row) {
        return false;
    }
    row->offset = offset;
    return contents.rows.append(*row);
}

bool takeEvent(BlockReader& reader, std::uint64_t offset, const BlockHeader& header, const Contents& contents)
{
    const std::optional<std::string_view> body = reader.body(offset, header, format::kMaxEventBytes);
    std::optional<Event> event = body ? format::readEvent(header.kind, *body) : std::nullopt;
    if (!event) {
        return false;
    }
    contents.add(std::move(*event), contents.rows.size());
    return true;
}

bool take(BlockReader& reader, std::uint64_t offset, const BlockHeader& header, const Contents& contents)
{
    switch (header.kind) {
    case BlockKind::Slice:
        return takeSlice(reader, offset, header, contents);
    case BlockKind::Opened:
    case BlockKind::Closed:
    case BlockKind::Mark:
        return takeEvent(reader, offset, header, contents);
    case BlockKind::Index:
        return true;
    }
    ++contents.report.skippedBlocks;
    return true;
}

} // namespace

void scan(BlockReader& reader, std::uint64_t offset, const Contents& contents)
{
    const auto gap = [&](std::uint64_t end, const char* reason) {
        contents.addGap(offset, end - offset, reason, contents.rows.size());
    };
    while (offset < reader.size()) {
        const std::optional<BlockHeader> header = reader.header(offset);
        if (!header) {
            const std::uint64_t next = reader.findHeader(offset + 1);
            gap(next, next < reader.size() ? "bytes that are no block" : "an unfinished block at the end");
            offset = next;
            continue;
        }
        // The header has a check of its own: its length is to be trusted even where the body is damaged.
        const std::uint64_t end = offset + kBlockHeaderBytes + header->length;
        if (end > reader.size()) {
            gap(reader.size(), "an unfinished block at the end");
            return;
        }
        if (!reader.isIntact(offset, *header)) {
            gap(end, "a block with a wrong checksum");
        } else if (!take(reader, offset, *header, contents)) {
            gap(end, "a block that contradicts itself");
        }
        offset = end;
    }
}

} // namespace capture
