// SPDX-License-Identifier: Apache-2.0
// LineFramer: however a stream is cut, it tells the same, and its pieces are the stream. And a command line
// that splits is joined to one that splits the same. The first byte seeds the cuts.
#include "protocol/transport/fd/commandline.h"
#include "protocol/transport/fd/lineframer.h"
#include "protocol/wire/idsource.h"

#include <cstring>
#include <vector>

namespace {

void add(std::string& told, std::string& all, const fd::LineFramer& framer, const fd::LinePiece& piece)
{
    all += piece.bytes;
    told += piece.isLast ? 'l' : 'p';
    told += piece.hasReturn ? 'r' : '-';
    told += piece.isTooLong ? 't' : '-';
    told += std::to_string(piece.payload.size()) + ':';
    told += piece.payload;
    if (piece.isLast && !piece.isTooLong) {
        told += framer.share(piece.line).view();
    }
}

std::string read(std::string_view stream, const std::vector<std::size_t>& cuts)
{
    constexpr std::size_t kLimit = 12;
    fd::LineFramer framer(kLimit);
    std::string told;
    std::string all;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : stream.size();
        while (from < to) {
            const auto room = framer.room();
            const std::size_t size = std::min(room.size(), to - from);
            std::memcpy(room.data(), stream.data() + from, size);
            framer.commit(size);
            from += size;
        }
        while (const auto piece = framer.next()) {
            add(told, all, framer, *piece);
        }
    }
    if (const auto piece = framer.finish()) {
        add(told, all, framer, *piece);
    }
    if (all != stream) {
        __builtin_trap();
    }
    return told;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
    wire::SeededIdSource random(data[0]);
    std::vector<std::size_t> some;
    std::vector<std::size_t> each;
    for (std::size_t at = 1; at < stream.size(); ++at) {
        each.push_back(at);
        if (random.next() % 8 == 0) {
            some.push_back(at);
        }
    }
    const std::string whole = read(stream, {});
    if (read(stream, some) != whole || read(stream, each) != whole) {
        __builtin_trap();
    }
    if (const auto words = fd::splitCommand(stream)) {
        if (fd::splitCommand(fd::joinCommand(*words)) != words) {
            __builtin_trap();
        }
    }
    return 0;
}
