// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/inflate.h"

#include "protocol/transport/http/message.h"

#include <array>
#include <zlib.h>

namespace http {

namespace {

// Many senders leave out the wrapper that "deflate" has by RFC 9110.
bool isRawDeflate(std::string_view piece)
{
    const auto first = static_cast<unsigned char>(piece[0]);
    return first != 0x1f && (first & 0x0f) != 8;
}

} // namespace

struct Inflater::State {
    z_stream z {};
    bool started = false;
    bool ended = false;
};

Inflater::Inflater(std::size_t limit)
    : m_state(std::make_unique<State>())
    , m_limit(limit)
{
}

Inflater::~Inflater()
{
    if (m_state->started) {
        inflateEnd(&m_state->z);
    }
}

bool Inflater::understands(std::string_view contentEncoding)
{
    return equalsIgnoringCase(contentEncoding, "gzip") || equalsIgnoringCase(contentEncoding, "x-gzip")
        || equalsIgnoringCase(contentEncoding, "deflate");
}

std::optional<wire::Error> Inflater::feed(std::string_view piece, QByteArray& out)
{
    constexpr int kAutomatic = 15 + 32;
    constexpr int kRaw = -15;
    State& s = *m_state;
    if (piece.empty()) {
        return std::nullopt;
    }
    if (!s.started) {
        inflateInit2(&s.z, isRawDeflate(piece) ? kRaw : kAutomatic);
        s.started = true;
    }
    std::array<char, 16384> part;
    s.z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    s.z.avail_in = static_cast<uInt>(piece.size());
    do {
        // A gzip file may be several, one after the other.
        if (s.ended && s.z.avail_in > 0) {
            inflateReset(&s.z);
        }
        s.z.next_out = reinterpret_cast<Bytef*>(part.data());
        s.z.avail_out = static_cast<uInt>(part.size());
        const int result = inflate(&s.z, Z_NO_FLUSH);
        s.ended = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
            return wire::Error { .kind = wire::ErrorKind::Protocol,
                .message = "the content coding can't be undone",
                .expected = "gzip or deflate",
                .found = s.z.msg ? s.z.msg : "something else",
                .where = "Content-Encoding" };
        }
        const std::size_t made = part.size() - s.z.avail_out;
        m_made += made;
        if (m_made > m_limit) {
            return wire::Error { .kind = wire::ErrorKind::TooLarge,
                .message = "the decoded body is over " + std::to_string(m_limit) + " bytes",
                .expected = {},
                .found = {},
                .where = "Content-Encoding" };
        }
        out.append(part.data(), static_cast<qsizetype>(made));
    } while (s.z.avail_in > 0 || s.z.avail_out == 0);
    return std::nullopt;
}

std::optional<wire::Error> Inflater::finish() const
{
    if (!m_state->started || m_state->ended) {
        return std::nullopt;
    }
    return wire::Error { .kind = wire::ErrorKind::Protocol,
        .message = "the coded body was cut short",
        .expected = "the end of the gzip or deflate data",
        .found = "the end of the body",
        .where = "Content-Encoding" };
}

} // namespace http
