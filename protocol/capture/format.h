// SPDX-License-Identifier: Apache-2.0
// The capture file, *.acmpcap, version 1. Little-endian.
//   header    32 bytes: magic 8, version u32, 0 u32, salt u64, 0 u32, crc u32 of the 28 before
//   blocks    magic u32, kind u32, length u32, crc u32 of the body, check u32; then the body of that length.
//             The check covers the four before, the salt and the block's offset: what looks like a block
//             inside recorded bytes, or was copied from elsewhere, is none.
//   slice     instant u64 (ns), connection u32, exchange u32, length u32, payload offset u32, payload length
//   u32,
//             direction u8, kind u8, flags u8, 0 u8; the bytes; a detached payload
//   opened    instant u64, connection u32, role u32; transport, peer, target as (length u32, bytes)
//   closed    instant u64, connection u32, 0 u32; cause
//   mark      instant u64, unix ms u64, kind u32, 0 u32, slices u64, bytes u64; text
//   index     offset of the index before u64 (0: none), number of its first row u64, rows u32, events u32;
//             the rows (offset u64, then as the slice's fixed part), the events (offset u64, number of the
//             next row u64)
// A reader skips and counts kinds that it doesn't know; a file of another version it refuses.
#pragma once

#include "protocol/capture/event.h"
#include "protocol/capture/row.h"
#include "protocol/wire/error.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace capture::format {

enum class BlockKind : std::uint32_t { Slice = 1, Opened = 2, Closed = 3, Mark = 4, Index = 5 };

inline constexpr std::string_view kBlockMagic { "\xAC\x4D\x50\xB1", 4 };
inline constexpr std::size_t kFileHeaderBytes = 32;
inline constexpr std::size_t kBlockHeaderBytes = 20;
inline constexpr std::size_t kSliceFixedBytes = 32;
inline constexpr std::size_t kRowBytes = 8 + kSliceFixedBytes;
inline constexpr std::size_t kIndexFixedBytes = 24;
inline constexpr std::size_t kEventEntryBytes = 16;
/// Rows or events after which an index block is due.
inline constexpr std::size_t kIndexEvery = 16'384;
/// What a reader accepts: an index that could not be written when due (a full disk) lists a little more.
inline constexpr std::size_t kMaxIndexEntries = 2 * kIndexEvery;
inline constexpr std::size_t kMaxIndexBytes
    = kIndexFixedBytes + kMaxIndexEntries * (kRowBytes + kEventEntryBytes);
/// Strings of events are cut to this when written.
inline constexpr std::size_t kMaxStringBytes = 65'536;
inline constexpr std::size_t kMaxEventBytes = 4 * kMaxStringBytes;
/// Bytes and detached payload of one slice together.
inline constexpr std::uint64_t kMaxSliceBytes = std::uint64_t { 1 } << 30;

std::string fileHeader(std::uint64_t salt);
/// The salt of a file that starts with `bytes`.
std::expected<std::uint64_t, wire::Error> readFileHeader(std::string_view bytes);

struct BlockHeader {
    BlockKind kind = BlockKind::Slice; ///< may be one unknown to us
    std::uint32_t length = 0;
    std::uint32_t crc = 0;
};

void writeBlockHeader(char* to, const BlockHeader& header, std::uint64_t salt, std::uint64_t offset);
/// Nothing unless `bytes` start with a header that was written for this offset of this file.
std::optional<BlockHeader> readBlockHeader(std::string_view bytes, std::uint64_t salt, std::uint64_t offset);

void writeSliceFixed(char* to, const Row& row);
/// A row without its file offset, from the body of a slice block of `length` bytes.
std::optional<Row> readSliceFixed(std::string_view fixed, std::uint64_t length);

/// The body of an Opened, Closed or Mark block.
std::string eventBody(const Event& event);
BlockKind kindOf(const Event& event);
/// Without its place between the rows.
std::optional<Event> readEvent(BlockKind kind, std::string_view body);

struct EventEntry {
    std::uint64_t offset = 0;
    wire::RecordNo before = 0;
};

struct IndexBlock {
    std::uint64_t previous = 0;
    wire::RecordNo firstRow = 0;
    std::vector<Row> rows;
    std::vector<EventEntry> events;
};

std::string indexBody(const IndexBlock& index);
/// Only the two numbers that every index starts with; rows and events stay empty.
std::optional<IndexBlock> readIndexFixed(std::string_view body);
/// Nothing unless all that it lists lies between `from` and `to`, in order, without overlap.
std::optional<IndexBlock> readIndex(std::string_view body, std::uint64_t from, std::uint64_t to);

} // namespace capture::format
