// SPDX-License-Identifier: Apache-2.0
// A judgement on a finished task: one question, its answer, what was expected and found.
#pragma once

#include <string>
#include <string_view>

namespace session {

enum class VerdictState : unsigned char { Ok, Warn, Fail, Unknown };

struct Verdict {
    std::string_view id; ///< "cost", "tokens", "output", "proof", "stream", "signature"
    VerdictState state = VerdictState::Unknown;
    std::string text; ///< one sentence
    std::string expected;
    std::string found;
    bool operator==(const Verdict&) const = default;
};

std::string_view toString(VerdictState state); ///< "ok", "warn", "fail", "unknown"

} // namespace session
