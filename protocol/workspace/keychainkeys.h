// SPDX-License-Identifier: Apache-2.0
// Private keys in the user's keychain, by name, as PEM. Unlike a token a key is never kept elsewhere instead:
// where there is no keychain, that is the error, and it says what to do.
#pragma once

#include "protocol/identity/key.h"
#include "protocol/workspace/keychainstore.h"

#include <expected>

namespace workspace {

/// How a key that a scenario names comes to hand.
using LoadKey = std::function<QFuture<std::expected<identity::Key, wire::Error>>(const std::string& name)>;

class KeychainKeys final {
public:
    static constexpr std::size_t kLongestName = 200;

    /// What it starts finishes also without it.
    explicit KeychainKeys(KeychainStore::Keychain keychain = KeychainStore::systemKeychain())
        : m_keychain(std::move(keychain))
    {
    }

    QFuture<std::expected<identity::Key, wire::Error>> read(const std::string& name) const;
    /// One that exists is refused unless `overwrite`.
    QFuture<std::expected<void, wire::Error>> write(
        const std::string& name, const identity::Key& key, bool overwrite = false) const;
    /// One that does not exist is an error.
    QFuture<std::expected<void, wire::Error>> remove(const std::string& name) const;

    /// Of the system's keychain.
    static LoadKey loader();

private:
    using Call = KeychainStore::Call;
    using Answer = KeychainStore::Answer;
    QFuture<Answer> call(Call::Kind kind, const std::string& name, const QString& secret = {}) const;

    KeychainStore::Keychain m_keychain;
};

} // namespace workspace
