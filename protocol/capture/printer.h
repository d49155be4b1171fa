// SPDX-License-Identifier: Apache-2.0
// A record as lines of text: for a person, or as one JSON object a line. Walks rows and events in their
// order; on a record that grows it can be asked again later.
#pragma once

#include "protocol/capture/cursor.h"
#include "protocol/capture/printable.h"

#include <set>
#include <utility>

namespace capture {

class Printer final {
public:
    struct Options {
        bool json = false;
        bool withSecrets = false; ///< credentials too (secrets.h); an explicit choice of the user
    };

    /// `record` must outlive the printer.
    Printer(const Record& record, Options options);

    /// The next line, without its end; nothing if there is none yet.
    std::optional<std::string> next();

private:
    bool isLastPart(const Row& row);

    const Record& m_record;
    Options m_options;
    wire::RecordNo m_nextRow = 0;
    std::size_t m_nextEvent = 0;
    std::vector<Event> m_events; ///< fetched, from m_nextEvent on
    std::size_t m_eventsUsed = 0;
    std::set<std::pair<wire::ConnectionId, wire::Direction>> m_unfinished; ///< streams within a long message
    double m_lastMs = 0; ///< of the last line that has a time; a gap has none of its own
    json::Document m_scratch;
};

/// "     12     +34.567 ms  #1 →  http-head  POST /mcp application/json  230 B"
std::string toText(const Printable& row);
/// {"event":"row","t_ms":34.567,"no":12,"connection":1,"direction":"sent",…}
std::string toJson(const Printable& row);
/// Of an event, at its time since recording began.
std::string toText(const Event& event, double ms, bool withSecrets);
std::string toJson(const Event& event, double ms, bool withSecrets);

/// "http-head", "sse-event" …
std::string_view name(wire::SliceKind kind);
/// "began", "machine-slept" …
std::string_view name(MarkKind kind);

} // namespace capture
