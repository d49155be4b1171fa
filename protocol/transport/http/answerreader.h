// SPDX-License-Identifier: Apache-2.0
// Reads the answers of one connection: a head, then an event stream or a body, each put on record before it
// is handed on. Content coding is undone for the listener; the record keeps what came.
#pragma once

#include "protocol/transport/http/bodycollector.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/http/inflate.h"
#include "protocol/transport/http/sse.h"

namespace http {

/// False: nobody is there to hear the rest.
class AnswerListener {
public:
    virtual ~AnswerListener() = default;

    virtual bool answerHead(const ResponseHead& head) = 0;
    virtual bool answerEvent(const Event& event) = 0;
    virtual bool answerComment() = 0;
    virtual bool answerBody(const transport::Payload& body) = 0;
};

class AnswerReader final : private HttpObserver, private SseObserver {
public:
    AnswerReader(ReadBuffer& buffer, Slicer& slicer, const ClientLimits& limits);

    /// An answer to a request by that method comes next.
    void expect(std::string_view method, AnswerListener& listener);
    /// Reads what the buffer holds.
    std::optional<wire::Error> read();
    /// The peer closed its side.
    std::optional<wire::Error> finish();
    void stop() { m_reader.stop(); }

    bool isComplete() const { return m_complete; }
    /// Something of the answer was read.
    bool hasBegun() const { return m_buffer.end() > m_start; }
    /// The connection can carry another exchange.
    bool keepsAlive() const
    {
        return m_complete && m_reader.keepAlive() && m_buffer.end() == m_reader.position();
    }
    /// What bytes not yet on record would be.
    wire::SliceKind unfinishedKind() const;

private:
    enum class Content { None, Events, Body };

    void requestHead(RequestHead&& head, ByteRange at) override;
    void responseHead(ResponseHead&& head, ByteRange at) override;
    void interimHead(ResponseHead&& head, ByteRange at) override;
    void chunkHeader(std::uint64_t size, std::string_view extension, ByteRange line) override;
    void bodyPiece(std::string_view piece, ByteRange at) override;
    void trailers(Fields&& fields) override;
    void messageEnd(std::uint64_t end) override;
    bool sseEvent(const SseEvent& event, std::size_t end) override;
    bool sseComment(std::string_view text) override;
    bool sseBlockEnd(std::size_t end) override;

    void readEvents(std::string_view piece, ByteRange at);
    void endEvents(std::uint64_t end);
    void endBody(std::uint64_t end);
    /// Of the received stream, for an offset in the piece last given to the event parser.
    std::uint64_t streamOffset(std::size_t end) const;
    void tell(bool goOn);
    void fail(std::optional<wire::Error> error);
    bool isBodyTooLarge() const;
    void failTooLarge(std::uint64_t at);

    ReadBuffer& m_buffer;
    Slicer& m_slicer;
    ClientLimits m_limits;
    HttpReader m_reader;
    BodyCollector m_body;
    std::optional<SseParser> m_sse;
    std::optional<Inflater> m_inflater;
    AnswerListener* m_listener = nullptr;
    std::optional<wire::Error> m_error;
    Content m_content = Content::None;
    Event m_event; ///< reused: handing out an event allocates nothing
    QByteArray m_decoded;
    ByteRange m_piece;
    std::uint64_t m_start = 0;
    wire::RecordNo m_headRecord = wire::kNoRecord;
    bool m_complete = false;
};

} // namespace http
