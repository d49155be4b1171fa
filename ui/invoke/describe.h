// SPDX-License-Identifier: GPL-3.0-or-later
// A run in words: where it stands, how it ended and what to try. Pure.
#pragma once

#include "ui/stack/runstate.h"
#include "ui/widgets/statelabel.h"

#include <QCoreApplication>

namespace invoke {

struct Standing {
    widgets::State state = widgets::State::Waiting;
    QString word; ///< "streaming", "cancelled by you"
    QString sentence; ///< what happened, and what to try; empty while all is well
};
Standing standingOf(const stack::RunState& run);

widgets::State stateOf(session::VerdictState state);
QString verdictTitle(std::string_view id); ///< "Cost", "Proof"

/// Its first and last characters where it is long: "task_6587cb…8fb86".
QString shortId(const QString& id);
QString durationText(wire::nanoseconds duration); ///< "42 ms", "3.05 s"
QString sizeText(std::uint64_t bytes); ///< "1 024 B", "3.1 MB"
QString countText(std::uint64_t count); ///< "1 372"

} // namespace invoke
