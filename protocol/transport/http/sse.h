// SPDX-License-Identifier: Apache-2.0
// Reads a text/event-stream (HTML standard, "Parsing an event stream") cut anywhere. An event whose data is
// one line lying wholly within the piece fed costs no copy.
#pragma once

#include "protocol/wire/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace http {

struct SseEvent {
    std::string_view type; ///< empty for "message"
    std::string_view data;
    std::string_view lastEventId;
    bool inPiece = false; ///< `data` points into the piece fed
};

/// Views are valid during the call only. `end` is an offset in the piece fed. False ends feed() at once.
class SseObserver {
public:
    virtual ~SseObserver() = default;

    virtual bool sseEvent(const SseEvent& event, std::size_t end) = 0;
    virtual bool sseComment(std::string_view text) = 0;
    /// An empty line that ended fields or comments but no event.
    virtual bool sseBlockEnd(std::size_t end) = 0;
};

class SseParser final {
public:
    SseParser(SseObserver& observer, std::size_t eventLimit)
        : m_observer(observer)
        , m_limit(eventLimit)
    {
    }

    /// The error (an event over the limit) is the last word; nothing must be fed after it.
    std::optional<wire::Error> feed(std::string_view piece);

    /// Something was read of an event whose end did not come; by the standard it is no event.
    bool isWithinEvent() const { return m_inBlock || !m_line.empty(); }
    /// As the peer asks by "retry".
    std::optional<std::uint64_t> retryMs() const { return m_retryMs; }
    std::string_view lastEventId() const { return m_id; }

private:
    std::size_t skipByteOrderMark(std::string_view piece);
    bool takeLine(std::string_view line, std::size_t end);
    bool endBlock(std::size_t end);
    void takeField(std::string_view name, std::string_view value);
    void takeData(std::string_view value);
    void keepData();
    std::size_t held() const { return m_data.size() + m_view.size() + m_line.size(); }

    SseObserver& m_observer;
    std::size_t m_limit;
    std::string m_line; ///< a line that is not complete yet
    std::string m_data; ///< what of an event's data could not stay a view
    std::string_view m_view; ///< data of one line within the piece being fed
    std::string m_type;
    std::string m_id;
    std::optional<std::uint64_t> m_retryMs;
    std::size_t m_dataLines = 0;
    std::size_t m_markSeen = 0; ///< bytes of a byte order mark seen; kMarkDone once past it
    bool m_inBlock = false;
    bool m_afterCr = false;
    bool m_lineInPiece = false;
    bool m_tooLarge = false;
};

/// Where a line ends by LF, CR or both; npos if it doesn't.
std::size_t lineEnd(std::string_view text);

/// The lines of one event: "event:" (left out if `type` is empty), "data:" for each line of `data`, and the
/// empty one.
void appendSseEvent(std::string& out, std::string_view type, std::string_view data);

} // namespace http
