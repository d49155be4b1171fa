// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/linedetails.h"

#include "ui/analysis/parts.h"

namespace traffic {

namespace {

constexpr qsizetype kShortestFound = 4; // shorter pieces are found anywhere

QByteArray copyOf(std::string_view bytes)
{
    return { bytes.data(), static_cast<qsizetype>(bytes.size()) };
}

void take(LineDetails& details, const capture::Record& record, wire::RecordNo number)
{
    const capture::Row& row = record.row(number);
    const auto data = record.read(number);
    if (!data)
        return;
    // Who speaks first on a connection is its client.
    const bool isClient
        = !details.facts.connection || details.facts.connection->facts.role == wire::Role::Client;
    const bool isRequest = (row.direction == wire::Direction::Sent) == isClient;
    LineDetails::Head& head = isRequest ? details.request : details.response;
    const bool isEarlier = head.row != wire::kNoRecord && number < head.row;
    head.bytes.insert(isEarlier ? 0 : head.bytes.size(), copyOf(data->bytes()));
    head.row = isEarlier ? head.row : number;
}

// Whether a head is of the exchange of a row: every message of a WebSocket is of its one handshake.
bool isHeadOf(const capture::Row& head, const capture::Row& of)
{
    return head.kind == wire::SliceKind::HttpHead && head.connection == of.connection
        && (head.exchange == of.exchange || isOfSharedChannel(of.kind));
}

// The rows of an exchange need not lie together, but none of its connection lies between them.
bool isOtherExchange(const capture::Row& row, const capture::Row& of)
{
    return row.connection == of.connection && row.exchange != of.exchange && !isOfSharedChannel(of.kind);
}

void readHeads(LineDetails& details, const capture::Record& record, wire::RecordNo number,
    const std::atomic<bool>& isStale)
{
    const capture::Row& of = record.row(number);
    for (wire::RecordNo at = number + 1; at > 0 && !isStale; --at) {
        const capture::Row& row = record.row(at - 1);
        if (isOtherExchange(row, of))
            break;
        if (isHeadOf(row, of)) {
            take(details, record, at - 1);
            if (details.request.row != wire::kNoRecord)
                break;
        }
    }
    if (isOfSharedChannel(of.kind))
        return; // no handshake comes after what it opened
    for (wire::RecordNo at = number + 1;
        details.response.row == wire::kNoRecord && at < details.readTo && !isStale; ++at) {
        const capture::Row& row = record.row(at);
        if (isOtherExchange(row, of))
            break;
        if (isHeadOf(row, of))
            take(details, record, at);
    }
}

void readExchange(LineDetails& details, const capture::Record& record, const analysis::Exchanges& exchanges,
    wire::RecordNo number)
{
    if (const analysis::Exchanges::Entry* const entry = exchanges.of(number)) {
        details.exchange = entry->exchange;
        details.exchangeRows = exchanges.rowsOf(record, *entry);
    }
}

void readMessage(LineDetails& details, const capture::Record& record, const capture::SliceData& data,
    wire::RecordNo number)
{
    const capture::Row& row = data.row();
    details.firstRow = number;
    details.isWhole = (row.flags & wire::kPartial) == 0;
    if (!details.isWhole || !details.facts.isLastPart) {
        details.message = copyOf(data.payload());
        return;
    }
    auto message = analysis::readMessage(record, number);
    if (!message) {
        details.problem = QString::fromStdString(message.error().toString());
        return;
    }
    details.message = std::move(message->bytes);
    details.firstRow = message->first;
    details.begin = static_cast<qsizetype>(message->begin);
}

} // namespace

std::optional<LineDetails::Range> LineDetails::inBytes(qsizetype offset, qsizetype length) const
{
    const qsizetype within = offset - begin;
    if (within < 0 || length <= 0 || offset + length > message.size())
        return std::nullopt;
    if (!facts.row.isDetached())
        return Range { facts.row.payloadOffset + within, length };
    // The message lies scattered in the bytes: certain only of what is found as often as in the message.
    const QByteArrayView piece = QByteArrayView(message).sliced(offset, length);
    if (length < kShortestFound || message.count(piece) != bytes.count(piece))
        return std::nullopt;
    qsizetype found = -1;
    for (qsizetype at = -1; at < offset;) {
        at = message.indexOf(piece, at + 1);
        found = bytes.indexOf(piece, found + 1);
        if (at < 0 || found < 0)
            return std::nullopt;
    }
    return Range { found, length };
}

LineDetails readDetails(const capture::Record& record, const analysis::Exchanges* exchanges,
    const Items::Place& place, const std::atomic<bool>& isStale)
{
    json::Document scratch;
    LineDetails details;
    details.readTo = record.rowCount();
    details.facts = readLine(record, place, scratch);
    if (place.isEvent || isStale)
        return details;
    if (const auto data = record.read(place.number)) {
        details.bytes = copyOf(data->bytes());
        readMessage(details, record, *data, place.number);
    } else {
        details.problem = QString::fromStdString(data.error().toString());
    }
    const wire::SliceKind kind = details.facts.row.kind;
    if (kind != wire::SliceKind::Line && kind != wire::SliceKind::LogLine)
        readHeads(details, record, place.number, isStale);
    if (!isOfSharedChannel(kind))
        details.exchange = details.facts.row.exchange;
    else if (exchanges && !isStale)
        readExchange(details, record, *exchanges, place.number);
    return details;
}

} // namespace traffic
