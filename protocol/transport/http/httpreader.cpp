// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/httpreader.h"

#include "protocol/transport/http/headcheck.h"
#include "protocol/transport/http/headscan.h"
#include "protocol/transport/http/messageparser.h"

namespace http {

namespace {

using Fault = MessageParser::Fault;

std::string firstLine(std::string_view text)
{
    return wire::excerpt(text.substr(0, text.find('\r')), 60);
}

Refusal headRefusal(
    const MessageParser::Put& put, const Fields& fields, std::string_view line, std::uint64_t at)
{
    line = line.substr(0, line.find('\r'));
    if (put.fault == Fault::Length) {
        return lengthRefusal(fields, line, at);
    }
    if (put.fault == Fault::Version) {
        const bool isNewer = line.find("HTTP/2") != line.npos || line.find("HTTP/3") != line.npos;
        return refusalAt(at,
            isNewer ? "the peer insists on HTTP/2" : "not a version of HTTP that is spoken here",
            "HTTP/1.0 or HTTP/1.1", firstLine(line), 505);
    }
    // The head is whole: only a request line without its version leaves room for more.
    const bool isShort = put.fault == Fault::NeedsMore;
    const std::string_view expected = put.fault == Fault::RequestLine || isShort ? "a request line"
        : put.fault == Fault::StatusLine                                         ? "a status line"
                                                                                 : "a header field";
    return refusalAt(at, "the head can't be read (" + (isShort ? "too short" : put.reason) + ')',
        std::string(expected), firstLine(line));
}

// `line` is whole, and begins at `at`.
Refusal chunkRefusal(
    const std::string& reason, std::string_view expected, std::string_view line, std::uint64_t at)
{
    return refusalAt(
        at, "chunk framing can't be read (" + reason + ')', std::string(expected), firstLine(line));
}

// The last chunk's line was announced, so that the first trailer not taken is the one that can't be read.
Refusal trailerRefusal(const Reading& r, const std::string& reason)
{
    std::uint64_t at = r.unitEnd;
    const auto skipLine = [&] { at += r.from(at).find("\r\n") + 2; };
    for (std::size_t i = 0; i < r.trailers.size(); ++i) {
        do {
            skipLine();
        } while (r.from(at).starts_with(' ') || r.from(at).starts_with('\t'));
    }
    return chunkRefusal(reason, "a trailer", r.from(at), at);
}

} // namespace

class HttpReader::Private final {
public:
    Private(Mode mode, HttpObserver& observer, const ReaderLimits& readerLimits)
        : m_mode(mode)
        , m_limits(readerLimits)
        , m_scanner(mode, readerLimits.headBytes)
        , m_reading(observer, m_limits)
    {
    }

    Fed feed(std::string_view bytes);
    std::optional<Refusal> finish();

    Reading& reading() { return m_reading; }
    const Reading& reading() const { return m_reading; }
    bool isBetweenMessages() const { return !m_message && m_scanner.isEmpty(); }
    void setWithoutBody(bool withoutBody) { m_withoutBody = withoutBody; }

private:
    bool mayRead() const { return !m_refused && !m_reading.stop && !m_reading.upgraded; }
    bool readHead();
    bool readBody();
    std::optional<Refusal> chunkFault(const MessageParser::Put& put) const;
    void refuse(Refusal refusal);
    void endMessage();

    Mode m_mode;
    ReaderLimits m_limits;
    HeadScanner m_scanner;
    Reading m_reading;
    std::optional<MessageParser> m_message; ///< from its whole head to its end
    bool m_withoutBody = false;
    bool m_refused = false;
};

void HttpReader::Private::refuse(Refusal refusal)
{
    m_refused = true;
    m_reading.refusal = std::move(refusal);
}

void HttpReader::Private::endMessage()
{
    m_message.reset();
    m_reading.observer.messageEnd(m_reading.position);
}

// False when there is nothing more to do in this call.
bool HttpReader::Private::readHead()
{
    Reading& r = m_reading;
    auto found = m_scanner.scan(r.bytes, r.position);
    if (!found) {
        refuse(std::move(found.error()));
        return false;
    }
    if (found->end == 0) {
        return false;
    }
    const bool isRequest = m_mode == Mode::Requests;
    r.headStart = r.position;
    r.unitEnd = r.position + found->end;
    r.headDone = r.anyChunk = r.interim = false;
    r.fieldOffsets.clear();
    m_scanner.reset();
    m_message.emplace(r, isRequest, m_withoutBody);
    const auto put = m_message->put(r.bytes.substr(found->start, found->end - found->start));
    if (!r.headDone) {
        const std::uint64_t at = r.position + found->start + put.used;
        refuse(headRefusal(put, isRequest ? r.request.fields : r.response.fields, r.from(at), at));
    }
    m_refused = m_refused || r.refusal;
    if (m_refused) {
        return false;
    }
    r.advance(found->end);
    if (r.interim) {
        m_message.reset();
    } else if (m_message->isDone()) {
        endMessage();
        return false;
    }
    return mayRead();
}

// What stops a chunked body where the reader is now. All texts come from whole lines: what follows them may
// be there or still to come.
std::optional<Refusal> HttpReader::Private::chunkFault(const MessageParser::Put& put) const
{
    const Reading& r = m_reading;
    if (r.unitEnd > r.position) {
        return trailerRefusal(r, put.reason);
    }
    auto refusal = checkChunkLine(r.bytes, r.position, !r.anyChunk, m_limits);
    if (!refusal && put.fault != Fault::NeedsMore) {
        const std::uint64_t line = r.position + (r.anyChunk ? 2 : 0);
        refusal = chunkRefusal(put.reason, "the size of a chunk in hex", r.from(line), line);
    }
    return refusal;
}

bool HttpReader::Private::readBody()
{
    Reading& r = m_reading;
    const auto put = m_message->put(r.bytes);
    r.advance(put.used);
    if (r.refusal) {
        m_refused = true;
    } else if (m_message->isDone()) {
        endMessage();
    } else if (put.fault != Fault::None && put.fault != Fault::Stopped && m_message->isChunked()) {
        if (auto refusal = chunkFault(put)) {
            refuse(std::move(*refusal));
        }
    }
    return false;
}

HttpReader::Fed HttpReader::Private::feed(std::string_view bytes)
{
    m_reading.bytes = bytes;
    const std::uint64_t start = m_reading.position;
    while (mayRead() && !m_reading.bytes.empty() && (m_message ? readBody() : readHead())) { }
    Fed fed { .consumed = m_reading.position - start, .refusal = {} };
    fed.refusal.swap(m_reading.refusal);
    return fed;
}

std::optional<Refusal> HttpReader::Private::finish()
{
    const Reading& r = m_reading;
    if (m_refused || isBetweenMessages()) {
        return std::nullopt;
    }
    if (m_message && m_message->putEnd()) {
        endMessage();
        return std::nullopt;
    }
    m_refused = true;
    if (!m_message) {
        return refusalAt(
            r.position, "closed within a head", "an empty line that ends it", "the connection's end");
    }
    const auto left = m_message->lengthLeft();
    return refusalAt(r.position, "the body was cut short",
        left ? std::to_string(*left) + " more bytes" : "more chunks", "the connection's end");
}

HttpReader::HttpReader(Mode mode, HttpObserver& observer, ReaderLimits limits)
    : d(std::make_unique<Private>(mode, observer, limits))
{
}

HttpReader::~HttpReader() = default;

void HttpReader::expectAnswerTo(std::string_view method)
{
    d->setWithoutBody(method == "HEAD");
}

HttpReader::Fed HttpReader::feed(std::string_view bytes)
{
    return d->feed(bytes);
}

std::optional<Refusal> HttpReader::finish()
{
    return d->finish();
}

void HttpReader::stop()
{
    d->reading().stop = true;
}

std::uint64_t HttpReader::position() const
{
    return d->reading().position;
}

bool HttpReader::isBetweenMessages() const
{
    return d->isBetweenMessages();
}

bool HttpReader::keepAlive() const
{
    return d->reading().keepAlive;
}

bool HttpReader::isUpgraded() const
{
    return d->reading().upgraded;
}

} // namespace http
