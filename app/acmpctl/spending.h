// SPDX-License-Identifier: Apache-2.0
// What is spent at a target that a workspace names counts against that workspace's budget, and goes into its
// ledger. On the I/O thread.
#pragma once

#include "app/acmpctl/desk.h"

namespace acmpctl {

/// As a ledger names a provider: its DID, else its address.
std::string payeeOf(const buyer::Connection& connection, const std::string& url);

/// A ledger that could not be read or written.
void complainOfLedger(Output& output, const workspace::SpendGuard* guard);

} // namespace acmpctl
