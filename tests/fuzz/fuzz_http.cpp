// SPDX-License-Identifier: Apache-2.0
// HttpReader: however a stream is cut, it tells the same. The first byte chooses requests or responses, the
// second seeds the cuts.
#include "../transport/readerlog.h"

#include "protocol/wire/idsource.h"

namespace {

std::vector<std::string> read(unsigned mode, std::string_view stream, const std::vector<std::size_t>& cuts)
{
    ReaderLog log;
    http::ReaderLimits limits;
    if (mode & 4) {
        limits = { .headBytes = 200, .chunkLineBytes = 16, .trailerBytes = 32 };
    }
    http::HttpReader reader(
        mode & 1 ? http::HttpReader::Mode::Requests : http::HttpReader::Mode::Responses, log, limits);
    reader.expectAnswerTo(mode & 2 ? "HEAD" : "POST");
    log.feed(reader, stream, cuts, true);
    return std::move(log.events);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const std::string_view stream(reinterpret_cast<const char*>(data) + 2, size - 2);
    wire::SeededIdSource random(data[1]);
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
    const auto whole = read(data[0], stream, {});
    if (read(data[0], stream, some) != whole || read(data[0], stream, each) != whole) {
        __builtin_trap();
    }
    return 0;
}
