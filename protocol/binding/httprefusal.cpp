// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/httprefusal.h"

namespace binding {

using wire::Error;
using wire::ErrorKind;

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
    if (status == 401 || status == 403) {
        error.message += status == 401 ? ": it wants authentication" : ": it refuses this caller";
        if (const auto challenge = head->fields.find("WWW-Authenticate"))
            error.message += " (" + wire::excerpt(*challenge) + ')';
    }
    if (status == 429) {
        error.message += ": too many requests";
        if (const auto after = head->fields.find("Retry-After"))
            error.message += ", again after " + wire::excerpt(*after, 40) + " s";
    }
    error.expected = std::move(wanted);
    error.found = wire::excerpt(type) + (body.empty() ? std::string(", empty") : ", " + wire::excerpt(body));
    error.where = "HTTP body, byte 0";
    error.transient = status == 429 || status == 502 || status == 503 || status == 504;
    return error;
}

} // namespace binding
