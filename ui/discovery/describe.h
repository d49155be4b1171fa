// SPDX-License-Identifier: GPL-3.0-or-later
// Entries, sources and steps in words. Pure. What others wrote is shortened, its controls escaped.
#pragma once

#include "ui/discovery/arrange.h"
#include "ui/widgets/factsgrid.h"
#include "ui/widgets/shown.h"
#include "ui/widgets/statelabel.h"

namespace discover {

using widgets::shown;

/// A cell of the table. `capability`: whose price is meant; empty: any. `nowMs`: Unix time.
QString cellOf(const Row& row, int column, const std::string& capability, std::int64_t nowMs);
/// What goes with it as icon and colour; nullopt for plain text.
std::optional<widgets::State> stateOf(const Row& row, int column);
/// What the cell has no room for; empty if it says it all.
QString more(const Row& row, int column);
QString titleOf(int column);
/// What the title leaves out; empty if it says it all.
QString hintOf(int column);

/// "OpenClaw-3"; without a name its identifier.
QString nameOf(const discovery::Entry& entry);
QString kindWord(discovery::Kind kind);
/// "0.003"; of several capabilities "0.003 – 0.012".
QString priceText(const discovery::Entry& entry, const std::string& capability);
/// "3 min", "2 h", "5 d", "2 y".
QString ageText(std::int64_t ms);

struct Verdict {
    widgets::State state = widgets::State::Neutral;
    QString word;
};
Verdict verdictOf(discovery::PublisherBinding binding);
Verdict verdictOf(stack::Change change);
Verdict verdictOf(discovery::Step::State state);
Verdict verdictOf(const discovery::Source& source);
/// "5 entries", "not opened", "registry".
QString factsOf(const discovery::Source& source);
QString nameOf(const discovery::Source& source);
/// Whether the prices in sight compare, and that they bind no one.
Verdict verdictOf(const Arranged& arranged);

/// Of the Summary: what it says of itself, and how it was found.
std::vector<widgets::Fact> factsOf(const Row& row);
/// Each on a line of its own: capability, CU.
std::vector<widgets::Fact> pricesOf(const discovery::Entry& entry);

} // namespace discover
