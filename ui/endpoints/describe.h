// SPDX-License-Identifier: GPL-3.0-or-later
// What a test of an endpoint came to, in words. Pure.
#pragma once

#include "ui/endpoints/tester.h"
#include "ui/widgets/factsgrid.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/statelabel.h"

namespace endpoints {

struct Verdict {
    widgets::State state = widgets::State::Neutral;
    QString word; ///< a few words: "answers", "no ACMP"
    QString sentence;
};
Verdict verdictOf(const Outcome& outcome);
/// Of the certificate that was shown.
Verdict standingOf(const tls::SessionFacts& tls);

using widgets::Fact;
/// Of what it says of itself, or of why it can't be asked. Empty until the test has ended.
std::vector<Fact> factsOf(const Outcome& outcome);

/// "11 tools", "1 prompt", "50 resources and more".
QString countOf(const binding::InventoryList& list);
/// Its findings, each at the node of the raw answer that it is about.
std::vector<widgets::JsonNote> notesOf(const binding::Discovered& discovered);

} // namespace endpoints
