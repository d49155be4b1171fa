// SPDX-License-Identifier: Apache-2.0
// A closed loop of HTTP requests on raw sockets: each connection sends its next request when the answer is
// there.
#pragma once

#include <cstdint>
#include <string>

namespace bench {

struct Load {
    std::uint16_t port = 0;
    int connections = 1;
    double seconds = 2;
    std::string path = "/mcp";
    std::string capability;
    bool asksForOffers = false; ///< else invokes
};

struct LoadResult {
    std::uint64_t answers = 0;
    std::uint64_t failures = 0; ///< answers that are no result of ACMP
    double perSecond = 0;
};

/// Each request is an acmp/invoke of a task of its own, or an acmp/offerRequest. Runs in this process,
/// without an event loop of Qt.
LoadResult generate(const Load& load);

} // namespace bench
