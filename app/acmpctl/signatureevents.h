// SPDX-License-Identifier: Apache-2.0
// What acmpctl prints of signatures, for machines and for people.
#pragma once

#include "app/acmpctl/output.h"

#include "protocol/identity/verifier.h"

namespace acmpctl {

/// A member `signature`: {state, reason}.
void writeSignature(json::Writer& writer, const identity::Verdict& verdict);
/// "signed by did:key:…", "! unsigned", "✕ signature: …"
std::string describeSignature(const identity::Verdict& verdict);
/// All that a signature was judged by.
void printSignature(Output& output, const identity::Verdict& verdict);
/// What came of acmp/proveIdentity.
void printIdentity(Output& output, const std::string& did, const identity::Verdict& verdict);

} // namespace acmpctl
