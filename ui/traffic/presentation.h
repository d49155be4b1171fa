// SPDX-License-Identifier: GPL-3.0-or-later
// How the facts of a line read. Free functions without state; what a peer wrote comes out as plain text with
// control characters escaped.
#pragma once

#include "ui/traffic/columns.h"
#include "ui/traffic/format.h"
#include "ui/traffic/linefacts.h"

#include "protocol/acmp/rules.h"

namespace traffic {

struct Search;

/// "buyer → 127.0.0.1:8402": who speaks to whom.
QString peersText(const LineFacts& facts);
/// "HTTP", "SSE", "stdio", "stderr", "WS", "raw".
QString carrierText(const LineFacts& facts);
/// As written: 3, "3"; of a string that is no number without its quotes: req_8f3a1b.
QString idText(const std::string& lexeme);
QString messageText(const LineFacts& facts);
/// "Closed #3: reset by peer".
QString eventText(const capture::Event& event);
QString connectionName(wire::ConnectionId id); ///< "#3"

Tone toneOf(const LineFacts& facts);
QString arrowOf(const LineFacts& facts);

/// "✕ L1-3.5-seq-gap".
QString findingText(const acmp::Rule& rule);
Tone toneOf(acmp::Level level);

/// "13 of 1 372 rows · filtered in 2 ms · checked to row 1 200"; `search`: null if there is none.
QString statusText(std::uint64_t rows, const Search* search, wire::RecordNo checkedTo);

} // namespace traffic
