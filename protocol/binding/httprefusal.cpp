// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/httprefusal.h"

namespace binding {

using wire::Error;
using wire::ErrorKind;

namespace {

/// What a status of HTTP means to the caller, and which field says more of it; "" where the number says all.
std::string meaning(const http::ResponseHead& head)
{
    const auto with = [&head](const char* field, const char* before, const char* after = "") {
        const auto value = head.fields.find(field);
        return value ? before + wire::excerpt(*value) + after : std::string();
    };
    switch (head.status) {
    case 401:
        return ": it wants authentication" + with("WWW-Authenticate", " (", ")");
    case 403:
        return ": it refuses this caller" + with("WWW-Authenticate", " (", ")");
    case 429: {
        // RFC 9110 §10.2.3: seconds, or a date.
        const std::string_view after = head.fields.find("Retry-After").value_or("");
        const bool isSeconds = after.find_first_not_of("0123456789") == std::string_view::npos;
        return ": too many requests" + with("Retry-After", ", again after ", isSeconds ? " s" : "");
    }
    default:
        // A request that may cost something goes to no other address by itself.
        return head.status / 100 == 3
            ? ": it has moved" + with("Location", " to ") + ", which is not followed"
            : std::string();
    }
}

} // namespace

Error httpRefusal(const std::optional<http::ResponseHead>& head, std::string_view body, std::string wanted,
    std::string found)
{
    Error error;
    const int status = head ? head->status : 0;
    const auto type
        = head ? head->fields.find("Content-Type").value_or("no Content-Type") : "no Content-Type";
    const bool refused = status == 401 || status == 403 || status == 429;
    error.kind = status == 200 ? ErrorKind::Protocol : refused ? ErrorKind::Refused : ErrorKind::Http;
    error.message
        = status == 200 ? std::move(found) : "the server answered with HTTP " + std::to_string(status);
    if (head && status != 200)
        error.message += meaning(*head);
    error.expected = std::move(wanted);
    error.found = wire::excerpt(type) + (body.empty() ? std::string(", empty") : ", " + wire::excerpt(body));
    error.where = "HTTP body, byte 0";
    error.transient = status == 429 || status == 502 || status == 503 || status == 504;
    return error;
}

} // namespace binding
