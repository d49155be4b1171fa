// SPDX-License-Identifier: Apache-2.0
// acmp/proveIdentity (Layer 7): a peer signs our nonce and its own DID.
#pragma once

#include "protocol/identity/verifier.h"

namespace identity {

inline constexpr std::string_view kProveIdentity = "acmp/proveIdentity";
/// A nonce is repeated into what is signed, so it has a limit.
inline constexpr std::size_t kLongestNonce = 1024;

/// Of the params of acmp/proveIdentity; the error says what was expected of it and what came.
std::expected<std::string, std::string> readNonce(const json::View& params);
/// What the envelope signs: {"did": …, "nonce": …}.
std::string proofPayload(std::string_view nonce, std::string_view did);
Envelope proveIdentity(std::string_view nonce, const Signer& signer, std::int64_t nowUnixMs);
/// `envelope` over our nonce and the DID of Check::expectedDid, or else its own. What fails is -36001, but
/// for a DID that can't be resolved.
Verdict verifyProof(const json::View& envelope, std::string_view nonce, const Check& check);

} // namespace identity
