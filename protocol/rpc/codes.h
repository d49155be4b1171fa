// SPDX-License-Identifier: Apache-2.0
// Names of error codes. The same number means different things under different bindings (decision D30).
#pragma once

#include <cstdint>
#include <string_view>

namespace rpc {

enum class Binding : std::uint8_t { Mcp, A2a, WebSocket, Acp };

struct CodeName {
    std::string_view name; ///< "budget_exceeded", "HeaderMismatch"; empty if unknown
    std::string_view section; ///< "Layer 1 §3.3", "MCP basic §Error Codes"
    std::string_view advice; ///< what to try, one sentence; may be empty
};

/// ACMP's own codes (-33xxx, -34xxx, -35xxx, -36xxx) are the same everywhere.
CodeName describeCode(Binding binding, std::int64_t code);

namespace code {
inline constexpr std::int64_t kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601,
                              kInvalidParams = -32602, kInternal = -32603;
inline constexpr std::int64_t kHeaderMismatch = -32020, kMissingClientCapability = -32021,
                              kUnsupportedProtocolVersion = -32022;
inline constexpr std::int64_t kBudgetExceeded = -33001, kCapabilityNotFound = -33002, kTimeout = -33003,
                              kCancelled = -33004, kEscrowInvalid = -33005, kProofUnsupported = -33006,
                              kFeatureUnsupported = -33007, kAcmpInternal = -33099;
inline constexpr std::int64_t kOfferNotFound = -34001, kOfferExpired = -34002, kAlreadyAccepted = -34003;
} // namespace code

} // namespace rpc
