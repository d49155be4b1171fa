// SPDX-License-Identifier: Apache-2.0
#include "protocol/dissect/controlframe.h"

namespace dissect {

namespace {

constexpr unsigned kOpcode = 0x0F, kClose = 0x8, kPing = 0x9, kPong = 0xA;

unsigned byteAt(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

// RFC 6455 §7.4.1 and the IANA registry.
std::string_view closeName(unsigned code)
{
    switch (code) {
    case 1000:
        return "normal";
    case 1001:
        return "going away";
    case 1002:
        return "protocol error";
    case 1003:
        return "unsupported data";
    case 1007:
        return "invalid data";
    case 1008:
        return "policy violation";
    case 1009:
        return "too big";
    case 1010:
        return "extension missing";
    case 1011:
        return "internal error";
    case 1012:
        return "restart";
    case 1013:
        return "try again later";
    case 1014:
        return "bad gateway";
    default:
        return "";
    }
}

std::string closeText(std::string_view payload)
{
    if (payload.empty()) {
        return "close without a code";
    }
    if (payload.size() == 1) {
        return "close with half a code";
    }
    const unsigned code = byteAt(payload, 0) << 8U | byteAt(payload, 1);
    std::string text = "close " + std::to_string(code);
    if (const std::string_view name = closeName(code); !name.empty()) {
        text.append(" ").append(name);
    }
    if (const std::string_view reason = payload.substr(2); !reason.empty()) {
        text.append(": ").append(reason);
    }
    return text;
}

} // namespace

std::string readControlFrame(std::string_view bytes, std::string_view payload)
{
    const unsigned opcode = bytes.empty() ? 0 : byteAt(bytes, 0) & kOpcode;
    if (opcode == kClose) {
        return closeText(payload);
    }
    const std::string name = opcode == kPing ? "ping"
        : opcode == kPong                    ? "pong"
                                             : "control frame " + std::to_string(opcode);
    const std::size_t size = payload.size();
    return name + ' ' + std::to_string(size) + (size == 1 ? " byte" : " bytes");
}

} // namespace dissect
