// SPDX-License-Identifier: GPL-3.0-or-later
// The mock providers of this program as endpoints, which no workspace keeps.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"

namespace stack {

/// One for each binding; none while it does not listen. Their ids begin with kLocalPrefix.
std::vector<workspace::Endpoint> endpointsOf(const StallState& stall);
inline const QString kLocalPrefix = QStringLiteral("stall/");

} // namespace stack
