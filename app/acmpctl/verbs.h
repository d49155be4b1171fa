// SPDX-License-Identifier: Apache-2.0
// The verbs, each in a file of its own. They run on the flow's thread and return the exit status.
#pragma once

#include "app/acmpctl/arguments.h"
#include "app/acmpctl/desk.h"
#include "app/acmpctl/exitcode.h"
#include "app/acmpctl/flow.h"

#include <utility>

namespace hosts {
class Market;
}

namespace acmpctl {

Exit inspect(Flow& flow, Desk& desk, const InspectArguments& arguments);
/// inspect --doctor.
Exit examine(Flow& flow, Desk& desk, const InspectArguments& arguments);
/// discover.
Exit discoverEntries(Flow& flow, Desk& desk, const DiscoverArguments& arguments);
/// discover --registry.
Exit searchRegistry(Flow& flow, Desk& desk, const DiscoverArguments& arguments);
Exit quote(Flow& flow, Desk& desk, const QuoteArguments& arguments);
Exit invoke(Flow& flow, Desk& desk, const InvokeArguments& arguments);
Exit serve(Flow& flow, Desk& desk, const ServeArguments& arguments);
Exit demo(Flow& flow, Desk& desk);
Exit keyNew(Flow& flow, Desk& desk, const KeyArguments& arguments);
Exit keyShow(Flow& flow, Desk& desk, const KeyArguments& arguments);
Exit keySign(Flow& flow, Desk& desk, const KeyArguments& arguments);
Exit keyRemove(Flow& flow, Desk& desk, const KeyArguments& arguments);
Exit keyVerify(Flow& flow, Desk& desk, const KeyArguments& arguments);
Exit captureCat(Flow& flow, Desk& desk, const CaptureArguments& arguments);

/// Prints the error; the status it leads to.
Exit fail(Desk& desk, const wire::Error& error);

/// What a TARGET of the command line means.
Targets::Found findTarget(Flow& flow, Desk& desk, const std::string& target);
/// Whom discover() found, and where.
struct Met {
    buyer::Connection* connection = nullptr;
    std::string url;
};
/// Asks what it is, which is printed in brief.
std::expected<Met, wire::Error> discover(
    Flow& flow, Desk& desk, const std::string& target, wire::milliseconds deadline);

/// The deal that quote(…, accept) closed.
struct Deal {
    std::string target;
    buyer::Connection* connection = nullptr; ///< to it, lives as long as the desk; null: none yet
    acmp::Offer offer;
    std::optional<std::string> escrowId;
    std::string payee = {}; ///< as a ledger names the provider
    workspace::SpendGuard* spending = nullptr; ///< whose money it is; null: no workspace's
};
struct QuoteOutcome {
    Exit exit = kRefused;
    std::optional<Deal> deal;
};
QuoteOutcome negotiate(Flow& flow, Desk& desk, const QuoteArguments& arguments);

} // namespace acmpctl
