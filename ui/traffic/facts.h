// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a line beside its content, as names and values to read.
#pragma once

#include "ui/traffic/linedetails.h"

#include "protocol/acmp/rules.h"

#include <QString>

namespace traffic {

struct Fact {
    QString name;
    QString value;
    std::optional<acmp::Level> level; ///< of a finding
    bool isData = true; ///< monospaced
    bool operator==(const Fact&) const = default;
};

std::vector<Fact> factsOf(const LineDetails& details, const Items& items, wire::Instant startedAt);
Fact factOf(const acmp::Finding& finding);
/// "expected …, found … — what must hold (Layer 1 §3.5)".
QString explain(const acmp::Finding& finding);

} // namespace traffic
