// SPDX-License-Identifier: Apache-2.0
// Why a WebSocket was closed, in numbers and in words (RFC 6455 §7.4 and the registry of IANA).
#pragma once

#include "protocol/wire/error.h"

#include <cstdint>
#include <optional>

namespace ws {

namespace close {
inline constexpr std::uint16_t kNormal = 1000;
inline constexpr std::uint16_t kGoingAway = 1001;
inline constexpr std::uint16_t kProtocolError = 1002;
inline constexpr std::uint16_t kUnsupportedData = 1003;
inline constexpr std::uint16_t kInvalidData = 1007;
inline constexpr std::uint16_t kPolicy = 1008;
inline constexpr std::uint16_t kTooBig = 1009;
inline constexpr std::uint16_t kInternalError = 1011;
inline constexpr std::uint16_t kRestart = 1012;
inline constexpr std::uint16_t kTryAgainLater = 1013;
} // namespace close

struct Close {
    std::optional<std::uint16_t> code; ///< a close frame may be empty
    std::string reason;

    bool operator==(const Close&) const = default;
    /// "1001 (going away): reason", "without a code".
    std::string toString() const;
};

/// May travel in a close frame.
bool isLegalCloseCode(std::uint16_t code);
/// "normal", "going away"…; "of a library" for 3xxx, "private" for 4xxx, "unknown".
std::string_view closeName(std::uint16_t code);
/// A close frame's payload, taken apart; it was checked by the parser.
Close readClose(std::string_view payload);
/// At most 125 bytes: a longer reason is cut, not within a character. Without a code it is empty.
std::string closePayload(const Close& close);
/// How the end of a connection by the peer's close frame reads to whoever used it.
wire::Error peerClosed(const Close& close);
/// The same where this side ended it; `message` says how.
wire::Error closedHere(std::string message);

} // namespace ws
