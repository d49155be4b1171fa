// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/utf8check.h"

#include <cstring>

namespace ws {

namespace {

std::size_t countAscii(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0) {
            break;
        }
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) {
        ++at;
    }
    return at;
}

} // namespace

// Shortest forms only, no surrogates, nothing over U+10FFFF: the first byte says what the second may be.
bool Utf8Check::start(unsigned char byte)
{
    m_lowest = 0x80;
    m_highest = 0xBF;
    if (byte < 0xC2 || byte > 0xF4) {
        return false;
    }
    m_left = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    switch (byte) {
    case 0xE0:
        m_lowest = 0xA0;
        break;
    case 0xED:
        m_highest = 0x9F;
        break;
    case 0xF0:
        m_lowest = 0x90;
        break;
    case 0xF4:
        m_highest = 0x8F;
        break;
    default:
        break;
    }
    return true;
}

std::size_t Utf8Check::feed(std::string_view piece)
{
    for (std::size_t at = 0; at < piece.size(); ++at) {
        if (m_left == 0) {
            at += countAscii(piece.substr(at));
            if (at == piece.size()) {
                break;
            }
            if (!start(static_cast<unsigned char>(piece[at]))) {
                return at;
            }
            continue;
        }
        const auto byte = static_cast<unsigned char>(piece[at]);
        if (byte < m_lowest || byte > m_highest) {
            return at;
        }
        --m_left;
        m_lowest = 0x80;
        m_highest = 0xBF;
    }
    return std::string_view::npos;
}

} // namespace ws
