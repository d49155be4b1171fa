// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/frame.h"

#include <cstring>

namespace ws {

void applyMask(std::span<char> data, const MaskKey& key, std::size_t phase)
{
    std::array<unsigned char, 8> twice {};
    for (std::size_t i = 0; i < twice.size(); ++i) {
        twice[i] = key[(phase + i) % key.size()];
    }
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, twice.data(), sizeof pattern);
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= data.size(); at += sizeof word) {
        std::memcpy(&word, data.data() + at, sizeof word);
        word ^= pattern;
        std::memcpy(data.data() + at, &word, sizeof word);
    }
    for (; at < data.size(); ++at) {
        data[at] = static_cast<char>(static_cast<unsigned char>(data[at]) ^ twice[at % twice.size()]);
    }
}

void appendFrameHead(std::string& out, Opcode opcode, std::uint64_t length, const std::optional<MaskKey>& key,
    bool isFinal, unsigned reservedBits)
{
    const auto put = [&out](std::uint64_t byte) { out += static_cast<char>(byte & 0xFF); };
    const unsigned maskBit = key ? 0x80 : 0;
    put((isFinal ? 0x80U : 0U) | reservedBits << 4 | static_cast<unsigned>(opcode));
    int bytes = 0;
    if (length <= 125) {
        put(maskBit | length);
    } else if (length <= 0xFFFF) {
        put(maskBit | 126);
        bytes = 2;
    } else {
        put(maskBit | 127);
        bytes = 8;
    }
    while (bytes-- > 0) {
        put(length >> 8 * bytes);
    }
    if (key) {
        for (const unsigned char byte : *key) {
            put(byte);
        }
    }
}

void appendFrame(std::string& out, Opcode opcode, std::string_view payload, const std::optional<MaskKey>& key,
    bool isFinal)
{
    constexpr std::size_t kLongestHead = 14;
    out.reserve(out.size() + kLongestHead + payload.size());
    appendFrameHead(out, opcode, payload.size(), key, isFinal);
    const std::size_t begin = out.size();
    out += payload;
    if (key) {
        applyMask(std::span<char>(out).subspan(begin), *key);
    }
}

void appendFragments(std::string& out, std::string_view text, std::span<const std::size_t> cuts,
    const std::optional<MaskKey>& key)
{
    std::size_t from = 0;
    Opcode opcode = Opcode::Text;
    for (const std::size_t to : cuts) {
        appendFrame(out, opcode, text.substr(from, to - from), key, false);
        from = to;
        opcode = Opcode::Continuation;
    }
    appendFrame(out, opcode, text.substr(from), key);
}

} // namespace ws
