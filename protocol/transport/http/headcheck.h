// SPDX-License-Identifier: Apache-2.0
// What a head may say about the length of its message (RFC 9112 §6) and about its host (§3.2): anything that
// two readers could take in two ways is refused.
#pragma once

#include "protocol/transport/http/httpreader.h"

#include <span>

namespace http {

/// `offsets` are those of the fields' names.
std::optional<Refusal> checkFraming(
    const Fields& fields, std::span<const std::uint64_t> offsets, bool isRequest);
std::optional<Refusal> checkStatus(int status, std::uint64_t offset);
/// For a Content-Length or Transfer-Encoding, `line` at `offset`, that can't stand after `fields`.
Refusal lengthRefusal(const Fields& fields, std::string_view line, std::uint64_t offset);

} // namespace http
