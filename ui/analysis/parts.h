// SPDX-License-Identifier: GPL-3.0-or-later
// Long messages lie in several rows, each but the last marked as going on: finds what belongs together, also
// where it was addressed to.
#pragma once

#include "protocol/capture/record.h"

#include <QByteArray>

namespace analysis {

/// Longer messages are not put together.
inline constexpr std::uint64_t kLongestMessage = std::uint64_t { 64 } << 20;

/// The row before `record` of the same connection and direction, among the last `lookBack` rows.
std::optional<wire::RecordNo> previousOfStream(
    const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack);
/// True if `row` is of a message that began in an earlier row.
bool isContinued(const capture::Record& record, wire::RecordNo row, std::uint64_t lookBack = 16'384);

/// All rows of the message that `row` is of, the first of them first; `row` alone where it lies in one.
std::vector<wire::RecordNo> rowsOfMessage(const capture::Record& record, wire::RecordNo row);

struct Message {
    wire::RecordNo first = 0; ///< the row it begins in
    std::uint64_t begin = 0; ///< where the payload of the row asked for lies in `bytes`
    QByteArray bytes;
};

/// The message that ends in `row`: its payload, behind those of the rows that it continues. TooLarge over
/// kLongestMessage.
std::expected<Message, wire::Error> readMessage(const capture::Record& record, wire::RecordNo row);

/// What the request in `row` was addressed to, by the head of HTTP or of the WebSocket's handshake, else by
/// what its connection was opened for: "127.0.0.1:8402/mcp". Shortened; empty if not known. May have to walk
/// back to the beginning of a shared channel.
std::string endpointOf(const capture::Record& record, wire::RecordNo row);

} // namespace analysis
