// SPDX-License-Identifier: Apache-2.0
// The dates of HTTP's fields (RFC 9110 §5.6.7): Unix time, to the second.
#pragma once

#include "protocol/transport/http/message.h"

namespace http {

/// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110 §5.6.7).
std::string httpDate(std::int64_t unixSeconds);
/// The same read, in seconds; nullopt of the obsolete formats too, which nobody has to send.
std::optional<std::int64_t> readHttpDate(std::string_view text);
/// The Date field in milliseconds; nullopt where it is missing or none.
std::optional<std::int64_t> dateMsOf(const Fields& fields);

} // namespace http
