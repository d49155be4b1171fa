// SPDX-License-Identifier: Apache-2.0
// How many offerRequests a caller may send (Layer 6 §3, decision D32): so many a second, and as many of a
// second's at once. Flat in memory, however many callers there are.
#pragma once

#include "protocol/engine/responder.h"
#include "protocol/wire/clock.h"

#include <map>
#include <optional>

namespace engine {

class RateLimit final {
public:
    static constexpr std::size_t kMaxCallers = 4096; ///< remembered; beyond it the longest idle is forgotten

    /// `perSecond` 0: no limit.
    explicit RateLimit(std::int64_t perSecond)
        : m_perSecond(perSecond)
    {
    }

    /// nullopt: granted. Else the time until one would be.
    std::optional<wire::nanoseconds> take(const Caller& caller, wire::Instant now);
    std::size_t callers() const { return m_free.size(); }

private:
    void forget(wire::Instant now);

    std::int64_t m_perSecond;
    /// When the caller would have all of its second back: each grant moves that by a second's part.
    std::map<Caller, wire::Instant> m_free;
};

} // namespace engine
