// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/linefacts.h"

#include "ui/analysis/parts.h"

#include "protocol/acmp/messages.h"
#include "protocol/lint/messagechecks.h"

namespace traffic {

namespace {

constexpr std::size_t kMaxAmount = 24;

Kind kindOf(const dissect::Summary& summary)
{
    switch (summary.message) {
    case dissect::MessageKind::Request:
    case dissect::MessageKind::Notification:
        return summary.method == acmp::method::kStreamChunk ? Kind::Chunk
            : summary.method == acmp::method::kHeartbeat    ? Kind::Heartbeat
                                                            : Kind::Request;
    case dissect::MessageKind::Result:
        return Kind::Result;
    case dissect::MessageKind::Error:
    case dissect::MessageKind::NotJson:
        return Kind::Error;
    case dissect::MessageKind::Partial:
        return Kind::Part;
    case dissect::MessageKind::None:
    case dissect::MessageKind::OtherJson:
    case dissect::MessageKind::Batch:
        break;
    }
    constexpr int kFirstErrorStatus = 400;
    return summary.head && summary.head->status >= kFirstErrorStatus ? Kind::Error : Kind::Plain;
}

void readAnswer(LineFacts& facts, const json::View& result)
{
    const auto amountOf = [](const json::View& value) { return wire::excerpt(value.lexeme(), kMaxAmount); };
    if (const json::View price = result["price_cu"]; price && result["valid_until_ms"]) {
        facts.answer = Answer::Offer;
        facts.amount = amountOf(price);
    } else if (result["offer_id"]) {
        facts.answer = Answer::Ack;
    } else if (const json::View cost = result["cost_cu"]) {
        facts.answer = Answer::Task;
        facts.amount = amountOf(cost);
    } else if (result["capabilities"]) {
        facts.answer = Answer::Discovery;
    }
}

// A comment's line; of other bytes the first, all with the framing of HTTP left out as far as one sees it.
std::string commentOf(std::string_view bytes)
{
    const std::size_t comment = bytes.starts_with(':') ? 0 : bytes.find("\n:");
    if (comment != bytes.npos)
        bytes.remove_prefix(comment + (comment == 0 ? 0 : 1));
    const std::size_t first = bytes.find_first_not_of("\r\n");
    bytes.remove_prefix(std::min(first, bytes.size()));
    return wire::excerpt(bytes.substr(0, bytes.find_first_of("\r\n")));
}

// Without the sequences by which programs colour what they print (ECMA-48 §5.4), which say nothing here.
std::string uncoloured(std::string_view line)
{
    constexpr std::string_view kStart = "\x1b[";
    std::string text;
    for (std::size_t at = line.find(kStart); at != line.npos; at = line.find(kStart)) {
        text += line.substr(0, at);
        line.remove_prefix(at + kStart.size());
        const std::size_t end = line.find_first_not_of("0123456789:;<=>? ");
        line.remove_prefix(end == line.npos ? line.size() : end + 1);
    }
    text += line;
    if (text.ends_with('\r'))
        text.pop_back();
    return wire::excerpt(text, 1024);
}

// What is said on a channel without being a message.
bool readWords(LineFacts& facts, const capture::SliceData& data, bool isJson)
{
    const wire::SliceKind kind = facts.row.kind;
    if (kind == wire::SliceKind::ControlFrame) {
        facts.comment = wire::excerpt(facts.summary.note, 1024);
        return true;
    }
    const bool isNoise = kind == wire::SliceKind::Line && !isJson && lint::isNoise(kind, data.payload());
    if (kind != wire::SliceKind::LogLine && !isNoise)
        return false;
    facts.kind = isNoise ? Kind::Noise : Kind::Log;
    facts.comment = uncoloured(data.payload());
    return true;
}

void readMessage(LineFacts& facts, const capture::SliceData& data, json::Document& scratch)
{
    const capture::Row& row = facts.row;
    const std::string_view payload = data.payload();
    const bool isMessage = wire::holdsMessage(row.kind) && !payload.empty();
    const bool isJson = isMessage && scratch.borrow(payload);
    facts.summary = dissect::summarizeScanned({ row.kind, row.flags, row.direction, data.bytes(), payload },
        isJson ? scratch.root() : json::View());
    facts.kind = kindOf(facts.summary);
    if (!isJson && isMessage)
        facts.summary.problem = json::toString(scratch.error());
    if (isJson && facts.kind == Kind::Result)
        readAnswer(facts, dissect::bodyOf(scratch.root()));
    if (isJson && facts.kind == Kind::Heartbeat)
        facts.progress = dissect::bodyOf(scratch.root())["progress"].toDouble();
    if (!readWords(facts, data, isJson) && !isMessage && !facts.summary.head)
        facts.comment = commentOf(data.bytes());
    scratch.reset(QByteArray(), 0, 0); // lets go of the slice's bytes
}

void readRow(LineFacts& facts, const capture::Record& record, json::Document& scratch)
{
    const wire::RecordNo number = facts.place.number;
    facts.row = record.row(number);
    facts.at = facts.row.at;
    facts.connection = record.connection(facts.row.connection);
    facts.summary.size = facts.row.payloadLength > 0 ? facts.row.payloadLength : facts.row.length;
    facts.isLastPart = !facts.row.goesOn() && analysis::isContinued(record, number);
    const bool isPart = (facts.row.flags & wire::kPartial) != 0 && facts.row.kind != wire::SliceKind::LogLine;
    if (isPart || facts.isLastPart) {
        facts.kind = Kind::Part;
    } else if (facts.row.storedLength() > LineFacts::kLongestRead) {
        facts.kind = Kind::Large;
    } else if (const auto data = record.read(number)) {
        readMessage(facts, *data, scratch);
    } else {
        facts.kind = Kind::Damaged;
        facts.problem = data.error().toString();
    }
}

} // namespace

LineFacts readLine(const capture::Record& record, const Items::Place& place, json::Document& scratch)
{
    LineFacts facts;
    facts.place = place;
    if (!place.isEvent) {
        readRow(facts, record, scratch);
        return facts;
    }
    facts.kind = Kind::Event;
    std::vector<capture::Event> events = record.events(place.number, 1);
    if (events.empty())
        return facts;
    facts.event = std::move(events.front());
    facts.at = facts.event->at;
    if (const auto* opened = std::get_if<capture::Opened>(&facts.event->what))
        facts.connection = record.connection(opened->connection);
    else if (const auto* closed = std::get_if<capture::Closed>(&facts.event->what))
        facts.connection = record.connection(closed->connection);
    return facts;
}

} // namespace traffic
