// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/headscan.h"

#include <cctype>

namespace http {

namespace {

constexpr std::string_view kVersion = "HTTP/1.";
constexpr std::string_view kHttp2Preface = "PRI * HTTP/2.0";

Refusal insistsOnHttp2(std::uint64_t offset, std::string_view found)
{
    return refusalAt(offset, "the peer insists on HTTP/2", "HTTP/1.1", wire::excerpt(found, 40), 505);
}

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// A frame header of HTTP/2 (RFC 9113 §4.1): three bytes of length, type SETTINGS, flags, stream 0.
bool isSettingsFrame(std::string_view bytes)
{
    return bytes.size() >= 4 && bytes[0] == 0 && bytes[1] == 0 && bytes[3] == 4;
}

std::optional<Refusal> checkResponseStart(std::string_view head, std::uint64_t offset)
{
    if (head[0] == 0x15 || head[0] == 0x16) {
        return refusalAt(
            offset, "the peer speaks TLS where plain HTTP was expected", "HTTP/1.1", "a TLS record");
    }
    if (head[0] == 0) {
        if (head.size() < 4) {
            return std::nullopt;
        }
        if (isSettingsFrame(head)) {
            return insistsOnHttp2(offset, "a SETTINGS frame");
        }
        return refusalAt(offset, "the answer is no HTTP", "HTTP/1.1", wire::excerpt(head.substr(0, 4)));
    }
    const std::string_view prefix = head.substr(0, kVersion.size());
    if (kVersion.starts_with(prefix)) {
        return std::nullopt;
    }
    const auto wrong = static_cast<std::size_t>(
        std::mismatch(prefix.begin(), prefix.end(), kVersion.begin()).first - prefix.begin());
    const std::string_view found = prefix.substr(0, wrong + 1);
    if (wrong == 5 && (found[5] == '2' || found[5] == '3')) {
        return insistsOnHttp2(offset, found);
    }
    return refusalAt(offset + wrong, "the answer is no HTTP/1.1", "HTTP/1.1", wire::excerpt(found));
}

std::optional<Refusal> checkRequestStart(std::string_view head, std::uint64_t offset)
{
    if (head[0] == 0x16) {
        return refusalAt(
            offset, "the peer speaks TLS to a port for plain HTTP", "a request line", "a TLS hello");
    }
    return std::nullopt;
}

Refusal refusedByte(std::string_view head, std::size_t at, std::uint64_t offset)
{
    const std::string found = wire::excerpt(head.substr(at, 1));
    if (head[at] == '\n') {
        return refusalAt(offset + at, "a line of the head ends in LF alone", "CR LF", found);
    }
    if (head[at] == '\0') {
        return refusalAt(offset + at, "the head holds a NUL byte", "text", found);
    }
    return refusalAt(offset + at, "the head holds a control character", "text", found);
}

// The first CR or LF of `text` that stands alone; npos if none is known to.
std::size_t findBareLineEnd(std::string_view text)
{
    for (std::size_t at = text.find_first_of("\r\n"); at != text.npos;
        at = text.find_first_of("\r\n", at + 2)) {
        const std::string_view pair = text.substr(at, 2);
        if (pair != "\r\n" && pair != "\r") {
            return at;
        }
    }
    return text.npos;
}

Refusal tooLarge(std::uint64_t offset, std::string_view what, std::size_t limit, int status)
{
    Refusal refusal
        = refusalAt(offset + limit, std::string(what) + " over " + std::to_string(limit) + " bytes");
    refusal.error.kind = wire::ErrorKind::TooLarge;
    refusal.status = status;
    return refusal;
}

Refusal bareLineEnd(std::string_view text, std::size_t at, std::uint64_t offset)
{
    const bool isLf = text[at] == '\n';
    return refusalAt(offset + at,
        isLf ? "chunk framing has a line that ends in LF alone" : "chunk framing holds a CR alone", "CR LF",
        wire::excerpt(text.substr(at, isLf ? 1 : 2)));
}

// A parser that doesn't look for the line's end would take what follows for the string.
bool hasOpenQuote(std::string_view line)
{
    bool isOpen = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"') {
            isOpen = !isOpen;
        } else if (isOpen && line[at] == '\\') {
            ++at;
        }
    }
    return isOpen;
}

// `text` starts with the end of the last chunk's line.
std::optional<Refusal> checkTrailers(std::string_view text, std::uint64_t offset, std::size_t limit)
{
    constexpr std::string_view kEnd = "\r\n\r\n";
    const std::size_t end = text.find(kEnd);
    const std::string_view fields = text.substr(0, std::min(end, limit + kEnd.size()));
    // With the CR behind them: one that ends them stands alone.
    const std::string_view seen = text.substr(0, std::min(fields.size() + 1, limit + kEnd.size()));
    if (const std::size_t bare = findBareLineEnd(seen); bare < fields.size()) {
        return bareLineEnd(seen, bare, offset);
    }
    // Short of the whole end it may still begin at the limit.
    if (fields.size() > (end == text.npos ? limit + kEnd.size() - 1 : limit)) {
        return tooLarge(offset, "the trailers are", limit, 431);
    }
    return std::nullopt;
}

} // namespace

Refusal refusalAt(
    std::uint64_t offset, std::string message, std::string expected, std::string found, int status)
{
    return { { .kind = wire::ErrorKind::Protocol,
                 .message = std::move(message),
                 .expected = std::move(expected),
                 .found = std::move(found),
                 .where = "byte " + std::to_string(offset) },
        status };
}

void HeadScanner::reset()
{
    m_scanned = m_start = m_lineStart = 0;
    m_complete = false;
}

std::optional<Refusal> HeadScanner::checkStart(std::string_view head, std::uint64_t offset) const
{
    head.remove_prefix(m_start);
    return m_mode == HttpReader::Mode::Requests ? checkRequestStart(head, offset + m_start)
                                                : checkResponseStart(head, offset + m_start);
}

// A line ended at m_scanned, which is behind its LF.
std::optional<Refusal> HeadScanner::endLine(std::string_view head, std::uint64_t offset)
{
    const std::string_view line = head.substr(m_lineStart, m_scanned - 2 - m_lineStart);
    const bool first = m_lineStart == m_start;
    m_lineStart = m_scanned;
    if (line.empty()) {
        if (!first) {
            m_complete = true;
        } else if (m_mode == HttpReader::Mode::Requests) {
            m_start = m_scanned;
        }
    } else if (first && m_mode == HttpReader::Mode::Requests && line == kHttp2Preface) {
        return insistsOnHttp2(offset + m_start, line);
    }
    return std::nullopt;
}

std::expected<HeadScanner::Found, Refusal> HeadScanner::scan(std::string_view head, std::uint64_t offset)
{
    const std::size_t end = std::min(head.size(), m_limit);
    while (m_scanned < end && !m_complete) {
        const std::size_t at = m_scanned++;
        // Only the first bytes of a line can be what makes a start wrong.
        if (at - m_start < 8) {
            if (auto refusal = checkStart(head.substr(0, m_scanned), offset)) {
                return std::unexpected(std::move(*refusal));
            }
        }
        // Perhaps a frame of HTTP/2, which the check above tells by its fourth byte.
        if (m_mode == HttpReader::Mode::Responses && head[m_start] == '\0') {
            continue;
        }
        const char c = head[at];
        const bool afterCr = at > m_lineStart && head[at - 1] == '\r';
        if (c == '\n' && afterCr) {
            if (auto refusal = endLine(head, offset)) {
                return std::unexpected(std::move(*refusal));
            }
        } else if (afterCr) {
            return std::unexpected(refusalAt(offset + at - 1, "a line of the head holds a CR alone", "CR LF",
                wire::excerpt(head.substr(at - 1, 2))));
        } else if (isControl(c) && c != '\r' && c != '\t') {
            return std::unexpected(refusedByte(head, at, offset));
        }
    }
    if (m_complete) {
        return Found { m_start, m_scanned };
    }
    if (m_scanned < m_limit) {
        return Found { m_start, 0 };
    }
    return std::unexpected(tooLarge(offset, "the head is", m_limit, 431));
}

std::optional<Refusal> checkChunkLine(
    std::string_view rest, std::uint64_t offset, bool first, const ReaderLimits& limits)
{
    constexpr std::string_view kCrlf = "\r\n";
    if (!first) {
        const std::string_view gap = rest.substr(0, 2);
        if (!kCrlf.starts_with(gap)) {
            const std::size_t wrong = gap[0] == '\r' ? 1 : 0;
            return refusalAt(offset + wrong, "a chunk's data is not followed by a line end", "CR LF",
                wire::excerpt(gap.substr(wrong, 1)));
        }
        rest.remove_prefix(gap.size());
        offset += gap.size();
    }
    const std::size_t limit = limits.chunkLineBytes;
    const std::size_t end = rest.find(kCrlf);
    std::string_view line = rest.substr(0, std::min(end, limit + 1));
    if (const std::size_t bare = findBareLineEnd(rest.substr(0, line.size() + 1)); bare < line.size()) {
        return bareLineEnd(rest, bare, offset);
    }
    if (line.size() == rest.size() && line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    if (line.size() > limit) {
        return tooLarge(offset, "a chunk's line is", limit, 400);
    }
    if (end != rest.npos && hasOpenQuote(line)) {
        return refusalAt(offset, "a chunk's line holds a quoted string that does not end", "a closing quote",
            wire::excerpt(line, 60));
    }
    const std::size_t digits = std::min(line.find_first_not_of('0'), line.size());
    const bool isLast
        = digits > 0 && (digits == line.size() || !std::isxdigit(static_cast<unsigned char>(line[digits])));
    if (end == rest.npos || !isLast) {
        return std::nullopt;
    }
    return checkTrailers(rest.substr(end), offset + end, limits.trailerBytes);
}

} // namespace http
