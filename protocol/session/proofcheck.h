// SPDX-License-Identifier: Apache-2.0
// Whether the proof of a result is what was asked for and holds, as far as this program can tell (Layer 3,
// D11, D12).
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/session/assembly.h"
#include "protocol/session/verdict.h"

#include <expected>

namespace session {

enum class ProofFinding : std::uint8_t { None, Mismatch, NotJcs };

struct ProofJudgement {
    Verdict verdict {
        .id = "proof", .state = VerdictState::Unknown, .text = "", .expected = "", .found = ""
    };
    ProofFinding finding = ProofFinding::None;
};

/// Hashes the output, up to Assembly::kKeptBytes of it: some tens of milliseconds at the most.
ProofJudgement judgeProof(
    const acmp::Invoke& request, const acmp::TaskResult& result, const Assembly& chunks);

/// What a proof of that method does not establish, one sentence.
std::string_view limitsOf(std::string_view proofMethod);

/// "sha256:…" of {type, data} in JCS; or why there is none.
std::expected<std::string, std::string> hashOf(const acmp::Content& content);

} // namespace session
