// SPDX-License-Identifier: Apache-2.0
// A public key, Ed25519 or P-256, in each of its texts: Multikey, did:key, JWK (Layer 7 §2, decision D13).
#pragma once

#include "protocol/json/view.h"
#include "protocol/wire/error.h"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace identity {

enum class KeyType : std::uint8_t { Ed25519, P256 };

std::string_view toString(KeyType type); ///< "Ed25519", "P-256"
/// The `alg` of what such a key signs: "EdDSA", "ES256".
std::string_view algOf(KeyType type);

/// Both algorithms sign in 64 bytes: R‖S, r‖s.
inline constexpr std::size_t kSignatureSize = 64;

class PublicKey final {
public:
    /// 32 bytes of Ed25519; of P-256 a point of the curve, 33 bytes compressed or 65.
    static std::expected<PublicKey, wire::Error> fromBytes(KeyType type, std::string_view bytes);
    /// "z…": base58btc of a multicodec prefix and the key.
    static std::expected<PublicKey, wire::Error> fromMultikey(std::string_view text);
    static std::expected<PublicKey, wire::Error> fromJwk(const json::View& jwk);

    KeyType type() const { return m_type; }
    /// 32 or 33.
    const std::string& bytes() const { return m_bytes; }
    std::string multikey() const;
    std::string didKey() const { return "did:key:" + multikey(); }
    /// A JSON object.
    std::string jwk() const;

    /// `signature` is of kSignatureSize; anything else is false.
    bool verifies(std::string_view message, std::string_view signature) const;

    bool operator==(const PublicKey&) const = default;

private:
    PublicKey(KeyType type, std::string bytes)
        : m_type(type)
        , m_bytes(std::move(bytes))
    {
    }

    KeyType m_type;
    std::string m_bytes;
};

/// An ES256 signature of DER as r‖s; empty if it is none, or not in DER's one form.
std::string fromDer(std::string_view der);
/// The other way. `signature` is of kSignatureSize.
std::string toDer(std::string_view signature);

} // namespace identity
