// SPDX-License-Identifier: Apache-2.0
// Finds the end of a head as its bytes come in, each byte looked at once, and refuses at the first byte that
// can't be in one (RFC 9112 §2.2, §3, §4). Also checks the lines between chunks.
#pragma once

#include "protocol/transport/http/httpreader.h"

#include <expected>

namespace http {

/// The byte at `offset` of the stream can't be. `expected` and `found` are for a person.
Refusal refusalAt(std::uint64_t offset, std::string message, std::string expected = {},
    std::string found = {}, int status = 400);

class HeadScanner final {
public:
    HeadScanner(HttpReader::Mode mode, std::size_t limit)
        : m_mode(mode)
        , m_limit(limit)
    {
    }

    struct Found {
        std::size_t start = 0; ///< after empty lines that a request may have in front of it
        std::size_t end = 0; ///< 0: not yet complete
    };

    /// `head` grows from call to call; `offset` is that of its first byte.
    std::expected<Found, Refusal> scan(std::string_view head, std::uint64_t offset);
    void reset();
    bool isEmpty() const { return m_scanned == 0; }

private:
    std::optional<Refusal> checkStart(std::string_view head, std::uint64_t offset) const;
    std::optional<Refusal> endLine(std::string_view head, std::uint64_t offset);

    HttpReader::Mode m_mode;
    std::size_t m_limit;
    std::size_t m_scanned = 0;
    std::size_t m_start = 0;
    std::size_t m_lineStart = 0;
    bool m_complete = false;
};

/// `rest` is what follows the last chunk's data (or the head, `first`), perhaps not whole. Refuses what no
/// more bytes can mend: no CRLF after the data, a line or trailers over their limit, a bare LF, an open
/// quote.
std::optional<Refusal> checkChunkLine(
    std::string_view rest, std::uint64_t offset, bool first, const ReaderLimits& limits);

} // namespace http
