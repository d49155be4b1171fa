// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/httphead.h"

#include "protocol/wire/ascii.h"

#include <algorithm>

namespace dissect {

namespace {

constexpr std::string_view kContentType = "content-type";

/// Takes the line off the front of `text`, without its end.
std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

/// Takes what stands before the next space, and the space.
std::string_view takeWord(std::string_view& line)
{
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

bool isToken(std::string_view word)
{
    static constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    const auto isTokenChar = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
            || kMarks.find(c) != std::string_view::npos;
    };
    return !word.empty() && std::all_of(word.begin(), word.end(), isTokenChar);
}

std::optional<HttpHead> readStatusLine(std::string_view line)
{
    takeWord(line);
    const std::string_view code = takeWord(line);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (code.size() != 3 || !std::all_of(code.begin(), code.end(), isDigit)) {
        return std::nullopt;
    }
    HttpHead head;
    for (const char digit : code) {
        head.status = head.status * 10 + (digit - '0');
    }
    head.reason = line;
    return head;
}

std::optional<HttpHead> readRequestLine(std::string_view line)
{
    const std::string_view method = takeWord(line);
    const std::string_view target = takeWord(line);
    if (!isToken(method) || target.empty() || !line.starts_with("HTTP/")) {
        return std::nullopt;
    }
    HttpHead head;
    head.method = method;
    head.target = target;
    return head;
}

} // namespace

std::optional<HttpHead> readHttpHead(std::string_view bytes)
{
    const std::string_view start = takeLine(bytes);
    std::optional<HttpHead> head
        = start.starts_with("HTTP/") ? readStatusLine(start) : readRequestLine(start);
    while (head && !bytes.empty()) {
        const std::string_view line = takeLine(bytes);
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos
            && wire::equalsIgnoringCase(line.substr(0, colon), kContentType)) {
            head->contentType = wire::trimmed(line.substr(colon + 1));
            break;
        }
    }
    return head;
}

} // namespace dissect
