// SPDX-License-Identifier: Apache-2.0
// A private key and what it signs. Its bytes stay within OpenSSL's object, but for toPem().
#pragma once

#include "protocol/identity/publickey.h"

#include <QByteArray>

#include <memory>
#include <span>

struct evp_pkey_st;

namespace identity {

class Key final {
public:
    /// Of the system's random numbers.
    static std::expected<Key, wire::Error> generate(KeyType type);
    /// Ed25519, from the 32 bytes that RFC 8032 calls the private key.
    static Key fromSeed(std::span<const unsigned char, 32> seed);
    /// PKCS#8, or EC's own form; without a passphrase.
    static std::expected<Key, wire::Error> fromPem(const QByteArray& pem);

    QByteArray toPem() const; ///< PKCS#8
    const PublicKey& publicKey() const { return m_public; }
    /// kSignatureSize bytes.
    std::string sign(std::string_view message) const;
    bool operator==(const Key& other) const { return m_public == other.m_public; }

private:
    Key(std::shared_ptr<evp_pkey_st> key, PublicKey publicKey)
        : m_key(std::move(key))
        , m_public(std::move(publicKey))
    {
    }
    static std::expected<Key, wire::Error> of(std::shared_ptr<evp_pkey_st> key);

    std::shared_ptr<evp_pkey_st> m_key;
    PublicKey m_public;
};

/// The error says which file it is and what is wrong with it. One over 64 KiB is none.
std::expected<Key, wire::Error> readKeyFile(const std::string& file);
/// For its owner alone (0600). One that exists is refused unless `overwrite`.
std::expected<void, wire::Error> writeKeyFile(
    const std::string& file, const Key& key, bool overwrite = false);

} // namespace identity
