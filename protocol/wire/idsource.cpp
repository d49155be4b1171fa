// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/idsource.h"

#include <QtGlobal>

#include <array>
#include <cstring>
#include <openssl/rand.h>

namespace wire {

std::string IdSource::make(std::string_view prefix)
{
    std::array<unsigned char, 16> bytes {};
    fill(bytes);
    std::string id(prefix);
    id.reserve(prefix.size() + 2 * bytes.size());
    for (const unsigned char byte : bytes) {
        id += "0123456789abcdef"[byte >> 4];
        id += "0123456789abcdef"[byte & 15];
    }
    return id;
}

void SystemIdSource::fill(std::span<unsigned char> bytes)
{
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1)
        qFatal("the system gives no random bytes");
}

std::uint64_t SeededIdSource::next()
{
    std::uint64_t z = (m_state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

void SeededIdSource::fill(std::span<unsigned char> bytes)
{
    while (!bytes.empty()) {
        const std::uint64_t word = next();
        const auto size = std::min(bytes.size(), sizeof word);
        std::memcpy(bytes.data(), &word, size);
        bytes = bytes.subspan(size);
    }
}

} // namespace wire
