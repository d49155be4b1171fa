// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/parts.h"

#include "protocol/dissect/httphead.h"
#include "protocol/session/sessions.h"

#include <ranges>

namespace analysis {

namespace {

constexpr std::uint64_t kFarBack = 1'000'000;

std::optional<wire::RecordNo> previousPart(
    const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack)
{
    const capture::Row& of = record.row(row);
    if (!capture::Row::liesInPieces(of.kind))
        return std::nullopt;
    const wire::RecordNo end = row - std::min(row, lookBack);
    auto previous = previousOfStream(record, row, lookBack);
    while (previous && record.row(*previous).kind == wire::SliceKind::ControlFrame)
        previous = previousOfStream(record, *previous, *previous - end);
    if (!previous)
        return std::nullopt;
    const capture::Row& before = record.row(*previous);
    return before.goesOn() && before.kind == of.kind && before.exchange == of.exchange ? previous
                                                                                       : std::nullopt;
}

std::optional<wire::RecordNo> nextPart(const capture::Record& record, wire::RecordNo row)
{
    const capture::Row& of = record.row(row);
    if (!of.goesOn())
        return std::nullopt;
    const wire::RecordNo end = std::min<wire::RecordNo>(record.rowCount(), row + kFarBack);
    for (wire::RecordNo at = row + 1; at < end; ++at) {
        const capture::Row& candidate = record.row(at);
        if (candidate.connection != of.connection || candidate.direction != of.direction
            || candidate.kind == wire::SliceKind::ControlFrame)
            continue;
        return candidate.kind == of.kind && candidate.exchange == of.exchange ? std::optional(at)
                                                                              : std::nullopt;
    }
    return std::nullopt;
}

// The value of the first field of that name, which is in lower case.
std::string_view fieldOf(std::string_view head, std::string_view name)
{
    const auto isSame
        = [](char a, char lower) { return a == lower || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == lower); };
    while (!head.empty()) {
        const std::size_t end = std::min(head.find('\n'), head.size());
        std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        if (line.size() <= name.size() || line[name.size()] != ':'
            || !std::equal(
                name.begin(), name.end(), line.begin(), [&](char b, char a) { return isSame(a, b); }))
            continue;
        line.remove_prefix(name.size() + 1);
        const std::size_t first = line.find_first_not_of(" \t");
        const std::size_t last = line.find_last_not_of(" \t\r");
        return first == line.npos || last < first ? std::string_view() : line.substr(first, last - first + 1);
    }
    return {};
}

} // namespace

std::optional<wire::RecordNo> previousOfStream(
    const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack)
{
    const capture::Row& of = record.row(row);
    const wire::RecordNo end = row - std::min(row, lookBack);
    for (wire::RecordNo at = row; at > end; --at) {
        const capture::Row& candidate = record.row(at - 1);
        if (candidate.connection == of.connection && candidate.direction == of.direction)
            return at - 1;
    }
    return std::nullopt;
}

bool isContinued(const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack)
{
    return previousPart(record, row, lookBack).has_value();
}

std::vector<wire::RecordNo> rowsOfMessage(const capture::Record& record, wire::RecordNo row)
{
    std::vector<wire::RecordNo> rows { row };
    while (const auto previous = previousPart(record, rows.back(), kFarBack))
        rows.push_back(*previous);
    std::ranges::reverse(rows);
    while (const auto next = nextPart(record, rows.back()))
        rows.push_back(*next);
    return rows;
}

std::expected<Message, wire::Error> readMessage(const capture::Record& record, wire::RecordNo row)
{
    std::vector<wire::RecordNo> parts { row };
    std::uint64_t length = record.row(row).payloadLength;
    while (const auto previous = previousPart(record, parts.back(), kFarBack)) {
        parts.push_back(*previous);
        length += record.row(*previous).payloadLength;
        if (length > kLongestMessage)
            break;
    }
    if (length > kLongestMessage) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::TooLarge,
            .message = "The message is not read as a whole",
            .expected = "at most " + std::to_string(kLongestMessage >> 20U) + " MiB",
            .found = "more",
            .where = "row " + std::to_string(row) });
    }
    Message message { .first = parts.back(), .begin = length - record.row(row).payloadLength, .bytes = {} };
    message.bytes.reserve(static_cast<qsizetype>(length));
    for (const wire::RecordNo part : std::views::reverse(parts)) {
        const auto data = record.read(part);
        if (!data)
            return std::unexpected(data.error());
        const std::string_view payload = data->payload();
        message.bytes.append(payload.data(), static_cast<qsizetype>(payload.size()));
    }
    return message;
}

std::string endpointOf(const capture::Record& record, wire::RecordNo row)
{
    const bool isShared = session::isShared(record.row(row).kind);
    std::optional<wire::RecordNo> at = previousOfStream(record, row, kFarBack);
    while (at
        && (isShared ? record.row(*at).kind != wire::SliceKind::HttpHead
                     : record.row(*at).kind == wire::SliceKind::HttpBody))
        at = previousOfStream(record, *at, kFarBack);
    if (at && record.row(*at).kind == wire::SliceKind::HttpHead) {
        const auto data = record.read(*at);
        const auto head = data ? dissect::readHttpHead(data->bytes()) : std::nullopt;
        if (head && !head->method.empty())
            return wire::excerpt(std::string(fieldOf(data->bytes(), "host")) + head->target);
    }
    const auto connection = isShared ? record.connection(record.row(row).connection) : std::nullopt;
    if (!connection)
        return {};
    const std::string_view target = connection->facts.target;
    const std::size_t scheme = target.find("://");
    return wire::excerpt(scheme == target.npos ? target : target.substr(scheme + 3));
}

} // namespace analysis
