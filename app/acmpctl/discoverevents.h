// SPDX-License-Identifier: Apache-2.0
// What `discover` prints: steps, entries, and how many there were.
#pragma once

#include "app/acmpctl/output.h"

#include "protocol/discovery/resolver.h"

namespace acmpctl {

void printStep(Output& output, const discovery::Step& step);
/// `sources`: where it is listed, the first one first.
void printEntry(Output& output, const discovery::Entry& entry, const std::vector<std::string>& sources);

/// What is wrong anywhere.
struct FindingCount {
    std::size_t errors = 0, warnings = 0;

    void add(const std::vector<acmp::Finding>& findings);
};
/// "2 entries of 5, 0 errors, 1 warning"
void tellSummary(Output& output, std::size_t shown, std::size_t all, const FindingCount& count);

} // namespace acmpctl
