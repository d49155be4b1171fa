// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/errors.h"

#include <algorithm>
#include <array>

namespace a2a {

namespace {

constexpr auto kErrors = std::to_array<ErrorForm>({
    { -32700, "", 400, "INVALID_ARGUMENT" },
    { -32603, "", 500, "INTERNAL" },
    { -32602, "", 400, "INVALID_ARGUMENT" },
    { -32601, "", 404, "NOT_FOUND" },
    { -32600, "", 400, "INVALID_ARGUMENT" },
    { -32009, "VERSION_NOT_SUPPORTED", 400, "FAILED_PRECONDITION" },
    { -32008, "EXTENSION_SUPPORT_REQUIRED", 400, "FAILED_PRECONDITION" },
    { -32007, "EXTENDED_AGENT_CARD_NOT_CONFIGURED", 400, "FAILED_PRECONDITION" },
    { -32006, "INVALID_AGENT_RESPONSE", 500, "INTERNAL" },
    { -32005, "CONTENT_TYPE_NOT_SUPPORTED", 400, "INVALID_ARGUMENT" },
    { -32004, "UNSUPPORTED_OPERATION", 400, "FAILED_PRECONDITION" },
    { -32003, "PUSH_NOTIFICATION_NOT_SUPPORTED", 400, "FAILED_PRECONDITION" },
    { -32002, "TASK_NOT_CANCELABLE", 400, "FAILED_PRECONDITION" },
    { -32001, "TASK_NOT_FOUND", 404, "NOT_FOUND" },
});

const ErrorForm* find(auto matches)
{
    const auto found = std::ranges::find_if(kErrors, matches);
    return found == kErrors.end() ? nullptr : &*found;
}

/// "https://a2a-protocol.org/errors/task-not-found" → "TASK_NOT_FOUND".
std::string reasonOfProblem(std::string_view type)
{
    std::string reason(type.substr(type.rfind('/') == type.npos ? 0 : type.rfind('/') + 1));
    std::ranges::transform(reason, reason.begin(), [](char c) {
        return c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return reason;
}

std::optional<std::int64_t> codeOf(std::string_view reason)
{
    const ErrorForm* const form = errorOfReason(reason);
    return form ? std::optional(form->code) : std::nullopt;
}

} // namespace

const ErrorForm* errorOfCode(std::int64_t code)
{
    return find([code](const ErrorForm& form) { return form.code == code; });
}

const ErrorForm* errorOfReason(std::string_view reason)
{
    if (reason.empty())
        return nullptr;
    return find([reason](const ErrorForm& form) { return form.reason == reason; });
}

std::optional<RestError> readRestError(const json::View& root)
{
    RestError error;
    if (const json::View body = root["error"]; body.isObject()) {
        error.message = body["message"].textOrEmpty();
        for (const json::View detail : body["details"].elements()) {
            if (detail["reason"].isString())
                error.reason = detail["reason"].textOrEmpty();
        }
        error.code = codeOf(error.reason);
        return error;
    }
    if (!root["title"].isString() && !(root["type"].isString() && root["status"].isNumber()))
        return std::nullopt;
    error.message
        = root["detail"].textOrEmpty().empty() ? root["title"].textOrEmpty() : root["detail"].textOrEmpty();
    error.reason = reasonOfProblem(root["type"].textOrEmpty());
    error.code = codeOf(error.reason);
    return error;
}

} // namespace a2a
