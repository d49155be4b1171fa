// SPDX-License-Identifier: Apache-2.0
// FrameParser's view of a frame's head: two to fourteen bytes, and what of them can't be.
#include "protocol/transport/websocket/closecode.h"
#include "protocol/transport/websocket/frame.h"

namespace ws {

namespace {

constexpr unsigned char kFinal = 0x80;
constexpr unsigned char kReserved = 0x70;
constexpr unsigned char kMasked = 0x80;
constexpr unsigned char kLength16 = 126;
constexpr unsigned char kLength64 = 127;

unsigned char byteAt(std::string_view bytes, std::size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

std::string nameOf(Opcode opcode)
{
    switch (opcode) {
    case Opcode::Continuation:
        return "a continuation frame";
    case Opcode::Text:
        return "a text frame";
    case Opcode::Binary:
        return "a binary frame";
    case Opcode::Close:
        return "a close frame";
    case Opcode::Ping:
        return "a ping";
    case Opcode::Pong:
        return "a pong";
    }
    return "opcode " + std::to_string(static_cast<unsigned>(opcode));
}

bool isKnown(Opcode opcode)
{
    return static_cast<unsigned>(opcode) <= 2
        || (static_cast<unsigned>(opcode) >= 8 && static_cast<unsigned>(opcode) <= 10);
}

std::uint16_t closeCodeFor(std::string_view rule)
{
    return rule == "WS-binary" ? close::kUnsupportedData
        : rule == "WS-utf8"    ? close::kInvalidData
                               : close::kProtocolError;
}

} // namespace

Refusal FrameParser::refusal(std::size_t offset, std::string_view rule, std::string message,
    std::string expected, std::string found) const
{
    return { { .kind = wire::ErrorKind::Protocol,
                 .message = std::move(message),
                 .expected = std::move(expected),
                 .found = std::move(found),
                 .where = "byte " + std::to_string(m_position + offset) },
        closeCodeFor(rule), rule };
}

std::optional<Refusal> FrameParser::checkFirst(unsigned char byte) const
{
    const auto opcode = static_cast<Opcode>(byte & 0x0F);
    if ((byte & kReserved) != 0) {
        std::string bits;
        for (int bit = 1; bit <= 3; ++bit) {
            bits += (byte & (0x80 >> bit)) != 0 ? (bits.empty() ? "RSV" : ", RSV") + std::to_string(bit) : "";
        }
        return refusal(0, "WS-frame", "a reserved bit is set", "no extensions", bits);
    }
    if (!isKnown(opcode)) {
        return refusal(
            0, "WS-frame", "a frame of a reserved kind", "opcode 0, 1, 8, 9 or 10", nameOf(opcode));
    }
    if (isControl(opcode)) {
        if ((byte & kFinal) == 0) {
            return refusal(
                0, "WS-fragment", "a control frame is cut", "FIN in each control frame", nameOf(opcode));
        }
        return std::nullopt;
    }
    if (opcode == Opcode::Continuation && !m_fragmented) {
        return refusal(0, "WS-fragment", "nothing is there to continue", "a text frame", nameOf(opcode));
    }
    if (opcode != Opcode::Continuation && m_fragmented) {
        return refusal(
            0, "WS-fragment", "a message begins within another", "a continuation frame", nameOf(opcode));
    }
    if (opcode == Opcode::Binary) {
        return refusal(0, "WS-binary", "a binary message", "text", nameOf(opcode));
    }
    return std::nullopt;
}

std::optional<Refusal> FrameParser::checkSecond(unsigned char first, unsigned char second) const
{
    const auto opcode = static_cast<Opcode>(first & 0x0F);
    const bool isMasked = (second & kMasked) != 0;
    if (isMasked != (m_reader == wire::Role::Server)) {
        return isMasked
            ? refusal(1, "WS-mask", "a server's frame is masked", "no mask", nameOf(opcode) + " with one")
            : refusal(
                  1, "WS-mask", "a client's frame is not masked", "a mask", nameOf(opcode) + " without one");
    }
    const int length = second & 0x7F;
    if (isControl(opcode) && length > static_cast<int>(kControlLimit)) {
        return refusal(
            1, "WS-frame", "a control frame is too long", "at most 125 bytes", nameOf(opcode) + " of more");
    }
    if (opcode == Opcode::Close && length == 1) {
        return refusal(1, "WS-close", "half a close code", "none or two bytes and more", "1 byte");
    }
    return std::nullopt;
}

// The extended length (§5.2), which begins at bytes[2] and is `size` long.
std::expected<std::uint64_t, Refusal> FrameParser::readLength(std::string_view bytes, std::size_t size) const
{
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < size; ++i) {
        length = length << 8 | byteAt(bytes, 2 + i);
    }
    if (length < (size == 2 ? std::uint64_t { kLength16 } : std::uint64_t { 0x1'0000 })) {
        return std::unexpected(refusal(2, "WS-frame", "a length is longer than need be", "the shortest form",
            std::to_string(length) + " in " + std::to_string(size) + " bytes"));
    }
    return length;
}

// Looks at each byte in its order, so that the first wrong one is named however many are there.
std::expected<std::optional<FrameHead>, Refusal> FrameParser::readHead(std::string_view bytes) const
{
    constexpr std::optional<FrameHead> kNotYet;
    if (bytes.empty()) {
        return kNotYet;
    }
    if (auto wrong = checkFirst(byteAt(bytes, 0))) {
        return std::unexpected(std::move(*wrong));
    }
    if (bytes.size() < 2) {
        return kNotYet;
    }
    const unsigned char second = byteAt(bytes, 1);
    if (auto wrong = checkSecond(byteAt(bytes, 0), second)) {
        return std::unexpected(std::move(*wrong));
    }
    FrameHead head { .opcode = static_cast<Opcode>(byteAt(bytes, 0) & 0x0F),
        .isFinal = (byteAt(bytes, 0) & kFinal) != 0,
        .isMasked = (second & kMasked) != 0,
        .length = second & 0x7FU,
        .size = 2 };
    const std::size_t extended = head.length == kLength16 ? 2 : head.length == kLength64 ? 8 : 0;
    if (extended == 8 && bytes.size() > 2 && (byteAt(bytes, 2) & 0x80) != 0) {
        return std::unexpected(refusal(2, "WS-frame", "a length over 63 bits", "its first bit is 0", "1"));
    }
    if (bytes.size() < 2 + extended) {
        return kNotYet;
    }
    if (extended > 0) {
        const auto length = readLength(bytes, extended);
        if (!length) {
            return std::unexpected(length.error());
        }
        head.length = *length;
        head.size += extended;
    }
    if (!isControl(head.opcode) && head.length > m_limit - (m_fragmented ? m_messageSize : 0)) {
        Refusal tooLarge = refusal(0, {}, "the message is over " + std::to_string(m_limit) + " bytes", {},
            std::to_string(head.length) + " bytes in one frame");
        tooLarge.error.kind = wire::ErrorKind::TooLarge;
        tooLarge.closeCode = close::kTooBig;
        return std::unexpected(std::move(tooLarge));
    }
    if (head.isMasked) {
        if (bytes.size() < head.size + head.key.size()) {
            return kNotYet;
        }
        for (unsigned char& byte : head.key) {
            byte = byteAt(bytes, head.size++);
        }
    }
    return head;
}

} // namespace ws
