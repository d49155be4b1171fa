// SPDX-License-Identifier: Apache-2.0
// The events that acmpctl prints (resources/schema/events.schema.json), each for machines and for people.
#pragma once

#include "app/acmpctl/output.h"

#include "protocol/acmp/incoming.h"
#include "protocol/acmp/rules.h"
#include "protocol/binding/client.h"
#include "protocol/buyer/connection.h"
#include "protocol/session/tasktrack.h"

namespace acmpctl {

/// Without an inventory, which was not asked for, the text for a person is only what is wrong.
void printDiscovered(Output& output, const binding::Client& client, const binding::Discovered& found,
    const binding::Inventory* inventory);
void printQuote(Output& output, const std::string& provider, const buyer::Quote& quote);
void printAccepted(
    Output& output, const std::string& provider, const acmp::Ack& ack, const acmp::Offer& offer);
void printSent(Output& output, const std::string& target, const acmp::Invoke& request);
void printIncoming(Output& output, const acmp::Incoming& message, const acmp::Origin& origin);
void printFinding(Output& output, const acmp::Finding& finding);
/// How a run ended: result, error or cancelled.
void printEnd(Output& output, const session::TaskTrack& track, const std::optional<wire::Error>& error,
    const json::Raw& answer, std::string_view cancelledBy);
/// An error that is no message of the peer.
void printError(Output& output, const wire::Error& error, std::string_view taskId = {});

} // namespace acmpctl
