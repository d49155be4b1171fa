// SPDX-License-Identifier: Apache-2.0
// A chunked body cut right after "0\r\n" is a failed assertion of Beast 1.74, and nothing else.
#define BOOST_DISABLE_ASSERTS
#include "protocol/transport/http/headcheck.h"
#include "protocol/transport/http/headscan.h"

#include <boost/beast/http/basic_parser.hpp>

namespace http {

namespace {

namespace beast = boost::beast;

std::string_view toStd(beast::string_view text)
{
    return { text.data(), text.size() };
}

beast::error_code stopped()
{
    return beast::http::error::end_of_stream;
}

/// What the parser's callbacks need and leave behind.
struct Reading {
    Reading(HttpObserver& to, const ReaderLimits& within)
        : observer(to)
        , limits(within)
    {
    }

    HttpObserver& observer;
    const ReaderLimits& limits;
    const char* base = nullptr; ///< where `position` is in memory
    std::string_view bytes;
    std::uint64_t position = 0;
    std::uint64_t unitEnd = 0; ///< end of the last head, chunk line or body piece
    bool anyChunk = false;
    bool headDone = false;
    bool stop = false;
    bool keepAlive = true;
    bool upgraded = false;
    bool interim = false;
    RequestHead request;
    ResponseHead response;
    Fields trailers;
    std::vector<std::uint64_t> fieldOffsets;
    std::uint64_t headStart = 0;
    std::optional<Refusal> refusal;

    std::uint64_t offsetOf(const char* at) const { return position + static_cast<std::uint64_t>(at - base); }
    std::string_view from(std::uint64_t offset) const
    {
        return bytes.substr(offset - position);
    }
};

template <bool isRequest>
class Parser final : public beast::http::basic_parser<isRequest> {
public:
    Parser(Reading& reading, bool withoutBody)
        : m_r(reading)
    {
        this->eager(true);
        // boost::none refuses every Content-Length.
        this->body_limit(std::numeric_limits<std::uint64_t>::max());
        // The scanner has found the head's end by then.
        this->header_limit(std::numeric_limits<std::uint32_t>::max());
        if (withoutBody)
            this->skip(true);
    }

private:
    using ErrorCode = beast::error_code;

    Fields& fields() const { return isRequest ? m_r.request.fields : m_r.response.fields; }

    void end(ErrorCode& ec)
    {
        if (m_r.stop)
            ec = stopped();
    }

    void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
        ErrorCode&) override
    {
        m_r.request = { std::string(toStd(method)), std::string(toStd(target)), version - 10, {} };
    }

    void on_response_impl(int status, beast::string_view reason, int version, ErrorCode&) override
    {
        m_r.response = { status, std::string(toStd(reason)), version - 10, {} };
    }

    void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value, ErrorCode&) override
    {
        Fields& to = m_r.headDone ? m_r.trailers : fields();
        to.add(std::string(toStd(name)), std::string(toStd(value)));
        if (!m_r.headDone)
            m_r.fieldOffsets.push_back(m_r.offsetOf(name.data()));
    }

    void on_header_impl(ErrorCode& ec) override
    {
        m_r.headDone = true;
        m_r.refusal = checkFraming(fields(), m_r.fieldOffsets, isRequest);
        if (!m_r.refusal && !isRequest)
            m_r.refusal = checkStatus(m_r.response.status, m_r.headStart);
        if (m_r.refusal)
            ec = stopped();
        else
            announceHead(ec);
    }

    void announceHead(ErrorCode& ec)
    {
        m_r.keepAlive = this->keep_alive();
        const ByteRange at { m_r.headStart, m_r.unitEnd };
        if constexpr (isRequest) {
            m_r.observer.requestHead(std::move(m_r.request), at);
        } else {
            const int status = m_r.response.status;
            m_r.upgraded = status == 101;
            m_r.interim = status < 200 && status != 101;
            if (m_r.interim)
                m_r.observer.interimHead(std::move(m_r.response), at);
            else
                m_r.observer.responseHead(std::move(m_r.response), at);
        }
        end(ec);
    }

    void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) override { }

    std::size_t on_body_impl(beast::string_view piece, ErrorCode& ec) override
    {
        const std::uint64_t begin = m_r.offsetOf(piece.data());
        m_r.unitEnd = begin + piece.size();
        m_r.observer.bodyPiece(toStd(piece), { begin, m_r.unitEnd });
        end(ec);
        return piece.size();
    }

    void on_chunk_header_impl(std::uint64_t size, beast::string_view extension, ErrorCode& ec) override
    {
        constexpr std::uint64_t kPlainLine = 24;
        const std::uint64_t lineEnd = m_r.offsetOf(extension.data() + extension.size()) + 2;
        const ByteRange line { m_r.unitEnd, lineEnd };
        if (size == 0 || !extension.empty() || line.size() > kPlainLine) {
            m_r.refusal = checkChunkLine(m_r.from(line.begin), line.begin, !m_r.anyChunk, m_r.limits);
            if (m_r.refusal) {
                ec = stopped();
                return;
            }
        }
        m_r.anyChunk = true;
        m_r.unitEnd = lineEnd;
        m_r.observer.chunkHeader(size, toStd(extension), line);
        end(ec);
    }

    std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view piece, ErrorCode& ec) override
    {
        return on_body_impl(piece, ec);
    }

    // The end is announced by HttpReader, which knows the offset.
    void on_finish_impl(ErrorCode& ec) override
    {
        if (!m_r.trailers.isEmpty())
            m_r.observer.trailers(std::move(m_r.trailers));
        end(ec);
    }

    Reading& m_r;
};

Refusal headRefusal(beast::error_code ec, const Reading& r, const Fields& fields, std::uint64_t at)
{
    using beast::http::error;
    const std::string_view line = r.from(at).substr(0, r.from(at).find('\r'));
    if (ec == error::bad_content_length || ec == error::bad_transfer_encoding)
        return lengthRefusal(fields, line, at);
    if (ec == error::bad_version) {
        const bool isHttp2 = line.find("HTTP/2") != line.npos || line.find("HTTP/3") != line.npos;
        return refusalAt(at, isHttp2 ? "the peer insists on HTTP/2" : "not a version of HTTP that is spoken here",
            "HTTP/1.0 or HTTP/1.1", wire::excerpt(line, 60), 505);
    }
    const std::string_view expected = ec == error::bad_method || ec == error::bad_target ? "a request line"
        : ec == error::bad_status || ec == error::bad_reason                             ? "a status line"
                                                                                         : "a header field";
    return refusalAt(at, "the head can't be read (" + ec.message() + ')', std::string(expected),
        wire::excerpt(line, 60));
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
    bool inBody() const { return m_request.has_value() || m_response.has_value(); }
    bool isScanning() const { return !m_scanner.isEmpty(); }
    void setWithoutBody(bool withoutBody) { m_withoutBody = withoutBody; }

private:
    bool readHead();
    bool readBody();
    void refuse(Refusal refusal);
    void endMessage();
    std::size_t put(std::string_view bytes, beast::error_code& ec);
    bool isDone() const { return m_request ? m_request->is_done() : m_response->is_done(); }
    bool isChunked() const { return m_request ? m_request->chunked() : m_response->chunked(); }
    std::string_view rest() const { return m_reading.bytes; }
    void advance(std::size_t by);

    Mode m_mode;
    ReaderLimits m_limits;
    HeadScanner m_scanner;
    Reading m_reading;
    bool m_withoutBody = false;
    bool m_refused = false;
    bool m_ended = false; ///< a message ended in this call of feed()
    std::optional<Parser<true>> m_request;
    std::optional<Parser<false>> m_response;
};

void HttpReader::Private::advance(std::size_t by)
{
    m_reading.bytes.remove_prefix(by);
    m_reading.base += by;
    m_reading.position += by;
}

std::size_t HttpReader::Private::put(std::string_view bytes, beast::error_code& ec)
{
    const boost::asio::const_buffer buffer(bytes.data(), bytes.size());
    return m_request ? m_request->put(buffer, ec) : m_response->put(buffer, ec);
}

void HttpReader::Private::refuse(Refusal refusal)
{
    m_refused = true;
    m_reading.refusal = std::move(refusal);
}

void HttpReader::Private::endMessage()
{
    m_request.reset();
    m_response.reset();
    m_ended = true;
    m_reading.observer.messageEnd(m_reading.position);
}

// False when there is nothing more to do in this call.
bool HttpReader::Private::readHead()
{
    auto found = m_scanner.scan(rest(), m_reading.position);
    if (!found) {
        refuse(std::move(found.error()));
        return false;
    }
    if (found->end == 0)
        return false;
    Reading& r = m_reading;
    r.headStart = r.position;
    r.unitEnd = r.position + found->end;
    r.headDone = r.anyChunk = false;
    r.fieldOffsets.clear();
    m_scanner.reset();
    if (m_mode == Mode::Requests)
        m_request.emplace(r, false);
    else
        m_response.emplace(r, m_withoutBody);
    beast::error_code ec;
    const std::size_t used = put(rest().substr(found->start, found->end - found->start), ec);
    if (r.refusal) {
        m_refused = true;
        return false;
    }
    if (ec && !r.headDone) {
        const Fields& fields = m_request ? r.request.fields : r.response.fields;
        refuse(headRefusal(ec, r, fields, r.position + found->start + used));
        return false;
    }
    advance(found->end);
    if (std::exchange(r.interim, false))
        m_response.reset();
    else if (isDone())
        endMessage();
    return !m_ended && !r.stop;
}

bool HttpReader::Private::readBody()
{
    Reading& r = m_reading;
    beast::error_code ec;
    advance(put(rest(), ec));
    if (r.refusal) {
        m_refused = true;
    } else if (isDone()) {
        endMessage();
    } else if (!r.stop && isChunked() && ec) {
        auto refusal = checkChunkLine(rest(), r.position, !r.anyChunk, m_limits);
        if (!refusal && ec != beast::http::error::need_more) {
            const std::string_view line = rest().substr(rest().starts_with("\r\n") ? 2 : 0);
            refusal = refusalAt(r.position, "chunk framing can't be read (" + ec.message() + ')',
                "the size of a chunk in hex, or a trailer", wire::excerpt(line.substr(0, line.find('\r')), 60));
        }
        if (refusal)
            refuse(std::move(*refusal));
    }
    return false;
}

HttpReader::Fed HttpReader::Private::feed(std::string_view bytes)
{
    m_reading.bytes = bytes;
    m_reading.base = bytes.data();
    m_ended = false;
    const std::uint64_t start = m_reading.position;
    while (!m_refused && !m_reading.stop && !rest().empty() && (inBody() ? readBody() : readHead())) { }
    Fed fed { .consumed = m_reading.position - start, .refusal = {} };
    fed.refusal.swap(m_reading.refusal);
    return fed;
}

std::optional<Refusal> HttpReader::Private::finish()
{
    if (m_refused || (!inBody() && !isScanning()))
        return std::nullopt;
    m_refused = true;
    if (!inBody())
        return refusalAt(m_reading.position, "closed within a head", "an empty line that ends it", "the connection's end");
    beast::error_code ec;
    if (m_request)
        m_request->put_eof(ec);
    else
        m_response->put_eof(ec);
    if (!ec) {
        endMessage();
        return std::nullopt;
    }
    const auto left = m_request ? m_request->content_length_remaining() : m_response->content_length_remaining();
    return refusalAt(m_reading.position, "the body was cut short",
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
    return !d->inBody() && !d->isScanning();
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
