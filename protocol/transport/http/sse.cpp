// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/sse.h"

#include <algorithm>
#include <cstring>

namespace http {

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::size_t kMarkDone = 4;

const char* findByte(std::string_view in, char byte)
{
    return in.empty() ? nullptr : static_cast<const char*>(std::memchr(in.data(), byte, in.size()));
}

std::optional<std::uint64_t> toNumber(std::string_view text)
{
    std::uint64_t number = 0;
    if (text.empty() || text.size() > 18) {
        return std::nullopt;
    }
    for (const char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return number;
}

} // namespace

// Returns where the text begins in `piece`. A beginning that turned out to be no mark is put into m_line.
std::size_t SseParser::skipByteOrderMark(std::string_view piece)
{
    std::size_t at = 0;
    while (at < piece.size() && m_markSeen < kMark.size()) {
        if (piece[at] != kMark[m_markSeen]) {
            m_line.assign(kMark.substr(0, m_markSeen));
            m_markSeen = kMarkDone;
            return at;
        }
        ++at;
        ++m_markSeen;
    }
    if (m_markSeen == kMark.size()) {
        m_markSeen = kMarkDone;
    }
    return at;
}

std::optional<wire::Error> SseParser::feed(std::string_view piece)
{
    std::size_t at = m_markSeen == kMarkDone ? 0 : skipByteOrderMark(piece);
    if (m_afterCr && at < piece.size()) {
        m_afterCr = false;
        if (piece[at] == '\n') {
            ++at;
        }
    }
    while (at < piece.size()) {
        const std::string_view rest = piece.substr(at);
        const char* const lf = findByte(rest, '\n');
        const std::size_t toLf = lf ? static_cast<std::size_t>(lf - rest.data()) : rest.size();
        const char* const cr = findByte(rest.substr(0, toLf), '\r');
        const std::size_t length = cr ? static_cast<std::size_t>(cr - rest.data()) : toLf;
        m_tooLarge = held() + length > m_limit;
        if (m_tooLarge) {
            break;
        }
        if (!lf && !cr) {
            m_line.append(rest);
            break;
        }
        m_lineInPiece = m_line.empty();
        if (!m_lineInPiece) {
            m_line.append(rest.substr(0, length));
        }
        at += length + 1;
        if (cr && at < piece.size() && piece[at] == '\n') {
            ++at;
        } else if (cr && at == piece.size()) {
            m_afterCr = true;
        }
        if (!takeLine(m_lineInPiece ? rest.substr(0, length) : std::string_view(m_line), at)) {
            return std::nullopt;
        }
        m_line.clear();
    }
    keepData();
    if (!m_tooLarge) {
        return std::nullopt;
    }
    return wire::Error { .kind = wire::ErrorKind::TooLarge,
        .message = "an event of the stream is over " + std::to_string(m_limit) + " bytes",
        .expected = "the event's end",
        .found = wire::excerpt(m_data.empty() ? m_line : m_data, 60),
        .where = {} };
}

bool SseParser::takeLine(std::string_view line, std::size_t end)
{
    if (line.empty()) {
        return endBlock(end);
    }
    m_inBlock = true;
    if (line[0] == ':') {
        return m_observer.sseComment(line.substr(1));
    }
    const std::size_t colon = line.find(':');
    std::string_view value = colon == line.npos ? std::string_view() : line.substr(colon + 1);
    if (value.starts_with(' ')) {
        value.remove_prefix(1);
    }
    takeField(line.substr(0, colon), value);
    return true;
}

void SseParser::takeField(std::string_view name, std::string_view value)
{
    if (name == "data") {
        takeData(value);
    } else if (name == "event") {
        m_type = value == "message" ? std::string_view() : value;
    } else if (name == "id") {
        if (value.find('\0') == value.npos) {
            m_id = value;
        }
    } else if (name == "retry") {
        if (const auto number = toNumber(value)) {
            m_retryMs = number;
        }
    }
}

void SseParser::takeData(std::string_view value)
{
    if (m_dataLines++ == 0 && m_lineInPiece) {
        m_view = value;
        return;
    }
    keepData();
    if (m_dataLines > 1) {
        m_data += '\n';
    }
    m_data += value;
}

// The piece that m_view points into goes away, or there is more data than one line.
void SseParser::keepData()
{
    m_data += m_view;
    m_view = {};
}

bool SseParser::endBlock(std::size_t end)
{
    const bool hadLines = std::exchange(m_inBlock, false);
    bool goOn = true;
    if (std::exchange(m_dataLines, 0) > 0) {
        const bool inPiece = m_data.empty();
        goOn = m_observer.sseEvent(
            { m_type, inPiece ? m_view : std::string_view(m_data), m_id, inPiece }, end);
        m_view = {};
        m_data.clear();
    } else if (hadLines) {
        goOn = m_observer.sseBlockEnd(end);
    }
    m_type.clear();
    return goOn;
}

std::size_t lineEnd(std::string_view text)
{
    // Not find_first_of(), which asks of each character by itself.
    const std::size_t feed = text.find('\n');
    return std::min(feed, text.substr(0, feed).find('\r'));
}

void appendSseEvent(std::string& out, std::string_view type, std::string_view data)
{
    if (!type.empty()) {
        out.append("event: ").append(type).append("\n");
    }
    for (;;) {
        const std::size_t end = lineEnd(data);
        out.append("data: ").append(data.substr(0, end)).append("\n");
        if (end == data.npos) {
            break;
        }
        data.remove_prefix(end + (data.substr(end, 2) == "\r\n" ? 2 : 1));
    }
    out += '\n';
}

} // namespace http
