// SPDX-License-Identifier: Apache-2.0
// SseParser: however a stream is cut, it tells the same; and an event written out is read back. The first
// byte seeds the cuts.
#include "protocol/transport/http/sse.h"
#include "protocol/wire/idsource.h"

#include <vector>

namespace {

class Log final : public http::SseObserver {
public:
    std::string text;

    bool sseEvent(const http::SseEvent& event, std::size_t) override
    {
        add('e', event.type);
        add('d', event.data);
        add('i', event.lastEventId);
        return true;
    }
    bool sseComment(std::string_view comment) override
    {
        add('c', comment);
        return true;
    }
    bool sseBlockEnd(std::size_t) override
    {
        text += '-';
        return true;
    }

private:
    void add(char what, std::string_view value)
    {
        text += what + std::to_string(value.size()) + ':';
        text += value;
    }
};

std::string parse(std::string_view stream, const std::vector<std::size_t>& cuts)
{
    constexpr std::size_t kLimit = 200;
    Log log;
    log.text.reserve(2 * stream.size() + 64);
    http::SseParser parser(log, kLimit);
    std::size_t from = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : stream.size();
        const std::string piece(stream.substr(from, to - from));
        from = to;
        if (parser.feed(piece)) {
            return log.text + "too large";
        }
    }
    return log.text + (parser.isWithinEvent() ? "…" : "") + std::to_string(parser.retryMs().value_or(0));
}

// What a stream of one event carries, line ends made alike.
void checkWriter(std::string_view data)
{
    std::string out;
    http::appendSseEvent(out, {}, data);
    std::string expected;
    expected.reserve(data.size());
    for (std::size_t at = 0; at < data.size(); ++at) {
        expected += data[at] == '\r' ? '\n' : data[at];
        at += data.substr(at, 2) == "\r\n" ? 1 : 0;
    }
    Log log;
    http::SseParser parser(log, out.size() + 1);
    if (parser.feed(out) || log.text != "e0:d" + std::to_string(expected.size()) + ':' + expected + "i0:") {
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
    wire::SeededIdSource random(data[0]);
    static std::vector<std::size_t> some;
    static std::vector<std::size_t> each;
    some.clear();
    each.clear();
    for (std::size_t at = 1; at < stream.size(); ++at) {
        each.push_back(at);
        if (random.next() % 8 == 0) {
            some.push_back(at);
        }
    }
    const std::string whole = parse(stream, {});
    if (parse(stream, some) != whole || parse(stream, each) != whole) {
        __builtin_trap();
    }
    checkWriter(stream);
    return 0;
}
