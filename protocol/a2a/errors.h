// SPDX-License-Identifier: Apache-2.0
// The errors of A2A (§5.4, §9.5, §11.6): one meaning, three spellings. What a code is called and what to try
// is in rpc/codes.h.
#pragma once

#include "protocol/json/view.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace a2a {

struct ErrorForm {
    std::int64_t code; ///< JSON-RPC
    std::string_view reason; ///< ErrorInfo.reason: "TASK_NOT_FOUND"; empty for JSON-RPC's own codes
    int httpStatus; ///< HTTP+JSON
    std::string_view status; ///< google.rpc.Code: "NOT_FOUND"
};

namespace code {
inline constexpr std::int64_t kTaskNotFound = -32001, kTaskNotCancelable = -32002,
                              kPushNotificationNotSupported = -32003, kUnsupportedOperation = -32004,
                              kContentTypeNotSupported = -32005, kInvalidAgentResponse = -32006,
                              kExtensionSupportRequired = -32008, kVersionNotSupported = -32009;
} // namespace code

inline constexpr std::string_view kErrorDomain = "a2a-protocol.org";
inline constexpr std::string_view kErrorInfoType = "type.googleapis.com/google.rpc.ErrorInfo";
inline constexpr std::string_view kBadRequestType = "type.googleapis.com/google.rpc.BadRequest";

/// Null for a code or reason that A2A doesn't name.
const ErrorForm* errorOfCode(std::int64_t code);
const ErrorForm* errorOfReason(std::string_view reason);

/// The error body of HTTP+JSON: {"error":{code,status,message,details}} (§11.6), or RFC 9457's problem
/// (§6.4).
struct RestError {
    std::optional<std::int64_t> code; ///< of JSON-RPC, by the reason; nullopt if that is not known
    std::string reason; ///< of ErrorInfo, or of the problem's type; may be empty
    std::string message;
};
/// nullopt if it is neither.
std::optional<RestError> readRestError(const json::View& root);

} // namespace a2a
