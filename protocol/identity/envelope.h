// SPDX-License-Identifier: Apache-2.0
// The signature envelope, Layer 7 §4: the `sig` of an offer, a result, a claim. Its signature covers the
// object by payload_hash; `created_ms` is covered by nothing.
#pragma once

#include "protocol/identity/key.h"

namespace identity {

struct Envelope {
    std::string did;
    std::string verificationMethod; ///< did:…#key
    std::string alg; ///< "EdDSA", "ES256"
    std::int64_t createdMs = 0; ///< Unix time
    std::string payloadHash; ///< "sha256:<hex>"
    std::string signature;
    bool operator==(const Envelope&) const = default;
};

/// All of its members must be there, once, and of their types.
std::expected<Envelope, wire::Error> readEnvelope(const json::View& envelope);
std::string toJson(const Envelope& envelope);

/// With which key, and in whose name, something is signed.
struct Signer {
    Key key;
    std::string did;
    std::string verificationMethod;

    /// In the name of the key's own did:key.
    static Signer ofDidKey(Key key);
};

/// Over the JCS form of `object` without its `sig`, in the form of decision D12; fails where there is no such
/// form.
std::expected<Envelope, wire::Error> sign(
    const json::View& object, const Signer& signer, std::int64_t nowUnixMs);

} // namespace identity
