// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/keychain.h"

#include "protocol/workspace/keychainkeys.h"

namespace acmpctl {

namespace {

/// Time to enter a password.
constexpr std::chrono::minutes kAnswering { 2 };

} // namespace

std::expected<identity::Key, wire::Error> readKeychain(Flow& flow, const std::string& name)
{
    return flatten(flow.await([&] { return workspace::KeychainKeys().read(name); }, kAnswering));
}

std::expected<void, wire::Error> writeKeychain(
    Flow& flow, const std::string& name, const identity::Key& key, bool overwrite)
{
    return flatten(
        flow.await([&] { return workspace::KeychainKeys().write(name, key, overwrite); }, kAnswering));
}

std::expected<void, wire::Error> removeFromKeychain(Flow& flow, const std::string& name)
{
    return flatten(flow.await([&] { return workspace::KeychainKeys().remove(name); }, kAnswering));
}

} // namespace acmpctl
