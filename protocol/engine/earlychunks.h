// SPDX-License-Identifier: Apache-2.0
// Input chunks that overtook their invoke on another connection: held for a short time, within a limit a
// caller (D36).
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/engine/responder.h"
#include "protocol/wire/clock.h"

#include <deque>
#include <map>

namespace engine {

class EarlyChunks final {
public:
    explicit EarlyChunks(wire::Clock& clock)
        : m_clock(clock)
    {
    }

    /// Dropped when it would be more than is held of one caller.
    void hold(const Caller& caller, const acmp::InputChunk& chunk);
    /// Those of one task, in the order they came.
    std::vector<acmp::InputChunk> take(const Caller& caller, std::string_view taskId);
    bool isEmpty() const { return m_held.empty(); }

private:
    struct Held {
        Caller caller;
        acmp::InputChunk chunk;
        std::size_t bytes;
        wire::Instant until;
    };
    void dropOld();
    void release(const Held& held);

    wire::Clock& m_clock;
    std::deque<Held> m_held; ///< oldest first
    std::map<Caller, std::size_t> m_bytes;
    std::unique_ptr<wire::Timer> m_timer;
};

} // namespace engine
