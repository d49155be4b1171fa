// SPDX-License-Identifier: GPL-3.0-or-later
// From an endpoint of the workspace to a target: what is set for it, and the secrets that it names.
#pragma once

#include "ui/stack/target.h"
#include "ui/workspace/workspace.h"

#include <functional>

class QObject;

namespace workspace {
class SecretStore;
}

namespace stack {

/// Without its secrets.
Target targetOf(const workspace::Endpoint& endpoint);

struct Reached {
    Target target;
    bool isTokenMissing = false; ///< it has one, which is not stored here
};
/// Reads its secrets and calls `then`: at once if it has none, else later, unless `context` is gone by then.
void reach(const workspace::Endpoint& endpoint, workspace::SecretStore& secrets, QObject* context,
    std::function<void(Reached reached)> then);

} // namespace stack
