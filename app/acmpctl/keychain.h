// SPDX-License-Identifier: Apache-2.0
// Keys in this user's keychain, awaited: it may ask its user for a password.
#pragma once

#include "app/acmpctl/flow.h"

#include "protocol/identity/key.h"

namespace acmpctl {

std::expected<identity::Key, wire::Error> readKeychain(Flow& flow, const std::string& name);
std::expected<void, wire::Error> writeKeychain(
    Flow& flow, const std::string& name, const identity::Key& key, bool overwrite);
std::expected<void, wire::Error> removeFromKeychain(Flow& flow, const std::string& name);

} // namespace acmpctl
