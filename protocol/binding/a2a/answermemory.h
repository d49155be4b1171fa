// SPDX-License-Identifier: Apache-2.0
// Messages that were answered with a message, so that one sent again is not acted on again (A2A §3.3.1). The
// oldest leave first.
#pragma once

#include "protocol/wire/clock.h"

#include <list>
#include <map>
#include <string>
#include <string_view>

namespace a2a {

/// What makes a message the same one.
struct MessageKey {
    std::string caller, messageId;
    std::size_t payload = 0; ///< hash of its payload: some reuse their ids
    auto operator<=>(const MessageKey&) const = default;
};

class AnswerMemory final {
public:
    static constexpr std::size_t kKept = 1'000;

    AnswerMemory(const wire::Clock& clock, wire::milliseconds keep)
        : m_clock(clock)
        , m_keep(keep)
    {
    }

    /// The Message that answered it, as JSON; empty if it was not here before.
    std::string find(const MessageKey& key);
    void add(const MessageKey& key, std::string answer);

private:
    struct Answer {
        std::string text;
        wire::Instant until;
    };
    using Answers = std::map<MessageKey, Answer>;

    void forgetOld();

    const wire::Clock& m_clock;
    wire::milliseconds m_keep;
    Answers m_answers;
    std::list<Answers::iterator> m_order;
};

} // namespace a2a
