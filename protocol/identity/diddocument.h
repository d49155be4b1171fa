// SPDX-License-Identifier: Apache-2.0
// A DID's document: its verification methods, and what each of them may do (DID Core §5.2, §5.3).
#pragma once

#include "protocol/identity/publickey.h"

#include <optional>
#include <vector>

namespace identity {

struct VerificationMethod {
    std::string id; ///< absolute: did:…#fragment
    std::string type; ///< "Multikey", "JsonWebKey" …
    std::string controller; ///< a DID; empty if the document doesn't say
    std::expected<PublicKey, wire::Error> key;
    std::optional<std::int64_t> expiresMs; ///< Unix time
    std::optional<std::int64_t> revokedMs;
    bool isForAssertion = false;
    bool isForAuthentication = false;

    bool isAuthorised() const { return isForAssertion || isForAuthentication; }
};

struct DidDocument {
    static constexpr std::size_t kMostMethods = 256;

    std::string did;
    std::vector<VerificationMethod> methods;

    /// What a document says of `did`. Of a method whose key can't be read the error stays in its place.
    static std::expected<DidDocument, wire::Error> read(const json::View& document, std::string_view did);
    /// What a did:key stands for: one method, for everything.
    static std::expected<DidDocument, wire::Error> ofDidKey(std::string_view did);

    /// Null if there is none.
    const VerificationMethod* find(std::string_view id) const;
};

/// A document to publish: `key` as `did`#`fragment`, for assertion and authentication.
std::string didDocument(std::string_view did, std::string_view fragment, const PublicKey& key);

} // namespace identity
