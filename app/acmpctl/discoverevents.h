// SPDX-License-Identifier: Apache-2.0
// What `discover` prints: steps and entries.
#pragma once

#include "app/acmpctl/output.h"

#include "protocol/discovery/resolver.h"

namespace acmpctl {

void printStep(Output& output, const discovery::Step& step);
/// `sources`: where it is listed, the first one first.
void printEntry(Output& output, const discovery::Entry& entry, const std::vector<std::string>& sources);

} // namespace acmpctl
