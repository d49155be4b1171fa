// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios, and what is asked of them, in words. Pure.
#pragma once

#include "ui/analysis/snapshot.h"
#include "ui/mock/stage.h"
#include "ui/widgets/statelabel.h"

namespace mock {

struct Condition {
    widgets::State state = widgets::State::Neutral;
    QString word;
};
Condition conditionOf(const ScenarioFile& file, const Stage& stage);
/// From the provider's side: a task ends with what it answered.
Condition conditionOf(const analysis::TaskSummary& task);
Condition conditionOf(const analysis::DealSummary& deal);

/// "12 offers · 3 accepted · 4 tasks · 1 running"
QString factsOf(const engine::Provider::Facts& facts);
/// "summarize 0.006 CU, tier B · sentiment-analysis 0.002 CU, tier B"
QString wares(const engine::Scenario& scenario);
/// As the record names it: "127.0.0.1:8402/mcp".
std::string endpointOf(const std::string& url);
/// An acmpctl command that runs a task of its first capability, quoted for a shell.
QString invokeCommand(const engine::Scenario& scenario, const QString& url);
/// A command that plays the scenario on stdin and stdout, quoted for a shell; `acmpctl` is its path. Empty
/// for a scenario that is in no file.
QString stdioCommand(const ScenarioFile& file, const QString& acmpctl);

} // namespace mock
