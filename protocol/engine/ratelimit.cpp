// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/ratelimit.h"

#include <algorithm>

namespace engine {

using wire::nanoseconds;

std::optional<nanoseconds> RateLimit::take(const Caller& caller, wire::Instant now)
{
    if (m_perSecond <= 0)
        return std::nullopt;
    constexpr nanoseconds kSecond = std::chrono::seconds(1);
    const nanoseconds part = kSecond / m_perSecond;
    auto found = m_free.find(caller);
    if (found == m_free.end()) {
        if (m_free.size() >= kMaxCallers)
            forget(now);
        found = m_free.emplace(caller, now).first;
    }
    const wire::Instant next = std::max(found->second, now) + part;
    if (next - now > kSecond)
        return next - now - kSecond;
    found->second = next;
    return std::nullopt;
}

// Those who have all of their second back are as good as never seen; else whoever has it back first.
void RateLimit::forget(wire::Instant now)
{
    std::erase_if(m_free, [&](const auto& entry) { return entry.second <= now; });
    if (m_free.size() >= kMaxCallers)
        m_free.erase(std::ranges::min_element(m_free, {}, &std::pair<const Caller, wire::Instant>::second));
}

} // namespace engine
