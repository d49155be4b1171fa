// SPDX-License-Identifier: Apache-2.0
// How an endpoint of the workspace is reached: what is set for it, and the secrets that it names.
#pragma once

#include "protocol/binding/access.h"
#include "protocol/workspace/workspace.h"

#include <functional>

class QObject;

namespace workspace {

class SecretStore;

/// Without its secrets.
binding::Access accessOf(const Endpoint& endpoint);

struct Reached {
    binding::Access access;
    std::vector<std::string> missing = {}; ///< "token", "header X-Key": set, but not stored here, so not sent
};
/// Reads its secrets and calls `then`: at once if it has none, else later, unless `context` is gone by then.
void reach(const Endpoint& endpoint, SecretStore& secrets, QObject* context,
    std::function<void(Reached reached)> then);

} // namespace workspace
