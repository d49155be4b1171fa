// SPDX-License-Identifier: Apache-2.0
// A chunked body cut right after "0\r\n" is a failed assertion of Beast 1.74, and nothing else.
#define BOOST_DISABLE_ASSERTS
#include "protocol/transport/http/messageparser.h"

#include "protocol/transport/http/headcheck.h"
#include "protocol/transport/http/headscan.h"

#include <boost/beast/http/basic_parser.hpp>

#include <utility>

namespace http {

namespace {

namespace beast = boost::beast;
using beast::http::error;

std::string_view toStd(beast::string_view text)
{
    return { text.data(), text.size() };
}

beast::error_code stopped()
{
    return error::end_of_stream;
}

MessageParser::Fault faultOf(beast::error_code ec)
{
    using enum MessageParser::Fault;
    if (!ec) {
        return None;
    }
    if (ec == error::need_more) {
        return NeedsMore;
    }
    if (ec == error::end_of_stream) {
        return Stopped;
    }
    if (ec == error::bad_content_length || ec == error::bad_transfer_encoding) {
        return Length;
    }
    if (ec == error::bad_version) {
        return Version;
    }
    if (ec == error::bad_method || ec == error::bad_target) {
        return RequestLine;
    }
    return ec == error::bad_status || ec == error::bad_reason ? StatusLine : Other;
}

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
        if (withoutBody) {
            this->skip(true);
        }
    }

private:
    using ErrorCode = beast::error_code;

    Fields& fields() const { return isRequest ? m_r.request.fields : m_r.response.fields; }

    void end(ErrorCode& ec)
    {
        if (m_r.stop) {
            ec = stopped();
        }
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

    void on_field_impl(
        beast::http::field, beast::string_view name, beast::string_view value, ErrorCode&) override
    {
        Fields& to = m_r.headDone ? m_r.trailers : fields();
        to.add(std::string(toStd(name)), std::string(toStd(value)));
        if (!m_r.headDone) {
            m_r.fieldOffsets.push_back(m_r.offsetOf(name.data()));
        }
    }

    void on_header_impl(ErrorCode& ec) override
    {
        m_r.headDone = true;
        m_r.refusal = checkFraming(fields(), m_r.fieldOffsets, isRequest);
        if (!m_r.refusal && !isRequest) {
            m_r.refusal = checkStatus(m_r.response.status, m_r.headStart);
        }
        if (m_r.refusal) {
            ec = stopped();
        } else {
            announceHead(ec);
        }
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
            if (m_r.interim) {
                m_r.observer.interimHead(std::move(m_r.response), at);
            } else {
                m_r.observer.responseHead(std::move(m_r.response), at);
            }
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
        if (size == 0 || !extension.empty()
            || line.size() > std::min<std::uint64_t>(kPlainLine, m_r.limits.chunkLineBytes)) {
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
        if (!m_r.trailers.isEmpty()) {
            m_r.observer.trailers(std::exchange(m_r.trailers, {}));
        }
        end(ec);
    }

    Reading& m_r;
};

} // namespace

class MessageParser::Private final {
public:
    std::optional<Parser<true>> request;
    std::optional<Parser<false>> response;
};

MessageParser::MessageParser(Reading& reading, bool isRequest, bool withoutBody)
    : d(std::make_unique<Private>())
{
    if (isRequest) {
        d->request.emplace(reading, false);
    } else {
        d->response.emplace(reading, withoutBody);
    }
}

MessageParser::~MessageParser() = default;

MessageParser::Put MessageParser::put(std::string_view bytes)
{
    const boost::asio::const_buffer buffer(bytes.data(), bytes.size());
    beast::error_code ec;
    Put put;
    put.used = d->request ? d->request->put(buffer, ec) : d->response->put(buffer, ec);
    put.fault = faultOf(ec);
    if (put.fault >= Fault::Length) {
        put.reason = ec.message();
    }
    return put;
}

bool MessageParser::putEnd()
{
    beast::error_code ec;
    if (d->request) {
        d->request->put_eof(ec);
    } else {
        d->response->put_eof(ec);
    }
    return !ec;
}

bool MessageParser::isDone() const
{
    return d->request ? d->request->is_done() : d->response->is_done();
}

bool MessageParser::isChunked() const
{
    return d->request ? d->request->chunked() : d->response->chunked();
}

std::optional<std::uint64_t> MessageParser::lengthLeft() const
{
    const auto left
        = d->request ? d->request->content_length_remaining() : d->response->content_length_remaining();
    return left ? std::optional<std::uint64_t>(*left) : std::nullopt;
}

} // namespace http
