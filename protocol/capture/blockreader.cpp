// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/blockreader.h"

#include "protocol/capture/crc32c.h"

#include <algorithm>

namespace capture {

using format::BlockHeader;
using format::kBlockHeaderBytes;

BlockReader::BlockReader(const File& file, std::uint64_t size, std::uint64_t salt)
    : m_file(file)
    , m_size(size)
    , m_salt(salt)
{
}

std::string_view BlockReader::bytes(std::uint64_t offset, std::size_t length)
{
    if (offset >= m_size) {
        return {};
    }
    length = std::min<std::uint64_t>({ length, kWindowBytes, m_size - offset });
    if (offset < m_windowAt || offset + length > m_windowAt + m_window.size()) {
        m_window.resize(std::min<std::uint64_t>(kWindowBytes, m_size - offset));
        m_window.resize(m_file.readAt(offset, m_window.data(), m_window.size()));
        m_windowAt = offset;
    }
    return std::string_view(m_window).substr(offset - m_windowAt, length);
}

std::optional<BlockHeader> BlockReader::header(std::uint64_t offset)
{
    return format::readBlockHeader(bytes(offset, kBlockHeaderBytes), m_salt, offset);
}

std::optional<std::string_view> BlockReader::body(
    std::uint64_t offset, const BlockHeader& header, std::size_t limit)
{
    if (header.length > limit) {
        return std::nullopt;
    }
    const std::string_view body = bytes(offset + kBlockHeaderBytes, header.length);
    if (body.size() != header.length || crc32c(body) != header.crc) {
        return std::nullopt;
    }
    return body;
}

bool BlockReader::isIntact(std::uint64_t offset, const BlockHeader& header)
{
    std::uint32_t crc = 0;
    std::uint64_t at = offset + kBlockHeaderBytes;
    for (std::uint64_t left = header.length; left > 0;) {
        const std::string_view piece = bytes(at, std::min<std::uint64_t>(left, kWindowBytes));
        if (piece.empty()) {
            return false;
        }
        crc = crc32c(piece, crc);
        at += piece.size();
        left -= piece.size();
    }
    return crc == header.crc;
}

std::uint64_t BlockReader::findHeader(std::uint64_t offset)
{
    while (offset + kBlockHeaderBytes <= m_size) {
        const std::string_view window = bytes(offset, kWindowBytes);
        if (window.size() < kBlockHeaderBytes) {
            break;
        }
        for (std::size_t at = window.find(format::kBlockMagic); at != std::string_view::npos;
            at = window.find(format::kBlockMagic, at + 1)) {
            if (format::readBlockHeader(window.substr(at), m_salt, offset + at)) {
                return offset + at;
            }
        }
        // A header may straddle this window and the next.
        offset += window.size() - (kBlockHeaderBytes - 1);
    }
    return m_size;
}

std::optional<std::uint64_t> BlockReader::findLastIndex()
{
    std::uint64_t end = m_size;
    while (end >= format::kFileHeaderBytes + kBlockHeaderBytes) {
        const std::uint64_t start = end > kWindowBytes ? end - kWindowBytes : 0;
        const std::string_view window = bytes(start, end - start);
        for (std::size_t at = window.rfind(format::kBlockMagic); at != std::string_view::npos;
            at = at == 0 ? std::string_view::npos : window.rfind(format::kBlockMagic, at - 1)) {
            const auto header = format::readBlockHeader(window.substr(at), m_salt, start + at);
            if (header && header->kind == format::BlockKind::Index) {
                return start + at;
            }
        }
        if (start == 0) {
            break;
        }
        end = start + (kBlockHeaderBytes - 1);
    }
    return std::nullopt;
}

} // namespace capture
