// SPDX-License-Identifier: GPL-3.0-or-later
// Long bodies lie in several rows, each but the last marked as going on: finds what belongs together, also a
// body's head.
#pragma once

#include "protocol/capture/record.h"

#include <QByteArray>

namespace analysis {

/// Longer messages are not put together.
inline constexpr std::uint64_t kLongestMessage = std::uint64_t { 64 } << 20;

/// A piece of a body that goes on in a later row.
inline bool goesOn(const capture::Row& row)
{
    return row.kind == wire::SliceKind::HttpBody && (row.flags & wire::kPartial) != 0;
}

/// The row before `record` of the same connection and direction, among the last `lookBack` rows.
std::optional<wire::RecordNo> previousOfStream(
    const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack);
/// True if `row` is of a body that began in an earlier row.
bool isContinued(const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack = 16'384);

struct Message {
    wire::RecordNo first = 0; ///< the row it begins in
    std::uint64_t begin = 0; ///< where the payload of the row asked for lies in `bytes`
    QByteArray bytes;
};

/// The message that ends in `row`: its payload, behind those of the rows that it continues. TooLarge over
/// kLongestMessage.
std::expected<Message, wire::Error> readMessage(const capture::Record& record, wire::RecordNo row);

/// What the HTTP request that `row` is the body of was addressed to, by its head: "127.0.0.1:8402/mcp".
/// Shortened; empty if the head is not there.
std::string endpointOf(const capture::Record& record, wire::RecordNo row);

} // namespace analysis
