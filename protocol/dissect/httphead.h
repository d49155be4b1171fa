// SPDX-License-Identifier: Apache-2.0
// What a row shows of an HTTP head: its start line and content type. Lenient, for showing only; whether the
// head is right is the transport's business.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dissect {

struct HttpHead {
    std::string method; ///< of a request; empty for a response
    std::string target; ///< of a request, as written
    int status = 0; ///< of a response; 0 for a request
    std::string reason; ///< of a response; may be empty
    std::string contentType; ///< as written; empty if none

    bool operator==(const HttpHead&) const = default;
};

/// Nothing if the first line is no start line.
std::optional<HttpHead> readHttpHead(std::string_view bytes);

} // namespace dissect
