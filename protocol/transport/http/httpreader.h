// SPDX-License-Identifier: Apache-2.0
// Reads HTTP/1.1 (RFC 9112) as an observer: bytes in, events with byte ranges out. Owns no socket and keeps
// no bytes; client, server and tap use the same. What it refuses it refuses alike however the bytes are cut.
#pragma once

#include "protocol/transport/http/message.h"
#include "protocol/wire/error.h"

#include <memory>

namespace http {

/// Offsets in the stream the reader was fed since it was made.
struct ByteRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    std::uint64_t size() const { return end - begin; }
    bool operator==(const ByteRange&) const = default;
};

struct ReaderLimits {
    std::size_t headBytes = std::size_t { 64 } << 10;
    std::size_t chunkLineBytes = 1024;
    std::size_t trailerBytes = std::size_t { 16 } << 10;
};

/// Why a message can't be read, and the status a server answers that with.
struct Refusal {
    wire::Error error;
    int status = 400;
};

/// Views are valid during the call only. No call may destroy the reader.
class HttpObserver {
public:
    virtual ~HttpObserver() = default;

    virtual void requestHead(RequestHead&& head, ByteRange at) = 0;
    virtual void responseHead(ResponseHead&& head, ByteRange at) = 0;
    /// 1xx but 101; the answer itself is still to come.
    virtual void interimHead(ResponseHead&& head, ByteRange at) = 0;
    /// The last chunk has size 0. `line` runs from the end of what came before through the line's end.
    virtual void chunkHeader(std::uint64_t size, std::string_view extension, ByteRange line) = 0;
    virtual void bodyPiece(std::string_view piece, ByteRange at) = 0;
    /// Only when there are any.
    virtual void trailers(Fields&& fields) = 0;
    virtual void messageEnd(std::uint64_t end) = 0;
};

class HttpReader final {
public:
    enum class Mode { Requests, Responses };

    struct Fed {
        std::size_t consumed = 0;
        std::optional<Refusal> refusal;
    };

    HttpReader(Mode mode, HttpObserver& observer, ReaderLimits limits = {});
    ~HttpReader();
    HttpReader(const HttpReader&) = delete;
    HttpReader& operator=(const HttpReader&) = delete;

    /// Responses: the method of the request that the next answer belongs to (an answer to HEAD has no body).
    void expectAnswerTo(std::string_view method);
    /// Reads to the end of a message or of `bytes`. What was not consumed must come again, followed by more,
    /// at the front of the next call. After a refusal nothing is read any more.
    Fed feed(std::string_view bytes);
    /// The peer closed its side: ends a body without a length, and refuses a message cut short.
    std::optional<Refusal> finish();
    /// From within an event: feed() returns after it, and nothing is read any more.
    void stop();

    /// Offset of the next byte to feed.
    std::uint64_t position() const;
    /// Nothing of the next message was seen yet.
    bool isBetweenMessages() const;
    /// Whether the last message lets the connection live on.
    bool keepAlive() const;
    /// After 101: what follows is no HTTP.
    bool isUpgraded() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace http
