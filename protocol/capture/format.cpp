// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/format.h"

#include "protocol/capture/bytes.h"
#include "protocol/capture/crc32c.h"

#include <array>

namespace capture::format {

namespace {

constexpr std::string_view kFileMagic { "acmpcap\x1A", 8 };
constexpr std::uint32_t kVersion = 1;

std::uint32_t headerCheck(std::string_view head, std::uint64_t salt, std::uint64_t offset)
{
    std::array<char, 16> place {};
    storeU64(storeU64(place.data(), salt), offset);
    return crc32c({ place.data(), place.size() }, crc32c(head));
}

wire::Error notACapture(std::string expected, std::string found)
{
    return { .kind = wire::ErrorKind::Io,
        .message = "This is no capture file that can be read",
        .expected = std::move(expected),
        .found = std::move(found),
        .where = "byte 0" };
}

} // namespace

std::string fileHeader(std::uint64_t salt)
{
    std::string header(kFileHeaderBytes, '\0');
    header.replace(0, kFileMagic.size(), kFileMagic);
    storeU32(header.data() + 8, kVersion);
    storeU64(header.data() + 16, salt);
    storeU32(header.data() + 28, crc32c(std::string_view(header).substr(0, 28)));
    return header;
}

std::expected<std::uint64_t, wire::Error> readFileHeader(std::string_view bytes)
{
    if (!bytes.starts_with(kFileMagic)) {
        std::string found = bytes.empty() ? std::string("nothing") : wire::excerpt(bytes.substr(0, 8));
        return std::unexpected(notACapture("\"acmpcap\" and byte 0x1A", std::move(found)));
    }
    if (bytes.size() < kFileHeaderBytes) {
        return std::unexpected(
            notACapture("a header of 32 bytes", "only " + std::to_string(bytes.size()) + " bytes"));
    }
    if (loadU32(bytes.data() + 8) != kVersion) {
        return std::unexpected(
            notACapture("version 1", "version " + std::to_string(loadU32(bytes.data() + 8))));
    }
    if (loadU32(bytes.data() + 28) != crc32c(bytes.substr(0, 28))) {
        return std::unexpected(notACapture("a header with its checksum", "a damaged header"));
    }
    return loadU64(bytes.data() + 16);
}

void writeBlockHeader(char* to, const BlockHeader& header, std::uint64_t salt, std::uint64_t offset)
{
    char* at = std::copy(kBlockMagic.begin(), kBlockMagic.end(), to);
    at = storeU32(at, static_cast<std::uint32_t>(header.kind));
    at = storeU32(at, header.length);
    at = storeU32(at, header.crc);
    storeU32(at, headerCheck({ to, 16 }, salt, offset));
}

std::optional<BlockHeader> readBlockHeader(std::string_view bytes, std::uint64_t salt, std::uint64_t offset)
{
    if (bytes.size() < kBlockHeaderBytes || !bytes.starts_with(kBlockMagic)
        || loadU32(bytes.data() + 16) != headerCheck(bytes.substr(0, 16), salt, offset)) {
        return std::nullopt;
    }
    return BlockHeader { BlockKind { loadU32(bytes.data() + 4) }, loadU32(bytes.data() + 8),
        loadU32(bytes.data() + 12) };
}

void writeSliceFixed(char* to, const Row& row)
{
    char* at = storeU64(to, static_cast<std::uint64_t>(row.at.sinceBoot.count()));
    at = storeU32(at, static_cast<std::uint32_t>(row.connection));
    at = storeU32(at, row.exchange);
    at = storeU32(at, row.length);
    at = storeU32(at, row.payloadOffset);
    at = storeU32(at, row.payloadLength);
    at[0] = static_cast<char>(row.direction);
    at[1] = static_cast<char>(row.kind);
    at[2] = static_cast<char>(row.flags);
    at[3] = 0;
}

std::optional<Row> readSliceFixed(std::string_view fixed, std::uint64_t length)
{
    if (fixed.size() < kSliceFixedBytes || length < kSliceFixedBytes) {
        return std::nullopt;
    }
    const char* at = fixed.data();
    const auto byte = [at](int i) { return static_cast<std::uint8_t>(at[i]); };
    Row row;
    row.at.sinceBoot = std::chrono::nanoseconds(static_cast<std::int64_t>(loadU64(at)));
    row.connection = wire::ConnectionId { loadU32(at + 8) };
    row.exchange = loadU32(at + 12);
    row.length = loadU32(at + 16);
    row.payloadOffset = loadU32(at + 20);
    row.payloadLength = loadU32(at + 24);
    if (byte(28) > static_cast<std::uint8_t>(wire::Direction::Received)) {
        return std::nullopt;
    }
    row.direction = wire::Direction { byte(28) };
    row.kind = wire::SliceKind { byte(29) };
    row.flags = byte(30);
    const std::uint64_t payloadEnd = std::uint64_t { row.payloadOffset } + row.payloadLength;
    const bool payloadFits = row.isDetached() ? row.payloadOffset == row.length : payloadEnd <= row.length;
    if (!payloadFits || row.storedLength() > kMaxSliceBytes
        || row.storedLength() + kSliceFixedBytes != length) {
        return std::nullopt;
    }
    return row;
}

} // namespace capture::format
