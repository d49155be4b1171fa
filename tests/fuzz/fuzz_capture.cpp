// SPDX-License-Identifier: Apache-2.0
// Opens any bytes as a capture file, by index and by scanning, and prints all rows. The header is put in
// front, and blocks get the checks that belong to them, so that the fuzzer need not guess checksums.
#include "protocol/capture/bytes.h"
#include "protocol/capture/capturefile.h"
#include "protocol/capture/crc32c.h"
#include "protocol/capture/format.h"
#include "protocol/capture/printer.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::uint64_t kSalt = 0x1234;

/// Input: blocks of kind u8, flaw u8, length u16, then the body. A flaw: 1 wrong body, 2 wrong header, 3 a
/// length that is not the body's, else none.
std::string makeFile(std::string_view input)
{
    namespace format = capture::format;
    std::string file = format::fileHeader(kSalt);
    while (input.size() >= 4) {
        const auto kind = static_cast<unsigned char>(input[0]);
        const auto flaw = static_cast<unsigned char>(input[1]);
        const std::size_t claimed = capture::loadU32(input.data()) >> 16;
        input.remove_prefix(4);
        const std::string_view body = input.substr(0, std::min(claimed, input.size()));
        input.remove_prefix(body.size());
        std::string header(format::kBlockHeaderBytes, '\0');
        const auto length = static_cast<std::uint32_t>(flaw == 3 ? claimed * 65'537 : body.size());
        const std::uint32_t crc = capture::crc32c(body) + (flaw == 1 ? 1 : 0);
        format::writeBlockHeader(
            header.data(), { format::BlockKind { kind }, length, crc }, kSalt, file.size());
        if (flaw == 2)
            header[17] = static_cast<char>(header[17] ^ 1);
        file += header;
        file += body;
    }
    return file += input;
}

void readAll(const std::string& path, bool verify)
{
    const auto opened = capture::open(path, { .verify = verify });
    if (!opened)
        std::abort();
    for (const bool json : { false, true }) {
        capture::Printer printer(**opened, { json, false });
        while (printer.next()) { }
    }
    for (const capture::Event& event : (*opened)->events(0))
        static_cast<void>((*opened)->unixMsAt(event.at));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static const int file = ::memfd_create("capture", MFD_CLOEXEC);
    const std::string path = "/proc/self/fd/" + std::to_string(file);
    const std::string input(data, data + size);
    // Raw bytes now and then, else with a header.
    const std::string bytes = !input.empty() && input[0] == 'r' ? input.substr(1) : makeFile(input);
    if (::ftruncate(file, 0) != 0
        || ::pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return 0;
    if (!input.empty() && input[0] == 'r') {
        static_cast<void>(capture::open(path));
        return 0;
    }
    readAll(path, false);
    readAll(path, true);
    return 0;
}
