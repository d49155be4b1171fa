// SPDX-License-Identifier: Apache-2.0
// What became of a signature, in the words of verdicts and findings (Layer 7 §4).
#pragma once

#include "protocol/acmp/rules.h"
#include "protocol/identity/verifier.h"
#include "protocol/session/verdict.h"

namespace lint {

/// The hash is taken of all of it at once: a longer message is not checked.
inline constexpr std::size_t kLargestChecked = std::size_t { 4 } << 20;

/// Of the object that a message carries, as received (D12). A message that is no JSON has none.
identity::Verdict checkSignature(const json::Raw& message, const identity::Check& check);
identity::Verdict checkSignature(const json::View& object, const identity::Check& check);
identity::Verdict unsignedVerdict();

/// "signature": ok only if verified and in the form that D12 has us write.
session::Verdict signatureVerdict(const identity::Verdict& verdict);
/// nullopt for what is verified in that form, is not signed (L6-2.1-unsigned says so of offers), or could not
/// be checked.
std::optional<acmp::Finding> signatureFinding(const identity::Verdict& verdict);

} // namespace lint
