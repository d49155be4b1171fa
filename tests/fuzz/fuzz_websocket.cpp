// SPDX-License-Identifier: Apache-2.0
// FrameParser: however a stream is cut, it tells the same, as client and as server; what is written is read
// back. The first byte seeds the cuts and picks the side.
#include "protocol/transport/websocket/frame.h"
#include "protocol/wire/idsource.h"

#include <vector>

namespace {

constexpr std::size_t kLimit = 300;

// Offsets and pieces are checked here; what is told is written down, pieces of a message joined.
class Log final : public ws::FrameObserver {
public:
    explicit Log(std::string_view stream)
        : m_stream(stream)
    {
    }
    std::string all;

    void dataHead(const ws::FrameHead& head, http::ByteRange at) override
    {
        check(at, at.begin >= m_end && at.size() == head.size);
        all += 'h' + std::to_string(at.begin) + ';';
    }
    void textPiece(std::string_view text, http::ByteRange at, bool inPlace) override
    {
        check(at, at.begin == m_end && at.size() == text.size() && !text.empty());
        check(at, !inPlace || m_stream.substr(at.begin, at.size()) == text);
        all += text;
        m_size += text.size();
        check(at, m_size <= kLimit);
    }
    bool messageEnd(std::uint64_t end) override
    {
        check({ end, end }, end == m_end);
        m_size = 0;
        all += ".m" + std::to_string(end) + ';';
        return true;
    }
    bool control(ws::Opcode opcode, std::string_view payload, http::ByteRange at, bool) override
    {
        check(at, at.begin >= m_end && payload.size() <= ws::kControlLimit);
        all += 'c' + std::to_string(static_cast<int>(opcode)) + ':' + std::to_string(at.begin) + ':';
        all += payload;
        return true;
    }

private:
    void check(http::ByteRange at, bool holds)
    {
        if (!holds || at.end < at.begin || at.end > m_stream.size()) {
            __builtin_trap();
        }
        m_end = at.end;
    }

    std::string_view m_stream;
    std::uint64_t m_end = 0;
    std::size_t m_size = 0;
};

std::string parse(wire::Role role, std::string_view stream, const std::vector<std::size_t>& cuts)
{
    Log log(stream);
    ws::FrameParser parser(role, log, 0, kLimit);
    std::size_t consumed = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : stream.size();
        const std::string piece(stream.substr(consumed, to - consumed));
        const auto fed = parser.feed(piece);
        consumed += fed.consumed;
        if (consumed != parser.position()) {
            __builtin_trap();
        }
        if (fed.refusal) {
            return log.all + '!' + std::to_string(fed.refusal->closeCode) + std::string(fed.refusal->rule)
                + fed.refusal->error.toString();
        }
    }
    return log.all
        + (parser.isClosed()               ? "closed"
                : parser.isWithinMessage() ? "…"
                                           : "")
        + std::to_string(consumed);
}

void checkWriter(std::string_view payload, ws::MaskKey key)
{
    payload = payload.substr(0, ws::kControlLimit);
    std::string out;
    ws::appendFrame(out, ws::Opcode::Ping, payload, key);
    if (parse(wire::Role::Server, out, {}) != "c9:0:" + std::string(payload) + std::to_string(out.size())) {
        __builtin_trap();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
    const wire::Role role = (data[0] & 1) != 0 ? wire::Role::Server : wire::Role::Client;
    wire::SeededIdSource random(data[0]);
    std::vector<std::size_t> some;
    std::vector<std::size_t> each;
    for (std::size_t at = 1; at < stream.size(); ++at) {
        each.push_back(at);
        if (random.next() % 8 == 0) {
            some.push_back(at);
        }
    }
    const std::string whole = parse(role, stream, {});
    if (parse(role, stream, some) != whole || parse(role, stream, each) != whole) {
        __builtin_trap();
    }
    checkWriter(stream, { data[0], 0x5a, 0xff, static_cast<unsigned char>(size) });
    return 0;
}
