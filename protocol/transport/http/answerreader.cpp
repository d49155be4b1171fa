// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/answerreader.h"

namespace http {

namespace {

QByteArray toBytes(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

} // namespace

AnswerReader::AnswerReader(ReadBuffer& buffer, Slicer& slicer, const ClientLimits& limits)
    : m_buffer(buffer)
    , m_slicer(slicer)
    , m_limits(limits)
    , m_reader(HttpReader::Mode::Responses, *this, { .headBytes = limits.headBytes })
    , m_body(buffer, slicer)
{
}

void AnswerReader::expect(std::string_view method, AnswerListener& listener)
{
    m_listener = &listener;
    m_start = m_buffer.end();
    m_complete = false;
    m_content = Content::None;
    m_reader.expectAnswerTo(method);
    m_body.reset();
    m_sse.reset();
    m_inflater.reset();
    m_error.reset();
}

std::optional<wire::Error> AnswerReader::read()
{
    while (!m_error && !m_complete && m_reader.position() < m_buffer.end()) {
        auto fed = m_reader.feed(m_buffer.viewFrom(m_reader.position()));
        if (fed.refusal) {
            fail(std::move(fed.refusal->error));
        }
        if (fed.consumed == 0) {
            break;
        }
    }
    // Else the buffer's memory would count as shared and not be used again.
    m_event.data.bytes.clear();
    return std::exchange(m_error, std::nullopt);
}

std::optional<wire::Error> AnswerReader::finish()
{
    if (auto refusal = m_reader.finish()) {
        return std::move(refusal->error);
    }
    return std::exchange(m_error, std::nullopt);
}

wire::SliceKind AnswerReader::unfinishedKind() const
{
    switch (m_content) {
    case Content::Events:
        return wire::SliceKind::SseEvent;
    case Content::Body:
        return wire::SliceKind::HttpBody;
    case Content::None:
        break;
    }
    return wire::SliceKind::Unparsed;
}

void AnswerReader::tell(bool goOn)
{
    if (!goOn) {
        m_reader.stop();
    }
}

void AnswerReader::fail(std::optional<wire::Error> error)
{
    if (!error || m_error) {
        return;
    }
    m_error = std::move(error);
    m_reader.stop();
}

void AnswerReader::requestHead(RequestHead&&, ByteRange) { }

void AnswerReader::interimHead(ResponseHead&&, ByteRange at)
{
    m_slicer.received(wire::SliceKind::HttpHead, at.end, {});
}

void AnswerReader::responseHead(ResponseHead&& head, ByteRange at)
{
    m_headRecord = m_slicer.received(wire::SliceKind::HttpHead, at.end, {});
    m_content = Content::Body;
    if (mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream") {
        m_content = Content::Events;
        SseObserver& self = *this;
        m_sse.emplace(self, m_limits.eventBytes);
    }
    if (Inflater::understands(head.fields.find("Content-Encoding").value_or(""))) {
        constexpr auto kNoLimit = std::numeric_limits<std::size_t>::max();
        m_inflater.emplace(m_content == Content::Events ? kNoLimit : m_limits.bodyBytes);
    }
    tell(m_listener->answerHead(head));
}

void AnswerReader::chunkHeader(std::uint64_t, std::string_view, ByteRange) { }

void AnswerReader::trailers(Fields&&) { }

void AnswerReader::bodyPiece(std::string_view piece, ByteRange at)
{
    if (m_content == Content::Events) {
        readEvents(piece, at);
        return;
    }
    m_body.add(piece, at);
    if (!isBodyTooLarge()) {
        return;
    }
    if (m_body.size() <= m_limits.spoolBytes) {
        m_body.spool();
    } else {
        failTooLarge(at.end);
    }
}

bool AnswerReader::isBodyTooLarge() const
{
    return m_body.size() > m_limits.bodyBytes;
}

void AnswerReader::failTooLarge(std::uint64_t at)
{
    fail(wire::Error { .kind = wire::ErrorKind::TooLarge,
        .message = "the body is over " + std::to_string(m_limits.bodyBytes) + " bytes",
        .expected = {},
        .found
        = m_limits.spoolBytes > 0 ? std::to_string(m_body.size()) + " bytes, on record" : std::string(),
        .where = "byte " + std::to_string(at) });
}

void AnswerReader::readEvents(std::string_view piece, ByteRange at)
{
    if (at.end - m_slicer.cutAt() > kLongestSlice && at.begin > m_slicer.cutAt()) {
        m_slicer.received(wire::SliceKind::SseEvent, at.begin, {}, wire::kPartial);
    }
    m_piece = at;
    if (!m_inflater) {
        fail(m_sse->feed(piece));
        return;
    }
    m_decoded.clear();
    fail(m_inflater->feed(piece, m_decoded));
    fail(m_sse->feed(transport::toView(m_decoded)));
}

std::uint64_t AnswerReader::streamOffset(std::size_t end) const
{
    // Decoded text has no place of its own in the stream: the first event takes the whole piece.
    return m_inflater ? m_piece.end : m_piece.begin + end;
}

bool AnswerReader::sseEvent(const SseEvent& event, std::size_t end)
{
    const bool shared = event.inPiece && !m_inflater;
    const std::uint8_t flags = shared ? std::uint8_t { 0 } : std::uint8_t { wire::kDetached };
    m_event.data.record = m_slicer.received(wire::SliceKind::SseEvent, streamOffset(end), event.data, flags);
    m_event.type.assign(event.type);
    m_event.data.length = static_cast<qsizetype>(event.data.size());
    if (shared) {
        m_event.data.offset = m_buffer.indexOf(event.data);
        if (m_event.data.bytes.constData() != m_buffer.bytes().constData()) {
            m_event.data.bytes = m_buffer.bytes();
        }
    } else {
        m_event.data.offset = 0;
        m_event.data.bytes = toBytes(event.data);
    }
    const bool goOn = m_listener->answerEvent(m_event);
    tell(goOn);
    return goOn;
}

bool AnswerReader::sseComment(std::string_view)
{
    const bool goOn = m_listener->answerComment();
    tell(goOn);
    return goOn;
}

bool AnswerReader::sseBlockEnd(std::size_t end)
{
    // A sign of life is shown when it came, not with the next event.
    if (streamOffset(end) > m_slicer.cutAt()) {
        m_slicer.received(wire::SliceKind::SseEvent, streamOffset(end), {});
    }
    return true;
}

void AnswerReader::messageEnd(std::uint64_t end)
{
    m_complete = true;
    if (m_content == Content::Events) {
        endEvents(end);
    } else {
        endBody(end);
    }
    m_content = Content::None;
}

void AnswerReader::endEvents(std::uint64_t end)
{
    if (m_sse->isWithinEvent()) {
        if (end > m_slicer.cutAt()) {
            m_slicer.received(wire::SliceKind::SseEvent, end, {}, wire::kPartial);
        }
        fail(wire::Error { .kind = wire::ErrorKind::Protocol,
            .message = "the event stream ended within an event",
            .expected = "an empty line after it",
            .found = "the end of the body",
            .where = "byte " + std::to_string(end) });
    } else if (end > m_slicer.cutAt()) {
        m_slicer.received(wire::SliceKind::HttpTail, end, {});
    }
}

void AnswerReader::endBody(std::uint64_t end)
{
    const bool isTooLarge = isBodyTooLarge();
    const bool isCoded = m_inflater && m_body.size() > 0 && !isTooLarge;
    QByteArray decoded;
    std::optional<wire::Error> error;
    if (isCoded) {
        error = m_inflater->feed(m_body.view(), decoded);
        if (!error) {
            error = m_inflater->finish();
        }
    }
    transport::Payload body = isCoded && !error ? m_body.finish(transport::toView(decoded)) : m_body.finish();
    if (m_body.size() == 0) {
        body.record = m_headRecord;
    }
    if (end > m_slicer.cutAt()) {
        m_slicer.received(wire::SliceKind::HttpTail, end, {});
    }
    if (isTooLarge) {
        failTooLarge(end);
        return;
    }
    if (error) {
        fail(std::move(error));
        return;
    }
    if (isCoded) {
        body = { decoded, 0, decoded.size(), body.record };
    }
    tell(m_listener->answerBody(body));
}

} // namespace http
