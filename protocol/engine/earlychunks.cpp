// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/earlychunks.h"

namespace engine {

namespace {

constexpr wire::milliseconds kHeldFor { 2'000 };
constexpr std::size_t kMaxEarlyBytes = std::size_t { 1 } << 20;
/// What a held chunk takes beside its data.
constexpr std::size_t kEarlyOverhead = 256;

} // namespace

void EarlyChunks::hold(const Caller& caller, const acmp::InputChunk& chunk)
{
    const std::size_t bytes = chunk.chunk.data.text().size() + chunk.taskId.size() + kEarlyOverhead;
    const auto held = m_bytes.find(caller);
    if ((held == m_bytes.end() ? 0 : held->second) + bytes > kMaxEarlyBytes) {
        return;
    }
    m_bytes[caller] += bytes;
    m_held.push_back({ .caller = caller, .chunk = chunk, .bytes = bytes, .until = m_clock.now() + kHeldFor });
    if (!m_timer) {
        m_timer = m_clock.startTimer(kHeldFor, [this] { dropOld(); });
    }
}

std::vector<acmp::InputChunk> EarlyChunks::take(const Caller& caller, std::string_view taskId)
{
    std::vector<acmp::InputChunk> taken;
    const auto isMeant
        = [&](const Held& held) { return held.caller == caller && held.chunk.taskId == taskId; };
    for (const Held& held : m_held) {
        if (isMeant(held)) {
            taken.push_back(held.chunk);
            release(held);
        }
    }
    std::erase_if(m_held, isMeant);
    return taken;
}

void EarlyChunks::release(const Held& held)
{
    const auto bytes = m_bytes.find(held.caller);
    bytes->second -= held.bytes;
    if (bytes->second == 0) {
        m_bytes.erase(bytes);
    }
}

void EarlyChunks::dropOld()
{
    m_timer.reset();
    const wire::Instant now = m_clock.now();
    while (!m_held.empty() && m_held.front().until <= now) {
        release(m_held.front());
        m_held.pop_front();
    }
    if (!m_held.empty()) {
        m_timer = m_clock.startTimer(m_held.front().until - now, [this] { dropOld(); });
    }
}

} // namespace engine
