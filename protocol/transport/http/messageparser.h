// SPDX-License-Identifier: Apache-2.0
// Parses one message of HTTP/1.1, behind a wall: only its source knows Boost.Beast. HttpReader gives it a
// whole head first and then the body as it comes.
#pragma once

#include "protocol/transport/http/httpreader.h"

namespace http {

/// Where in the stream the reader is, and what is known of the message being read.
struct Reading {
    Reading(HttpObserver& to, const ReaderLimits& within)
        : observer(to)
        , limits(within)
    {
    }

    HttpObserver& observer;
    const ReaderLimits& limits;
    std::string_view bytes; ///< not yet consumed; begins at stream offset `position`
    std::uint64_t position = 0;
    std::uint64_t headStart = 0;
    std::uint64_t unitEnd = 0; ///< end of the last head, chunk line or body piece
    RequestHead request;
    ResponseHead response;
    Fields trailers;
    std::vector<std::uint64_t> fieldOffsets;
    std::optional<Refusal> refusal;
    bool anyChunk = false;
    bool headDone = false;
    bool interim = false;
    bool upgraded = false;
    bool keepAlive = true;
    bool stop = false;

    std::uint64_t offsetOf(const char* at) const
    {
        return position + static_cast<std::uint64_t>(at - bytes.data());
    }
    std::string_view from(std::uint64_t offset) const { return bytes.substr(offset - position); }
    void advance(std::size_t by)
    {
        bytes.remove_prefix(by);
        position += by;
    }
};

class MessageParser final {
public:
    enum class Fault { None, NeedsMore, Stopped, Length, Version, RequestLine, StatusLine, Other };

    struct Put {
        std::size_t used = 0;
        Fault fault = Fault::None;
        std::string reason; ///< for the faults from Length on
    };

    MessageParser(Reading& reading, bool isRequest, bool withoutBody);
    ~MessageParser();
    MessageParser(const MessageParser&) = delete;
    MessageParser& operator=(const MessageParser&) = delete;

    Put put(std::string_view bytes);
    /// The stream ended; true if that is a way for this message to end.
    bool putEnd();
    bool isDone() const;
    bool isChunked() const;
    /// Of a body with a Content-Length.
    std::optional<std::uint64_t> lengthLeft() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace http
