// SPDX-License-Identifier: Apache-2.0
// Opening a market of mock providers, for serve and demo.
#pragma once

#include "app/acmpctl/desk.h"

#include "protocol/hosts/market.h"

namespace acmpctl {

std::expected<engine::Scenario, wire::Error> readScenario(const std::string& path);
/// Whether one of them signs with a key of the keychain.
bool namesKeychain(const std::vector<std::string>& scenarioFiles);
/// On the I/O thread.
std::expected<std::unique_ptr<hosts::Market>, wire::Error> openMarket(
    Desk& desk, std::vector<engine::Scenario> scenarios, hosts::MarketOptions options);
void printListening(Output& output, const hosts::Market& market);

} // namespace acmpctl
