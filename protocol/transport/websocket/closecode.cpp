// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/closecode.h"

#include <algorithm>
#include <array>

namespace ws {

namespace {

struct Named {
    std::uint16_t code;
    std::string_view name;
    bool isLegal; ///< 1004, 1005, 1006 and 1015 only stand for what happened without a close frame
};

constexpr auto kNames = std::to_array<Named>({ { 1000, "normal", true }, { 1001, "going away", true },
    { 1002, "protocol error", true }, { 1003, "unsupported data", true }, { 1004, "reserved", false },
    { 1005, "no status", false }, { 1006, "abnormal", false }, { 1007, "invalid data", true },
    { 1008, "policy violation", true }, { 1009, "message too big", true },
    { 1010, "extension missing", true }, { 1011, "internal error", true }, { 1012, "service restart", true },
    { 1013, "try again later", true }, { 1014, "bad gateway", true },
    { 1015, "TLS handshake failed", false } });

const Named* find(std::uint16_t code)
{
    const auto found = std::ranges::find(kNames, code, &Named::code);
    return found == kNames.end() ? nullptr : &*found;
}

bool isOfApplications(std::uint16_t code)
{
    return code >= 3000 && code < 5000;
}

} // namespace

bool isLegalCloseCode(std::uint16_t code)
{
    const Named* const known = find(code);
    return known ? known->isLegal : isOfApplications(code);
}

std::string_view closeName(std::uint16_t code)
{
    if (const Named* const known = find(code)) {
        return known->name;
    }
    if (!isOfApplications(code)) {
        return "unknown";
    }
    return code < 4000 ? "of a library" : "private";
}

std::string Close::toString() const
{
    std::string text = code ? std::to_string(*code) + " (" + std::string(closeName(*code)) + ')'
                            : std::string("without a code");
    if (!reason.empty()) {
        text += ": " + wire::excerpt(reason);
    }
    return text;
}

Close readClose(std::string_view payload)
{
    if (payload.size() < 2) {
        return {};
    }
    const auto high = static_cast<unsigned char>(payload[0]);
    const auto low = static_cast<unsigned char>(payload[1]);
    return { static_cast<std::uint16_t>(high << 8 | low), std::string(payload.substr(2)) };
}

std::string closePayload(const Close& close)
{
    constexpr std::size_t kLongestReason = 123;
    std::string payload;
    if (!close.code) {
        return payload;
    }
    payload += static_cast<char>(*close.code >> 8);
    payload += static_cast<char>(*close.code & 0xFF);
    std::size_t size = std::min(close.reason.size(), kLongestReason);
    while (size < close.reason.size() && size > 0
        && (static_cast<unsigned char>(close.reason[size]) & 0xC0) == 0x80) {
        --size;
    }
    return payload.append(close.reason, 0, size);
}

wire::Error closedHere(std::string message)
{
    return { .kind = wire::ErrorKind::Cancelled,
        .message = std::move(message),
        .expected = {},
        .found = {},
        .where = {} };
}

wire::Error peerClosed(const Close& close)
{
    wire::Error error { .kind = wire::ErrorKind::Unreachable,
        .message = "closed by the peer: " + close.toString(),
        .expected = {},
        .found = {},
        .where = {} };
    switch (close.code.value_or(close::kNormal)) {
    case close::kProtocolError:
    case close::kUnsupportedData:
    case close::kInvalidData:
        error.kind = wire::ErrorKind::Protocol;
        break;
    case close::kPolicy:
        error.kind = wire::ErrorKind::Refused;
        break;
    case close::kTooBig:
        error.kind = wire::ErrorKind::TooLarge;
        break;
    case close::kGoingAway:
    case close::kRestart:
    case close::kTryAgainLater:
        error.transient = true;
        break;
    default:
        break;
    }
    return error;
}

} // namespace ws
