// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/printable.h"

#include "protocol/capture/secrets.h"

namespace capture {

namespace {

bool mayHoldHeaders(wire::SliceKind kind)
{
    return kind == wire::SliceKind::HttpHead || kind == wire::SliceKind::HttpTail
        || kind == wire::SliceKind::Unparsed || kind == wire::SliceKind::LogLine;
}

void fill(Printable& printable, const SliceData& data, bool withSecrets)
{
    const auto clean = [&](std::string_view text) {
        if (withSecrets) {
            return std::string(text);
        }
        return mayHoldHeaders(printable.row.kind) ? withoutHeaderSecrets(text) : withoutUrlSecrets(text);
    };
    if (printable.row.isDetached() || printable.row.payloadLength == 0) {
        printable.bytes = clean(data.bytes());
        printable.payload = clean(data.payload());
        // Whoever has a frame's bytes can unmask them.
        const bool isFrame = printable.row.kind == wire::SliceKind::Frame
            || printable.row.kind == wire::SliceKind::ControlFrame;
        if (isFrame && printable.payload != data.payload()) {
            printable.bytes = kHidden;
        }
        return;
    }
    // Piece by piece, so that the payload's place is known whatever was taken out.
    const std::size_t begin = printable.row.payloadOffset;
    printable.bytes = clean(data.bytes().substr(0, begin));
    printable.payloadOffset = printable.bytes.size();
    printable.payload = clean(data.payload());
    printable.bytes += printable.payload;
    printable.bytes += clean(data.bytes().substr(begin + printable.row.payloadLength));
}

} // namespace

double msSinceStart(const Record& record, wire::Instant at)
{
    // As doubles: what a made-up file says may be further apart than a difference can hold.
    return wire::toMs(at.sinceBoot) - wire::toMs(record.startedAt().sinceBoot);
}

Printable makePrintable(
    const Record& record, wire::RecordNo number, bool isLastPart, bool withSecrets, json::Document& scratch)
{
    Printable printable;
    printable.number = number;
    printable.row = record.row(number);
    printable.isLastPart = isLastPart;
    printable.ms = msSinceStart(record, printable.row.at);
    const std::expected<SliceData, wire::Error> data = record.read(number);
    if (!data) {
        printable.problem = data.error().toString();
        return printable;
    }
    fill(printable, *data, withSecrets);
    const Row& row = printable.row;
    const auto flags = static_cast<std::uint8_t>(row.flags | (isLastPart ? wire::kPartial : 0));
    printable.summary
        = dissect::summarize({ row.kind, flags, row.direction, printable.bytes, printable.payload }, scratch);
    printable.summary.size = row.payloadLength > 0 ? row.payloadLength : row.length;
    return printable;
}

} // namespace capture
