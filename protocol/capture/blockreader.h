// SPDX-License-Identifier: Apache-2.0
// Reads the blocks of a capture file through one window of memory, whatever lengths the file claims.
#pragma once

#include "protocol/capture/file.h"
#include "protocol/capture/format.h"

namespace capture {

class BlockReader final {
public:
    /// The most that bytes() gives at once.
    static constexpr std::size_t kWindowBytes = format::kMaxIndexBytes + format::kBlockHeaderBytes;

    /// Looks at the first `size` bytes of `file`, which must outlive the reader.
    BlockReader(const File& file, std::uint64_t size, std::uint64_t salt);

    std::uint64_t size() const { return m_size; }
    /// `length` bytes at `offset`, fewer at the end; valid until the next call.
    std::string_view bytes(std::uint64_t offset, std::size_t length);
    std::optional<format::BlockHeader> header(std::uint64_t offset);
    /// The body of a block at `offset`, if it is of at most `limit` bytes, all there and undamaged.
    std::optional<std::string_view> body(
        std::uint64_t offset, const format::BlockHeader& header, std::size_t limit);
    /// True if the body has its checksum, however long it is.
    bool isIntact(std::uint64_t offset, const format::BlockHeader& header);
    /// Offset of the first block header at or after `offset`; size() if there is none.
    std::uint64_t findHeader(std::uint64_t offset);
    /// Offset of the last index block of the file, if there is one.
    std::optional<std::uint64_t> findLastIndex();

private:
    const File& m_file;
    std::uint64_t m_size;
    std::uint64_t m_salt;
    std::string m_window;
    std::uint64_t m_windowAt = 0;
};

} // namespace capture
