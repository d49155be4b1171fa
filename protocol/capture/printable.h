// SPDX-License-Identifier: Apache-2.0
// A row made ready to be printed: read, credentials taken out, summarised.
#pragma once

#include "protocol/capture/record.h"
#include "protocol/dissect/summary.h"

namespace capture {

struct Printable {
    wire::RecordNo number = 0;
    Row row; ///< as recorded; lengths are those on the wire
    double ms = 0; ///< since recording began
    std::string bytes;
    std::string payload; ///< a part of bytes, or detached
    std::size_t payloadOffset = 0; ///< in bytes as they are here; with a detached payload meaningless
    dissect::Summary summary;
    bool isLastPart = false; ///< of a message that began in an earlier row
    std::string problem; ///< why bytes are missing; else empty
};

/// Milliseconds of `at` since recording began.
double msSinceStart(const Record& record, wire::Instant at);
Printable makePrintable(
    const Record& record, wire::RecordNo number, bool isLastPart, bool withSecrets, json::Document& scratch);

} // namespace capture
