// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/copies.h"

#include "protocol/json/canonical.h"

namespace a2a {

namespace {

/// A larger one is compared as it was written.
constexpr std::size_t kMaxCanonical = std::size_t { 1 } << 20;

std::size_t hashOf(const json::View& value)
{
    const std::string_view lexeme = value.lexeme();
    if (lexeme.size() <= kMaxCanonical) {
        if (const auto canonical = json::canonical(value))
            return std::hash<std::string_view>()(*canonical);
    }
    return std::hash<std::string_view>()(lexeme);
}

/// A snapshot, or an artifact sent as a whole: it may hold what was there before.
bool mayRepeat(const Event& event)
{
    return event.kind == EventKind::Task
        || (event.kind == EventKind::ArtifactUpdate && !event.body["append"].boolean().value_or(false));
}

} // namespace

bool Copies::Numbers::has(std::int64_t number) const
{
    const auto after = m_ranges.upper_bound(number);
    return after != m_ranges.begin() && std::prev(after)->second >= number;
}

void Copies::Numbers::add(std::int64_t number)
{
    if (has(number))
        return;
    const auto after = m_ranges.upper_bound(number);
    const bool joinsAfter = after != m_ranges.end() && after->first - 1 == number;
    if (after != m_ranges.begin() && std::prev(after)->second == number - 1) {
        std::prev(after)->second = joinsAfter ? after->second : number;
        if (joinsAfter)
            m_ranges.erase(after);
    } else {
        const std::int64_t last = joinsAfter ? after->second : number;
        if (joinsAfter)
            m_ranges.erase(after);
        m_ranges.emplace(number, last);
    }
}

bool Copies::isCopy(const Carried& carried, const Event& in)
{
    const bool isFirst = !std::exchange(m_sawEvent, true);
    const Payload& payload = carried.payload;
    if (payload.kind != Payload::Kind::Call)
        return isEndCopy(payload.value);
    if (payload.method == acmp::method::kStreamChunk) {
        const auto seq = payload.value["seq"].toInt64();
        return seq && isChunkCopy(*seq, carried.carrier, mayRepeat(in));
    }
    if (carried.messageId.empty())
        return in.kind == EventKind::Task && !isFirst;
    return isMessageCopy(carried.messageId, in.kind == EventKind::Task);
}

// Of one carrier the same seq twice is the provider's own mistake.
bool Copies::isChunkCopy(std::int64_t seq, Carrier carrier, bool repeats)
{
    bool isKnown = false;
    for (std::size_t i = 0; i < m_chunks.size(); ++i)
        isKnown = isKnown || ((repeats || i != static_cast<std::size_t>(carrier)) && m_chunks[i].has(seq));
    m_chunks[static_cast<std::size_t>(carrier)].add(seq);
    return isKnown;
}

bool Copies::isMessageCopy(const std::string& messageId, bool repeats)
{
    if (m_messages.contains(messageId))
        return repeats;
    if (m_messages.size() < kKeptMessages)
        m_messages.insert(messageId);
    return false;
}

bool Copies::isEndCopy(const json::View& value)
{
    const std::size_t hash = hashOf(value);
    if (m_ends.contains(hash))
        return true;
    if (m_ends.size() < kKeptMessages)
        m_ends.insert(hash);
    return false;
}

} // namespace a2a
